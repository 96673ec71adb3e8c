import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { usageReport } from '../../../../src/calls/usage/usageReport.ts';
import { latencyCsv, usageCsv } from '../../../../src/calls/usage/usageRows.ts';
import type { Outcome } from '../../../../src/contract/words.ts';
import { aUsageRow } from './usageRow.ts';

const span = { from: '2026-11-19', to: '2026-11-21' };
const rows = [
  aUsageRow({ day: '2026-11-18', calls: 99 }),
  aUsageRow({ day: '2026-11-19', calls: 2 }),
  aUsageRow({ day: '2026-11-21', operation: 'email-bulk', calls: 3, repeat: true }),
  aUsageRow({
    day: '2026-11-21',
    messageCode: 'NO_RECORD_FOUND',
    outcome: 'negative',
    calls: 4,
    price: null,
  }),
  aUsageRow({ day: '2026-11-21', messageCode: null, outcome: 'throttled', billing: 'free', calls: 5 }),
];
const latency = [
  { operation: 'email-bulk', fromMs: 0, toMs: 10, calls: 4 },
  { operation: 'rc-advanced', fromMs: 10, toMs: 20, calls: 4 },
] as const;

test('a report counts the days of its span, with the days on which nothing happened', () => {
  const report = usageReport({ rows, latency }, span);
  assert.deepEqual(report.operations, ['rc-advanced', 'email-bulk']);
  assert.deepEqual(
    report.bins.map(({ bin, billed }) => [bin.id, ...billed]),
    [
      ['2026-11-19', 2, 0],
      ['2026-11-20', 0, 0],
      ['2026-11-21', 4, 3],
    ],
  );
  assert.deepEqual([report.all.billed, report.all.free, report.all.spent.unpriced], [9, 5, 4]);
  assert.deepEqual(
    report.codes.map(({ messageCode, all }) => [messageCode, all.calls]),
    [
      [null, 5],
      ['OK', 5],
      ['NO_RECORD_FOUND', 4],
    ],
  );
  assert.deepEqual(
    report.latency.map(({ operation }) => operation),
    ['rc-advanced', 'email-bulk'],
  );
});

test('waste is told for all together and for each operation that was billed', () => {
  const { waste } = usageReport({ rows, latency }, span);
  assert.deepEqual(
    waste.map(({ operation, negatives, repeats }) => [operation, negatives.calls, repeats.calls]),
    [
      [null, 4, 3],
      ['rc-advanced', 4, 0],
      ['email-bulk', 0, 3],
    ],
  );
});

test('waste is told of operations that were billed, and of all together where they are several', () => {
  const asked = (...changes: readonly Parameters<typeof aUsageRow>[0][]) =>
    usageReport({ rows: changes.map((one) => aUsageRow(one)), latency: [] }, span).waste.map(
      ({ operation, all }) => [operation, all.billed],
    );
  const free = { operation: 'email-bulk', billing: 'free' } as const;
  assert.deepEqual(asked({ calls: 1 }, free), [['rc-advanced', 1]]);
  assert.deepEqual(asked(free), []);
  assert.deepEqual(asked({ calls: 2 }, { operation: 'email-bulk', calls: 3 }), [
    [null, 5],
    ['rc-advanced', 2],
    ['email-bulk', 3],
  ]);
});

test('a long span is told by months', () => {
  const long = { from: '2026-07-01', to: '2026-11-21' };
  const report = usageReport({ rows, latency }, long);
  assert.deepEqual(
    report.bins.map(({ bin, billed, all }) => [bin.id, ...billed, all.calls]),
    [
      ['2026-07', 0, 0, 0],
      ['2026-08', 0, 0, 0],
      ['2026-09', 0, 0, 0],
      ['2026-10', 0, 0, 0],
      ['2026-11', 105, 3, 113],
    ],
  );
});

test('codes are told apart though they mean the same, and those as frequent by their names', () => {
  const coded = (messageCode: string | null, outcome: Outcome = 'rejected') =>
    aUsageRow({ messageCode, outcome, billing: 'free' });
  const told = (...these: readonly (readonly [string | null, Outcome?])[]) =>
    usageReport({ rows: these.map((one) => coded(...one)), latency: [] }, span).codes.map(
      ({ messageCode, outcome, all }) => [messageCode, outcome, all.calls],
    );
  const wanted = [
    ['B', 'rejected', 2],
    [null, 'unknown', 1],
    ['A', 'rejected', 1],
    ['C', 'failed', 1],
    ['C', 'rejected', 1],
  ];
  assert.deepEqual(told(['C'], ['C', 'failed'], ['A'], [null, 'unknown'], ['B'], ['B']), wanted);
  assert.deepEqual(told(['B'], ['B'], [null, 'unknown'], ['A'], ['C', 'failed'], ['C']), wanted);
});

test('nothing at all is a report too', () => {
  const report = usageReport({ rows: [], latency: [] }, span);
  assert.deepEqual([report.all.calls, report.bins.length, report.codes, report.waste], [0, 3, [], []]);
});

