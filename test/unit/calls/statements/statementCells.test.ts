import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  guessStatementColumns,
  isStatementHeader,
  readOperationName,
  readStatement,
  type StatementColumns,
  statementSpan,
} from '../../../../src/calls/statements/statement.ts';
import { readAmount, readSaying } from '../../../../src/calls/statements/statementCells.ts';
import { dateAlone, needsZone, readTime } from '../../../../src/calls/statements/statementTimes.ts';

const noon = Date.UTC(2026, 10, 21, 12);

test('amounts are read with the signs and words that people write around them', () => {
  const rows: Readonly<Record<string, string | null>> = {
    'INR 4': '4',
    'rs 4': '4',
    '4 Rs.': '4',
    '100/-': '100',
    '+4': '4',
    '- ₹ 4': '-4',
    '4 dr.': '4',
    '4 cr.': '-4',
    '( 4 )': '-4',
    '1,00,000': '100000',
    '1,000,000.25': '1000000.25',
    '12,34': null,
    '4 EUR': null,
    '()': null,
    cr: null,
    '0': '0',
    '0.00 Cr': '0',
  };
  for (const [text, amount] of Object.entries(rows)) {
    assert.equal(readAmount(text)?.replace(/^-0$/, '0') ?? null, amount, text);
  }
});

test('spaces around a word that says yes or no, or names an operation, count for nothing', () => {
  assert.deepEqual([' yes ', ' no ', '', 'maybe'].map(readSaying), ['charged', 'free', null, null]);
  assert.equal(readOperationName(' rc advanced '), 'rc-advanced');
  assert.equal(readOperationName('https://api.example.invalid/api/v1/rc/advanced'), 'rc-advanced');
  for (const text of ['', ' - ', 'advanced']) assert.equal(readOperationName(text), null, text);
});

test('a header holds words alone, and one at least', () => {
  for (const cells of [['Order ID', ''], ['Amount']]) assert.ok(isStatementHeader(cells), cells.join());
  for (const cell of ['4.00', '21/11/2026', 'ORD2026', 'a@one.invalid', 'ZZZXZ9999Z', ' ']) {
    assert.ok(!isStatementHeader([cell]), cell);
  }
  assert.ok(!isStatementHeader(['Order ID', '4.00']));
});

test('a column is used once, and the surer name wins', () => {
  const guessed = (...header: readonly string[]) => guessStatementColumns(header);
  const none: StatementColumns = {
    ...{ orderId: null, time: null, amount: null, charged: null, operation: null },
  };
  assert.deepEqual(guessed('Charged At', 'Charged', 'Charges'), { ...none, time: 0, charged: 1, amount: 2 });
  assert.deepEqual(guessed('Reference', 'Order No.'), { ...none, orderId: 1 });
  assert.deepEqual(guessed('Transaction'), { ...none, orderId: 0 });
  assert.deepEqual(guessed('Date', 'Timestamp'), { ...none, time: 1 });
  assert.deepEqual(guessed('Total Amount', 'Amount'), { ...none, amount: 1 });
  assert.deepEqual(guessed('Amount Date'), { ...none, time: 0 });
  assert.deepEqual(guessed('Request Time'), { ...none, time: 0 });
  assert.deepEqual(guessed('Billing Status', 'API Name'), { ...none, charged: 0, operation: 1 });
});

const columns: StatementColumns = { orderId: 0, time: 1, amount: 2, charged: 3, operation: 4 };

function read(...cells: readonly (readonly string[])[]) {
  return readStatement(
    cells.map((one, index) => ({ line: index + 2, cells: one })),
    columns,
    'utc',
  );
}

test('a line is charged as it says, else where its amount is above nothing or is not told', () => {
  const rows: readonly (readonly [amount: string, said: string, charged: boolean])[] = [
    ['4', 'no', false],
    ['0', 'yes', true],
    ['4', '', true],
    ['0.01', '', true],
    ['0', '', false],
    // Nothing else of the statement has another sign.
    ['-4', '', true],
    ['', '', true],
    ['0', 'perhaps', false],
    // Not read, for a comma may part thousands; that it is nothing, or given back, is plain all the same.
    ['4,50', '', true],
    ['0,00', '', false],
    ['-4,50', '', false],
    ['(4,50)', '', false],
    ['₹ -4,50', '', false],
    ['4,50 Cr', '', false],
    ['four', '', true],
    ['0,00', 'yes', true],
    // It was done, for nothing.
    ['0', 'Success', false],
    ['-', 'Success', false],
    ['', 'Success', true],
    ['-4,50', 'Debit', true],
    ['4', 'Opening balance', false],
  ];
  for (const [amount, said, charged] of rows) {
    const { lines } = read(['A', '', amount, said, '']);
    assert.equal(lines[0]?.charged, charged, `${amount} ${said}`);
  }
});

