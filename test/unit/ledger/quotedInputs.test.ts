import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { type OrderId, orderId, pageId } from '../../../src/calls/ports/ids.ts';
import type { InputReader } from '../../../src/calls/ports/inputReader.ts';
import { insertBatch } from '../../../src/ledger/batchWriting.ts';
import { Drafts } from '../../../src/ledger/drafts.ts';
import { ErasedElsewhere } from '../../../src/ledger/erasedElsewhere.ts';
import { fingerprintKey, fingerprintOf } from '../../../src/ledger/fingerprint.ts';
import { FollowUpRecords } from '../../../src/ledger/followUps.ts';
import { openFile } from '../../../src/ledger/openFile.ts';
import { sealedColumns } from '../../../src/ledger/payloads.ts';
import { inputColumn, inputOwner } from '../../../src/ledger/quotedRows.ts';
import { Records } from '../../../src/ledger/recording.ts';
import { seal } from '../../../src/ledger/sealing.ts';
import { Store } from '../../../src/ledger/store.ts';
import { insertOrder, settleOrder } from '../../../src/ledger/writing.ts';
import { aBatch, b } from './aBatch.ts';
import { aFolder, aSettlement, bytes, damages, keyRing, newOrder, noon, pending } from './aLedger.ts';

const ring = keyRing('a-key');
const { key } = await ring.current();

/** Requests of one field, which is what tells them apart. */
const reader: InputReader = {
  marks: (_, body) => [String(JSON.parse(body).n)],
  names: (_, body) => [String(JSON.parse(body).n)],
  words: () => [],
  folded: (typed) => typed,
  observed: () => assert.fail('nothing is learned here'),
  bodies: (kept) => (kept.startsWith('{') ? [{ operation: 'rc-advanced', body: kept }] : []),
};
const bodyOf = (mark: string) => bytes(JSON.stringify({ n: mark }));
const printOf = (mark: string) => fingerprintOf(fingerprintKey(key), 'rc-advanced', bodyOf(mark));

async function aPlace(t: TestContext, known: InputReader | null = reader) {
  const { db, names } = await openFile(aFolder(t), noon);
  t.after(() => db.close());
  const store = new Store(db, names);
  const means = { store, sealing: ring, damages, mustWrite: () => undefined, changed: () => undefined };
  const none = async () => [];
  insertBatch(store, aBatch, { sealId: 'a-key', body: bytes('words') });
  return {
    store,
    elsewhere: new ErasedElsewhere(store, {
      sealing: ring,
      now: () => noon,
      ...(known === null ? {} : { inputs: async () => known }),
    }),
    drafts: new Drafts(store, ring, true, damages),
    records: new Records(means, none),
    followUps: new FollowUpRecords(means, none),
    order: (id: string, mark: string): OrderId => {
      const body = seal(key, id, sealedColumns.request, bodyOf(mark));
      const sealed = { sealId: 'a-key', body, head: bytes('head'), aadhaar: null };
      insertOrder(store, newOrder(id, { fingerprint: printOf(mark) }), sealed);
      settleOrder(store, orderId(id), aSettlement(pending), sealed);
      return orderId(id);
    },
    row: (row: number, mark: string, own: string, state = 'waiting', call = row): void => {
      const input = seal(key, inputOwner(b, row), inputColumn, bytes(JSON.stringify([{ n: mark }, [own]])));
      store
        .sql(
          `INSERT INTO batch_rows (batch, row, line, call, state, flawed, masked, repeat_key, seal_id, input)
           VALUES (?, ?, 1, ?, ?, 0, 'XX', 'key', 'a-key', ?)`,
        )
        .run(b, row, call, state, input);
    },
  };
}

const said = (store: Store, sql: string) =>
  store
    .sql(sql)
    .all()
    .map((row) => Object.values(row).join(' '));

