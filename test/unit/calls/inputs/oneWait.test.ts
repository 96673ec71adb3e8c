import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Obstacle } from '../../../../src/calls/guard/obstacles.ts';
import { withOneWait } from '../../../../src/calls/inputs/oneWait.ts';
import { orderId } from '../../../../src/calls/ports/ids.ts';

const noon = Date.UTC(2026, 8, 1, 12);
const what = { text: 'x' };
const paid: Obstacle = { kind: 'paid-twin', id: 'paid-twin:p', order: orderId('p'), billed: true, what };
const warning: Obstacle = {
  kind: 'budget-warning',
  id: 'budget-warning:day:calls',
  period: 'day',
  limit: 'day:calls',
  cure: 'budget',
  what,
};
const coolDown = {
  kind: 'cool-down',
  id: 'cool-down:1',
  until: noon + 30_000,
  guessed: false,
  doubtful: false,
  order: null,
  what,
} as const;
const doubtful: Obstacle = { ...coolDown, id: 'cool-down:2', until: noon + 200_000_000, doubtful: true };
const meter = {
  kind: 'meter',
  id: 'meter:60000',
  most: 5,
  count: 5,
  freeAt: noon + 41_000,
  source: 'learned',
  what,
} as const;
const unknownEnd: Obstacle = { ...meter, freeAt: null };

const told = (...obstacles: readonly Obstacle[]): readonly string[] =>
  withOneWait(obstacles).map(({ id }) => id);

test('a form tells one wait, that which ends last; none without an end, and none that is doubted, is left out for it', () => {
  const documented: Obstacle = { ...meter, source: 'documented' };
  const late: Obstacle = { ...coolDown, until: noon + 50_000 };
  assert.deepEqual(told(paid, coolDown, documented, warning), [paid.id, meter.id, warning.id]);
  assert.deepEqual(told(paid, late, documented, warning), [paid.id, late.id, warning.id]);
  assert.deepEqual(told({ ...coolDown, until: noon + 41_000 }, documented), [coolDown.id]);
  assert.deepEqual(told(doubtful, coolDown, documented), [doubtful.id, documented.id]);
  assert.deepEqual(told(coolDown, unknownEnd), [coolDown.id, unknownEnd.id]);
  assert.deepEqual(told(paid, warning), [paid.id, warning.id]);
  assert.deepEqual(told(), []);
});

test('what the service asked for is told in place of a limit that was only learned, however late that ends', () => {
  assert.deepEqual(told(paid, coolDown, meter, warning), [paid.id, coolDown.id, warning.id]);
  assert.deepEqual(told(meter, coolDown), [coolDown.id]);
  assert.deepEqual(told(meter), [meter.id]);
  // A wait that is doubted says nothing of the limit.
  assert.deepEqual(told(doubtful, meter), [doubtful.id, meter.id]);
});
