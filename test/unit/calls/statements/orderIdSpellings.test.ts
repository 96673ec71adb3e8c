import assert from 'node:assert/strict';
import { test } from 'node:test';
import { orderId } from '../../../../src/calls/ports/ids.ts';
import { knownOrderIds, mostKnown } from '../../../../src/calls/statements/knownOrderIds.ts';
import { type OwnOrder, reconcile } from '../../../../src/calls/statements/reconcile.ts';
import { guessStatementColumns, readStatement } from '../../../../src/calls/statements/statement.ts';
import { aLedger, aSettlement, newOrder } from '../../ledger/aLedger.ts';

const noon = Date.UTC(2026, 10, 21, 12);
const minute = 60_000;

function own(id: string, order: string, minutes: number): OwnOrder {
  return {
    id: orderId(id),
    orderId: order as OwnOrder['orderId'],
    ...{ operation: 'rc-advanced', begunAt: noon + minutes * minute, outcome: 'verified' },
    ...{ billing: 'billed', price: '4', messageCode: 'OK' },
  };
}

function read(table: string) {
  const [header = [], ...rows] = table
    .trim()
    .split('\n')
    .map((line) => line.trim().split(','));
  const body = rows.map((cells, at) => ({ line: at + 2, cells }));
  return readStatement(body, guessStatementColumns(header), 'utc');
}

const orders = [own('a', '20261126215603001201', 0), own('b', '20261126215603001202', 30)];

test('a statement whose long order_ids a spreadsheet has rewritten names no order twice, and hides none', () => {
  const { lines } = read(`Order ID,Time,Amount
    2.02611E+19,2026-11-21T12:00:05Z,4
    2.02611E+19,2026-11-21T12:30:05Z,4`);
  const { pairs, onlyTheirs, onlyOurs } = reconcile(lines, orders);
  assert.deepEqual(
    onlyTheirs.map(({ why }) => why).filter((why) => why === 'repeated-order-id'),
    [],
    'charged twice under one order_id: nobody knows that',
  );
  assert.deepEqual([pairs.length, onlyOurs.length], [2, 0]);
});

test('nor one whose order_ids have lost their leading zeros', () => {
  const { lines } = read(`Order ID,Time,Amount
    4511,2026-11-21T12:00:05Z,4
    4512,2026-11-21T12:30:05Z,4`);
  const { pairs, onlyOurs } = reconcile(lines, [own('a', '00004511', 0), own('b', '00004512', 30)]);
  assert.deepEqual([pairs.length, onlyOurs.length], [2, 0]);
});

test('an order_id that the statement writes in capitals is the order’s all the same, as Find Order… has it', () => {
  const { lines } = read(`Order ID,Time,Amount
    ORD-AB12-9F,2026-11-21T12:00:05Z,4`);
  const { pairs, onlyTheirs, onlyOurs } = reconcile(lines, [own('a', 'ord-ab12-9f', 0)]);
  assert.deepEqual([pairs.length, onlyTheirs.length, onlyOurs.length], [1, 0, 0]);
});

test('the column of such order_ids is known by the history', async (t) => {
  const { ledger } = await aLedger(t);
  const order = newOrder('a');
  await ledger.begin(order);
  await ledger.settle(order.id, aSettlement({ orderId: 'ord-ab12-9f' }));
  const known = await knownOrderIds(ledger, [{ cells: ['REF-1', 'ORD-AB12-9F', '4'] }]);
  assert.equal(mostKnown(known), 1);
});

test('an order_id behind an apostrophe, which keeps a spreadsheet from making a number of it, is the order’s', () => {
  const { lines } = read(`Order ID,Time,Amount
    '20261126215603001201,2026-11-21T12:00:05Z,4`);
  const { pairs, onlyTheirs, onlyOurs } = reconcile(lines, orders.slice(0, 1));
  assert.deepEqual([pairs.length, onlyTheirs.length, onlyOurs.length], [1, 0, 0]);
});

test('an amount of another currency, named in a column of its own, is not summed up as rupees', () => {
  const reading = read(`Order ID,Time,Amount,Currency
    A,2026-11-21T12:00:00Z,4,INR
    B,2026-11-21T12:10:00Z,0.05,USD`);
  const { sums } = reconcile(reading.lines, [own('a', 'A', 0), own('b', 'B', 10)]);
  // Told as a cell that cannot be read, as 0.05 USD in one cell is.
  assert.deepEqual([sums.statement, reading.unreadable.map(({ row }) => row)], ['4', [3]]);
});
