import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { draftId, orderId } from '../../../src/calls/ports/ids.ts';
import { billedOf, outcomesOf, rowsIn } from '../../../src/ledger/batchCounting.ts';
import {
  batchOf,
  isGone,
  rowsAfter,
  rowsOfCall,
  undecidedDrafts,
  waitingCall,
} from '../../../src/ledger/batchReading.ts';
import { insertBatch } from '../../../src/ledger/batchWriting.ts';
import { openFile } from '../../../src/ledger/openFile.ts';
import { inputColumn, inputOwner, rowInputOf } from '../../../src/ledger/quotedRows.ts';
import { Store } from '../../../src/ledger/store.ts';
import { insertOrder, settleOrder } from '../../../src/ledger/writing.ts';
import { aBatch, b } from './aBatch.ts';
import { aFolder, aSettlement, bytes, newOrder, noon } from './aLedger.ts';

const ofBatch = { batch: { id: b, row: 0 } };
const sealed = { sealId: 'a-key', body: bytes('sealed'), head: bytes('head'), aadhaar: null };

/** A batch in its file, without the ledger around it. */
async function aStore(t: TestContext): Promise<Store> {
  const { db, names } = await openFile(aFolder(t), noon);
  t.after(() => db.close());
  const store = new Store(db, names);
  insertBatch(store, aBatch, sealed);
  return store;
}

function put(
  store: Store,
  row: number,
  changes: Readonly<Record<string, string | number | null>> = {},
): void {
  const values = {
    batch: b,
    row,
    line: row + 2,
    call: row,
    state: 'waiting',
    flawed: 0,
    masked: 'XX••01',
    repeat_key: 'key',
    draft_id: `batch-b.${row}`,
    seal_id: 'a-key',
    ...changes,
  };
  const names = Object.keys(values);
  store
    .sql(
      `INSERT INTO batch_rows (${names.join(', ')}, input) VALUES (${names.map(() => '?').join(', ')}, x'01')`,
    )
    .run(...Object.values(values));
}

describe('a row of a batch', () => {
  it('that was skipped because its input was paid for names the newest of the orders that were billed', async (t) => {
    const store = await aStore(t);
    const twins = JSON.stringify(['gone', 'nameless', 'unsure', 'newest', 'oldest']);
    put(store, 0, { state: 'skipped', why: 'paid', paid_twins: twins });
    put(store, 1, { state: 'skipped', why: 'paid', paid_twins: JSON.stringify(['unsure']) });
    put(store, 2, { state: 'skipped', why: 'left', paid_twins: twins });
    put(store, 3, { paid_twins: twins });
    const settled = (id: string, changes: Parameters<typeof aSettlement>[0]): void => {
      insertOrder(store, newOrder(id), sealed);
      settleOrder(store, orderId(id), aSettlement(changes), sealed);
    };
    settled('nameless', { orderId: null });
    settled('unsure', { orderId: 'ORD-3', billing: 'unknown' });
    settled('newest', { orderId: 'ORD-2' });
    settled('oldest', { orderId: 'ORD-1' });
    const told = rowsAfter(store, b, -1, 10).map(({ orderId, earlierOrderId }) => [orderId, earlierOrderId]);
    assert.deepEqual(told, [
      [null, 'ORD-2'],
      [null, 'ORD-3'],
      [null, null],
      [null, null],
    ]);
  });

  it('is told with its order, or without one', async (t) => {
    const store = await aStore(t);
    put(store, 0, { call: null, state: 'skipped', why: 'same', same_as: 3 });
    put(store, 1, { state: 'done', order_ref: 'o' });
    insertOrder(store, newOrder('o'), sealed);
    settleOrder(store, orderId('o'), aSettlement({ failureCode: 'reset' }), sealed);
    const none = {
      outcome: null,
      billing: null,
      resolved: null,
      httpStatus: null,
      messageCode: null,
      failureCode: null,
    };
    const [first, second, ...others] = rowsAfter(store, b, -1, 10);
    assert.deepEqual(first, {
      ...none,
      row: 0,
      line: 2,
      call: null,
      state: 'skipped',
      why: 'same',
      sameAs: 3,
      masked: 'XX••01',
      order: null,
      orderId: null,
      earlierOrderId: null,
      settledAt: null,
    });
    assert.deepEqual(second, {
      row: 1,
      line: 3,
      call: 1,
      state: 'done',
      why: null,
      sameAs: null,
      masked: 'XX••01',
      order: 'o',
      outcome: 'negative',
      billing: 'billed',
      resolved: null,
      httpStatus: 422,
      messageCode: 'NO_RECORD_FOUND',
      failureCode: 'reset',
      orderId: 'ORD-INVENTED-1',
      earlierOrderId: null,
      settledAt: noon + 812,
    });
    assert.deepEqual(others, []);
  });

  it('comes in the order of the file, page by page, and with the others of its call', async (t) => {
    const store = await aStore(t);
    for (const [row, call] of [
      [4, 1],
      [2, 1],
      [10, 1],
      [1, 0],
    ] as const)
      put(store, row, { call });
    const rows = (after: number, limit: number) => rowsAfter(store, b, after, limit).map(({ row }) => row);
    assert.deepEqual([rows(-1, 2), rows(2, 2), rows(10, 2)], [[1, 2], [4, 10], []]);
    assert.deepEqual(
      rowsOfCall(store, b, 1).map(({ row }) => row),
      [2, 4, 10],
    );
    assert.deepEqual(rowsOfCall(store, b, 7), []);
  });
});

