import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maskKindByLook, maskPersonalText } from '../../../src/contract/personalText.ts';

const marked = (text: string) => maskPersonalText(text, (kind, datum) => `<${kind} ${datum.length}>`);

test('a number that is written with a fraction or an exponent is the whole number it means', () => {
  for (const text of ['6000000000.0', '6.000000000e9', '6.000000000E+9'])
    assert.equal(marked(text), '<last4 10>', text);
  assert.equal(maskKindByLook('6000000000.0'), 'last4');
});

test('what only ends like one is no such number', () => {
  assert.equal(marked('XX00AA1000.0'), '<first2last2 10>.0');
  for (const text of ['6000000000.00', '6000000000.5', '6.0000000001e9']) assert.equal(marked(text), text);
});

test('forty characters are read as a number, more are none', () => {
  const of = (length: number) => `6.${'0'.repeat(length - 4)}e9`;
  assert.deepEqual([of(40).length, of(41).length], [40, 41]);
  assert.equal(marked(of(40)), '<last4 10>');
  assert.equal(marked(of(41)), of(41));
});
