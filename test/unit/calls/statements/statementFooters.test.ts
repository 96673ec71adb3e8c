import assert from 'node:assert/strict';
import { test } from 'node:test';
import { orderId } from '../../../../src/calls/ports/ids.ts';
import { type OwnOrder, reconcile } from '../../../../src/calls/statements/reconcile.ts';
import { guessStatementColumns, readStatement } from '../../../../src/calls/statements/statement.ts';

const order = (id: string): OwnOrder => ({
  ...{ id: orderId(id), orderId: id, operation: 'rc-advanced', begunAt: Date.UTC(2026, 10, 21, 10) },
  ...{ outcome: 'verified', billing: 'billed', price: '4.50', messageCode: 'OK' },
});

const header = ['Order ID', 'Time', 'Amount', 'Status'];
const charged = (id: string): string[] => [id, '2026-11-21T10:00:00Z', '4.50', 'Success'];

function read(...rows: readonly (readonly string[])[]) {
  const { lines, skipped, unreadable } = readStatement(
    rows.map((cells, at) => ({ line: at + 2, cells })),
    guessStatementColumns(header),
    'utc',
  );
  const { pairs, onlyTheirs } = reconcile(lines, [order('ORD-1'), order('REF')]);
  return {
    pairs: pairs.map(({ line }) => line.row),
    onlyTheirs: onlyTheirs.map(({ line }) => line.row),
    skipped,
    unread: unreadable.map(({ text }) => text),
  };
}

for (const note of [
  ['This is a computer generated statement'],
  ['* Amounts in INR', '', '', ''],
  ['Page 1 of 3'],
  // As a page of a document begins.
  header,
  ['Txn ID', 'Date', 'Amount (INR)', 'Remarks'],
]) {
  test(`what stands below the lines of a statement is no charge: ${note.join(',')}`, () => {
    const found = read(charged('ORD-1'), note, charged('ORD-2'));
    assert.deepEqual(found, { pairs: [2], onlyTheirs: [4], skipped: [3], unread: [] });
  });
}

test('an order_id counts by itself, whatever else its line lacks', () => {
  assert.deepEqual(read(['ORD-1', '', '', '']).pairs, [2]);
  assert.deepEqual(read(['ORD-9', '', '', '']).onlyTheirs, [2]);
  // It says something of the charge, also without a digit.
  assert.deepEqual(read(['REF', '', '4.50', 'Success']).pairs, [2]);
  // What cannot be read is told.
  assert.deepEqual(read(['ORD-1', '21st of November', '4,50', 'Success']).unread, [
    '21st of November',
    '4,50',
  ]);
});

test('a statement of order_ids alone is one', () => {
  const rows = ['ORD-1', 'REF'].map((id, at) => ({ line: at + 2, cells: [id] }));
  const { lines } = readStatement(rows, guessStatementColumns(['Order ID']), 'utc');
  assert.deepEqual(
    lines.map((line) => line.orderId),
    ['ORD-1', 'REF'],
  );
});
