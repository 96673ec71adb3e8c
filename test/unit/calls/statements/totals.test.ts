import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reconcile } from '../../../../src/calls/statements/reconcile.ts';
import { guessStatementColumns, readStatement } from '../../../../src/calls/statements/statement.ts';
import { statementStart } from '../../../../src/calls/statements/statementHeader.ts';
import { batchReader } from '../../../../src/tables/batch.ts';
import { aSource } from '../../tables/aSource.ts';

async function rowsOf(text: string) {
  const source = aSource(text, 'may.csv', 4096);
  const rows = [];
  for await (const row of batchReader.rows(source, await batchReader.look(source, true))) rows.push(row);
  return rows;
}

for (const total of [
  'Total,,9.00',
  '2 transactions,Total,9.00',
  'Grand Total,,9.00',
  'TOTAL,,"9.00"',
  'कुल,,9.00',
]) {
  test(`the total below a statement is no charge: ${total}`, async () => {
    const rows = await rowsOf(
      `Order ID,Time,Amount\nORD-1,2026-11-21T10:00:00Z,4.50\nORD-2,2026-11-21T10:05:00Z,4.50\n${total}\n`,
    );
    const { at, isNamed } = statementStart(rows);
    assert.deepEqual([at, isNamed], [0, true]);
    const { lines, unreadable } = readStatement(
      rows.slice(1),
      guessStatementColumns(rows[0]?.cells ?? []),
      'utc',
    );
    assert.equal(reconcile(lines, []).sums.statement, '9');
    assert.deepEqual(unreadable, []);
  });
}

test('a header that names a tax by its rate is a header', async () => {
  const rows = await rowsOf(
    'Order ID,Date,Amount,GST @18%,Total\nORD-1,21/11/2026 10:00,4.00,0.72,4.72\nORD-2,21/11/2026 10:05,4.00,0.72,4.72\n',
  );
  assert.deepEqual(statementStart(rows), { at: 0, isNamed: true });
});
