import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { csvHeader } from '../../../../src/calls/orders/exportRows.ts';
import {
  guessStatementColumns,
  isStatementHeader,
  readOperationName,
  readStatement,
} from '../../../../src/calls/statements/statement.ts';
import { readAmount, readSaying } from '../../../../src/calls/statements/statementCells.ts';
import { needsZone, readTime } from '../../../../src/calls/statements/statementTimes.ts';

const noon = Date.UTC(2026, 10, 21, 12);

test('what was charged is guessed among amounts that are no estimates, as are those of our own files', () => {
  const amount = (...header: readonly string[]) => guessStatementColumns(['order_id', ...header]).amount;
  assert.equal(amount('cost_estimated', 'price'), 2);
  assert.equal(amount('Estimated cost', 'Charges'), 2);
  assert.equal(amount('cost_estimated'), null);
  assert.equal(amount('price_estimated'), null);
  assert.equal(amount('cost'), 1);
  const own = csvHeader().trimEnd().split(',');
  assert.equal(guessStatementColumns(own).amount, null);
});

test('times are read as they are written', () => {
  for (const text of [
    '2026-11-21T12:00:00Z',
    '2026-11-21T17:30:00+05:30',
    '2026-11-21 17:30:00 IST',
    '2026-11-21 12:00 UTC',
    '21/11/2026 17:30 IST',
    '21-11-2026 05:30:00 PM IST',
    '21.11.2026, 12:00:00 GMT',
    '1795262400',
    '1795262400000',
  ]) {
    assert.equal(readTime(text, 'local'), noon, text);
  }
});

test('without a zone the chosen one holds', () => {
  assert.equal(readTime('21/11/2026 12:00', 'utc'), noon);
  assert.equal(readTime('21/11/2026 17:30:00', 'ist'), noon);
  assert.equal(readTime('2026-11-21 12:00', 'local'), new Date(2026, 10, 21, 12).getTime());
  assert.equal(readTime('21/11/2026', 'utc'), Date.UTC(2026, 10, 21));
  assert.equal(readTime('1/1/2026 12:00 AM', 'utc'), Date.UTC(2026, 0, 1));
});

test('what is no such time is not guessed at', () => {
  for (const text of [
    '',
    'yesterday',
    '11/21/2026 10:00',
    '31/02/2026',
    '21/11/2026 25:00',
    '13:00 PM',
    '42',
  ]) {
    assert.equal(readTime(text, 'utc'), null, text);
  }
});

test('the zone is asked for only where a time lacks it', () => {
  assert.equal(needsZone(['2026-11-21T12:00:00Z', '1795262400', '', 'Total']), false);
  assert.equal(needsZone(['2026-11-21T12:00:00Z', '21/11/2026 12:00']), true);
});

test('a time written in ISO comes back', () => {
  const moment = fc.integer({ min: 1_000_000_000, max: 4_000_000_000 }).map((seconds) => seconds * 1000);
  fc.assert(fc.property(moment, (at) => assert.equal(readTime(new Date(at).toISOString(), 'ist'), at)));
});

test('amounts keep every digit; what could mean two things is not read', () => {
  const read: Readonly<Record<string, string | null>> = {
    '4': '4',
    '₹ 1,23,456.70': '123456.7',
    'Rs. 1,234.50': '1234.5',
    '4.00 INR': '4',
    '-4.00': '-4',
    '(4.05)': '-4.05',
    '4.00 Cr': '-4',
    '4.00 Dr': '4',
    '₹-0.10': '-0.1',
    '.5': '0.5',
    '4,50': null,
    '1.234,50': null,
    four: null,
    '': null,
    '−₹4.50': '-4.5',
    '-Rs. 4.50': '-4.5',
    '(INR 4)': '-4',
  };
  for (const [text, amount] of Object.entries(read)) assert.equal(readAmount(text), amount, text);
});

test('what the words of statements say', () => {
  assert.deepEqual(['TRUE', 'Debit', 'Charged', 'Success'].map(readSaying), [
    'charged',
    'takes',
    'charged',
    'done',
  ]);
  assert.deepEqual(['no', 'Refunded', 'CR', 'free'].map(readSaying), ['free', 'undone', 'gives', 'free']);
  assert.equal(readSaying('pending'), null);
});

test('operations by id, title or path', () => {
  assert.equal(readOperationName('RC Details Advanced'), 'rc-advanced');
  assert.equal(readOperationName('POST /api/v1/email/validate/bulk'), 'email-bulk');
  assert.equal(readOperationName('aadhaar_pan_link'), 'aadhaar-pan-link');
  assert.equal(readOperationName('wallet top-up'), null);
});

test('columns are guessed by their names', () => {
  assert.deepEqual(guessStatementColumns(['Date & Time', 'Order ID', 'Service', 'Amount (INR)', 'Status']), {
    ...{ orderId: 1, time: 0, amount: 3, charged: 4, operation: 2 },
  });
  assert.deepEqual(guessStatementColumns(['Order Date', 'Order', 'Amount', 'Status']), {
    ...{ orderId: 1, time: 0, amount: 2, charged: 3, operation: null },
  });
  assert.deepEqual(guessStatementColumns(['a', 'b']), {
    ...{ orderId: null, time: null, amount: null, charged: null, operation: null },
  });
});

test('a cell that cannot be read is told with its row, and its line takes part without it', () => {
  const columns = { orderId: 0, time: 1, amount: 2, charged: null, operation: null };
  const rows = [['A-1', '2026-11-21T12:00:00Z', '4.00'], ['A-2', 'noon', '0'], ['', '', 'Total 4.00'], ['']];
  const reading = readStatement(
    rows.map((cells, index) => ({ line: index + 2, cells })),
    columns,
    'utc',
  );
  assert.deepEqual(reading.lines, [
    { row: 2, orderId: 'A-1', at: noon, amount: '4', charged: true, operation: null },
    { row: 3, orderId: 'A-2', at: null, amount: '0', charged: false, operation: null },
  ]);
  assert.deepEqual(reading.skipped, [4, 5]);
  assert.deepEqual(
    reading.unreadable.map(({ row, column }) => [row, column]),
    [
      [3, 'time'],
      [4, 'amount'],
    ],
  );
});

test('a first row that holds a time or an amount is no header', () => {
  assert.ok(isStatementHeader(['Order ID', 'Time', 'Amount']));
  assert.ok(!isStatementHeader(['A-1', '21/11/2026 12:00', '4.00']));
  assert.ok(!isStatementHeader(['', '']));
});
