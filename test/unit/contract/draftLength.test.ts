import assert from 'node:assert/strict';
import { test } from 'node:test';
import { draftChars, holdsDraft } from '../../../src/contract/draftLength.ts';

test('a draft is as long as the names and values of its fields and its JSON together', () => {
  assert.equal(draftChars({ fields: {}, json: '' }), 0);
  assert.equal(draftChars({ fields: { ab: 'xyz', c: 'é' }, json: '{}' }), 9);
});

test('a form holds four million characters, and no more', () => {
  const draft = (size: number) => ({ fields: { a: 'x'.repeat(size) }, json: '{}' });
  assert.equal(holdsDraft(draft(4_000_000 - 3)), true);
  assert.equal(holdsDraft(draft(4_000_000 - 2)), false);
});
