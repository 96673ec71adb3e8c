import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fare } from './fare.ts';

test('a ride of two kilometres is paid off', () => {
  let left = 30;
  while (left > 0) left -= fare(1, false);
  assert.equal(left, 0);
});
