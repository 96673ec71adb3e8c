import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Obstacle } from '../../../../src/calls/guard/obstacles.ts';
import { Confirmations } from '../../../../src/calls/sending/confirmations.ts';
import type { Destination } from '../../../../src/calls/sending/ports.ts';
import { acme } from '../../../support/simulatedPorts.ts';

const to = {
  environment: acme,
  baseUrl: acme.baseUrl,
  key: { kind: 'present', key: 'invented-key-9f3a', savedAt: 1 },
} as unknown as Destination;
const warning = (id: string): Obstacle => ({ kind: 'budget-warning', id }) as unknown as Obstacle;
const nothing = { obstacles: [], warning: null };

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
    confirmed.answer('rc-advanced', to, { obstacles: [], warning: { text: 'x' } } as never),
    false,
  );
  const twin = { kind: 'paid-twin', id: 'twin' } as unknown as Obstacle;
  confirmed.remember('rc-advanced', to, { obstacles: [twin] });
  assert.equal(confirmed.answer('rc-advanced', to, { obstacles: [twin], warning: null }), false);
});

test('a warning of a budget is read once; another one, or of another environment, is asked about', () => {
  const confirmed = new Confirmations();
  const day = { obstacles: [warning('budget day')], warning: null };
  const month = { obstacles: [warning('budget month')], warning: null };
  confirmed.remember('rc-advanced', to, nothing);
  assert.equal(confirmed.answer('rc-advanced', to, day), false);
  confirmed.remember('rc-advanced', to, day);
  assert.equal(confirmed.answer('rc-advanced', to, day), true);
  assert.equal(confirmed.answer('rc-advanced', to, month), false);
  const both = { obstacles: [...day.obstacles, ...month.obstacles], warning: null };
  assert.equal(confirmed.answer('rc-advanced', to, both), false);
  const other = { ...to, environment: { ...acme, name: 'acme-test' } } as Destination;
  confirmed.remember('rc-advanced', other, nothing);
  assert.equal(confirmed.answer('rc-advanced', other, day), false);
});
