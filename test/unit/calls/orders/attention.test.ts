import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mayBePaid, type Owed, outcomeAsRecorded, owedBy } from '../../../../src/calls/orders/attention.ts';
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

const recorded: readonly (readonly [order: Parameters<typeof anOrder>[0], outcome: string])[] = [
  [{ outcome: 'unknown', billing: 'unknown', resolved: 'verified' }, 'verified'],
  [{ outcome: 'pending', billing: 'billed', resolved: 'refunded' }, 'refunded'],
  [{ outcome: 'held', billing: 'billed', resolved: 'no-result' }, 'failed'],
  [{ outcome: 'unknown', billing: 'unknown', resolved: 'not-billed' }, 'failed'],
  [{ outcome: 'unknown', billing: 'unknown', resolved: 'still-open' }, 'unknown'],
  [{ outcome: 'failed', billing: 'unknown', resolved: 'verified' }, 'verified'],
  // A result that came stays one, whatever became of the money.
  [{ outcome: 'verified', billing: 'unknown', resolved: 'refunded' }, 'verified'],
  [{ outcome: 'verified', billing: 'unknown', resolved: 'not-billed' }, 'verified'],
  [{ outcome: 'negative', billing: 'billed', resolved: 'verified' }, 'negative'],
];

for (const [order, outcome] of recorded)
  test(`an order with ${Object.values(order ?? {}).join(', ')} came to ${outcome}`, () => {
    assert.equal(outcomeAsRecorded(anOrder(order)), outcome);
  });

test('paid, or perhaps, is what is live, was billed or may have been, as recorded, and is over', () => {
  const unclear = { outcome: 'held', billing: 'unknown' } as const;
  const paid = [
    anOrder({ kind: 'live', billing: 'billed' }),
    anOrder({ kind: 'live', ...unclear }),
    anOrder({ kind: 'sandbox', billing: 'billed' }),
    anOrder({ kind: 'live', billing: 'free' }),
    anOrder({ kind: 'live', ...unclear, resolved: 'not-billed' }),
    anOrder({ kind: 'live', ...unclear, state: 'in-flight' }),
  ].map(mayBePaid);
  assert.deepEqual(paid, [true, true, false, false, false, false]);
});
