import assert from 'node:assert/strict';
import { once } from 'node:events';
import { join } from 'node:path';
import { it, type TestContext } from 'node:test';
import { Worker } from 'node:worker_threads';
import { aFolder, aWindow, place } from './aLedger.ts';

/** As a window whose batch runs: it writes all the time, until it is told to stop. */
const program = `
const { parentPort, workerData } = require('node:worker_threads');
const { DatabaseSync } = require('node:sqlite');
const db = new DatabaseSync(workerData.file);
db.exec('PRAGMA busy_timeout = 10000');
const write = db.prepare("UPDATE orders SET masked_input = 'XX' || ? WHERE id = 'a'");
let writes = 0;
// A busy machine takes its time; a copy that begins anew with each write takes all of it.
const until = Date.now() + 60_000;
const go = () => {
  if (Date.now() > until) {
    db.close();
    return parentPort.postMessage('ended');
  }
  write.run(++writes);
  if (writes === 1) parentPort.postMessage('writes');
  setImmediate(go);
};
go();
`;

/** @returns whether it still writes */
async function aWriter(t: TestContext, folder: string): Promise<() => boolean> {
  const file = join(folder, 'orders.sqlite');
  const worker = new Worker(program, { eval: true, workerData: { file } });
  t.after(() => worker.terminate());
  let writes = true;
  await once(worker, 'message');
  worker.once('message', () => {
    writes = false;
  });
  return () => writes;
}

// The copy before a migration is made in the same way; to see it begin anew for ever takes a file of 100 MB.
it('a backup is made while another window goes on writing', async (t) => {
  const folder = aFolder(t);
  const ledger = await aWindow(t, folder, undefined, { passphraseCost: 1 << 10 });
  await place(ledger, 'a', { order: { requestBody: new Uint8Array(30_000_000) } });
  const stillWrites = await aWriter(t, folder);
  const done = await ledger.transfer.backUp(join(aFolder(t), 'orders.backup'), 'a passphrase of this test');
  assert.equal(stillWrites(), true);
  assert.equal(done.orders, 1);
});