describe('an input that is erased', () => {
  it('leaves drafts, what was written down of other orders, and rows of batches: all counted, nothing else taken', async (t) => {
    const at = await aPlace(t);
    const { store, elsewhere, drafts, records, followUps } = at;
    const gone = at.order('gone', 'MARK1');
    const other = orderId('other');
    at.order('other', 'MARK2');
    at.order('third', 'MARK3');
    for (const page of ['one', 'two']) await drafts.save(pageId(page), bytes(`typed MARK1 on ${page}`), noon);
    await drafts.save(pageId('kept'), bytes('typed MARK2'), noon);
    // Of the order itself: it goes with it, and is not counted.
    await records.note(orderId('gone'), 'MARK1 again', noon);
    await records.note(other, 'same as MARK1', noon);
    await records.note(orderId('third'), 'same as MARK2', noon);
    await records.resolve(other, {
      at: noon + 1,
      outcome: 'verified',
      note: 'seen',
      pasted: bytes('of MARK1'),
    });
    await followUps.addText(other, bytes('MARK1 was late'), noon);
    await followUps.addText(other, bytes('MARK2 was late'), noon + 1);
    at.row(0, 'MARK1', 'own');
    at.row(1, 'MARK4', 'cell with MARK1', 'skipped');
    at.row(2, 'MARK4', 'own');
    at.row(3, 'MARK5', 'own', 'waiting', 0);
    at.row(4, 'MARK1', 'own', 'sent');
    // As where the key has sealed nothing yet that is kept: what it seals now is to be found later.
    store.db.exec('DELETE FROM seals');
    let others = 0;
    const work = (): void => {
      others += 1;
      immediate = setImmediate(work);
    };
    let immediate = setImmediate(work);
    t.after(() => clearImmediate(immediate));
    assert.equal((await elsewhere.count([printOf('MARK1')])).quotes, 3);
    // Between the order, what was noted, what support sent and the rows; on a busy machine oftener.
    assert.ok(others >= 4, `the host went on ${others} times`);
    const before = others;
    // Two drafts, three texts, two rows and the one that would have left with the first.
    assert.equal((await elsewhere.everywhere([gone], [printOf('MARK1')])).changed, 2 + 3 + 3);
    // And the rows.
    assert.ok(others - before >= 4, `the host went on ${others - before} times`);
    clearImmediate(immediate);
    assert.deepEqual(said(store, 'SELECT id FROM seals'), ['a-key']);
    assert.equal(await drafts.load(pageId('one')), null);
    assert.notEqual(await drafts.load(pageId('kept')), null);
    assert.deepEqual(said(store, `SELECT id FROM orders WHERE has_note = 1 ORDER BY id`), ['gone', 'third']);
    assert.deepEqual(said(store, 'SELECT at FROM support_texts'), [String(noon + 1)]);
    assert.equal(await records.readNote(other), '');
    const [resolved] = (await records.events(other)).filter(({ kind }) => kind === 'resolved');
    assert.deepEqual(resolved, {
      kind: 'resolved',
      at: noon + 1,
      resolution: { at: noon + 1, outcome: 'verified', note: '', pasted: null },
    });
    assert.deepEqual(said(store, 'SELECT row, state, why FROM batch_rows WHERE input IS NULL ORDER BY row'), [
      '0 skipped erased',
      '1 skipped erased',
      '3 skipped erased',
    ]);
    assert.equal((await elsewhere.count([printOf('MARK1')])).quotes, 0);
    assert.equal((await elsewhere.everywhere([gone], [printOf('MARK1')])).changed, 0);
  });

  it('leaves a draft of it though no order of it was ever made', async (t) => {
    const { elsewhere, drafts } = await aPlace(t);
    await drafts.save(pageId('of it'), bodyOf('MARK1'), noon);
    await drafts.save(pageId('of another'), bodyOf('MARK2'), noon);
    assert.equal((await elsewhere.everywhere([], [printOf('MARK1')])).changed, 1);
    assert.equal(await drafts.load(pageId('of it')), null);
    assert.notEqual(await drafts.load(pageId('of another')), null);
  });

  it('leaves a row of a batch though it is the only one', async (t) => {
    const { store, elsewhere, row, order } = await aPlace(t);
    row(0, 'MARK1', 'own');
    const a = order('a', 'MARK1');
    assert.equal((await elsewhere.everywhere([a], [printOf('MARK1')])).changed, 1);
    assert.deepEqual(said(store, 'SELECT state, why FROM batch_rows'), ['skipped erased']);
  });

  it('takes every draft and nothing else where nobody knows what texts say', async (t) => {
    const { elsewhere, drafts, records, order } = await aPlace(t, null);
    const a = order('a', 'MARK1');
    order('other', 'MARK2');
    await records.note(orderId('other'), 'MARK1', noon);
    assert.equal(await elsewhere.drafts([a]), 0);
    const save = async (...pages: readonly string[]) => {
      for (const page of pages) await drafts.save(pageId(page), bytes('anything'), noon);
    };
    await save('one', 'two');
    assert.equal(await elsewhere.drafts([a]), 2);
    await save('three', 'four', 'five');
    assert.equal((await elsewhere.everywhere([a], [printOf('MARK1')])).changed, 3);
    assert.equal((await elsewhere.count([printOf('MARK1')])).quotes, 0);
    assert.equal(await records.readNote(orderId('other')), 'MARK1');
  });

  it('of several orders leaves the drafts of each, and those alone', async (t) => {
    const { elsewhere, drafts, order } = await aPlace(t);
    const ids = ['MARK1', 'MARK2'].map((mark) => order(`order of ${mark}`, mark));
    assert.equal(await elsewhere.drafts(ids), 0);
    for (const mark of ['MARK1', 'MARK2', 'MARK3'])
      await drafts.save(pageId(mark), bytes(`typed ${mark}`), noon);
    assert.equal(await elsewhere.drafts(ids), 2);
    assert.notEqual(await drafts.load(pageId('MARK3')), null);
  });
});
