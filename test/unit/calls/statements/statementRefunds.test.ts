import assert from 'node:assert/strict';
import { test } from 'node:test';
import { guessStatementColumns, readStatement } from '../../../../src/calls/statements/statement.ts';
import { readSaying } from '../../../../src/calls/statements/statementCells.ts';

function read(header: readonly string[], rows: readonly (readonly string[])[]) {
  const columns = guessStatementColumns(header);
  return readStatement(
    rows.map((cells, at) => ({ line: at + 2, cells })),
    columns,
    'ist',
  ).lines.map(({ orderId, amount, charged }) => [orderId, amount, charged]);
}

test('a statement that holds nothing but refunds holds no charge', () => {
  const rows = [
    ['O1', '21/11/2026 10:00', '4.50', 'Refund'],
    ['O2', '21/11/2026 11:00', '4.50', 'Refund'],
  ];
  assert.deepEqual(read(['Order ID', 'Date', 'Amount', 'Type'], rows), [
    ['O1', '-4.5', false],
    ['O2', '-4.5', false],
  ]);
});

test('nor do credits with CR behind them', () => {
  const rows = [
    ['O1', '21/11/2026 10:00', '4.50 CR'],
    ['O2', '21/11/2026 11:00', '4.50 Cr.'],
  ];
  assert.deepEqual(read(['Order ID', 'Date', 'Amount'], rows), [
    ['O1', '-4.5', false],
    ['O2', '-4.5', false],
  ]);
});

test('brackets are a minus', () => {
  const rows = [
    ['O1', '21/11/2026 10:00', '4.50', 'Success'],
    ['O2', '21/11/2026 11:00', '₹(4.50)', 'Success'],
  ];
  assert.deepEqual(read(['Order ID', 'Date', 'Amount', 'Status'], rows).at(-1), ['O2', '-4.5', false]);
});

test('a refund in part, one that was refused and none say nothing: the line counts by its sign, and its word is told as unread', () => {
  for (const word of [
    'Partially refunded',
    'Refund failed',
    'Refund - rejected',
    'Not refunded',
    'Non-refundable',
    'No reversal',
  ])
    assert.equal(readSaying(word), null, word);
  for (const word of ['Auto-reversed', 'Refund - not found', 'Refund - failed lookup', 'Reverted'])
    assert.equal(readSaying(word), 'undone', word);
  assert.equal(readSaying('Refund initiated'), 'free', 'it is on its way');
});

test('a refund among charges that have a minus is no charge', () => {
  const rows = [
    ['O1', '21/11/2026 10:00', '-4.50', 'Call'],
    ['O2', '21/11/2026 11:00', '-4.50', 'Call'],
    ['O2', '21/11/2026 11:05', '4.50', 'Refund'],
  ];
  assert.deepEqual(read(['Order ID', 'Date', 'Amount', 'Type'], rows).at(-1), ['O2', '-4.5', false]);
});

test('a line that says it was not charged is not charged, whatever sign the others have', () => {
  const rows = [
    ['O1', '21/11/2026 10:00', '-4.50', 'charged'],
    ['O2', '21/11/2026 11:00', '-4.50', 'not charged'],
    ['O3', '21/11/2026 12:00', '-4.50', 'failed'],
  ];
  const found = read(['Order ID', 'Date', 'Amount', 'Status'], rows).map(([id, , charged]) => [id, charged]);
  assert.deepEqual(found, [
    ['O1', true],
    ['O2', false],
    ['O3', false],
  ]);
});

test('a wallet that writes charges with a minus may write a refund or a top-up of its own line with none', () => {
  const rows = [
    ['O1', '21/11/2026 10:00', '-4.50', 'Success'],
    ['O2', '21/11/2026 11:00', '-4.50', 'Success'],
    ['pay_1', '21/11/2026 11:05', '500', 'Success'],
  ];
  const found = read(['Order ID', 'Date', 'Amount', 'Status'], rows).map(([id, , charged]) => [id, charged]);
  assert.notDeepEqual(found, [
    ['O1', false],
    ['O2', false],
    ['pay_1', true],
  ]);
});
