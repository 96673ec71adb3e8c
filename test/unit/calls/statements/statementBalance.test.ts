import assert from 'node:assert/strict';
import { test } from 'node:test';
import { guessStatementColumns, readStatement } from '../../../../src/calls/statements/statement.ts';

test('what was deducted from the balance is an amount', () => {
  for (const name of ['Amount deducted from balance', 'Balance Debited', 'Wallet Balance Used (INR)'])
    assert.equal(guessStatementColumns(['Order ID', 'Date', name]).amount, 2, name);
});

for (const amount of ['', '500.00', '-500.00']) {
  test(`an opening balance is no charge, also with "${amount}" beside it`, () => {
    const columns = guessStatementColumns(['Order ID', 'Date', 'Description', 'Debit', 'Credit', 'Balance']);
    const rows = [
      { line: 2, cells: ['', '21/11/2026 00:00', 'Opening Balance', amount, '', '500'] },
      { line: 3, cells: ['O1', '21/11/2026 10:00', 'RC Details Advanced', '4.50', '', '495.50'] },
      { line: 4, cells: ['O2', '21/11/2026 11:00', 'Email', '', '0.00', '495.50'] },
    ];
    const { lines } = readStatement(rows, columns, 'ist');
    assert.deepEqual(
      lines.map(({ charged }) => charged),
      [false, true, false],
    );
  });
}

test('a dash for an amount takes nothing', () => {
  const columns = guessStatementColumns(['Order ID', 'Date', 'Amount']);
  const rows = [{ line: 2, cells: ['O1', '21/11/2026 10:00', '-'] }];
  const { lines, unreadable } = readStatement(rows, columns, 'ist');
  // Either it is no charge, or it is said that nobody could read it.
  assert.ok(lines[0]?.charged === false || unreadable.length === 1, JSON.stringify({ lines, unreadable }));
});
