import assert from 'node:assert/strict';
import { test } from 'node:test';
import { timeLeft } from '../../../../src/calls/orders/timeLeft.ts';

test('a second that has begun counts whole, and what is over is nothing', () => {
  assert.deepEqual([-5, 0, 1, 42_000, 59_001, 60_000, 3_599_001, 3_723_000, 172_800_001].map(timeLeft), [
    '0:00',
    '0:00',
    '0:01',
    '0:42',
    '1:00',
    '1:00',
    '1:00:00',
    '1:02:03',
    '3 d',
  ]);
});
