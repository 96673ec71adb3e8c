import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayMs, knownLimits } from '../../../../src/calls/guard/limits.ts';
import { nextChange } from '../../../../src/calls/guard/nextChange.ts';
import type { GuardFacts } from '../../../../src/calls/ports/guardPorts.ts';
import { meters, noon, nothingSpent, someContext, someFacts, spend } from './facts.ts';

const midnight = new Date(2026, 10, 22).getTime();

function falling(minuteAt: number | null, dayAt: number | null): GuardFacts['meters'] {
  const [minute, day] = meters(1, 1);
  assert.ok(minute !== undefined && day !== undefined);
  return [
    { ...minute, fallsAt: minuteAt },
    { ...day, fallsAt: dayAt },
  ];
}

/** @param perDay the limit of 24 hours, where one is known */
function next(facts: Partial<GuardFacts>, perDay: number | null = null): number | null {
  const { operation, environment } = someContext();
  const [minute, day] = knownLimits(operation, environment, null);
  return nextChange(someFacts(facts), [minute, { ...day, most: perDay }], noon);
}

test('what is told of counts changes of itself when a call leaves its minute, and never where nothing is counted', () => {
  assert.equal(next({}), null);
  assert.equal(next({ meters: falling(noon + 41_000, null) }), noon + 41_000);
});

test('calls of the last 24 hours are counted down only where they are told, beside their limit', () => {
  const leaving = { meters: falling(null, noon + dayMs / 2 - 1) };
  assert.equal(next(leaving), null);
  assert.equal(next(leaving, 100), noon + dayMs / 2 - 1);
});

test('what was spent today or this month is told anew at midnight, or sooner where a call leaves sooner', () => {
  const spent = { session: nothingSpent, day: nothingSpent, month: spend(1, null) };
  assert.equal(next({ spent }), midnight);
  assert.equal(next({ spent, meters: falling(noon + 41_000, null) }), noon + 41_000);
});