test('each cell is read without the space around it; one that is not there is empty', () => {
  const { lines, skipped, unreadable } = read(
    [' A ', ' 2026-11-21T12:00:00Z ', ' 4 ', ' no ', ' RC Details Advanced '],
    ['B'],
    ['', '2026-11-21'],
    [' ', '', '4'],
    ['C', 'noon', 'four', 'perhaps', 'wallet'],
  );
  assert.deepEqual(lines, [
    { row: 2, orderId: 'A', at: noon, amount: '4', charged: false, operation: 'rc-advanced' },
    { row: 3, orderId: 'B', at: null, amount: null, charged: true, operation: null },
    {
      ...{
        row: 4,
        orderId: null,
        at: Date.UTC(2026, 10, 21),
        day: '2026-11-21',
        dayEnds: Date.UTC(2026, 10, 22),
      },
      ...{ amount: null, charged: true, operation: null },
    },
    { row: 6, orderId: 'C', at: null, amount: null, charged: true, operation: null },
  ]);
  assert.deepEqual(skipped, [5]);
  assert.deepEqual(unreadable, [
    { row: 6, column: 'time', text: 'noon' },
    { row: 6, column: 'amount', text: 'four' },
    { row: 6, column: 'charged', text: 'perhaps' },
  ]);
});

test('a statement speaks of the time from its first moment to its last, of a date alone to its end', () => {
  const { lines } = read(['A', '2026-11-21T12:00:00Z'], ['B', '2026-11-20T12:00:00Z'], ['C']);
  assert.deepEqual(statementSpan(lines), { from: noon - 86_400_000, to: noon });
  const days = read(['A', '2026-11-21'], ['B', '2026-11-20']).lines;
  assert.deepEqual(statementSpan(days), { from: Date.UTC(2026, 10, 20), to: Date.UTC(2026, 10, 22) - 1 });
  assert.deepEqual(statementSpan(read(['C']).lines), {
    from: Number.POSITIVE_INFINITY,
    to: Number.NEGATIVE_INFINITY,
  });
});

test('hours before and after noon, zones and fractions are read as they are written', () => {
  const rows: Readonly<Record<string, number | null>> = {
    '21/11/2026 12:00 PM': noon,
    '21/11/2026 12:00 am': noon - 12 * 3_600_000,
    '21/11/2026 1:05 pm': noon + 65 * 60_000,
    '21/11/2026 0:30 AM': null,
    '21/11/2026 13:30 PM': null,
    '21/11/2026 23:59:59': noon + 12 * 3_600_000 - 1000,
    '21/11/2026 12:60': null,
    '21/11/2026 12:00:61': null,
    '2026-11-21T07:30:00-04:30': noon,
    '2026-11-21T17:45+0545': noon,
    '2026-11-21T12:00:00.250Z': noon,
    '2026-13-01': null,
    '21-Nov-2026 12:00': noon,
    '21 Nov 2026, 12:00:00': noon,
    '21 November 26 12:00 PM UTC': noon,
    '21-nov-26 5:30 PM IST': noon,
    'Nov 21, 2026 12:00': noon,
    'Nov. 21 2026 12:00': noon,
    '21 Sept 2026': Date.UTC(2026, 8, 21),
    '21 Nob 2026 12:00': null,
    '31-Feb-2026': null,
    '11/21/2026': null,
    '1795262400.5': noon + 500,
    '179526240': null,
    // Year first, as spreadsheets and some wallets write it.
    '2026/11/21 12:00': noon,
    '2026.11.21 12:00:00': noon,
    '2026/11/21, 12:00:00': noon,
    '2026-11-21 12:00 PM': noon,
    '2026-11-21 05:30:00 PM IST': noon,
    '2026-11-21 13:00 PM': null,
    '2026/11/21 17:30 GMT+05:30': noon,
    '21/11/2026 17:30 UTC+0530': noon,
    '2026/13/01': null,
  };
  for (const [text, at] of Object.entries(rows)) assert.equal(readTime(text, 'utc'), at, text);
  assert.equal(readTime('2026-11-21T12:00:05', 'local'), new Date(2026, 10, 21, 12, 0, 5).getTime());
});

