import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jsonPieces } from '../../../src/contract/jsonPieces.ts';

const pieces = (line: string) => jsonPieces(line).map(({ kind, text }) => `${kind} ${text}`);

test('a line of JSON is told apart in keys, strings, numbers, words and marks', () => {
  assert.deepEqual(pieces('  "a\\"b": ["x", -1.5e3, true, null]'), [
    'other   ',
    'key "a\\"b"',
    'mark :',
    'other  ',
    'mark [',
    'string "x"',
    'mark ,',
    'other  ',
    'number -1.5e3',
    'mark ,',
    'other  ',
    'word true',
    'mark ,',
    'other  ',
    'word null',
    'mark ]',
  ]);
});

test('what is no JSON is one piece for as long as it goes on, wherever it stands', () => {
  assert.deepEqual(pieces('not for now'), ['other not for now']);
  assert.deepEqual(pieces('1 [ not for now'), ['number 1', 'other  ', 'mark [', 'other  not for now']);
  assert.deepEqual(pieces('"broke off'), ['string "broke off']);
});
