import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { batchId } from '../../../src/calls/ports/ids.ts';
import { BatchTables } from '../../../src/ledger/batches.ts';
import { openFile } from '../../../src/ledger/openFile.ts';
import { open } from '../../../src/ledger/sealing.ts';
import { Store } from '../../../src/ledger/store.ts';
import { aBatch, aRow, b } from './aBatch.ts';
import { aFolder, damages, keyRing, noon, text } from './aLedger.ts';

const ring = keyRing('a-key');
const { key } = await ring.current();
const plain = { sendFlawed: false, sendPaid: false, results: null, insteadOf: null } as const;

/** Batches of a file, with what they tell the window of. */
async function tablesOf(t: TestContext, mustWrite: () => void = () => undefined, sealing = ring) {
  const { db, names } = await openFile(aFolder(t), noon);
  t.after(() => db.close());
  const store = new Store(db, names);
  const told: string[] = [];
  const say = (what: string) => (): void => {
    told.push(what);
  };
  const tables = new BatchTables({
    store,
    sealing,
    now: () => noon,
    mustWrite,
    damages,
    changed: say('changed'),
    keepClock: say('clock'),
    scrub: async (changes) => {
      told.push(`scrub ${changes}`);
    },
  });
  /** What was told while this was done. */
  const during = async (work: () => Promise<unknown>): Promise<readonly string[]> => {
    told.length = 0;
    await work();
    return [...told];
  };
  return { tables, store, during };
}

/** The counts of rows that the host finds, whenever it has a turn until the work is done. */
async function leftMeanwhile(store: Store, work: () => Promise<unknown>): Promise<readonly number[]> {
  const found = new Set<number>();
  let next: NodeJS.Immediate | undefined;
  const count = (): void => {
    found.add(Number(store.sql('SELECT count(*) AS n FROM batch_rows').get()?.n));
  };
  const look = (): void => {
    count();
    next = setImmediate(look);
  };
  look();
  await work();
  clearImmediate(next);
  count();
  return [...found];
}

