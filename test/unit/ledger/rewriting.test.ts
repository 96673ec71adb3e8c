import assert from 'node:assert/strict';
import { existsSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { it, type TestContext } from 'node:test';
import { Eraser } from '../../../src/ledger/erasing.ts';
import { openFile } from '../../../src/ledger/openFile.ts';
import { Store } from '../../../src/ledger/store.ts';
import { addMany, aFolder, aWindow, keyRing, noon, place } from './aLedger.ts';

/* Only a file that is written anew as a whole is free of traces for certain; that takes its time, so it is not done for each change. */

const minute = 60_000;
const mebibyte = 1024 * 1024;
const keepAll = { keep: 'everything', payloadDays: 0, orderDays: 0 } as const;

interface Own {
  /** File that is scrubbed, where it is not the one of the history. */
  readonly orders?: string;
}

async function anEraser(t: TestContext, folder = aFolder(t), own: Own = {}) {
  const { db, names } = await openFile(folder, noon);
  t.after(() => db.close());
  const store = new Store(db, names);
  const scrubbed = { ...names, ...own };
  const eraser = new Eraser(store, scrubbed, { sealing: keyRing('a-key'), now: () => noon });
  let before = version(names.orders);
  /** Whether the file was written anew since this was asked last. */
  const anew = (): boolean => {
    const now = version(names.orders);
    const is = now !== before;
    before = now;
    return is;
  };
  return { eraser, store, names, scrubbed, anew };
}

/** Another one after each time a file was written anew. */
function version(file: string): number {
  const db = new DatabaseSync(file);
  const row = db.prepare('PRAGMA schema_version').get();
  db.close();
  return Number(row?.schema_version);
}

/** Makes a file as large as said, with nothing in what is added. */
function grow(store: Store, file: string, bytes: number): void {
  store.sql('PRAGMA wal_checkpoint(TRUNCATE)').get();
  truncateSync(file, bytes);
}

it('writes a small file anew at most once in ten minutes after payloads were', async (t) => {
  const { eraser, anew } = await anEraser(t);
  const tidied = async (changed: number, at: number) => [await eraser.tidy(changed, at), anew()];
  assert.deepEqual(await tidied(1, noon), [true, true]);
  assert.deepEqual(await tidied(1, noon + 10 * minute - 1), [true, false]);
  assert.deepEqual(await tidied(1, noon + 10 * minute), [true, true]);
  assert.deepEqual(await tidied(1, noon + 11 * minute), [true, false]);
});

it('writes a file anew after two hundred changes, however soon', async (t) => {
  const { eraser, anew } = await anEraser(t);
  const tidied = async (changed: number) => {
    await eraser.tidy(changed, noon);
    return anew();
  };
  assert.equal(await tidied(200), true);
  assert.equal(await tidied(199), false);
  assert.equal(await tidied(1), true);
  assert.equal(await tidied(199), false);
});

for (const [bytes, changed, whole] of [
  [8 * mebibyte, 1, true],
  [8 * mebibyte + 4096, 199, false],
  [8 * mebibyte + 4096, 200, true],
  [256 * mebibyte, 200, true],
  [256 * mebibyte + 4096, 200, false],
] as const) {
  it(`writes a file of ${bytes} bytes ${whole ? '' : 'not '}anew after ${changed} changes`, async (t) => {
    const { eraser, store, names, anew } = await anEraser(t);
    grow(store, names.orders, bytes);
    await eraser.tidy(changed, noon);
    assert.equal(anew(), whole);
  });
}

const count = (store: Store, sql: string): unknown => Object.values(store.sql(sql).get() ?? {})[0];
const erasures = (store: Store): unknown => count(store, 'SELECT count FROM erasures');

it('does nothing to the file where nothing was erased', async (t) => {
  const { eraser, store, anew } = await anEraser(t);
  store.sql('PRAGMA wal_checkpoint(TRUNCATE)').get();
  await eraser.finish(0);
  assert.deepEqual(await eraser.apply(keepAll, noon), { orders: 0, leftOpen: 0, dropped: 0 });
  assert.equal(await eraser.input('nobody').then(({ orders }) => orders), 0);
  assert.deepEqual([anew(), erasures(store)], [false, 0]);
});

it('writes a file anew for an erasure that was asked for, however large it is and however little was erased', async (t) => {
  const { eraser, store, names, anew } = await anEraser(t);
  grow(store, names.orders, 256 * mebibyte + 4096);
  await eraser.finish(1);
  assert.deepEqual([anew(), erasures(store)], [true, 1]);
});

/** Orders that are over, many at once. */
function addSettled(folder: string, many: number): void {
  addMany(folder, many);
  const db = new DatabaseSync(join(folder, 'orders.sqlite'));
  db.exec(`UPDATE orders SET state = 'settled', outcome = 'verified', billing = 'billed'`);
  db.close();
}

it('writes a file anew after two hundred orders went by themselves, which no erasure counts', async (t) => {
  const folder = aFolder(t);
  const { eraser, store, anew } = await anEraser(t, folder);
  const goes = async (many: number): Promise<boolean> => {
    addSettled(folder, many);
    assert.equal((await eraser.apply({ ...keepAll, keep: 'open-only' }, noon + 1000)).orders, many);
    return anew();
  };
  assert.equal(await goes(199), false);
  assert.equal(await goes(1), true);
  assert.equal(await goes(199), false);
  assert.equal(erasures(store), 0);
});

it('forgets the words of a filter that only erased orders had', async (t) => {
  const folder = aFolder(t);
  const ledger = await aWindow(t, folder);
  await place(ledger, 'stays');
  await place(ledger, 'goes', { order: { environment: 'gone-environment' } });
  const { eraser, store } = await anEraser(t, folder);
  const words = () =>
    store
      .sql('SELECT DISTINCT environment FROM facets ORDER BY 1')
      .all()
      .map(({ environment }) => environment);
  assert.deepEqual(words(), ['acme-prod', 'gone-environment']);
  await eraser.rows([Number(count(store, `SELECT seq FROM orders WHERE id = 'goes'`))]);
  assert.deepEqual(words(), ['acme-prod']);
});

it('says that traces may remain where the file could not be written anew, and makes it good the next time', async (t) => {
  const folder = aFolder(t);
  const broken = join(folder, 'broken');
  writeFileSync(broken, 'no database, and longer than the header of one is '.repeat(20));
  const ledger = await aWindow(t, folder);
  await place(ledger, 'a');
  const { eraser, store, names, scrubbed, anew } = await anEraser(t, folder, { orders: broken });
  const a = Number(count(store, 'SELECT seq FROM orders'));
  await assert.rejects(
    eraser.rows([a]),
    /^Error: the orders are erased, but traces may remain in the file: .*not a database/,
  );
  assert.deepEqual([anew(), count(store, 'SELECT count(*) FROM orders')], [false, 0]);
  Object.assign(scrubbed, { orders: names.orders });
  // Nothing is due any more but that.
  await eraser.apply(keepAll, noon);
  assert.equal(anew(), true);
  await eraser.apply(keepAll, noon);
  await place(ledger, 'b');
  await eraser.apply({ ...keepAll, keep: 'open-only' }, noon + 1000);
  assert.deepEqual([anew(), count(store, 'SELECT count(*) FROM orders')], [false, 0]);
});

it('removes copies of the file with the old forms of payloads that were written anew', async (t) => {
  const { eraser, names } = await anEraser(t);
  const copy = join(names.folder, 'orders.backup-v1-2026.sqlite');
  writeFileSync(copy, 'a copy');
  await eraser.tidy(1, noon);
  assert.equal(existsSync(copy), false);
});
