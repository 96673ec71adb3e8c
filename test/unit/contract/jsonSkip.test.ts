import assert from 'node:assert/strict';
import { test } from 'node:test';
import { closingBracket } from '../../../src/contract/jsonSkip.ts';

/** What is in a bracket up to the one that closes it, and what stands behind. */
const inside: readonly string[] = [
  '',
  '1,[2,{"a":3}],{}',
  '"]"',
  '"}",2',
  '"\\""',
  '"a\\"]"',
  '"\\\\"',
  '"\\\\\\"]"',
  '"","",""',
  '"\\"\\"","]"',
];
for (const text of inside) {
  for (const [open, close] of ['[]', '{}'] as const) {
    test(`${open}${text}${close} ends with its own bracket`, () => {
      assert.equal(closingBracket(`${open}${text}${close}]}`, 1), 1 + text.length);
    });
  }
}

test('a text may be looked at from its first character', () => {
  assert.equal(closingBracket('""]', 0), 2);
  assert.equal(closingBracket(']', 0), 0);
});

test('a bracket that nothing closes ends with the text', () => {
  for (const text of ['[', '[[]', '["]', '["a\\"]', '["a\\', '[{"a":"]"}']) {
    assert.equal(closingBracket(text, 1), text.length, text);
  }
});
