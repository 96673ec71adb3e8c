import assert from 'node:assert/strict';
import { test } from 'node:test';
import { orderId } from '../../../../src/calls/ports/ids.ts';
import { type OwnOrder, reconcile } from '../../../../src/calls/statements/reconcile.ts';
import type { StatementLine } from '../../../../src/calls/statements/statement.ts';
import { endOfDay } from '../../../../src/calls/statements/statementTimes.ts';

const noon = Date.UTC(2026, 10, 21, 12);

/** Lines of one order_id, a minute apart: what each says of money, and whether it is charged. */
function lines(
  id: string | null,
  ...said: readonly (readonly [amount: string, charged: boolean])[]
): StatementLine[] {
  return said.map(([amount, charged], at) => ({
    row: at + 2,
    orderId: id,
    at: noon + at * 60_000,
    amount,
    charged,
    operation: null,
  }));
}

/** Orders of one order_id, a minute apart. */
function orders(id: string | null, count: number): OwnOrder[] {
  return Array.from({ length: count }, (_, at) => ({
    id: orderId(`order-${at}`),
    orderId: id,
    operation: 'rc-advanced',
    begunAt: noon + at * 60_000,
    outcome: 'verified',
    billing: 'billed',
    price: '4',
    messageCode: 'OK',
  }));
}

/** Each pair as its line and the line that takes it back, and each line without an order. */
function told(theirs: readonly StatementLine[], ours: readonly OwnOrder[]): readonly string[] {
  const { pairs, onlyTheirs } = reconcile(theirs, ours);
  return [
    ...pairs.map(({ line, returned }) => `${line.row} back ${returned?.row ?? 'never'}`),
    ...onlyTheirs.map(({ line, why }) => `${line.row} ${why}`),
  ];
}

const [charge, credit] = [
  ['4', true],
  ['-4', false],
] as const;

for (const [what, said, count, expected] of [
  ['a charge and its credit', [charge, credit], 1, ['2 back 3']],
  ['two of each', [charge, charge, credit, credit], 2, ['2 back 4', '3 back 5']],
  [
    'a charge too many: its credit leaves the orders as they are',
    [charge, charge, charge, credit, credit],
    2,
    ['2 back 5', '3 back never', '4 repeated-order-id', '6 repeated-order-id'],
  ],
  [
    'a line that was not charged is not taken back',
    [['4', false], credit],
    1,
    ['2 back never', '3 repeated-order-id'],
  ],
  [
    'a line that is charged takes nothing back',
    [charge, ['-4', true]],
    1,
    ['2 back never', '3 repeated-order-id'],
  ],
  ['another amount takes nothing back', [charge, ['-3', false]], 1, ['2 back never', '3 repeated-order-id']],
] as const) {
  test(`of one order_id: ${what}`, () => {
    assert.deepEqual(told(lines('X', ...said), orders('X', count)), expected);
  });
}

test('lines of an order_id that no order of ours has name each other: it may be one that came without', () => {
  assert.deepEqual(told(lines('Z', charge, credit), orders(null, 1)), ['2 back 3']);
  assert.deepEqual(told(lines('Z', charge, credit), []), ['2 none', '3 repeated-order-id']);
  assert.deepEqual(told(lines('Z', charge, credit), orders('X', 1)), ['2 none', '3 repeated-order-id']);
});

test('without an order_id nothing says what a credit takes back', () => {
  assert.deepEqual(told(lines(null, charge, credit), []), ['2 none', '3 none']);
  const [first, second] = lines(null, charge, credit);
  assert.ok(first && second);
  const late = { ...second, at: noon + 10 * 60_000 };
  assert.deepEqual(told([first, late], orders(null, 1)), ['2 back never', '3 none']);
});

test('a day that there is not has no end', () => {
  assert.equal(endOfDay('2026-02-31', 'utc'), null);
  assert.equal(endOfDay('2026-02-28', 'utc'), Date.UTC(2026, 2, 1));
  assert.equal(endOfDay('28/02/2026 10:00', 'utc'), null);
});
