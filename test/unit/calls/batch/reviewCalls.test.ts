import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ColumnMap } from '../../../../src/calls/batch/columns.ts';
import { Planner } from '../../../../src/calls/batch/planner.ts';
import { callsOf } from '../../../../src/calls/batch/reviewCalls.ts';
import type { NewBatchRow } from '../../../../src/calls/ports/batchPorts.ts';
import { batchId, orderId } from '../../../../src/calls/ports/ids.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import type { Operation } from '../../../../src/contract/shapes.ts';
import { means } from './aReview.ts';

const bulk = operationById('email-bulk');
const [emails] = bulk.requestFields;
if (emails === undefined) throw new Error('the operation asks nothing');
const plain = { ...emails, type: 'string', required: false, check: null } as const;
const purpose = { ...plain, name: 'purpose', path: ['purpose'] };
const plate = { ...plain, name: 'plate', path: ['plate'], check: 'registration', assumed: 'plain' } as const;
const more: Operation = { ...bulk, requestFields: [emails, purpose, plate] };

interface Row {
  readonly cells: readonly string[];
  readonly flawed: boolean;
  readonly accepted: boolean;
}

const row = (cells: readonly string[], changes: Partial<Row> = {}): Row => ({
  ...{ cells, flawed: false, accepted: false },
  ...changes,
});
/** Rows of addresses that differ, each with these other cells. */
const mails = (...others: readonly (readonly string[])[]) =>
  others.map((cells, at) => row([`m${at}@x.invalid`, ...cells]));

const map: ColumnMap = { emails: { column: 0 }, purpose: { column: 1 }, plate: { column: 2 } };
const counted = (rows: readonly Row[], chunk: number, operation = more, columns = map) =>
  callsOf(rows, { operation, map: columns, chunk }, ({ accepted }) => accepted);

/** Addresses as a spreadsheet's user types several into one cell. */
const several = (...counts: readonly number[]) =>
  counts.map((count, at) =>
    row([Array.from({ length: count }, (_, one) => `m${at}-${one}@x.invalid`).join('\n'), '', '']),
  );

test('a call has no more addresses than were asked for, but those of one row', async () => {
  for (const [counts, calls] of [
    [[2, 2, 2, 2], 2],
    [[3, 2, 1], 2],
    [[9, 1, 1], 2],
    [[1, 1, 1, 1, 1], 2],
  ] as const) {
    const rows = several(...counts);
    assert.equal(counted(rows, 4), calls, counts.join());
    assert.equal(await planned(rows, 4), calls, counts.join());
  }
});

/** How many calls a planner makes of the rows. */
async function planned(rows: readonly Row[], chunk: number, columns = map): Promise<number> {
  const written: NewBatchRow[] = [];
  const { twins, ...prints } = means();
  const planner = new Planner(
    {
      ...prints,
      store: {
        addRows: async (_batch, found) => void written.push(...found),
        firstRows: async () => new Map(),
        twins,
      },
    },
    { operation: more, batch: batchId('b'), place: 'x', map: columns, width: 3, chunk },
  );
  for (const [line, { cells, accepted }] of rows.entries())
    await planner.add({ line, cells: [...cells, '', ''].slice(0, 3) }, accepted ? [orderId('o')] : []);
  await planner.end();
  assert.equal(written.length, rows.length);
  return new Set(written.map(({ call }) => call)).size;
}

test('where no call takes several rows, each makes one', () => {
  const single = operationById('rc-advanced');
  const rows = [row(['a']), row(['b']), row(['c'])];
  assert.equal(counted(rows, 10, single, { rc_number: { column: 0 } }), 3);
});

const cases: readonly (readonly [what: string, rows: readonly Row[], chunk: number, calls: number])[] = [
  ['no rows make no call', [], 3, 0],
  ['as many as fit share one', mails([], [], [], []), 3, 2],
  ['exactly as many as fit', mails([], [], []), 3, 1],
  ['a call takes one row at least', mails([], []), 0, 2],
  ['others that accepted an order', [...mails([], []), row(['x@x.invalid'], { accepted: true })], 3, 2],
  ['others of another value beside the list', mails(['a'], ['b'], ['a'], ['']), 3, 3],
  ['a column that is missing is empty', mails(['a'], ['a', ''], ['a']), 3, 1],
  ['identifiers are compared as they leave', mails(['', 'MH00AB0001'], ['', 'mh 00 ab-0001']), 3, 1],
  [
    'of more than twenty that wait for their like the oldest leaves as it is',
    mails(...Array.from({ length: 63 }, (_, at) => [`p${at % 21}`])),
    3,
    63,
  ],
  ['of twenty all find their like', mails(...Array.from({ length: 60 }, (_, at) => [`p${at % 20}`])), 3, 20],
];

for (const [what, rows, chunk, calls] of cases) {
  test(`the review counts the calls that the planner makes: ${what}`, async () => {
    assert.equal(counted(rows, chunk), calls);
    assert.equal(await planned(rows, chunk), calls);
  });
}

test('one other field parts calls, too; without any, all that leave alike share them', () => {
  const one: Operation = { ...bulk, requestFields: [emails, purpose] };
  assert.equal(counted(mails(['a'], ['b'], ['a']), 3, one, { ...map }), 2);
  assert.equal(counted(mails(['a'], ['b'], ['a']), 3, bulk, { emails: { column: 0 } }), 1);
});

test('rows that look wrong share no call with others', () => {
  const wrong = [row(['wrong'], { flawed: true }), row(['also'], { flawed: true })];
  assert.equal(counted([...mails([], []), ...wrong], 10), 2);
});

test('what is the same for all rows, or fills no field, parts none', async () => {
  const same: ColumnMap = { emails: { column: 0 }, purpose: { value: 'x' } };
  const rows = mails(['a', 'MH00AB0001'], ['b', 'MH00AB0002']);
  assert.equal(counted(rows, 3, more, same), 1);
  assert.equal(await planned(rows, 3, same), 1);
});
