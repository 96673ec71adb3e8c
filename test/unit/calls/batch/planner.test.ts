import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type PlanMeans, Planner, type PlanOptions } from '../../../../src/calls/batch/planner.ts';
import { asUnreadableRows, maxRows } from '../../../../src/calls/batch/reading.ts';
import type { NewBatchRow, Twins } from '../../../../src/calls/ports/batchPorts.ts';
import { batchId, orderId } from '../../../../src/calls/ports/ids.ts';
import { bulkEntries } from '../../../../src/contract/bulk.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import { readRequestFields, withRequestFields } from '../../../../src/contract/requestFields.ts';
import { plain } from '../../../../src/contract/words.ts';
import { aLedger, newOrder, noon, pending, place } from '../../ledger/aLedger.ts';

interface Planned {
  readonly rows: NewBatchRow[];
  readonly planner: Planner;
  readonly most: { inOneWrite: number; inOneLook: number };
}

const here = 'https://api.example.invalid';

/** Prints that can be read. */
const prints: Pick<PlanMeans, 'fingerprint' | 'inputPrint'> = {
  fingerprint: async (_operation, body) => new TextDecoder().decode(body),
  inputPrint: async (operation, body) => {
    const whole = new TextDecoder().decode(body);
    return { whole, parts: bulkEntries(operation, whole) };
  },
};

const paidBy = (id: string): Twins => ({ paid: [orderId(id)], pending: [] });
const openBy = (id: string): Twins => ({ paid: [], pending: [orderId(id)] });

function aPlan(options: Partial<PlanOptions> = {}, twins: Readonly<Record<string, Twins>> = {}): Planned {
  const rows: NewBatchRow[] = [];
  const most = { inOneWrite: 0, inOneLook: 0 };
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
        twins: async (at, inputs) => {
          assert.equal(at, here);
          most.inOneLook = Math.max(most.inOneLook, inputs.length);
          return inputs.map(
            ({ whole, parts }) =>
              [whole, ...parts].flatMap((one) => twins[one] ?? [])[0] ?? { paid: [], pending: [] },
          );
        },
      },
      ...prints,
    },
    {
      batch: batchId('b'),
      operation: operationById('rc-advanced'),
      place: here,
      map: { rc_number: { column: 0 } },
      width: 1,
      chunk: 3,
      ...options,
    },
  );
  return { rows, planner, most };
}

async function plan(
  cells: readonly (readonly string[])[],
  planned: Planned,
  accepted: Readonly<Record<number, string>> = {},
): Promise<NewBatchRow[]> {
  for (const [index, one] of cells.entries()) {
    const order = accepted[index];
    await planned.planner.add({ line: index + 2, cells: one }, order === undefined ? [] : [orderId(order)]);
  }
  await planned.planner.end();
  return planned.rows.toSorted((a, b) => a.row - b.row);
}

test('numbers of the sandbox look right where a sandbox answers', async () => {
  for (const bills of [true, false]) {
    const rows = await plan([['XX00AA2001'], ['XQ00AA2001']], aPlan({ bills }));
    assert.deepEqual(
      rows.map(({ flawed }) => flawed),
      [bills, true],
    );
  }
});

