import assert from 'node:assert/strict';
import { test } from 'node:test';
import { passphraseFault, repetitionFault } from '../../../../src/calls/orders/passphrase.ts';
import { plain } from '../../../../src/contract/words.ts';

test('a passphrase has ten characters, counted as people do, and not the same one over and over', () => {
  for (const text of ['', 'short', '123456789', '😀😀😀😀😀a']) {
    const fault = passphraseFault(text);
    assert.match(fault === null ? 'none' : plain(fault), /^At least 10 characters/, text);
  }
  const repeated = passphraseFault('ababababababab');
  assert.match(repeated === null ? 'none' : plain(repeated), /too easy to guess/);
  assert.notEqual(passphraseFault('abcabcabcabc'), null);
  assert.equal(passphraseFault('abcdabcdabcd'), null);
  for (const text of ['four words of mine', 'नमस्ते दुनिया फिर से', 'Zx9!kQ2#pL'])
    assert.equal(passphraseFault(text), null, text);
});

test('both typings are the same where they look the same', () => {
  assert.equal(repetitionFault('caf\u00e9 noir noir', 'cafe\u0301 noir noir'), null);
  for (const again of ['Four words of mine', '']) {
    const fault = repetitionFault('four words of mine', again);
    assert.match(fault === null ? 'none' : plain(fault), /^This is not what you typed first\./);
  }
});
