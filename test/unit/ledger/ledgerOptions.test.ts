import assert from 'node:assert/strict';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { it, type TestContext } from 'node:test';
import { orderId } from '../../../src/calls/ports/ids.ts';
import { LedgerRefusal } from '../../../src/calls/ports/ports.ts';
import { operationById } from '../../../src/contract/operations.ts';
import { ledgerOn, openLedger } from '../../../src/ledger/ledger.ts';
import { openFile } from '../../../src/ledger/openFile.ts';
import type { LedgerOptions } from '../../../src/ledger/options.ts';
import { inputReader } from '../../../src/ui/panels/keptInputs.ts';
import { aRow, b, started } from './aBatch.ts';
import { aFolder, keyRing, newOrder, noon, place } from './aLedger.ts';
import { fileOf } from './oldFile.ts';
import { beginCall, settlementOf } from './taught.ts';

type Own = Partial<LedgerOptions> & { readonly readOnly?: LedgerRefusal };

/** A window of a history without what is not said, and its file. */
async function aHistory(t: TestContext, { folder = aFolder(t), readOnly, ...options }: Own = {}) {
  const file = await openFile(folder, noon);
  const all = { folder, sealing: keyRing('a-key'), now: () => noon, newId: () => 'id', pollMs: 3_600_000 };
  const ledger = ledgerOn({ ...all, ...options }, { ...file, readOnly: readOnly ?? null });
  t.after(() => ledger.close());
  return { ledger, file, folder };
}

const call = { input: 'XX00AA1000', result: { color: 'BLUE' } };

it('whoever wants to hear is told what could not be learned of an answer that is kept all the same', async (t) => {
  const told: unknown[] = [];
  const { ledger, file } = await aHistory(t, { notLearned: (error) => told.push(error) });
  file.db.exec('DROP TABLE facts');
  await beginCall(ledger, 'a', call);
  await ledger.settle(orderId('a'), settlementOf(call));
  assert.equal((await ledger.get(orderId('a')))?.state, 'settled');
  assert.match(told.map(String).join(), /facts/);
});

it('older answers teach where somebody knows the fields, and wait where nobody does', async (t) => {
  const learned = async (options: Own) => {
    const { ledger } = await aHistory(t, options);
    await beginCall(ledger, 'a', call);
    await ledger.settle(orderId('a'), { ...settlementOf(call), observed: null, failureCode: null });
    const done = await ledger.learning
      .learnOld(
        () => undefined,
        () => false,
      )
      .catch(String);
    return [done, await ledger.learning.unlearned()];
  };
  assert.deepEqual(await learned({ inputs: async () => inputReader(operationById) }), [
    { looked: 1, of: 1, learned: 1 },
    0,
  ]);
  assert.deepEqual(await learned({}), [
    'Error: nothing here reads answers, so older ones cannot be learned from',
    1,
  ]);
});

it('calls kept by the last characters of their key are taken over where the history may be written, and there alone', async (t) => {
  const { ledger, file, folder } = await aHistory(t);
  await ledger.begin(newOrder('a', { keyHash: 'tail:9f3a' }));
  const owner = () => file.db.prepare('SELECT key_hash FROM orders').get()?.key_hash;
  const readOnly = new LedgerRefusal('unwritable', { text: 'cannot be written' });
  const closed = await aHistory(t, { folder, readOnly });
  const hash = await closed.ledger.keyHash('https://api.example.invalid', 'invented-key-9f3a');
  assert.equal(owner(), 'tail:9f3a');
  assert.equal(await ledger.keyHash('https://api.example.invalid', 'invented-key-9f3a'), hash);
  assert.equal(owner(), hash);
});

it('a batch that is erased counts as an erasure, and leaves no trace', async (t) => {
  const { ledger } = await aHistory(t);
  await started(ledger.batches, [aRow(0)]);
  assert.equal(await ledger.batches.erase(b, 'me', noon), true);
  assert.equal(await ledger.erasures(), 1);
});

it('a call is not given up for a clock that was set forth, and nobody is told that it was', async (t) => {
  const clock = { now: noon, uptime: 100_000_000 };
  const { ledger } = await aHistory(t, { now: () => clock.now, uptime: () => clock.uptime });
  await ledger.begin(newOrder('a'));
  let heard = 0;
  ledger.onDidChange(() => {
    heard += 1;
  });
  clock.now += 3 * 3_600_000;
  clock.uptime += 1000;
  assert.deepEqual(await ledger.recover(clock.now), []);
  assert.equal(heard, 0);
  assert.equal((await ledger.get(orderId('a')))?.state, 'in-flight');
});

it('a word is found that a note holds, whatever word it is', async (t) => {
  const { ledger } = await aHistory(t);
  await place(ledger, 'a');
  await ledger.note(orderId('a'), 'somebody changed this', noon);
  assert.deepEqual(
    (await ledger.find('changed', 5)).map(({ id }) => id),
    ['a'],
  );
});

it('a history is closed with its file, as often as one likes', async (t) => {
  const { ledger, file } = await aHistory(t);
  await ledger.close();
  assert.equal(file.db.isOpen, false);
  await ledger.close();
});

it('a large history of an earlier version is changed on a thread where one is given', async (t) => {
  const from = await fileOf(t, 9);
  const db = new DatabaseSync(join(from, 'orders.sqlite'));
  db.exec('CREATE TABLE large (x); INSERT INTO large VALUES (zeroblob(9000000))');
  db.close();
  const folder = aFolder(t);
  for (const name of ['orders.sqlite', 'orders.sqlite-wal'])
    copyFileSync(join(from, name), join(folder, name));
  const options = { folder, sealing: keyRing('a-key'), now: () => noon, newId: () => 'id' };
  await assert.rejects(openLedger({ ...options, schema: '/nowhere/schema.js' }), LedgerRefusal);
  const ledger = await openLedger(options);
  t.after(() => ledger.close());
  assert.equal((await ledger.get(orderId('settled')))?.state, 'settled');
});
