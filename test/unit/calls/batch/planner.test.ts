import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Planner, type PlanOptions } from '../../../../src/calls/batch/planner.ts';
import { asUnreadableRows, maxRows } from '../../../../src/calls/batch/reading.ts';
import type { NewBatchRow, Twins } from '../../../../src/calls/batchPorts.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import { plain } from '../../../../src/contract/words.ts';
import { aLedger, newOrder, noon, pending, place } from '../../ledger/aLedger.ts';

interface Planned {
  readonly rows: NewBatchRow[];
  readonly planner: Planner;
  readonly most: { inOneWrite: number };
}

function aPlan(options: Partial<PlanOptions> = {}, twins: Readonly<Record<string, Twins>> = {}): Planned {
  const rows: NewBatchRow[] = [];
  const most = { inOneWrite: 0 };
  const planner = new Planner(
    {
      store: {
        addRows: async (_batch, added) => {
          most.inOneWrite = Math.max(most.inOneWrite, added.length);
          rows.push(...added);
        },
        firstRows: async (_batch, keys) =>
          new Map(
            keys.flatMap((key) => {
              const first = rows.find((row) => row.repeatKey === key);
              return first === undefined ? [] : [[key, first.row] as const];
            }),
          ),
        twins: async (_environment, prints) =>
          prints.map((one) => twins[one] ?? { paid: null, pending: null }),
      },
      fingerprint: async (_operation, body) => new TextDecoder().decode(body),
    },
    {
      batch: 'b',
      operation: operationById('rc-advanced'),
      environment: 'acme-prod',
      map: { rc_number: { column: 0 } },
      width: 1,
      chunk: 3,
      ...options,
    },
  );
  return { rows, planner, most };
}

async function plan(cells: readonly (readonly string[])[], planned: Planned): Promise<NewBatchRow[]> {
  for (const [index, one] of cells.entries()) await planned.planner.add({ line: index + 2, cells: one });
  await planned.planner.end();
  return planned.rows.toSorted((a, b) => a.row - b.row);
}

test('each row is a call of its own; repeats, uneven and odd-looking ones are told apart', async () => {
  const planned = aPlan();
  const rows = await plan(
    [['MH12AB0000'], ['mh12 ab-0000'], ['MH12AB0001', 'x'], ['nonsense'], ['']],
    planned,
  );
  assert.deepEqual(
    rows.map(({ call, state, why, flawed, sameAs }) => [call, state, why, flawed, sameAs]),
    [
      [0, 'waiting', null, false, null],
      [null, 'skipped', 'duplicate', false, 0],
      [null, 'skipped', 'uneven', false, null],
      [1, 'waiting', null, true, null],
      [2, 'waiting', null, true, null],
    ],
  );
  assert.equal(rows[1]?.fields, null);
  assert.equal(rows[0]?.masked, 'MH••••••00');
});

const bulk: Partial<PlanOptions> = { operation: operationById('email-bulk'), map: { emails: { column: 0 } } };

test('addresses go in chunks, repeats in another case left out, and one that looks wrong never shares a call with others', async () => {
  const mails = [
    'a@x.invalid',
    'b@x.invalid',
    'A@X.invalid',
    'wrong',
    'c@x.invalid',
    'd@x.invalid',
    'also wrong',
  ];
  const rows = await plan(
    mails.map((one) => [one]),
    aPlan(bulk),
  );
  assert.deepEqual(
    rows.map(({ call, flawed, why }) => [call, flawed, why]),
    [
      [0, false, null],
      [0, false, null],
      [null, false, 'duplicate'],
      [1, true, null],
      [0, false, null],
      [2, false, null],
      [1, true, null],
    ],
  );
  const print = rows[0]?.fingerprint ?? '';
  assert.deepEqual(JSON.parse(print), { emails: ['a@x.invalid', 'b@x.invalid', 'c@x.invalid'] });
  assert.equal(rows[4]?.fingerprint, print);
});

test('a repeat is found in a chunk that is not full yet, and after it was written', async () => {
  const mails = Array.from({ length: 450 }, (_, index) => [`nobody-${index % 230}@x.invalid`]);
  const rows = await plan(mails, aPlan({ ...bulk, chunk: 40 }));
  assert.equal(rows.filter(({ why }) => why === 'duplicate').length, 220);
  assert.ok(rows.every(({ row, sameAs }) => sameAs === null || sameAs === row - 230));
  assert.equal(new Set(rows.map(({ call }) => call)).size, 1 + Math.ceil(230 / 40));
});

test('what was paid before and what is open are known from the ledger', async (t) => {
  const { ledger } = await aLedger(t);
  const body = (plate: string) => new TextEncoder().encode(JSON.stringify({ rc_number: plate }));
  const print = (plate: string) => ledger.fingerprint('rc-advanced', body(plate));
  await place(ledger, 'paid', { order: { fingerprint: await print('MH12AB0000') } });
  await place(ledger, 'open', { order: { fingerprint: await print('MH12AB0001') }, settlement: pending });
  await ledger.begin(newOrder('elsewhere', { fingerprint: await print('MH12AB0002'), environment: 'other' }));
  const planner = new Planner(
    { store: ledger.batches, fingerprint: (id, bytes) => ledger.fingerprint(id, bytes) },
    {
      batch: 'b',
      operation: operationById('rc-advanced'),
      environment: 'acme-prod',
      map: { rc_number: { column: 0 } },
      width: 1,
      chunk: 1,
    },
  );
  await ledger.batches.create({
    id: 'b',
    operation: 'rc-advanced',
    environment: 'acme-prod',
    kind: 'live',
    origin: 'https://api.example.invalid',
    source: 'x.csv',
    createdAt: noon,
  });
  for (const [line, plate] of ['MH12AB0000', 'MH12AB0001', 'MH12AB0002'].entries()) {
    await planner.add({ line, cells: [plate] });
  }
  await planner.end();
  const batch = await ledger.batches.get('b', 'me', noon);
  assert.deepEqual(batch?.tally.map(({ state, why, paid, rows }) => [state, why, paid, rows]).toSorted(), [
    ['undecided', 'pending', false, 1],
    ['waiting', null, false, 1],
    ['waiting', null, true, 1],
  ]);
});

test('100,000 rows are planned in small steps, and one more is told with its line', async () => {
  let written = 0;
  let most = 0;
  const planner = new Planner(
    {
      store: {
        addRows: async (_batch, rows) => {
          written += rows.length;
          most = Math.max(most, rows.length);
        },
        firstRows: async () => new Map(),
        twins: async (_environment, prints) => prints.map(() => ({ paid: null, pending: null })),
      },
      fingerprint: async (_operation, body) => String(body.length + Math.random()),
    },
    {
      batch: 'b',
      operation: operationById('rc-advanced'),
      environment: 'e',
      map: { rc_number: { column: 0 } },
      width: 1,
      chunk: 1,
    },
  );
  for (let line = 1; line <= maxRows; line += 1) await planner.add({ line, cells: ['MH12AB0000'] });
  await assert.rejects(
    planner.add({ line: maxRows + 1, cells: ['x'] }),
    (error) =>
      plain(asUnreadableRows(error)?.what ?? { text: '' }) ===
      'Line 100001 is one row too many: a batch takes up to 100000 rows. Split the file.',
  );
  await planner.end();
  assert.equal(written, maxRows);
  assert.ok(most <= 400, String(most));
});
