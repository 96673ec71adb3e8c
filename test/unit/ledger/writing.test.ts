import assert from 'node:assert/strict';
import { it } from 'node:test';
import { orderId } from '../../../src/calls/ports/ids.ts';
import { insertBatch, startBatch } from '../../../src/ledger/batchWriting.ts';
import { openFile } from '../../../src/ledger/openFile.ts';
import { Store } from '../../../src/ledger/store.ts';
import { insertOrder, settleOrder, writeNote, writeResolution } from '../../../src/ledger/writing.ts';
import { aBatch, b } from './aBatch.ts';
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
