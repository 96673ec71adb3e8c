import assert from 'node:assert/strict';
import { test } from 'node:test';
import { median, table } from '../../bench/table.ts';

test('the median is the middle value, or the mean of the two in the middle', () => {
  assert.equal(median([9, 1, 5]), 5);
  assert.equal(median([4, 1, 3, 2]), 2.5);
  assert.equal(median([7]), 7);
  assert.ok(Number.isNaN(median([])));
});

test('a table has one line a row, with range and number of values', () => {
  const text = table('Times', [
    { what: 'one', unit: 'ms', values: [3, 1, 200], aim: 25, toBeat: 315 },
    { what: 'another', unit: 'kB', values: [512.4] },
  ]);
  assert.deepEqual(
    text.split('\n').map((line) => line.split(/ {2,}/)),
    [
      ['Times'],
      ['', 'median', 'min-max', 'n', 'aim', 'to beat'],
      ['one', '3.00', 'ms', '1.00-200', '3', '25.0', '315'],
      ['another', '512', 'kB', '1'],
    ],
  );
});
