import assert from 'node:assert/strict';
import { test } from 'node:test';
import { paceOf } from '../../../../src/calls/batch/pace.ts';
import type { Obstacle } from '../../../../src/calls/guard/obstacles.ts';
import { orderId } from '../../../../src/calls/ports/ids.ts';

const what = { text: 'x' };
const pending = (order: string): Obstacle => ({
  kind: 'pending-twin',
  id: `pending-twin:${order}`,
  order: orderId(order),
  what,
});
const paid = (order: string): Obstacle => ({
  kind: 'paid-twin',
  id: `paid-twin:${order}`,
  order: orderId(order),
  billed: true,
  what,
});
const full = (freeAt: number | null): Obstacle => ({
  kind: 'meter',
  id: 'meter:60000:5',
  most: 5,
  count: 5,
  freeAt,
  source: 'documented',
  what,
});
const cooling = (until: number, changes: { guessed?: boolean; doubtful?: boolean } = {}): Obstacle => ({
  kind: 'cool-down',
  id: `cool-down:${until}`,
  until,
  guessed: false,
  doubtful: false,
  order: null,
  what: { text: 'cooling' },
  ...changes,
});
const stop: Obstacle = {
  kind: 'budget-stop',
  id: 'budget-stop:day:calls',
  limit: 'day:calls',
  cure: 'budget',
  what,
};

test('time is waited for, until the last of what it mends', () => {
  assert.deepEqual(paceOf([full(1000)], 1), {
    kind: 'wait',
    until: 1000,
    why: { text: 'waiting for the limit' },
  });
  const both = paceOf([full(1000), cooling(1001)], 1);
  assert.deepEqual(both, { kind: 'wait', until: 1001, why: { text: 'cooling down after a 429' } });
  const limit = paceOf([cooling(20), full(58)], 1);
  assert.deepEqual(limit, { kind: 'wait', until: 58, why: { text: 'waiting for the limit' } });
  const guessed = paceOf([cooling(5, { guessed: true })], 1);
  assert.ok(guessed.kind === 'wait' && /assumed/.test(guessed.why.text));
});

test('a twin keeps its own call back, whatever else stands in the way, and is named', () => {
  assert.deepEqual(paceOf([stop, cooling(5), paid('a'), paid('c')], 1), {
    kind: 'aside',
    state: 'skipped',
    why: 'paid',
    twins: ['a', 'c'],
  });
  assert.deepEqual(paceOf([paid('a'), pending('o'), full(5)], 1), {
    kind: 'aside',
    state: 'undecided',
    why: 'pending',
    twins: ['o'],
  });
});

test('a call of several rows is left to the user: of which of them a paid order is, it does not say', () => {
  const aside = { kind: 'aside', state: 'undecided', why: 'paid', twins: ['a'] };
  assert.deepEqual(paceOf([paid('a'), stop], 2), aside);
  assert.deepEqual(paceOf([paid('a')], 1), { ...aside, state: 'skipped' });
});

test('what only the user can mend stops it, though time would mend the rest', () => {
  assert.deepEqual(paceOf([cooling(5), stop], 1), {
    kind: 'stop',
    why: what,
    remedy: { kind: 'change-budget', cure: stop.cure, limit: stop.limit },
  });
  const refusal: Obstacle = { kind: 'refusal', id: 'refusal:MISSING_API_KEY', repair: 'set-key', what };
  assert.deepEqual(paceOf([refusal], 1), {
    kind: 'stop',
    why: what,
    remedy: { kind: 'repair', repair: 'set-key' },
  });
});

test('a doubtful wait stops it, to be lifted', () => {
  const doubtful = cooling(5, { doubtful: true });
  assert.deepEqual(paceOf([full(1000), doubtful], 1), {
    kind: 'stop',
    why: { text: 'cooling' },
    remedy: { kind: 'lift' },
  });
  const hard = paceOf([doubtful, stop], 1);
  assert.ok(hard.kind === 'stop' && hard.remedy?.kind === 'change-budget');
});

test('a window that never frees stops it', () => {
  for (const freeAt of [null, Number.MAX_SAFE_INTEGER]) {
    const verdict = paceOf([full(freeAt)], 1);
    assert.ok(verdict.kind === 'stop' && verdict.remedy === null);
    assert.match(verdict.why.text, /allows no calls/);
  }
});
