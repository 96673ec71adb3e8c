import assert from 'node:assert/strict';
import { test } from 'node:test';
import { orderId } from '../../../../src/calls/ports/ids.ts';
import { type OwnOrder, reconcile } from '../../../../src/calls/statements/reconcile.ts';
import {
  guessStatementColumns,
  readStatement,
  type StatementColumns,
} from '../../../../src/calls/statements/statement.ts';

const noon = Date.UTC(2026, 10, 21, 12);
const time = '2026-11-21T12:00:00Z';
const order = (changes: Partial<OwnOrder>): OwnOrder => ({
  ...{ id: orderId('a'), orderId: 'A', operation: 'rc-advanced', begunAt: noon, outcome: 'refunded' },
  ...{ billing: 'refunded', price: '4', messageCode: 'REQUEST_FAILED', ...changes },
});

function findings(columns: StatementColumns, cells: readonly string[], own: OwnOrder) {
  const { lines } = readStatement([{ line: 2, cells }], columns, 'utc');
  const { pairs, sums } = reconcile(lines, [own]);
  return [pairs.flatMap((pair) => pair.findings), sums.statement];
}

test('what is taken and what is given back in one line is nothing', () => {
  const header = ['Order ID', 'Time', 'Debit', 'Credit'];
  assert.deepEqual(findings(guessStatementColumns(header), ['A', time, '4.00', '4.00'], order({})), [
    [],
    '0',
  ]);
});

for (const word of ['Not Billed', 'Non-billable', 'Reverted', 'Refund initiated']) {
  test(`a line is not said to be charged for a word that says it was not: ${word}`, () => {
    const columns = guessStatementColumns(['Order ID', 'Time', 'Amount', 'Billing Status']);
    const [found] = findings(
      columns,
      ['A', time, '4.00', word],
      order({ billing: 'free', outcome: 'failed' }),
    );
    assert.deepEqual(found, []);
  });
}

test('the balance of the wallet is not taken for what a call took', () => {
  const header = ['Order ID', 'Time', 'Balance (INR)', 'Charge (INR)'];
  assert.equal(guessStatementColumns(header).amount, 3);
});
