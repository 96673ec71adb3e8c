import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { orderId, pageId } from '../../../src/calls/ports/ids.ts';
import { applyToBatches, eraseRows, eraseRowsOf } from '../../../src/ledger/batchErasing.ts';
import { insertBatch } from '../../../src/ledger/batchWriting.ts';
import { Drafts } from '../../../src/ledger/drafts.ts';
import { ErasedDrafts } from '../../../src/ledger/erasedDrafts.ts';
import { findByText, newest } from '../../../src/ledger/find.ts';
import { openFile } from '../../../src/ledger/openFile.ts';
import { Store } from '../../../src/ledger/store.ts';
import {
  rememberFound,
  rememberStore,
  type ValidSeal,
  validSeal,
  writeValidSeal,
} from '../../../src/ledger/validSeal.ts';
import { insertOrder, settleOrder } from '../../../src/ledger/writing.ts';
import { aBatch, b } from './aBatch.ts';
import { aFolder, aSettlement, bytes, damages, keyRing, newOrder, noon, text } from './aLedger.ts';

/** Writings into the file without the ledger around them. */
async function aStore(t: TestContext): Promise<Store> {
  const { db, names } = await openFile(aFolder(t), noon);
  t.after(() => db.close());
  return new Store(db, names);
}

const dayMs = 86_400_000;
const sealed = { sealId: 'a-key', body: bytes('sealed'), head: bytes('head'), aadhaar: null };
const count = (store: Store, from: string): unknown =>
  store.sql(`SELECT count(*) AS n FROM ${from}`).get()?.n;

describe('the one key that seals', () => {
  const own = (id: string, lasted?: boolean) => ({
    id,
    key: bytes('x'.repeat(32)),
    ...(lasted === undefined ? {} : { lasted }),
  });
  const chosen = (seal: string, survived: boolean, madeAt = noon): ValidSeal => ({ seal, madeAt, survived });

  it('is none before one was chosen, and none in a file of a version that had none', async (t) => {
    const store = await aStore(t);
    assert.equal(validSeal(store), null);
    store.db.exec('DROP TABLE valid_seal');
    const { db, names } = await openFile(aFolder(t), noon);
    t.after(() => db.close());
    db.exec('DROP TABLE valid_seal');
    assert.equal(validSeal(new Store(db, names)), null);
  });

  it('lasts once a window finds it that was not given it, and by nothing that the window does which made it', async (t) => {
    const store = await aStore(t);
    writeValidSeal(store, own('k1'), 'maker', noon);
    assert.deepEqual(validSeal(store), chosen('k1', false));
    rememberFound(store, 'k1', 'maker');
    rememberStore(store, 'k1', 'given');
    rememberFound(store, 'k1', 'given');
    assert.deepEqual(validSeal(store), chosen('k1', false));
    rememberFound(store, 'k1', 'other');
    assert.deepEqual(validSeal(store), chosen('k1', true));
    // Who was given it is of no use any more.
    assert.equal(count(store, 'seal_stores'), 0);
  });

  it('lasts from the start where it was kept before', async (t) => {
    const store = await aStore(t);
    writeValidSeal(store, own('k1', true), 'maker', noon);
    assert.deepEqual(validSeal(store), chosen('k1', true));
    writeValidSeal(store, own('k2', false), 'maker', noon + 1);
    assert.deepEqual(validSeal(store), chosen('k2', false, noon + 1));
  });

  it('is followed by another with nothing left of who asked for the one before, or was given it', async (t) => {
    const store = await aStore(t);
    writeValidSeal(store, own('k1'), 'maker', noon);
    rememberStore(store, 'k1', 'given');
    store.sql(`INSERT INTO seal_requests VALUES ('r', 'k1', x'00', ?, NULL)`).run(noon);
    writeValidSeal(store, own('k2'), 'next', noon + 1);
    assert.equal(count(store, 'seal_requests'), 0);
    const given = store.sql('SELECT seal, window FROM seal_stores').all();
    assert.deepEqual(
      given.map(({ seal, window }) => [seal, window]),
      [['k2', 'next']],
    );
    // A window that comes late with the key before it says nothing of this one.
    rememberFound(store, 'k1', 'late');
    assert.equal(count(store, 'valid_seal WHERE survived = 1'), 0);
  });
});