describe('the input of a row', () => {
  it('is read as every version has sealed it', () => {
    const read = (kept: unknown) => rowInputOf(bytes(JSON.stringify(kept)));
    const fields = { rc_number: 'XX00QQ9001' };
    assert.deepEqual(read(fields), { fields, own: null });
    assert.deepEqual(read([fields, ['cell']]), { fields, own: ['cell'] });
    assert.deepEqual(read([null, []]), { fields: null, own: [] });
    assert.deepEqual([inputOwner('batch-1', 7), inputColumn], ['batch-1.7', 'batch_input']);
  });
});

describe('a batch', () => {
  it('is counted by what its rows are, and by the calls they make', async (t) => {
    const store = await aStore(t);
    put(store, 0, { call: 0 });
    put(store, 1, { call: 0 });
    put(store, 2, { flawed: 1 });
    put(store, 3, { paid_twins: '["o"]' });
    put(store, 4, { paid_twins: '["o","p"]', accepted_paid: '["o"]' });
    put(store, 5, { paid_twins: '["o"]', accepted_paid: '["o"]' });
    put(store, 6, { call: null, state: 'skipped', why: 'erased' });
    const row = store.sql('SELECT * FROM batches').get() ?? {};
    const { tally } = batchOf(store, row, 'window', noon);
    const told = tally.map((one) =>
      [one.state, one.why, one.flawed, one.paid, one.rows, one.calls].join(' '),
    );
    assert.deepEqual(told.toSorted(), [
      'skipped erased false false 1 0',
      'waiting  false false 3 2',
      'waiting  false true 2 2',
      'waiting  true false 1 1',
    ]);
  });

  it('is interrupted where a hold ran out, and held elsewhere where another window’s has not', async (t) => {
    const store = await aStore(t);
    const told = (state: string, holder: string | null, until: number, now = noon) => {
      store.sql('UPDATE batches SET state = ?, holder = ?, held_until = ?').run(state, holder, until);
      const batch = batchOf(store, store.sql('SELECT * FROM batches').get() ?? {}, 'own', now);
      return `${batch.state}${batch.interrupted ? ' interrupted' : ''}${batch.heldElsewhere ? ' elsewhere' : ''}`;
    };
    assert.equal(told('planning', null, 0), 'planning');
    assert.equal(told('started', null, 0), 'started');
    assert.equal(told('started', null, noon + 1), 'started');
    assert.equal(told('started', 'own', noon), 'started');
    assert.equal(told('started', 'other', noon), 'started elsewhere');
    for (const holder of ['own', 'other'])
      assert.equal(told('started', holder, noon - 1), 'started interrupted');
  });

  it('tells what its calls came to, as often as rows and calls', async (t) => {
    const store = await aStore(t);
    insertOrder(store, newOrder('o', ofBatch), sealed);
    settleOrder(store, orderId('o'), aSettlement({ messageCode: null }), sealed);
    for (const row of [0, 1]) put(store, row, { call: 5, state: 'done', order_ref: 'o' });
    put(store, 2, { state: 'skipped', order_ref: 'o' });
    assert.deepEqual(await outcomesOf(store, b), [
      { outcome: 'negative', billing: 'billed', messageCode: null, rows: 2, kept: 2, open: 0, calls: 1 },
    ]);
    assert.deepEqual(await billedOf(store, b), {
      byPrice: [{ price: newOrder('o').price, calls: 1 }],
      unclear: 0,
    });
    insertOrder(store, newOrder('p', { ...ofBatch, price: '2.50' }), sealed);
    settleOrder(store, orderId('p'), aSettlement({ messageCode: null }), sealed);
    insertOrder(store, newOrder('q', { ...ofBatch, price: '2.50' }), sealed);
    settleOrder(store, orderId('q'), aSettlement({ outcome: 'rejected', billing: 'free' }), sealed);
    put(store, 3, { call: 6, state: 'done', order_ref: 'p' });
    put(store, 4, { call: 7, state: 'done', order_ref: 'q' });
    const { byPrice } = await billedOf(store, b);
    assert.deepEqual(new Map(byPrice.map(({ price, calls }) => [price, calls])).get('2.50'), 1);
  });

  it('counts and lists a long one some rows at a time, and each row and call of it once', async (t) => {
    const store = await aStore(t);
    assert.deepEqual(
      [await outcomesOf(store, b), await billedOf(store, b)],
      [[], { byPrice: [], unclear: 0 }],
    );
    insertOrder(store, newOrder('o', ofBatch), sealed);
    settleOrder(store, orderId('o'), aSettlement({ messageCode: null }), sealed);
    // Three rows a call, those of one apart from one another, as a file's addresses may be.
    const calls = 2000;
    store.db.exec('BEGIN');
    for (let row = 0; row < 3 * calls; row += 1)
      put(
        store,
        row,
        row % 3 === 1
          ? { state: 'waiting', call: row % calls }
          : { state: 'done', call: row % calls, order_ref: 'o' },
      );
    store.db.exec('COMMIT');
    let reads = 0;
    const { read } = store;
    store.read = (...work) => {
      reads += 1;
      return read.apply(store, work) as never;
    };
    const price = newOrder('o').price;
    const [tally, ...others] = await outcomesOf(store, b);
    assert.deepEqual([tally?.rows, tally?.calls, others.length], [2 * calls, calls, 0]);
    assert.ok(reads > 3, `${reads} readings`);
    assert.deepEqual(await billedOf(store, b), { byPrice: [{ price, calls: 1 }], unclear: 0 });
    const waiting = { kind: 'state', among: [{ state: 'waiting', why: null }] } as const;
    const listed = async (offset: number, limit: number) =>
      (await rowsIn(store, b, waiting, offset, limit)).map(({ row }) => row);
    assert.deepEqual(await listed(0, 3), [1, 4, 7]);
    assert.deepEqual(await listed(1998, 100), [5995, 5998]);
    assert.deepEqual(
      await listed(900, 100),
      Array.from({ length: 100 }, (_, at) => 3 * (900 + at) + 1),
    );
    assert.deepEqual(await listed(2000, 100), []);
    const done = { kind: 'outcome', among: tally === undefined ? [] : [tally] } as const;
    assert.deepEqual(
      (await rowsIn(store, b, done, 3999, 9)).map(({ row }) => row),
      [5999],
    );
  });
});

