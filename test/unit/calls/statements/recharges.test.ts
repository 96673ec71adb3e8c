import assert from 'node:assert/strict';
import { test } from 'node:test';
import { orderId } from '../../../../src/calls/ports/ids.ts';
import { type OwnOrder, reconcile } from '../../../../src/calls/statements/reconcile.ts';
import { guessStatementColumns, readStatement } from '../../../../src/calls/statements/statement.ts';

const order: OwnOrder = {
  ...{ id: orderId('a'), orderId: 'ORD-1', operation: 'rc-advanced', begunAt: Date.UTC(2026, 10, 21, 10) },
  ...{ outcome: 'verified', billing: 'billed', price: '4.50', messageCode: 'OK' },
};

/** What two lines come to: a call that was charged, and money that came into the wallet. */
function compared(header: readonly string[], ...rows: readonly (readonly string[])[]) {
  const { lines, unreadable } = readStatement(
    rows.map((cells, at) => ({ line: at + 2, cells })),
    guessStatementColumns(header),
    'utc',
  );
  const { pairs, sums } = reconcile(lines, [order]);
  return {
    charged: lines.filter(({ charged }) => charged).map(({ row }) => row),
    findings: pairs.flatMap((pair) => pair.findings),
    sum: sums.statement,
    unread: unreadable.map(({ text }) => text),
  };
}

const theCall = { charged: [2], findings: [], sum: '4.5', unread: [] };

for (const word of [
  ...['Recharge', 'RECHARGE', 'Recharged', 'Wallet Recharge', 'WALLET_RECHARGE', 'Top-up', 'Topup', 'Top up'],
  ...['Wallet top-up', 'Deposit', 'Recharge successful', 'Recharge via UPI', 'Money added'],
  'Wallet Recharge - PAY-9',
]) {
  test(`money that came into the wallet is no charge, in whatever column it is told: ${word}`, () => {
    const byType = compared(
      ['Order ID', 'Time', 'Type', 'Amount', 'Balance'],
      ['ORD-1', '2026-11-21T10:00:00Z', 'Debit', '4.50', '95.50'],
      ['PAY-9', '2026-11-21T11:00:00Z', word, '1000.00', '1095.50'],
    );
    assert.deepEqual(byType, theCall);
    if (word === 'Deposit') return;
    const byDescription = compared(
      ['Order ID', 'Time', 'Description', 'Amount'],
      ['ORD-1', '2026-11-21T10:00:00Z', 'RC Details Advanced', '4.50'],
      ['PAY-9', '2026-11-21T11:00:00Z', word, '1000.00'],
    );
    assert.deepEqual(byDescription, theCall);
  });
}

test('a recharge that was done is none for that', () => {
  const found = compared(
    ['Order ID', 'Time', 'Description', 'Amount', 'Status'],
    ['ORD-1', '2026-11-21T10:00:00Z', 'RC Details Advanced', '4.50', 'Success'],
    ['PAY-9', '2026-11-21T11:00:00Z', 'Wallet recharge', '1000.00', 'Success'],
  );
  assert.deepEqual(found, theCall);
});

for (const word of ['Mobile Recharge', 'Recharge Plans', 'Deposit Account Verification', 'Payment Link']) {
  test(`what is called so may be a call: ${word}`, () => {
    const { charged } = compared(
      ['Order ID', 'Time', 'Service', 'Amount'],
      ['ORD-1', '2026-11-21T10:00:00Z', word, '4.50'],
    );
    assert.deepEqual(charged, [2]);
  });
}

test('a word that may be of a charge that was paid, or of money that was put in, is told as unread', () => {
  const found = compared(
    ['Order ID', 'Time', 'Amount', 'Status'],
    ['ORD-1', '2026-11-21T10:00:00Z', '4.50', 'Payment received'],
  );
  assert.deepEqual(found, { ...theCall, unread: ['Payment received'] });
});
