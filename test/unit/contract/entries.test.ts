import assert from 'node:assert/strict';
import { test } from 'node:test';
import { entriesAsLines, entriesOf, withoutNames } from '../../../src/contract/entries.ts';

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

const mailboxes: readonly (readonly [typed: string, entries: readonly string[]])[] = [
  ['"Smith, J" <js@example.com>', ['js@example.com']],
  ['Smith J <js@example.com>', ['js@example.com']],
  ['J "Smith; S" T<js@example.com>', ['js@example.com']],
  [`Pat O'Nobody <o'nobody@example.com>`, [`o'nobody@example.com`]],
  [
    '"A, B" <a@example.com>, C <c@example.com>; <d@example.com>',
    ['a@example.com', 'c@example.com', 'd@example.com'],
  ],
  ['A <a@example.com> B <b@example.com>', ['a@example.com', 'b@example.com']],
  // What is no name is asked about as well.
  ['a@example.com <b@example.com>', ['a@example.com', 'b@example.com']],
  ['a@example.com, J <js@example.com>', ['a@example.com', 'js@example.com']],
  ['a@example.com, Smith, J <js@example.com>,other', ['a@example.com', 'js@example.com', 'other']],
  // Its @ was forgotten.
  ['a.example.com, J <js@example.com>', ['a.example.com', 'js@example.com']],
  ['none; J <js@example.com>', ['none', 'js@example.com']],
  // A name with a comma that no quotes hold together.
  ['Smith, J <js@example.com>', ['js@example.com']],
  ['Smith, J. R., Jr. <js@example.com>, Doe, K <k@example.com>', ['js@example.com', 'k@example.com']],
  ['none\nSmith, J <js@example.com>', ['none', 'js@example.com']],
  ['A <no-address>', ['A', '<no-address>']],
];
for (const [typed, entries] of mailboxes) {
  test(`of ${typed} the entries are its addresses, without their names`, () => {
    assert.deepEqual(entriesOf(entriesAsLines(typed)), entries);
  });
}

test('a text without an address in brackets stays as it is typed', () => {
  for (const typed of ['"Smith, J" js@example.com', 'a < b > c', '<a@b', '"<a@example.com>"'])
    assert.equal(withoutNames(typed), typed);
});
