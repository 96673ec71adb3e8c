import assert from 'node:assert/strict';
import { test } from 'node:test';
import { otherDigitOf, withPlainDigits } from '../../../src/contract/otherDigits.ts';

const zeros = [0x660, 0x6f0, 0x966, 0x9e6, 0xd66, 0xff10];

test('the ten digits of other scripts are known, and nothing beside them', () => {
  for (const zero of zeros) {
    const digits = Array.from({ length: 10 }, (_, digit) => zero + digit);
    assert.deepEqual(digits.map(otherDigitOf), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9], zero.toString(16));
    assert.deepEqual([zero - 1, zero + 10].map(otherDigitOf), [null, null], zero.toString(16));
    assert.equal(withPlainDigits(`a${String.fromCharCode(...digits)}b`), 'a0123456789b');
  }
  for (const code of [0x30, 0x39, 0x41, 0xe6, 0xde6, 0xff21]) assert.equal(otherDigitOf(code), null);
});

test('letters among the scripts stay as they are', () => {
  assert.equal(withPlainDigits('क९मৰ'), 'क9मৰ');
});