describe('a draft', () => {
  const page = pageId('page');

  it('remembers the key that sealed it: without its name nobody finds what it holds when its input is erased', async (t) => {
    const store = await aStore(t);
    const drafts = new Drafts(store, keyRing('draft-key'), true, damages);
    assert.equal(await drafts.save(page, bytes('typed'), noon), true);
    assert.equal(count(store, `seals WHERE id = 'draft-key'`), 1);
    assert.equal(text((await drafts.load(page)) ?? bytes('')), 'typed');
  });

  it('is neither written nor removed where the history is open for reading only', async (t) => {
    const store = await aStore(t);
    await new Drafts(store, keyRing('a-key'), true, damages).save(page, bytes('typed'), noon);
    const reading = new Drafts(store, keyRing('a-key'), false, damages);
    assert.equal(await reading.save(page, bytes('changed'), noon), true);
    await reading.delete(page);
    assert.equal(text((await reading.load(page)) ?? bytes('')), 'typed');
  });

  it('of a page that nobody erased from has been erased from no times', async (t) => {
    const store = await aStore(t);
    const drafts = new Drafts(store, keyRing('a-key'), true, damages);
    assert.equal(await drafts.erasures(page), 0);
    await drafts.save(page, bytes('typed'), noon);
    assert.equal(await drafts.erasures(page), 0);
  });

  it('is emptied with all others where nobody can tell what one holds, and not saved again by who has not heard of it', async (t) => {
    const store = await aStore(t);
    const drafts = new Drafts(store, keyRing('a-key'), true, damages);
    const erased = new ErasedDrafts(store, () => noon + 7);
    assert.equal(await erased.any(), false);
    for (const name of ['page', 'other']) await drafts.save(pageId(name), bytes('typed'), noon);
    assert.equal(await erased.any(), true);
    assert.equal(await erased.emptyAll(), 2);
    assert.equal(await erased.any(), false);
    assert.equal(await erased.emptyAll(), 0);
    assert.equal(await drafts.load(page), null);
    assert.equal(await drafts.erasures(page), 1);
    assert.equal(count(store, `drafts WHERE saved_at = ${noon + 7} AND seal_id = ''`), 2);
    assert.equal(await drafts.save(page, bytes('typed'), noon), false);
    assert.equal(await drafts.load(page), null);
    assert.equal(await drafts.save(page, bytes('new'), noon, 1), true);
    assert.equal(text((await drafts.load(page)) ?? bytes('')), 'new');
  });
});

