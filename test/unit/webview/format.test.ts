import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countdown, dayAndTime, moment, secondsBetween, size } from '../../../webview/format.ts';

test('sizes', () => {
  const cases: [number, string][] = [
    [0, '0 B'],
    [999, '999 B'],
    [1000, '1 KB'],
    [20_480, '20.5 KB'],
    [999_499, '999 KB'],
    [10_400_000, '10.4 MB'],
    [5e15, '5000000 GB'],
  ];
  for (const [bytes, text] of cases) assert.equal(size(bytes), text);
});

test('seconds never run backwards', () => {
  assert.deepEqual([secondsBetween(0, 2999), secondsBetween(5000, 1000)], [2, 0]);
});

test('time left is shown as a clock, rounded up', () => {
  assert.deepEqual([-5, 0, 1, 41_000, 60_000, 725_000, 12_009_000].map(countdown), [
    '0:00',
    '0:00',
    '0:01',
    '0:41',
    '1:00',
    '12:05',
    '3:20:09',
  ]);
});

test('a time of today is its clock on a form, and has its day on the page of an order', () => {
  const at = new Date(2026, 10, 21, 14, 31).getTime();
  assert.equal(moment(at, at + 60_000, 'en'), '14:31');
  assert.match(dayAndTime(at, 'en'), /^Nov 21, 2026, 2:31\sPM$/);
});
