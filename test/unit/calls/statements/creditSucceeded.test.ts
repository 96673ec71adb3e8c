import assert from 'node:assert/strict';
import { test } from 'node:test';
import { orderId } from '../../../../src/calls/ports/ids.ts';
import { type OwnOrder, reconcile } from '../../../../src/calls/statements/reconcile.ts';
import { guessStatementColumns, readStatement } from '../../../../src/calls/statements/statement.ts';

const noon = Date.UTC(2026, 10, 21, 12);
const order: OwnOrder = {
  ...{ id: orderId('a'), orderId: 'A', operation: 'rc-advanced', begunAt: noon, outcome: 'refunded' },
  ...{ billing: 'refunded', price: '4', messageCode: 'REQUEST_FAILED' },
};

function compared(header: readonly string[], ...rows: readonly (readonly string[])[]) {
  const columns = guessStatementColumns(header);
  const { lines } = readStatement(
    rows.map((cells, at) => ({ line: at + 2, cells })),
    columns,
    'utc',
  );
  const { pairs, onlyTheirs, sums } = reconcile(lines, [order]);
  return {
    pairs: pairs.map(({ line, returned, findings }) => [line.row, returned?.row ?? null, ...findings]),
    theirs: onlyTheirs.map(({ line }) => line.row),
    sum: sums.statement,
  };
}

const takenBack = { pairs: [[2, 3]], theirs: [], sum: '0' };

test('a refund in a column of its own takes its charge back, also where a status says that it succeeded', () => {
  const header = ['Order ID', 'Time', 'Debit', 'Credit', 'Status'];
  const time = '2026-11-21T12:00:00Z';
  assert.deepEqual(
    compared(header, ['A', time, '4.00', '', 'SUCCESS'], ['A', time, '', '4.00', 'SUCCESS']),
    takenBack,
  );
});

test('a refund with a minus takes its charge back, also where a status says that it succeeded', () => {
  const header = ['Order ID', 'Time', 'Amount', 'Status'];
  const time = '2026-11-21T12:00:00Z';
  assert.deepEqual(
    compared(header, ['A', time, '4.00', 'SUCCESS'], ['A', time, '-4.00', 'SUCCESS']),
    takenBack,
  );
});

for (const back of ['-4.00', '(4.00)', '4.00 CR']) {
  test(`a refund written ${back} of a charge that the statement does not list is none, also where a status says that it succeeded`, () => {
    const time = '2026-11-21T12:00:00Z';
    const others = ['B', 'C'].map((id) => [id, time, '4.00', 'SUCCESS']);
    assert.deepEqual(
      compared(['Order ID', 'Time', 'Amount', 'Status'], ['A', time, back, 'SUCCESS'], ...others),
      {
        ...{ pairs: [[2, null]], theirs: [3, 4], sum: '4' },
      },
    );
  });
}
