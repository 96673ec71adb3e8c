import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reconcile } from '../../../../src/calls/statements/reconcile.ts';
import { guessStatementColumns, readStatement } from '../../../../src/calls/statements/statement.ts';

const at = '21/11/2026 10:00';
function sum(...rows: readonly (readonly string[])[]): string {
  const columns = guessStatementColumns(['Order ID', 'Date', 'Amount', 'Type']);
  const { lines } = readStatement(
    rows.map((cells, n) => ({ line: n + 2, cells })),
    columns,
    'ist',
  );
  return reconcile(lines, []).sums.statement;
}
test('a refund without an order_id is taken off, as before', () => {
  assert.equal(sum(['O1', at, '4.50', 'Debit'], ['', at, '4.50', 'Refund']), '0');
});
test('what came into the wallet is no money of a call, also with a reference of its own', () => {
  assert.equal(sum(['O1', at, '4.50', 'Debit'], ['pay_1', at, '500', 'Credit']), '4.5');
});
test('a wallet without order_ids may write charges with a minus, too; its recharges are no money of a call', () => {
  assert.equal(sum(['', at, '-4.50', 'Success'], ['', at, '-4.50', ''], ['', at, '500', 'Success']), '9');
  assert.equal(sum(['O1', at, '-4.50', ''], ['', at, '500', ''], ['', at, '500', '']), '4.5');
});
test('a refund with a reference of its own is taken off', () => {
  assert.equal(sum(['O1', at, '4.50', 'Debit'], ['R1', at, '4.50', 'Refund for O1']), '0');
});
