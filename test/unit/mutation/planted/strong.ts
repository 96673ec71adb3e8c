import assert from 'node:assert/strict';
import test, { afterEach, beforeEach } from 'node:test';
import { fare } from './fare.ts';

let asked: number[] = [];
beforeEach(() => {
  asked = [1, 2, 5];
});
afterEach(() => {
  asked = [];
});

test('fares by day', () => {
  assert.deepEqual(
    asked.map((one) => fare(one, false)),
    [30, 40, 70],
  );
});

test('fares by night', () => {
  assert.equal(fare(5, true), 140);
});
