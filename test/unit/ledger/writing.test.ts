import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { batchId, orderId } from '../../../src/calls/ports/ids.ts';
import { insertBatch, insertRow, startBatch } from '../../../src/ledger/batchWriting.ts';
import { openFile } from '../../../src/ledger/openFile.ts';
import { Store } from '../../../src/ledger/store.ts';
import {
  insertOrder,
  loseOverdue,
  settleOrder,
  tellLostRequests,
  writeNote,
  writeResolution,
} from '../../../src/ledger/writing.ts';
import { aBatch, aRow, b } from './aBatch.ts';
import { aFolder, aSettlement, bytes, newOrder, noon } from './aLedger.ts';

it('remembers every key that sealed something: without its name nobody finds, erases or backs up what it sealed', async (t) => {
  const { db, names } = await openFile(aFolder(t), noon);
  t.after(() => db.close());
  const store = new Store(db, names);
  const sealed = (sealId: string) => ({ sealId, body: bytes('sealed'), head: bytes('head'), aadhaar: null });
  const choice = { sendFlawed: false, sendPaid: false, results: null, insteadOf: null };
  const resolution = { outcome: 'verified', at: noon, pasted: null };
  const known = () =>
    store
      .sql('SELECT id FROM seals')
      .all()
      .map(({ id }) => id)
      .toSorted();
  insertOrder(store, newOrder('a'), sealed('key 1'));
  assert.deepEqual(known(), ['key 1']);
  assert.equal(settleOrder(store, orderId('a'), aSettlement(), sealed('key 2')), true);
  assert.deepEqual(known(), ['key 1', 'key 2']);
  const seq = Number(store.sql('SELECT seq FROM orders').get()?.seq);
  writeNote(store, seq, noon, sealed('key 3'));
  writeResolution(store, seq, resolution, sealed('key 4'));
  assert.deepEqual(known(), ['key 1', 'key 2', 'key 3', 'key 4']);
  // An order is settled once: nothing of a second answer is written.
  assert.equal(settleOrder(store, orderId('a'), aSettlement(), sealed('key 5')), false);
  assert.equal(known().length, 4);
  insertBatch(store, aBatch, sealed('key 6'));
  assert.equal(known().at(-1), 'key 6');
  startBatch(store, b, choice, sealed('key 7'), noon);
  assert.equal(known().at(-1), 'key 7');
});

async function aStore(t: TestContext): Promise<Store> {
  const { db, names } = await openFile(aFolder(t), noon);
  t.after(() => db.close());
  return new Store(db, names);
}

const request = { sealId: 'a-key', body: bytes('sealed'), head: bytes('head'), aadhaar: null };
const said = (store: Store, sql: string) =>
  store
    .sql(sql)
    .all()
    .map((row) => Object.values(row).join(' '));

it('writes with an order whose row of a batch it is, whether it repeats what was billed, and its numbers', async (t) => {
  const store = await aStore(t);
  insertOrder(store, newOrder('a', { fingerprint: 'print', batch: { id: b, row: 7 } }), request);
  settleOrder(store, orderId('a'), aSettlement(), request);
  insertOrder(store, newOrder('again', { fingerprint: 'print' }), { ...request, aadhaar: bytes('number') });
  assert.deepEqual(said(store, 'SELECT id, batch, batch_row, repeat FROM orders ORDER BY id'), [
    'a b 7 0',
    'again   1',
  ]);
  assert.deepEqual(said(store, 'SELECT o.id FROM aadhaar_numbers JOIN orders o USING (seq)'), ['again']);
});

it('starts no batch that is gone, and leaves the rows waiting that it would take the place of', async (t) => {
  const store = await aStore(t);
  insertBatch(store, aBatch, request);
  insertRow(store, b, aRow(0), null);
  const choice = { sendFlawed: false, sendPaid: false, results: null, insteadOf: { batch: b, rows: [0] } };
  const start = () => store.write(() => startBatch(store, batchId('gone'), choice, request, noon));
  await assert.rejects(start, /there is no such batch/);
  assert.deepEqual(said(store, 'SELECT state FROM batch_rows'), ['waiting']);
});

it('tells of requests that versions before kept of lost orders without a word, and of no other', async (t) => {
  const store = await aStore(t);
  for (const id of ['lost', 'lost without its request', 'under way'])
    insertOrder(store, newOrder(id, { deadlineAt: id === 'under way' ? noon + 9 : noon }), request);
  assert.deepEqual(loseOverdue(store, noon + 1), ['lost', 'lost without its request']);
  const kept = () => said(store, 'SELECT id FROM orders WHERE payloads_kept = 1 ORDER BY id');
  assert.deepEqual(kept(), ['lost', 'lost without its request']);
  store.db.exec('UPDATE orders SET payloads_kept = 0');
  store.db.exec(`DELETE FROM payloads WHERE seq = (SELECT seq FROM orders WHERE id LIKE '% without %')`);
  tellLostRequests(store);
  assert.deepEqual(kept(), ['lost']);
});

it('says that a late answer is not kept where retention has taken its request meanwhile', async (t) => {
  const store = await aStore(t);
  for (const id of ['dropped', 'kept']) insertOrder(store, newOrder(id, { deadlineAt: noon }), request);
  loseOverdue(store, noon + 1);
  store.db.exec(`DELETE FROM payloads WHERE seq = (SELECT seq FROM orders WHERE id = 'dropped')`);
  store.db.exec(`UPDATE orders SET payloads_kept = 0 WHERE id = 'dropped'`);
  for (const id of ['dropped', 'kept'])
    assert.equal(settleOrder(store, orderId(id), aSettlement(), request), true);
  assert.deepEqual(said(store, 'SELECT id, state, payloads_kept FROM orders ORDER BY id'), [
    'dropped settled 0',
    'kept settled 1',
  ]);
});

it('keeps one note of an order, and says whether it has one', async (t) => {
  const store = await aStore(t);
  insertOrder(store, newOrder('a'), request);
  const seq = Number(store.sql('SELECT seq FROM orders').get()?.seq);
  const state = () => [
    said(store, `SELECT at FROM events WHERE kind = 'noted'`),
    said(store, 'SELECT has_note FROM orders'),
  ];
  writeNote(store, seq, noon, request);
  writeNote(store, seq, noon + 1, request);
  assert.deepEqual(state(), [[String(noon + 1)], ['1']]);
  writeNote(store, seq, noon + 2, null);
  assert.deepEqual(state(), [[], ['0']]);
});
