import assert from 'node:assert/strict';
import { test } from 'node:test';
import { orderId } from '../../../../src/calls/ports/ids.ts';
import type { OwnOrder } from '../../../../src/calls/statements/reconcile.ts';
import { reconcile } from '../../../../src/calls/statements/reconcile.ts';
import { guessStatementColumns, readStatement } from '../../../../src/calls/statements/statement.ts';

const noon = Date.UTC(2026, 10, 21, 12);
const header = ['Order ID', 'Time', 'Type', 'Amount'];
const columns = guessStatementColumns(header);

function own(id: string, changes: Partial<OwnOrder> = {}): OwnOrder {
  return {
    ...{ id: orderId(id), orderId: id, operation: 'rc-advanced', begunAt: noon, outcome: 'verified' },
    ...{ billing: 'billed', price: '4', messageCode: 'OK', ...changes },
  };
}

const refunded = { billing: 'refunded', outcome: 'refunded', messageCode: 'REQUEST_FAILED' } as const;

function compared(orders: readonly OwnOrder[], ...rows: readonly (readonly [string, string, string])[]) {
  const cells = rows.map(([id, type, amount]) => [id, '2026-11-21T12:00:00Z', type, amount]);
  const { lines } = readStatement(
    cells.map((one, at) => ({ line: at + 2, cells: one })),
    columns,
    'utc',
  );
  const { pairs, onlyTheirs, sums } = reconcile(lines, orders);
  return {
    pairs: pairs.map(({ line, returned, findings }) => [line.row, returned?.row ?? null, ...findings]),
    theirs: onlyTheirs.map(({ line }) => line.row),
    sum: sums.statement,
    matched: sums.matched,
  };
}

test('the columns of a wallet are recognised', () => {
  assert.deepEqual(columns, { orderId: 0, time: 1, amount: 3, charged: 2, operation: null });
});

for (const [takes, gives] of [
  ['Debit', 'Credit'],
  ['DR', 'CR'],
  ['Debited', 'Credited'],
  ['Charged', 'Refund'],
  ['charged', 'refunded'],
  ['charged', 'Reversed'],
] as const) {
  test(`amounts without a sign: ${takes} takes them, ${gives} gives them back`, () => {
    const rows = [
      ['A', takes, '4.00'],
      ['B', takes, '4'],
      ['B', gives, '4.00'],
    ] as const;
    assert.deepEqual(compared([own('A'), own('B', refunded)], ...rows), {
      pairs: [
        [2, null],
        [3, 4],
      ],
      ...{ theirs: [], sum: '4', matched: '4' },
    });
  });
}

test('a wallet that writes what it takes with a minus', () => {
  const rows = [
    ['A', 'Debit', '-4.00'],
    ['B', 'Debit', '-4.00'],
    ['B', 'Credit', '4.00'],
  ] as const;
  const { pairs, sum } = compared([own('A'), own('B', refunded)], ...rows);
  assert.deepEqual(pairs, [
    [2, null],
    [3, 4],
  ]);
  assert.equal(sum, '4');
});

for (const sign of ['', '-']) {
  test(`one line for a call, which says what became of it, is no money where it was not taken: "${sign}4"`, () => {
    const rows = [
      ['A', 'Charged', `${sign}4`],
      ['B', 'Refunded', `${sign}4`],
      ['C', 'Failed', `${sign}4`],
      ['D', 'Credit', `${sign}4`],
    ] as const;
    const orders = [own('A'), own('B', refunded), own('C', { billing: 'free', outcome: 'failed' }), own('D')];
    assert.deepEqual(compared(orders, ...rows), {
      pairs: [
        [2, null],
        [3, null],
        [4, null],
        [5, null, 'free-but-billed'],
      ],
      ...{ theirs: [], sum: '0', matched: '0' },
    });
  });
}

test('a call that the provider tried twice under one order_id was charged once', () => {
  const rows = [
    ['A', 'Failed', '4'],
    ['A', 'Charged', '4'],
  ] as const;
  assert.deepEqual(compared([own('A')], ...rows), {
    ...{ pairs: [[3, null]], theirs: [2] },
    ...{ sum: '4', matched: '4' },
  });
});

test('a wallet with a column of its own for what it gives back', () => {
  const { amount, credit = null } = guessStatementColumns([
    'Order ID',
    'Time',
    'Credit Amount',
    'Debit Amount',
    'Balance',
  ]);
  assert.deepEqual([amount, credit], [3, 2]);
  assert.ok(!('credit' in guessStatementColumns(['Order ID', 'Amount', 'Credit'])), 'one amount for both');
  const cells = [
    ['A', '2026-11-21T12:00:00Z', '', '4.00', '96'],
    ['B', '2026-11-21T12:00:00Z', '0.00', '4.00', '92'],
    ['B', '2026-11-21T12:05:00Z', '4.00', '0', '96'],
    ['', '2026-11-21T13:00:00Z', '(five)', '', '96'],
  ];
  const of = { orderId: 0, time: 1, amount, charged: null, operation: null, credit };
  const { lines, unreadable } = readStatement(
    cells.map((one, at) => ({ line: at + 2, cells: one })),
    of,
    'utc',
  );
  assert.deepEqual(
    lines.map(({ amount: read, charged }) => [read, charged]),
    [
      ['4', true],
      ['4', true],
      ['-4', false],
      [null, false],
    ],
  );
  assert.deepEqual(unreadable, [{ row: 5, column: 'credit', text: '(five)' }]);
  const { pairs, sums } = reconcile(lines, [own('A'), own('B', refunded)]);
  assert.deepEqual(
    pairs.map(({ line, returned, findings }) => [line.row, returned?.row ?? null, ...findings]),
    [
      [2, null],
      [3, 4],
    ],
  );
  assert.equal(sums.statement, '4');
});
