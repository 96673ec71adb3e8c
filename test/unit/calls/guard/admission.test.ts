import assert from 'node:assert/strict';
import { test } from 'node:test';
import { guardQuestion, standing } from '../../../../src/calls/guard/admission.ts';
import { type PreflightContext, preflight } from '../../../../src/calls/guard/preflight.ts';
import type { GuardFacts } from '../../../../src/calls/ports/guardPorts.ts';
import { orderId } from '../../../../src/calls/ports/ids.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import { plain } from '../../../../src/contract/words.ts';
import { anOrder } from '../orders.ts';
import { meters, noon, someContext, someFacts, spend } from './facts.ts';

const subject = {
  account: { place: 'https://api.example.invalid', keyHash: 'hash' },
  input: { whole: 'f', parts: [] },
  session: 's',
  lagMs: 0,
};

/** What still stands in the way of a call whose sender has accepted these. */
function left(
  facts: Partial<GuardFacts>,
  accepted: readonly string[],
  context: Partial<PreflightContext> = {},
): string[] {
  const { obstacles } = preflight(someFacts(facts), someContext(context));
  return standing(obstacles, new Set(accepted)).map(({ id }) => id);
}

test('what stands in the way must be accepted by its own id', () => {
  assert.deepEqual(left({}, []), []);
  const pendingTwins = [
    anOrder({ id: orderId('p1'), outcome: 'unknown' }),
    anOrder({ id: orderId('p2'), outcome: 'held' }),
  ];
  assert.deepEqual(left({ pendingTwins }, []), ['pending-twin:p1', 'pending-twin:p2']);
  assert.deepEqual(left({ pendingTwins }, ['pending-twin:p1', 'paid-twin:p2']), ['pending-twin:p2']);
  assert.deepEqual(left({ pendingTwins }, ['pending-twin:p1', 'pending-twin:p2']), []);
  const coolDown = { until: noon + 1, since: noon - 1, guessed: false, id: orderId('o2') };
  assert.deepEqual(left({ coolDown }, [`cool-down:${noon}`]), [`cool-down:${noon + 1}`]);
  assert.deepEqual(left({ meters: meters(5, 5) }, ['meter:60000:6']), ['meter:60000:5']);
  assert.deepEqual(left({ meters: meters(5, 5), coolDown }, ['meter:60000:5', `cool-down:${noon + 1}`]), []);
});

test('a budget is never accepted', () => {
  const environment = {
    name: 'acme-prod',
    baseUrl: 'https://api.example.invalid',
    kind: 'live',
    budget: { kind: 'set', limits: { day: { calls: 2, money: null } }, warnAt: 0.8 },
  } as const;
  const spent = (calls: number) => ({
    spent: { session: spend(0, null), day: spend(calls, null), month: spend(calls, null) },
  });
  assert.deepEqual(left(spent(1), [], { environment }), []);
  const id = 'budget-stop:day:calls';
  assert.deepEqual(left(spent(2), [id], { environment }), [id]);
  const [stop] = preflight(someFacts(spent(2)), someContext({ environment })).obstacles;
  assert.match(stop === undefined ? '' : plain(stop.what), /is used up/);
});

test('what is only told does not hinder', () => {
  assert.deepEqual(left({}, [], { key: { kind: 'missing' } }), []);
});

test('one question says whose calls count, in which windows, and which of them learn', () => {
  const question = guardQuestion(someContext(), { ...subject, lagMs: 250 });
  assert.deepEqual(question, {
    operation: 'aadhaar-pan-link',
    place: 'https://api.example.invalid',
    keyHash: 'hash',
    spenders: ['name:acme-prod'],
    input: { whole: 'f', parts: [] },
    now: noon,
    day: '2026-11-21',
    session: 's',
    windows: [
      { ms: 60_250, most: 5, learns: true },
      { ms: 86_400_250, most: 100, learns: false },
    ],
  });
  const set = { perMinute: 9, perDay: null };
  const own = { name: 'acme', id: 'e1', baseUrl: 'https://a.example.invalid', kind: 'live' } as const;
  const environment = { ...own, limits: { 'credit-report': set } };
  const credit = { operation: operationById('credit-report'), environment };
  const { windows, spenders } = guardQuestion(someContext(credit), subject);
  assert.deepEqual(windows, [
    { ms: 60_000, most: 9, learns: false },
    { ms: 86_400_000, most: null, learns: false },
  ]);
  assert.deepEqual(spenders, ['id:e1', 'name:acme']);
});
