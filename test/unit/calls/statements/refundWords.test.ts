import assert from 'node:assert/strict';
import { test } from 'node:test';
import { guessStatementColumns, readStatement } from '../../../../src/calls/statements/statement.ts';

const read = ([header = [], ...rows]: readonly (readonly string[])[]) =>
  readStatement(
    rows.map((cells, at) => ({ line: at + 2, cells })),
    guessStatementColumns(header),
    'utc',
  ).lines.map(({ amount, charged }) => [amount, charged]);

for (const word of [
  'REFUND_FAILED',
  'REFUND_REJECTED',
  'REVERSAL_FAILED',
  'PARTIALLY_REFUNDED',
  'PARTIAL_REFUND',
  'NOT_REFUNDED',
  'Refund request rejected',
  'Refund request declined',
  'Refund cancelled',
  'Reversal unsuccessful',
  'Refunded partially',
  'Refunded (partial)',
  'Refund NA',
  'Refund window closed',
])
  test(`a charge whose refund did not come (or in part) stays charged: ${word}`, () => {
    assert.deepEqual(
      read([
        ['order_id', 'date', 'amount', 'status'],
        ['ord_1', '2026-11-01 10:00', '4.50', word],
      ]),
      [['4.5', true]],
    );
  });

test('a remark that tells the closing balance after a charge does not make the charge free', () => {
  assert.deepEqual(
    read([
      ['order_id', 'date', 'amount', 'remarks'],
      ['ord_1', '2026-11-01 10:00', '4.50', 'Closing balance 495.50'],
      ['ord_2', '2026-11-01 11:00', '4.50', 'Closing balance 491.00'],
    ]),
    [
      ['4.5', true],
      ['4.5', true],
    ],
  );
});

test('a wallet with Type and Status: CREDIT · SUCCESS is no charge', () => {
  assert.deepEqual(
    read([
      ['Txn ID', 'Date', 'Type', 'Amount', 'Closing Balance', 'Status'],
      ['ord_1', '2026-11-01 10:00', 'DEBIT', '4.50', '495.50', 'SUCCESS'],
      ['pay_9', '2026-11-01 12:00', 'CREDIT', '500.00', '995.50', 'SUCCESS'],
      ['ord_1', '2026-11-01 13:00', 'CREDIT', '4.50', '1000.00', 'SUCCESS'],
    ]),
    [
      ['4.5', true],
      ['-500', false],
      ['-4.5', false],
    ],
  );
});

test('NOT_CHARGED, NON_BILLABLE are free as with a blank', () => {
  for (const word of ['NOT_CHARGED', 'NON_BILLABLE', 'NOT_BILLED'])
    assert.deepEqual(
      read([
        ['order_id', 'date', 'amount', 'status'],
        ['ord_1', '2026-11-01 10:00', '4.50', word],
      ]),
      [['4.5', false]],
    );
});

const twoStepped = [
  ['order_id', 'time', 'amount', 'status'],
  ['A', '2026-11-01 10:00', '4.50', 'Success'],
  ['A', '2026-11-01 10:05', '4.50', 'Refund initiated'],
  ['A', '2026-11-01 10:09', '4.50', 'Refund processed'],
];
test('a refund told in two lines, begun and done, is given back once', () => {
  assert.deepEqual(read(twoStepped), [
    ['4.5', true],
    ['4.5', false],
    ['-4.5', false],
  ]);
});
for (const word of ['Refund pending', 'Refund requested'])
  test(`a refund that is only on its way has not brought the money back: ${word}`, () => {
    assert.deepEqual(read([...twoStepped.slice(0, 2), ['A', '2026-11-01 10:05', '4.50', word]]), [
      ['4.5', true],
      ['4.5', false],
    ]);
  });

test('a word that says it was charged stands over the way in another cell', () => {
  const header = ['order_id', 'date', 'amount', 'charged', 'payment mode'];
  assert.deepEqual(read([header, ['ord_1', '2026-11-01 10:00', '4.50', 'true', 'Credit']]), [['4.5', true]]);
});