test('a date alone is a day; what has a time, or is none, is not', () => {
  const rows: Readonly<Record<string, string | undefined>> = {
    '2026-1-5': '2026-01-05',
    ' 5/1/2026 ': '2026-01-05',
    '2026/1/5': '2026-01-05',
    '21.11.2026 IST': '2026-11-21',
    '2026-11-21 00:00': undefined,
    '21/11/2026 00:00': undefined,
    '1795262400': undefined,
    noon: undefined,
  };
  for (const [text, day] of Object.entries(rows)) assert.equal(dateAlone(text), day, text);
});

test('the zone is asked for where a date or a time lacks it, whatever stands before', () => {
  assert.equal(needsZone([' 1795262400 ', 'Total', '2026-11-21T12:00Z', ' 21/11/2026 IST ']), false);
  assert.equal(needsZone([' 2026-11-21 ']), true);
  assert.equal(needsZone([]), false);
});

test('a date with its month in words is a day, too', () => {
  assert.equal(dateAlone('21-Nov-2026'), '2026-11-21');
  assert.equal(dateAlone('21-Nov-2026 00:00'), undefined);
});

test('a year of two digits is one of this century, the day still first', () => {
  const rows = {
    '21/11/26': '2026-11-21',
    '21.11.26': '2026-11-21',
    '1-2-26': '2026-02-01',
    '21/11/026': undefined,
    '31/02/26': undefined,
    '26/11': undefined,
  };
  for (const [text, day] of Object.entries(rows)) {
    assert.equal(readTime(text, 'utc') === null ? undefined : dateAlone(text), day, text);
  }
  assert.equal(readTime('21/11/26 12:00', 'utc'), noon);
  assert.equal(readTime('21/11/26, 05:30 PM', 'ist'), noon);
  assert.equal(readTime('21/11/26 12:00:00 UTC', 'ist'), noon);
  assert.equal(readTime('21 Nov 26', 'utc'), Date.UTC(2026, 10, 21));
  assert.ok(needsZone(['21/11/26 10:00']));
  assert.ok(!isStatementHeader(['21/11/26']));
});

test('a date that could have its month first is told, unless another shows that the day is', () => {
  const told = (...texts: readonly string[]) => read(...texts.map((text) => ['A', text])).dayFirst;
  assert.equal(told('4/4/2026', ' 03-04-2026 10:00 ', '5/6/2026'), '03-04-2026 10:00');
  assert.equal(told('3/4/2026', '4/21/2026'), '3/4/2026');
  assert.equal(told('3/4/2026', '21/4/2026'), null);
  assert.equal(told('3/4/26', '4/4/26'), '3/4/26');
  // With hyphens it may begin with the year, whatever its month.
  assert.equal(told('21-11-26'), '21-11-26');
  assert.equal(told('21/11/26', '3/4/26'), null);
  assert.equal(told('4/4/2026', '2026-03-04', '3 Apr 2026', '1795262400', ''), null);
});

test('a date and its time of day may stand in two columns', () => {
  assert.deepEqual(guessStatementColumns(['Txn Date', 'Time', 'Order ID', 'Amount']), {
    ...{ orderId: 2, time: 0, clock: 1, amount: 3, charged: null, operation: null },
  });
  assert.deepEqual(guessStatementColumns(['Time', 'Date', 'Date of birth']).clock, 0);
  assert.ok(!('clock' in guessStatementColumns(['Created At', 'Txn Time', 'Txn Date'])), 'both in one');
  assert.ok(!('clock' in guessStatementColumns(['Time', 'Last updated'])));
  const rows: readonly (readonly [date: string, clock: string, at: number | null])[] = [
    ['21-Nov-2026', '12:00', noon],
    ['21/11/2026 00:00', '12:00 PM', noon],
    ['2026-11-21T00:00:00', '12:00:00', noon],
    ['21/11/2026', '2026-11-21 12:00', noon],
    ['21/11/2026', '', Date.UTC(2026, 10, 21)],
    ['', '12:00', null],
    ['21/11/2026', 'noon', null],
  ];
  for (const [date, clock, at] of rows) {
    const { lines } = readStatement(
      [{ line: 2, cells: ['A', date, clock] }],
      { ...columns, clock: 2, amount: null, charged: null },
      'utc',
    );
    assert.deepEqual([lines[0]?.at, lines[0]?.day !== undefined], [at, clock === ''], `${date} ${clock}`);
  }
});