describe('rows of batches', () => {
  interface Row {
    readonly batch?: string;
    readonly state?: string;
    readonly print?: string | null;
    readonly order?: string | null;
  }
  function row(
    store: Store,
    at: number,
    { batch = b, state = 'waiting', print = null, order = null }: Row,
  ): void {
    store
      .sql(
        `INSERT INTO batch_rows (batch, row, line, call, state, flawed, masked, fingerprint, repeat_key, order_ref, seal_id, input)
         VALUES (?, ?, 1, ?, ?, 0, 'XX', ?, 'key', ?, 'a-key', x'01')`,
      )
      .run(batch, at, at, state, print, order);
  }
  const kept = (store: Store) =>
    store
      .sql('SELECT row, state, why, input FROM batch_rows ORDER BY row')
      .all()
      .map(({ row: at, state, why, input }) => `${at} ${state} ${why} ${input === null ? 'empty' : 'kept'}`);

  it('of an input that is erased never leave, and those that are on their way stay', async (t) => {
    const store = await aStore(t);
    insertBatch(store, aBatch, sealed);
    row(store, 0, { print: 'p' });
    row(store, 1, { print: 'p', state: 'sent', order: 'o1' });
    row(store, 2, { print: 'p', state: 'answered', order: 'o2' });
    row(store, 3, { print: 'q' });
    assert.equal(eraseRowsOf(store, 'p'), 2);
    assert.deepEqual(kept(store), [
      '0 skipped erased empty',
      '1 sent null kept',
      '2 answered erased empty',
      '3 waiting null kept',
    ]);
    assert.equal(eraseRowsOf(store, 'p'), 0);
  });

  it('are removed five hundred at a time, all of them, and no other batch’s', async (t) => {
    const store = await aStore(t);
    insertBatch(store, aBatch, sealed);
    insertBatch(store, { ...aBatch, id: 'other' as typeof b }, sealed);
    row(store, 0, { batch: 'other' });
    for (const many of [0, 499, 500, 501]) {
      store.db.exec('BEGIN');
      for (let at = 0; at < many; at += 1) row(store, at, {});
      store.db.exec('COMMIT');
      let others = 0;
      setImmediate(() => {
        others += 1;
      });
      let turns = 0;
      const writes = t.mock.method(store, 'write', async (work: () => unknown) => {
        turns += 1;
        return work();
      });
      assert.equal(await eraseRows(store, b), many);
      writes.mock.restore();
      assert.deepEqual([turns, others], many < 500 ? [1, 0] : [2, 1], `${many}`);
      assert.equal(count(store, 'batch_rows'), 1);
    }
  });

  it('lose what they hold by the user’s policy once nothing waits, and go by it: counted each', async (t) => {
    const store = await aStore(t);
    const batch = (id: string, state: string, createdAt: number, heldUntil: number | null = null) => {
      insertBatch(store, { ...aBatch, id: id as typeof b, createdAt }, sealed);
      store
        .sql('UPDATE batches SET state = ?, holder = ?, held_until = ? WHERE id = ?')
        .run(state, heldUntil === null ? null : 'window', heldUntil ?? 0, id);
    };
    batch('over', 'started', noon - 10);
    for (const at of [0, 1, 2]) row(store, at, { batch: 'over', state: 'answered' });
    batch('waits', 'started', noon - 10);
    row(store, 0, { batch: 'waits' });
    batch('held', 'started', noon - 10, noon);
    row(store, 0, { batch: 'held', state: 'answered' });
    batch('lease ran out', 'started', noon - 10, noon - 1);
    row(store, 0, { batch: 'lease ran out', state: 'answered' });
    batch('gone', 'started', noon - 30);
    batch('gone, too', 'started', noon - 30);
    batch('plan', 'planning', noon - dayMs - 1);
    batch('plan of a day', 'planning', noon - dayMs);
    batch('plan that is made', 'planning', noon - dayMs - 1, noon);
    const going = { from: noon - 40, before: noon - 20, payloads: noon - 5 };
    assert.equal(applyToBatches(store, going, noon), 1 + 2 + 3 + 1);
    const left = store.sql('SELECT id, emptied FROM batches ORDER BY id').all();
    assert.deepEqual(
      left.map(({ id, emptied }) => `${id} ${emptied}`),
      ['held 0', 'lease ran out 1', 'over 1', 'plan of a day 0', 'plan that is made 0', 'waits 0'],
    );
    assert.equal(count(store, 'batch_rows WHERE input IS NOT NULL'), 2);
    assert.equal(applyToBatches(store, going, noon), 0);
  });
});

describe('a search', () => {
  async function withOrders(t: TestContext): Promise<(typed: string) => readonly string[]> {
    const store = await aStore(t);
    const put = (id: string, order: string, messageCode: string | null, begunAt: number, masked: string) => {
      insertOrder(store, newOrder(id, { begunAt, maskedInput: masked }), sealed);
      settleOrder(store, orderId(id), aSettlement({ orderId: order, messageCode }), sealed);
    };
    put('long', 'L'.repeat(210), 'ACCEPTED', noon, 'YY••••41');
    put('later', 'ORD-8', null, noon + 1, 'ZZ••••43');
    put('early', 'ORD-6', null, noon, 'WW••••44');
    put('short', 'ORD-7', 'CODE_ONE', noon, 'XX••••42');
    return (typed) => newest(store, findByText(store, typed, 10), 10).map(({ id }) => id);
  }

  it('looks for what begins so from three characters on, up to two hundred', async (t) => {
    const found = await withOrders(t);
    for (const [typed, ids] of [
      ['ORD', ['later', 'short', 'early']],
      ['OR', []],
      ['XX•', ['short']],
      ['XX', []],
      ['L'.repeat(200), ['long']],
      ['L'.repeat(201), []],
      ['acc', ['long']],
      ['ac', []],
      ['cod', ['short']],
      ['cod one', []],
    ] as const)
      assert.deepEqual(found(typed), ids, typed);
  });

  it('tells of orders begun at the same time the one first that was written last', async (t) => {
    const found = await withOrders(t);
    assert.deepEqual(found('ORD-6 ORD-7 ACCEPTED ORD-8'), ['later', 'short', 'early', 'long']);
  });
});
