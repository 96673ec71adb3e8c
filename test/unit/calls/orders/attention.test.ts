import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Owed, owedBy } from '../../../../src/calls/orders/attention.ts';
import { anOrder } from '../orders.ts';

const rows: readonly (readonly [order: Parameters<typeof anOrder>[0], owed: Owed | null])[] = [
  [{ outcome: 'verified', billing: 'billed' }, null],
  [{ outcome: 'negative', billing: 'free' }, null],
  [{ outcome: 'pending' }, 'outcome'],
  [{ outcome: 'held' }, 'outcome'],
  [{ outcome: 'unknown', billing: 'unknown' }, 'outcome'],
  [{ outcome: 'verified', billing: 'unknown' }, 'billing'],
  [{ outcome: 'unknown', billing: 'unknown', state: 'in-flight' }, null],
  [{ outcome: 'pending', resolved: 'still-open' }, 'outcome'],
  [{ outcome: 'pending', resolved: 'negative' }, null],
  [{ outcome: 'verified', billing: 'unknown', resolved: 'verified' }, null],
];

for (const [order, owed] of rows) {
  test(`of an order with ${Object.values(order ?? {}).join(', ')} the user has to find out: ${owed ?? 'nothing'}`, () => {
    assert.equal(owedBy(anOrder(order)), owed);
  });
}
