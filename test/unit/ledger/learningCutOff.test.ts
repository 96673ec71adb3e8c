import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { it, type TestContext } from 'node:test';
import type { Ledger } from '../../../src/calls/ports/ports.ts';
import { aFolder, aWindow, keyRing } from './aLedger.ts';
import { answers, at, inputs, teach } from './taught.ts';

/* What a backup has learned is taken over by one restore, or by the next one: never a half of it. */

const passphrase = 'a passphrase of these tests';

const opened = (t: TestContext, key: string): Promise<Ledger> =>
  aWindow(t, aFolder(t), keyRing(key), { passphraseCost: 1 << 10 });

/** A backup of twenty inputs, one of which alone has shown its value. */
async function backedUp(t: TestContext): Promise<string> {
  const ledger = await opened(t, 'a-key');
  for (let n = 0; n < 20; n += 1) {
    const color = n === 3 ? 'OF ONE PERSON' : ['BLUE', 'RED'][n % 2];
    await teach(ledger, `o${n}`, { input: `XX00AA${1000 + n}`, result: { color }, at: n });
  }
  const file = join(aFolder(t), 'orders.backup');
  await ledger.transfer.backUp(file, passphrase);
  return file;
}

/** The disk is full as this is written or read: what was written before is on disk. */
async function cutOff(at: string, work: () => Promise<unknown>): Promise<void> {
  const real = DatabaseSync.prototype.prepare;
  let met = 0;
  DatabaseSync.prototype.prepare = function (this: DatabaseSync, sql: string) {
    if (!sql.includes(at)) return real.call(this, sql);
    met += 1;
    throw Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 });
  };
  try {
    await assert.rejects(work());
  } finally {
    DatabaseSync.prototype.prepare = real;
  }
  assert.ok(met > 0, 'it came so far');
}

const places = ['SELECT learned, fact_set FROM fact_inputs', 'INTO fact_inputs'];
for (const key of ['a-key', 'another-key']) {
  for (const place of places) {
    it(`a restore that is cut off in what was learned is made good by the next: ${key}, ${place}`, async (t) => {
      const file = await backedUp(t);
      const ledger = await opened(t, key);
      await cutOff(place, () => ledger.transfer.restore(file, passphrase));
      assert.equal(await inputs(ledger), 0, 'nothing by half');
      await ledger.transfer.restore(file, passphrase);
      assert.equal(await inputs(ledger), 20);
      await ledger.learning.learnOld(
        () => undefined,
        () => false,
      );
      await teach(ledger, 'again', { input: 'XX00AA1003', result: { color: 'OF ONE PERSON' }, at: 300 });
      assert.equal(await inputs(ledger), 20, 'different inputs, not calls');
      const shown = JSON.stringify(at(await answers(ledger), 'data.result.color'));
      assert.ok(!shown.includes('OF ONE PERSON'), shown);
      assert.ok(shown.includes('BLUE'), shown);
    });
  }
}
