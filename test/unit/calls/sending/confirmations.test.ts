import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Obstacle } from '../../../../src/calls/guard/obstacles.ts';
import { Confirmations } from '../../../../src/calls/sending/confirmations.ts';
import type { Check } from '../../../../src/calls/sending/look.ts';
import type { Destination } from '../../../../src/calls/sending/ports.ts';
import { acme } from '../../../support/simulatedPorts.ts';

const to = {
  environment: acme,
  baseUrl: acme.baseUrl,
  key: { kind: 'present', key: 'invented-key-9f3a', savedAt: 1 },
} as unknown as Destination;
const warning = (id: string, period: string): Obstacle =>
  ({ kind: 'budget-warning', id, period }) as unknown as Obstacle;
const context = { now: new Date(2026, 10, 21, 12).getTime() } as Check['context'];
const nothing = { obstacles: [], warning: null, context };

test('an operation is confirmed at its place, with its key, and nowhere else', () => {
  const confirmed = new Confirmations();
  assert.equal(confirmed.answer('rc-advanced', to, nothing), false);
  confirmed.remember('rc-advanced', to, nothing);
  assert.equal(confirmed.answer('rc-advanced', to, nothing), true);
  assert.equal(confirmed.answer('credit-report', to, nothing), false);
  for (const other of [
    { environment: { ...acme, name: 'acme-test' } },
    { environment: { ...acme, kind: 'sandbox' } },
    { baseUrl: 'https://elsewhere.example.invalid' },
    { key: { kind: 'present', key: 'another-key-0000', savedAt: 1 } },
    { key: { kind: 'missing' } },
  ])
    assert.equal(confirmed.answer('rc-advanced', { ...to, ...other } as Destination, nothing), false);
});

test('whatever is to be warned of is asked about, however often it was confirmed', () => {
  const confirmed = new Confirmations();
  confirmed.remember('rc-advanced', to, nothing);
  assert.equal(
    confirmed.answer('rc-advanced', to, { obstacles: [], warning: { text: 'x' }, context }),
    false,
  );
  const twin = { kind: 'paid-twin', id: 'twin' } as unknown as Obstacle;
  confirmed.remember('rc-advanced', to, { obstacles: [twin], context });
  assert.equal(confirmed.answer('rc-advanced', to, { obstacles: [twin], warning: null, context }), false);
});

test('a warning of a budget is read once; another one, or of another environment, is asked about', () => {
  const confirmed = new Confirmations();
  const day = { obstacles: [warning('budget day', 'day')], warning: null, context };
  const month = { obstacles: [warning('budget month', 'month')], warning: null, context };
  confirmed.remember('rc-advanced', to, nothing);
  assert.equal(confirmed.answer('rc-advanced', to, day), false);
  confirmed.remember('rc-advanced', to, day);
  assert.equal(confirmed.answer('rc-advanced', to, day), true);
  assert.equal(confirmed.answer('rc-advanced', to, month), false);
  const both = { obstacles: [...day.obstacles, ...month.obstacles], warning: null, context };
  assert.equal(confirmed.answer('rc-advanced', to, both), false);
  const other = { ...to, environment: { ...acme, name: 'acme-test' } } as Destination;
  confirmed.remember('rc-advanced', other, nothing);
  assert.equal(confirmed.answer('rc-advanced', other, day), false);
});

test('a warning is read of the budget as it is, in its day, its month or the session', () => {
  const then = new Date(2026, 10, 30, 12);
  const after = (days: number) => ({ now: new Date(2026, 10, 30 + days, 12).getTime() }) as Check['context'];
  for (const [period, tomorrow] of [
    ['day', false],
    // Of November, read in December.
    ['month', false],
    ['session', true],
  ] as const) {
    const confirmed = new Confirmations();
    const check = { obstacles: [warning(`budget ${period}`, period)], warning: null };
    confirmed.remember('rc-advanced', to, { ...check, context: after(-1) });
    // Read the day before.
    const again = confirmed.answer('rc-advanced', to, {
      ...check,
      context: { now: then.getTime() } as never,
    });
    assert.equal(again, period !== 'day', period);
    confirmed.remember('rc-advanced', to, { ...check, context: after(0) });
    assert.equal(confirmed.answer('rc-advanced', to, { ...check, context: after(1) }), tomorrow, period);
  }
});