describe('the call that is next', () => {
  it('has all its rows that wait, in their order, and what the user passed of each, once', async (t) => {
    const store = await aStore(t);
    put(store, 9, { call: 3, draft_id: 'batch-b.x', fingerprint: 'print', accepted_paid: '["a"]' });
    put(store, 8, {
      call: 3,
      draft_id: 'batch-b.x',
      fingerprint: 'print',
      accepted_paid: '["c","a"]',
      accepted_open: '["d"]',
    });
    put(store, 10, { call: 3, state: 'skipped' });
    put(store, 1, { call: 1, state: 'done' });
    const input = Uint8Array.of(1);
    const call = waitingCall(store, b, 0);
    assert.deepEqual(call, {
      call: 3,
      draftId: 'batch-b.x',
      fingerprint: 'print',
      acceptedPaid: ['c', 'a'],
      acceptedOpen: ['d'],
      rows: [
        { row: 8, sealId: 'a-key', input },
        { row: 9, sealId: 'a-key', input },
      ],
    });
    assert.deepEqual(waitingCall(store, b, 3), call);
    assert.equal(waitingCall(store, b, 4), null);
  });

  it('is never made of rows that hold nothing any more', async (t) => {
    const store = await aStore(t);
    put(store, 1);
    store.db.exec('UPDATE batch_rows SET input = NULL');
    assert.throws(() => waitingCall(store, b, 0), { message: 'a row that waits has no input any more' });
  });

  it('is gone when it does not wait any more, when its batch is a plan again, and never where it is no batch’s', async (t) => {
    const store = await aStore(t);
    put(store, 1);
    put(store, 2, { state: 'skipped' });
    const gone = (draft: string) => isGone(store, draftId(draft));
    const all = () => ['batch-b.1', 'batch-b.2', 'batch-b.3', 'draft 1'].map(gone);
    assert.deepEqual(all(), [true, true, true, false]);
    store.db.exec(`UPDATE batches SET state = 'started'`);
    assert.deepEqual(all(), [false, true, true, false]);
  });

  it('waits for the user’s word once for all its rows, by what it waits for', async (t) => {
    const store = await aStore(t);
    const undecided = { state: 'undecided', why: 'unknown' };
    put(store, 1, { ...undecided, call: 7, draft_id: 'batch-b.7' });
    put(store, 2, { ...undecided, call: 7, draft_id: 'batch-b.7' });
    put(store, 3, { ...undecided, call: 5, draft_id: 'batch-b.5' });
    put(store, 4, { ...undecided, why: 'pending' });
    put(store, 5, { ...undecided, draft_id: null });
    assert.deepEqual(undecidedDrafts(store, b, 'unknown'), ['batch-b.5', 'batch-b.7']);
  });
});