test('each row is a call of its own; repeats, uneven and odd-looking ones are told apart', async () => {
  const planned = aPlan();
  const rows = await plan(
    [['MH00AB0000'], ['mh00 ab-0000'], ['MH00AB0001', 'x'], ['nonsense'], ['']],
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

test('identifiers are planned as they are sent, in their one form', async () => {
  const planned = aPlan();
  const rows = await plan([['mh 00 ab 0000'], ['MH00AB0001'], ['not a plate'], ['MH-00-AB-0001']], planned);
  assert.deepEqual(
    rows.map(({ fields, why }) => fields?.rc_number ?? why),
    ['MH00AB0000', 'MH00AB0001', 'not a plate', 'duplicate'],
  );
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

const mail = (name: string) => `${name}@x.invalid`;
const mails = (...names: string[]) => names.map((name) => [mail(name)]);
/** The entries of each call, by its number. */
const callsOf = (rows: readonly NewBatchRow[]) =>
  [...Map.groupBy(rows, ({ call }) => call)]
    .sort(([one], [other]) => Number(one) - Number(other))
    .map(([, members]) => members.map(({ fields }) => fields?.emails?.split('@')[0]).join(' '));

test('an address keeps its twins whatever stands beside it, and in whatever order', async () => {
  const twins = { [mail('a')]: paidBy('one'), [mail('b')]: openBy('two'), [mail('d')]: paidBy('one') };
  for (const names of [
    ['a', 'b', 'c', 'd'],
    ['d', 'x', 'c', 'b', 'y', 'A'],
    ['z', 'b', 'a', 'd'],
  ]) {
    const rows = await plan(mails(...names), aPlan(bulk, twins));
    for (const { fields, paidTwins, openTwins, state, why } of rows) {
      const { paid, pending } = twins[fields?.emails?.toLowerCase() ?? ''] ?? { paid: [], pending: [] };
      assert.deepEqual([paidTwins, openTwins], [paid, pending]);
      assert.deepEqual([state, why], pending.length === 0 ? ['waiting', null] : ['undecided', 'pending']);
    }
  }
});

test('paid, open and odd-looking rows travel in calls of their own: what is left out changes no body', async () => {
  const twins = { [mail('p1')]: paidBy('p'), [mail('p2')]: paidBy('p'), [mail('o1')]: openBy('o') };
  const both = { [mail('b')]: { paid: [orderId('p')], pending: [orderId('o')] }, wrong1: paidBy('p') };
  const names = ['a', 'p1', 'c', 'o1', 'b', 'p2', 'd', 'e'];
  const rows = await plan(
    [...mails(...names), ['wrong1'], ['wrong2']],
    aPlan({ ...bulk, chunk: 3 }, { ...twins, ...both }),
  );
  assert.deepEqual(callsOf(rows), ['a c d', 'p1 p2', 'o1', 'b', 'e', 'wrong1', 'wrong2']);
  const alone = await plan(mails('a', 'c', 'd', 'e'), aPlan({ ...bulk, chunk: 3 }));
  const leaving = rows.filter(
    (row) => !row.flawed && row.paidTwins.length === 0 && row.openTwins.length === 0,
  );
  assert.deepEqual(
    leaving.map(({ fingerprint }) => fingerprint),
    alone.map(({ fingerprint }) => fingerprint),
  );
  for (const { call, fingerprint } of rows) {
    const members = rows.filter((row) => row.call === call);
    const whole = { emails: members.map(({ fields }) => fields?.emails) };
    assert.deepEqual(JSON.parse(fingerprint ?? ''), whole, 'the print is that of all that leaves');
  }
});

test('rows that differ in another field than the address do not share a call', async () => {
  const operation = withRequestFields(
    operationById('email-bulk'),
    readRequestFields({ 'email-bulk': [{ name: 'emails', type: 'string-list' }, { name: 'depth' }] }),
  );
  const map = { emails: { column: 0 }, depth: { column: 1 } };
  const cells = [
    ['a', 'full'],
    ['b', 'quick'],
    ['c', 'full'],
  ].map(([name, depth]) => [mail(name ?? ''), depth ?? '']);
  assert.deepEqual(callsOf(await plan(cells, aPlan({ operation, map, width: 2 }))), ['a c', 'b']);
  const many = Array.from({ length: 300 }, (_, index) => [mail(`m${index}`), `depth ${index}`]);
  const planned = aPlan({ operation, map, width: 2 });
  assert.equal(callsOf(await plan(many, planned)).length, 300);
  assert.ok(planned.most.inOneWrite <= 200 + 1, 'not all of them are held until the end');
});

test('an accepted order, and only that one, neither makes a row paid nor leaves it to be decided', async () => {
  const twins = {
    [mail('own')]: paidBy('chosen'),
    [mail('open')]: openBy('unknown'),
    [mail('newer')]: paidBy('elsewhere'),
    [mail('both')]: { paid: [orderId('elsewhere')], pending: [orderId('unknown')] },
    [mail('free')]: paidBy('chosen'),
  };
  const names = ['own', 'open', 'newer', 'both', 'free', 'fresh'];
  const accepted = { 0: 'chosen', 1: 'unknown', 2: 'chosen', 3: 'unknown' };
  const rows = await plan(mails(...names), aPlan({ ...bulk, chunk: 10 }, twins), accepted);
  assert.deepEqual(
    rows.map((row) => [row.state, row.paidTwins, row.openTwins, row.accepted]),
    [
      ['waiting', [], [], ['chosen']],
      ['waiting', [], [], ['unknown']],
      ['waiting', ['elsewhere'], [], ['chosen']],
      ['waiting', ['elsewhere'], [], ['unknown']],
      ['waiting', ['chosen'], [], []],
      ['waiting', [], [], []],
    ],
  );
  assert.deepEqual(
    callsOf(rows),
    ['own open', 'newer both', 'free', 'fresh'],
    'none lends its acceptance to others',
  );
});

test('twins are looked up page by page, by the body of each row', async () => {
  const body = '{\n  "rc_number": "MH00AB0007"\n}';
  const planned = aPlan({}, { [body]: paidBy('one') });
  const rows = await plan(
    Array.from({ length: 450 }, (_, index) => [`MH00AB${String(index).padStart(4, '0')}`]),
    planned,
  );
  assert.deepEqual(
    rows.filter(({ paidTwins }) => paidTwins.length > 0).map(({ row, fingerprint }) => [row, fingerprint]),
    [[7, body]],
  );
  assert.equal(planned.most.inOneLook, 200);
});

test('what was paid before and what is open are known from the ledger', async (t) => {
  const { ledger } = await aLedger(t);
  const print = (plate: string) =>
    ledger.inputPrint('rc-advanced', new TextEncoder().encode(JSON.stringify({ rc_number: plate })));
  const order = async (plate: string, at = here) => {
    const { whole, parts } = await print(plate);
    return { fingerprint: whole, parts, place: at };
  };
  await place(ledger, 'paid', { order: await order('MH00AB0000') });
  await place(ledger, 'open', { order: await order('MH00AB0001'), settlement: pending });
  await ledger.begin(newOrder('elsewhere', await order('MH00AB0002', 'https://other.example.invalid')));
  const id = batchId('b');
  const operation = operationById('rc-advanced');
  const planner = new Planner(
    {
      store: ledger.batches,
      fingerprint: (of, bytes) => ledger.fingerprint(of, bytes),
      inputPrint: (of, bytes) => ledger.inputPrint(of, bytes),
    },
    { batch: id, operation, place: here, map: { rc_number: { column: 0 } }, width: 1, chunk: 1 },
  );
  await ledger.batches.create({
    id,
    operation: operation.id,
    environment: 'acme-prod',
    identity: 'name:acme-prod',
    kind: 'live',
    origin: here,
    baseUrl: here,
    source: 'x.csv',
    createdAt: noon,
    fields: operation.requestFields,
  });
  for (const [line, plate] of ['MH00AB0000', 'MH00AB0001', 'MH00AB0002'].entries()) {
    await planner.add({ line, cells: [plate] });
  }
  await planner.end();
  const batch = await ledger.batches.get(id, 'me', noon);
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
        twins: async (_place, inputs) => inputs.map(() => ({ paid: [], pending: [] })),
      },
      ...prints,
      fingerprint: async (_operation, body) => String(body.length + Math.random()),
    },
    {
      batch: batchId('b'),
      operation: operationById('rc-advanced'),
      place: here,
      map: { rc_number: { column: 0 } },
      width: 1,
      chunk: 1,
    },
  );
  for (let line = 1; line <= maxRows; line += 1) await planner.add({ line, cells: ['MH00AB0000'] });
  await assert.rejects(
    planner.add({ line: maxRows + 1, cells: ['x'] }),
    (error) =>
      plain(asUnreadableRows(error)?.what ?? { text: '' }) ===
      'Line 100001 exceeds the 100000 rows of a batch. Split the file.',
  );
  assert.equal(await planner.end(), maxRows);
  assert.equal(written, maxRows);
  assert.ok(most <= 400, String(most));
});
