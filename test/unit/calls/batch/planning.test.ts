import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type PlanMeans,
  Planner,
  type PlanOptions,
  type RowWish,
} from '../../../../src/calls/batch/planner.ts';
import type { NewBatchRow } from '../../../../src/calls/ports/batchPorts.ts';
import { batchId, orderId } from '../../../../src/calls/ports/ids.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import { means, open, paid } from './aReview.ts';

const mailing: Partial<PlanOptions> = {
  operation: operationById('email-bulk'),
  map: { emails: { column: 0 } },
};

/** A planner that writes into memory. Inputs of "paid" and "open" have such an order. */
class MemoryPlan {
  readonly rows: NewBatchRow[] = [];
  writes = 0;
  readonly planner: Planner;
  #line = 1;

  constructor(options: Partial<PlanOptions> = {}, store: Partial<PlanMeans['store']> = {}) {
    const { twins, ...prints } = means({ MH00PA0001: paid, MH00OP0001: open, 'paid@': paid, 'open@': open });
    this.planner = new Planner(
      {
        ...prints,
        store: {
          addRows: async (_batch, found) => {
            this.writes += 1;
            this.rows.push(...found);
          },
          firstRows: async (_batch, keys) =>
            new Map(
              keys.flatMap((key) => {
                const first = this.rows.find(({ repeatKey }) => repeatKey === key);
                return first === undefined ? [] : [[key, first.row] as const];
              }),
            ),
          twins,
          ...store,
        },
      },
      {
        ...{ batch: batchId('b'), operation: operationById('rc-advanced'), place: 'x' },
        ...{ map: { rc_number: { column: 0 } }, width: 1, chunk: 3 },
        ...options,
      },
    );
  }

