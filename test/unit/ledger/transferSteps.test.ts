import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it, type TestContext } from 'node:test';
import { openFile } from '../../../src/ledger/openFile.ts';
import { seal } from '../../../src/ledger/sealing.ts';
import { Store } from '../../../src/ledger/store.ts';
import { insertOrder } from '../../../src/ledger/writing.ts';
import { addMany, aFolder, bytes, newOrder, noon } from './aLedger.ts';
import { aMerger, copyOf, keyOf } from './aMerge.ts';

const sealed = { sealId: 'a-key', body: bytes('sealed'), aadhaar: null };

/** A file of so many orders, a millisecond apart. */
async function aCopy(t: TestContext, count: number, change = '') {
  const folder = aFolder(t);
  const { db } = await openFile(folder, noon);
  db.close();
  addMany(folder, count);
  return copyOf(t, folder, change);
}

/** Turns that others have while work is done. */
async function turnsOf(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let next: NodeJS.Immediate | undefined;
  const look = (): void => {
    turns += 1;
    next = setImmediate(look);
  };
  next = setImmediate(look);
  await work();
  clearImmediate(next);
  return turns;
}

describe('orders of a backup come', () => {
  it('fifty at a time, between which the host goes on, each once', async (t) => {
    const copy = await aCopy(t, 120);
    const { store, take } = await aMerger(t);
    let restored: unknown;
    const turns = await turnsOf(async () => {
      restored = await take(copy, 'a-key');
    });
    assert.deepEqual(restored, { added: 120, known: 0, sealed: 0 });
    assert.deepEqual(store.after.slice(0, 3), [50, 100, 120]);
    assert.ok(turns >= 3, String(turns));
  });

  it('fewer at a time where they are large: as soon as they come to 4 MiB', async (t) => {
    const folder = aFolder(t);
    const { db, names } = await openFile(folder, noon);
    const from = new Store(db, names);
    const half = 2 * 1024 * 1024;
    // A byte too few for two; exactly enough; and again a byte too few.
    const sizes = [half, half - 1, 100, half, half, half, half - 1, 100];
    for (const [n, size] of sizes.entries()) {
      const id = `large ${n}`;
      // Sealing adds 29 bytes.
      const body = seal(keyOf('a-key'), id, 'request_body', randomBytes(size - 29));
      insertOrder(from, newOrder(id, { begunAt: noon + n }), { ...sealed, body });
    }
    db.close();
    const { store, take } = await aMerger(t);
    await take(copyOf(t, folder), 'a-key');
    assert.deepEqual(store.after.slice(0, 3), [3, 5, 8]);
  });

  it('in the order in which they began, those of one millisecond by their place', async (t) => {
    const copy = await aCopy(t, 120, `UPDATE orders SET begun_at = ${noon} - seq / 60`);
    const { store, take } = await aMerger(t);
    assert.deepEqual(await take(copy, 'a-key'), { added: 120, known: 0, sealed: 0 });
    const wanted = copy.prepare('SELECT id FROM orders ORDER BY begun_at, seq').all();
    assert.deepEqual(store.sql('SELECT id FROM orders ORDER BY seq').all(), wanted);
  });

  it('and one that another window wrote meanwhile stays as it is, and counts as known', async (t) => {
    const copy = await aCopy(t, 3);
    const { store, take } = await aMerger(t);
    store.before = () => {
      insertOrder(store, newOrder('many 2', { machine: 'written meanwhile' }), sealed);
      insertOrder(store, { ...newOrder('other'), draftId: newOrder('x').draftId }, sealed);
      store.sql(`UPDATE orders SET draft_id = 'many 3' WHERE id = 'other'`).run();
    };
    assert.deepEqual(await take(copy), { added: 1, known: 2, sealed: 0 });
    const machine = store.sql(`SELECT machine FROM orders WHERE id = 'many 2'`).get()?.machine;
    assert.equal(machine, 'written meanwhile');
  });
});

describe('orders of a backup whose Aadhaar numbers nobody was asked about', () => {
  const due = `UPDATE aadhaar_old SET state = 'due'`;
  const cases = [
    ['none here', 0, 'done', due, [0, 3, 'due']],
    ['some here that are done', 2, 'done', due, [2, 5, 'due']],
    ['some here that wait as well', 2, 'due', due, [0, 5, 'due']],
    ['some here that their user keeps', 2, 'keep', due, [0, 0, 'keep']],
    ['they were asked about', 2, 'done', `UPDATE aadhaar_old SET state = 'done'`, [0, 0, 'done']],
  ] as const;
  for (const [what, here, state, change, wanted] of cases)
    it(`are asked about here, too: ${what}`, async (t) => {
      const copy = await aCopy(t, 3, change);
      const { store, take } = await aMerger(t);
      for (let n = 0; n < here; n += 1) insertOrder(store, newOrder(`here ${n}`), sealed);
      store.sql('UPDATE aadhaar_old SET after_seq = 0, until_seq = 0, state = ?').run(state);
      await take(copy, 'a-key');
      const asked = store.sql('SELECT after_seq, until_seq, state FROM aadhaar_old').get() ?? {};
      assert.deepEqual(Object.values(asked), wanted);
      // Where nothing came nobody is asked anew.
      store.sql(`UPDATE aadhaar_old SET after_seq = 0, until_seq = 0, state = 'done'`).run();
      await take(copy, 'a-key');
      assert.equal(store.sql('SELECT state FROM aadhaar_old').get()?.state, 'done');
    });
});