describe('a batch', () => {
  it('makes good that the clock was set where a lease or a plan depends on it, and tells of what others see', async (t) => {
    const { tables, during } = await tablesOf(t);
    assert.deepEqual(await during(() => tables.create(aBatch)), ['clock']);
    assert.deepEqual(await during(() => tables.addRows(b, [aRow(0), aRow(1)])), []);
    assert.deepEqual(await during(() => tables.start(b, plain)), ['clock', 'changed']);
    assert.deepEqual(await during(() => tables.hold(b, 'me', noon, 1000)), ['clock']);
    assert.deepEqual(await during(() => tables.setAside(b, 0, 'undecided', 'pending', [])), ['changed']);
    assert.deepEqual(await during(() => tables.decide(b, [])), ['changed']);
    assert.deepEqual(await during(() => tables.release(b, 'me')), []);
    // Its two rows and itself.
    assert.deepEqual(await during(() => tables.erase(b, 'me', noon)), ['scrub 3', 'changed']);
  });

  it('remembers each key that sealed something of it, for as long as that may be asked for', async (t) => {
    const sealing = keyRing('first', 'second');
    const { tables, store } = await tablesOf(t, undefined, sealing);
    const seals = () =>
      store
        .sql('SELECT id FROM seals ORDER BY id')
        .all()
        .map(({ id }) => id);
    await tables.create(aBatch);
    assert.deepEqual(seals(), ['first']);
    sealing.names.reverse();
    await tables.start(b, plain);
    assert.deepEqual(seals(), ['first', 'second']);
  });

  it('tells of no erasure where another window runs it', async (t) => {
    const { tables, during } = await tablesOf(t);
    await tables.create(aBatch);
    await tables.hold(b, 'other', noon, 1000);
    assert.deepEqual(await during(async () => assert.equal(await tables.erase(b, 'me', noon), false)), []);
    assert.equal(await tables.exists(), true);
  });

  it('is neither made, started nor erased where the history is open for reading only', async (t) => {
    let mayWrite = true;
    const { tables } = await tablesOf(t, () => {
      if (!mayWrite) throw new Error('for reading only');
    });
    await tables.create(aBatch);
    mayWrite = false;
    await assert.rejects(tables.create({ ...aBatch, id: batchId('c') }), /for reading only/);
    await assert.rejects(tables.start(b, plain), /for reading only/);
    await assert.rejects(tables.erase(b, 'me', noon), /for reading only/);
    assert.deepEqual(
      (await tables.list('me', noon)).map(({ id, state }) => [id, state]),
      [[b, 'planning']],
    );
  });

  it('is listed, the newest first, and known to be there or not', async (t) => {
    const { tables } = await tablesOf(t);
    assert.equal(await tables.exists(), false);
    assert.deepEqual(await tables.list('me', noon), []);
    for (const [at, id] of ['one', 'two', 'three'].entries())
      await tables.create({ ...aBatch, id: batchId(id), createdAt: noon + (at === 1 ? 9 : at) });
    assert.equal(await tables.exists(), true);
    const listed = await tables.list('me', noon);
    assert.deepEqual(
      listed.map(({ id, source }) => [id, source]),
      ['two', 'three', 'one'].map((id) => [id, 'secret-name.csv']),
    );
    await assert.rejects(tables.start(batchId('unknown'), plain), /^Error: there is no such batch$/);
  });

  it('has its names sealed as every version since has found them', async (t) => {
    const { tables, store } = await tablesOf(t);
    await tables.create(aBatch);
    const words = store.sql('SELECT words FROM batches').get()?.words;
    assert.ok(words instanceof Uint8Array);
    const { source, baseUrl, results, columns } = JSON.parse(text(open(key, b, 'batch_words', words)));
    assert.deepEqual([source, baseUrl, results, columns], [aBatch.source, aBatch.baseUrl, null, null]);
  });

  it('remembers the key that sealed its rows', async (t) => {
    const { tables, store } = await tablesOf(t);
    await tables.create(aBatch);
    store.db.exec('DELETE FROM seals');
    await tables.addRows(b, [aRow(0)]);
    assert.deepEqual(
      store
        .sql('SELECT id FROM seals')
        .all()
        .map(({ id }) => id),
      ['a-key'],
    );
  });
});

describe('rows of a batch', () => {
  it('come page by page, from the first on; a page that is full may have one behind it', async (t) => {
    const { tables } = await tablesOf(t);
    await tables.create(aBatch);
    await tables.addRows(
      b,
      [0, 1, 2, 3].map((row) => aRow(row)),
    );
    const page = async (after: number | null, limit: number) => {
      const { rows, next } = await tables.rows(b, after, limit);
      return [rows.map(({ row }) => row), next];
    };
    assert.deepEqual(await page(null, 3), [[0, 1, 2], 2]);
    assert.deepEqual(await page(2, 3), [[3], null]);
    assert.deepEqual(await page(0, 3), [[1, 2, 3], 3]);
    assert.deepEqual(await page(3, 3), [[], null]);
    assert.deepEqual(await page(null, 5), [[0, 1, 2, 3], null]);
  });

  const all = Array.from({ length: 1200 }, (_, row) => aRow(row, { fields: null }));
  for (const [how, remove] of [
    ['given up', (tables: BatchTables) => tables.discard(b)],
    ['erased', (tables: BatchTables) => tables.erase(b, 'me', noon)],
  ] as const)
    it(`go in steps between which the host goes on, when it is ${how}`, async (t) => {
      const { tables, store } = await tablesOf(t);
      await tables.create(aBatch);
      await tables.addRows(b, all);
      assert.deepEqual(await leftMeanwhile(store, () => remove(tables)), [1200, 700, 200, 0]);
      assert.equal(await tables.get(b, 'me', noon), null);
    });
});
