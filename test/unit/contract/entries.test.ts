import assert from 'node:assert/strict';
import { test } from 'node:test';
import { entriesAsLines, entriesOf } from '../../../src/contract/entries.ts';

test('entries that spaces, commas or semicolons part become one a line, without empty ones', () => {
  assert.equal(
    entriesAsLines(' a@one.invalid, b@two.invalid;c\td ;, '),
    'a@one.invalid\nb@two.invalid\nc\nd',
  );
  assert.equal(entriesAsLines(' ,; '), '');
});

test('a list field has an entry a line, whatever ends its lines, without blank ones', () => {
  assert.deepEqual(entriesOf(' a b \r\n\rc\n \n'), ['a b', 'c']);
});