test('days, codes and operations each account for every call', () => {
  const row = fc.record({
    day: fc.constantFrom('2026-11-19', '2026-11-20', '2026-11-21'),
    operation: fc.constantFrom('rc-advanced' as const, 'email-bulk' as const),
    messageCode: fc.constantFrom('OK', 'ODD', null),
    billing: fc.constantFrom('billed' as const, 'free' as const, 'unknown' as const),
    calls: fc.nat(1000),
  });
  fc.assert(
    fc.property(fc.array(row, { maxLength: 30 }), (changes) => {
      const report = usageReport({ rows: changes.map(aUsageRow), latency: [] }, span);
      const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
      assert.equal(sum(report.bins.map(({ all }) => all.calls)), report.all.calls);
      assert.equal(sum(report.bins.flatMap(({ billed }) => billed)), report.all.billed);
      assert.equal(sum(report.codes.map(({ all }) => all.calls)), report.all.calls);
    }),
  );
});

/** Beside two real calls at ₹4: answers of the sandbox, whose prices are invented. */
const simulated = aUsageRow({
  ...{ day: '2026-11-20', environment: 'Sandbox', identity: 'embedded', outcome: 'negative', repeat: true },
  ...{ price: '9', calls: 30 },
});

test('of all environments, what was simulated is no share of the money that was spent', () => {
  const own = aUsageRow({ calls: 2 });
  const [found] = usageReport({ rows: [simulated, own], latency: [] }, span).waste;
  assert.equal(found?.all.spent.rupees, '8');
  assert.deepEqual([found.negatives.spent.rupees, found.negatives.ofMoney], ['0', 0]);
  const [alone] = usageReport({ rows: [simulated], latency: [] }, span).waste;
  assert.deepEqual([alone?.negatives.spent.rupees, alone?.negatives.ofMoney], ['270', 1]);
});

test('days, codes and operations come to no more money than their sum, also where some were only simulated', () => {
  const rows = [
    { ...simulated, messageCode: 'NO_RECORD_FOUND', operation: 'email-bulk' as const },
    aUsageRow({ calls: 2 }),
  ];
  const report = usageReport({ rows, latency: [] }, span);
  const money = (parts: readonly { readonly all: typeof report.all }[]) =>
    parts.reduce((sum, { all }) => sum + Number(all.spent.rupees), 0);
  assert.equal(report.all.spent.rupees, '8');
  assert.deepEqual([money(report.bins), money(report.codes), money(report.waste.slice(1))], [8, 8, 8]);
  const [, simulatedDay] = report.bins;
  assert.deepEqual(simulatedDay?.all.spent, { rupees: '0', priced: 0, unpriced: 0 }, 'nor is a price missed');
});

test('the CSV holds every row, sorted by day, and disarms formulas', () => {
  const text = usageCsv([...rows.slice(1, 2), aUsageRow({ day: '2026-11-01', environment: '=cmd()' })]);
  assert.deepEqual(text.trimEnd().split('\r\n'), [
    'day,environment,operation,message_code,outcome,billing,price_estimated,repeat,calls,kind',
    "2026-11-01,'=cmd(),rc-advanced,OK,verified,billed,4,false,1,live",
    '2026-11-19,acme-prod,rc-advanced,OK,verified,billed,4,false,2,live',
  ]);
  assert.deepEqual(latencyCsv(usageReport({ rows, latency }, span)).split('\r\n'), [
    'operation,answered_calls,p50_ms,p90_ms,p99_ms',
    'rc-advanced,4,15,20,20',
    'email-bulk,4,5,10,10',
    '',
  ]);
});

test('rows of one day stay as they come; what is not known is an empty cell', () => {
  const days = ['2026-11-20', '2026-11-21', '2026-11-20', '2026-11-19', '2026-11-20'];
  const text = usageCsv(days.map((day, index) => aUsageRow({ day, calls: index })));
  assert.deepEqual(
    text
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(',').at(-2)),
    ['3', '0', '2', '4', '1'],
  );
  const unknown = aUsageRow({ messageCode: null, outcome: 'unknown', price: null, repeat: true });
  assert.equal(
    usageCsv([unknown]).split('\r\n')[1],
    '2026-11-21,acme-prod,rc-advanced,,unknown,billed,,true,1,live',
  );
});

test('what was simulated is told from what was billed, also where both have one name', () => {
  const text = usageCsv([
    aUsageRow({ identity: 'id:own' }),
    aUsageRow({ identity: 'simulated:id:own' }),
    aUsageRow({ environment: 'Sandbox', identity: 'embedded', price: null }),
  ]);
  assert.deepEqual(text.trimEnd().split('\r\n').slice(1), [
    '2026-11-21,acme-prod,rc-advanced,OK,verified,billed,4,false,1,live',
    '2026-11-21,acme-prod,rc-advanced,OK,verified,billed,4,false,1,sandbox',
    '2026-11-21,Sandbox,rc-advanced,OK,verified,billed,,false,1,sandbox',
  ]);
});