  async add(cells: readonly string[], accepted: readonly string[] = [], wish: RowWish = {}): Promise<void> {
    this.#line += 1;
    await this.planner.add({ line: this.#line, cells }, accepted.map(orderId), wish);
  }

  /** The rows by their place, once all are written. */
  async end(): Promise<readonly NewBatchRow[]> {
    await this.planner.end();
    return this.rows.toSorted((a, b) => a.row - b.row);
  }
}

const plate = (at: number) => [`MH00AB${1000 + at}`];

test('rows of single calls are written as soon as two hundred are there, each as a call of its own', async () => {
  const plan = new MemoryPlan();
  for (let at = 0; at < 199; at += 1) await plan.add(plate(at));
  assert.equal(plan.writes, 0);
  await plan.add(plate(199));
  assert.deepEqual([plan.writes, plan.rows.length], [1, 200]);
  await plan.add(plate(0));
  await plan.add(plate(200));
  assert.equal(await plan.planner.end(), 202, 'it says how many rows there were');
  assert.deepEqual(
    plan.rows.slice(200).map(({ row, call, sameAs }) => [row, call, sameAs]),
    [
      [200, null, 0],
      [201, 200, null],
    ],
  );
  assert.deepEqual(
    plan.rows.slice(0, 200).map(({ call }) => call),
    Array.from({ length: 200 }, (_, at) => at),
  );
});

test('of no rows nothing is written, and nothing twice', async () => {
  const none = new MemoryPlan();
  assert.equal(await none.planner.end(), 0);
  assert.equal(none.writes, 0);
  const plan = new MemoryPlan(mailing);
  await plan.add(['a@x.invalid']);
  await plan.end();
  await plan.end();
  assert.deepEqual([plan.writes, plan.rows.length], [1, 1]);
});

test('a row that can leave, as it is written', async () => {
  const plan = new MemoryPlan();
  await plan.add(['mh 00 ab 1000'], [], { own: ['mine'] });
  await plan.add(plate(1));
  const [first, second] = await plan.end();
  const { rc_number, ...others } = first?.fields ?? {};
  assert.deepEqual([rc_number, others], ['MH00AB1000', {}]);
  assert.deepEqual(
    { ...first, fields: null, repeatKey: null },
    {
      ...{ row: 0, line: 2, call: 0, state: 'waiting', why: null, flawed: false, paidTwins: [] },
      ...{
        openTwins: [],
        accepted: [],
        acceptedOver: [],
        sameAs: null,
        masked: 'MH••••••00',
        repeatKey: null,
      },
      ...{ fingerprint: '{\n  "rc_number": "MH00AB1000"\n}', fields: null, own: ['mine'] },
    },
  );
  assert.equal(second?.own, null);
});

test('a row that never leaves, as it is written: with its own cells, and nothing of what it would ask', async () => {
  const plan = new MemoryPlan();
  const never = {
    ...{ call: null, state: 'skipped', flawed: false, paidTwins: [], openTwins: [], accepted: [] },
    ...{ repeatKey: null, fingerprint: null, fields: null },
  };
  await plan.add(['x', 'too many'], [], { own: ['uneven'] });
  await plan.add(['nonsense'], [], { own: ['left'], left: { why: 'invalid', sameAs: 7 } });
  await plan.add(plate(0));
  await plan.add(plate(0), [], { own: ['again'] });
  await plan.add(plate(0));
  const [uneven, left, , again, bare] = await plan.end();
  assert.deepEqual(uneven, {
    ...never,
    ...{ row: 0, line: 2, why: 'uneven', sameAs: null, masked: '', own: ['uneven'] },
  });
  const { masked, ...rest } = left ?? {};
  assert.deepEqual(rest, { ...never, ...{ row: 1, line: 3, why: 'invalid', sameAs: 7, own: ['left'] } });
  assert.ok(masked !== undefined && masked !== '' && !masked.includes('nonsense'));
  assert.deepEqual(again, {
    ...never,
    ...{ row: 3, line: 5, why: 'duplicate', sameAs: 2, masked: 'MH••••••00', own: ['again'] },
  });
  assert.equal(bare?.own, null);
});

test('an open order leaves its row to the user, a paid one is named; one that was accepted does neither', async () => {
  const plan = new MemoryPlan();
  await plan.add(['MH00OP0001']);
  await plan.add(['MH00PA0001']);
  await plan.add(['MH00AB1000'], [], { open: [orderId('seen'), orderId('seen, too')] });
  const found = await plan.end();
  assert.deepEqual(
    found.map(({ state, why, paidTwins, openTwins }) => [state, why, paidTwins, openTwins]),
    [
      ['undecided', 'pending', [], ['open']],
      ['waiting', null, ['paid'], []],
      ['undecided', 'pending', [], ['seen', 'seen, too']],
    ],
  );
  const accepting = new MemoryPlan();
  await accepting.add(['MH00OP0001'], ['open']);
  await accepting.add(['MH00PA0001'], ['paid']);
  await accepting.add(['MH00PA0001 '], ['another']);
  assert.deepEqual(
    (await accepting.end()).map(({ state, paidTwins, openTwins, accepted }) => [
      state,
      paidTwins,
      openTwins,
      accepted,
    ]),
    [
      ['waiting', [], [], ['open']],
      ['waiting', [], [], ['paid']],
      ['skipped', [], [], []],
    ],
  );
});

test('rows that are chosen apart travel apart, and a call has the print of all its rows', async () => {
  const plan = new MemoryPlan(mailing);
  const mails = ['a@x.invalid', 'paid@x.invalid', 'open@x.invalid', 'wrong', 'b@x.invalid'];
  for (const mail of mails) await plan.add([mail]);
  await plan.add(['c@x.invalid'], ['chosen']);
  const found = await plan.end();
  assert.deepEqual(
    found.map(({ call }) => call),
    [0, 1, 2, 3, 0, 4],
  );
  const [both, alone] = [found[0]?.fingerprint ?? '', found[5]?.fingerprint ?? ''];
  assert.deepEqual(JSON.parse(both), { emails: ['a@x.invalid', 'b@x.invalid'] });
  assert.deepEqual(JSON.parse(alone), { emails: ['c@x.invalid'] });
  assert.equal(found[4]?.fingerprint, both);
});

test('a call that is full leaves, and the next row of its kind begins another', async () => {
  const plan = new MemoryPlan({ ...mailing, chunk: 2 });
  for (const name of ['a', 'b', 'c']) await plan.add([`${name}@x.invalid`]);
  assert.deepEqual(
    (await plan.end()).map(({ call }) => call),
    [0, 0, 1],
  );
});

test('a repeat is found among rows that wait for their like, long after their page was taken', async () => {
  const plan = new MemoryPlan({ ...mailing, chunk: 1000 });
  for (let at = 0; at < 200; at += 1) await plan.add([`m${at}@x.invalid`]);
  assert.equal(plan.rows.length, 0, 'their call is not full');
  await plan.add(['M7@X.invalid']);
  const found = await plan.end();
  assert.deepEqual([found[200]?.why, found[200]?.sameAs], ['duplicate', 7]);
});

test('a store that does not say of each row whether it was paid before is not believed', async () => {
  const plan = new MemoryPlan({}, { twins: async () => [] });
  await plan.add(plate(0));
  await assert.rejects(plan.end(), /twins were not looked up for every row/);
  assert.deepEqual(plan.rows, []);
});
