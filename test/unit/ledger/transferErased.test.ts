import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it, type TestContext } from 'node:test';
import { orderId } from '../../../src/calls/ports/ids.ts';
import type { Ledger } from '../../../src/calls/ports/ports.ts';
import {
  aFolder,
  aSettlement,
  aWindow,
  keyRing,
  localDay,
  newOrder,
  noon,
  place,
  question,
} from './aLedger.ts';
import { fileOf } from './oldFile.ts';

/* What is erased stays counted: "Erasing orders refills no budget, meter or cool-down: counts stay." */

const passphrase = 'seven invented words for one test';
const nextDay = noon + 24 * 3_600_000;
const price = '4.50';
const { day } = newOrder('x');
const paid = orderId('paid');
const once = { added: 1, known: 0, sealed: 0 };

function opened(t: TestContext, folder: string, now = noon): Promise<Ledger> {
  return aWindow(t, folder, keyRing('a-key'), { passphraseCost: 1 << 10, now: () => now });
}

async function backedUp(t: TestContext, ledger: Ledger): Promise<string> {
  const file = join(aFolder(t), 'orders.backup');
  await ledger.transfer.backUp(file, passphrase);
  return file;
}

/** All that outlives erased orders: money by day, month, session and operation, limits, Usage and latencies. */
async function counted(ledger: Ledger) {
  const { rows, latency } = await ledger.usage({ from: day, to: day, environment: null });
  const { spent, operationToday, meters } = await ledger.guard(question({ day, now: noon + 1000 }));
  return {
    usage: rows.map((row) => `${row.calls} ${row.outcome} ${row.billing} ${row.price}`).toSorted(),
    latency: latency.reduce((sum, { calls }) => sum + calls, 0),
    spent: [spent.session.calls, spent.day.calls, spent.month.calls, operationToday.calls],
    meters: meters.map(({ count }) => count),
  };
}

/** One paid order. */
async function aPaidOrder(t: TestContext) {
  const folder = aFolder(t);
  const ledger = await opened(t, folder);
  await place(ledger, 'paid', { order: { price } });
  const file = await backedUp(t, ledger);
  return { folder, ledger, file, before: await counted(ledger) };
}

async function erasedIds(folder: string, change = ''): Promise<unknown[]> {
  const db = new DatabaseSync(join(folder, 'orders.sqlite'));
  db.exec(change);
  const rows = db.prepare('SELECT * FROM erased_orders').all();
  db.close();
  return rows.map((row) => ({ ...row }));
}

describe('an order that was erased here and comes back from a backup', () => {
  it('is counted once: its spend never went', async (t) => {
    const { ledger, file, before } = await aPaidOrder(t);
    const counts = { latency: 1, spent: [1, 1, 1, 1], meters: [1] };
    assert.deepEqual(before, { usage: [`1 negative billed ${price}`], ...counts });
    await ledger.erase([paid]);
    assert.deepEqual(await counted(ledger), before);
    assert.deepEqual(await ledger.transfer.restore(file, passphrase), once);
    assert.deepEqual(await counted(ledger), before);
  });

  it('is counted once however often it goes, by whatever way, and comes back, in whichever window', async (t) => {
    const { ledger, folder, file, before } = await aPaidOrder(t);
    const other = await opened(t, folder);
    const ways = [
      () => ledger.erase([paid]),
      () => other.eraseSettledBefore(nextDay),
      () => ledger.applyPolicy({ keep: 'open-only', payloadDays: 0, orderDays: 0 }, nextDay),
    ];
    for (const way of ways) {
      assert.equal((await way()).orders, 1);
      assert.deepEqual(await other.transfer.restore(file, passphrase), once);
      assert.deepEqual(await counted(ledger), before);
    }
    assert.deepEqual(await other.transfer.restore(file, passphrase), { ...once, added: 0, known: 1 });
    assert.deepEqual(await counted(ledger), before);
  });

  it('leaves other orders, erased or not, the counts they have', async (t) => {
    const { ledger, file } = await aPaidOrder(t);
    for (const id of ['like it', 'gone']) await place(ledger, id, { order: { price } });
    await ledger.erase([paid, orderId('gone')]);
    const all = { latency: 3, spent: [3, 3, 3, 3], meters: [3] };
    assert.deepEqual(await counted(ledger), { usage: [`3 negative billed ${price}`], ...all });
    await ledger.transfer.restore(file, passphrase);
    assert.deepEqual(await counted(ledger), { usage: [`3 negative billed ${price}`], ...all });
  });

  it('is known by the id that was made for it, and nothing else of it stays but the mark of its draft', async (t) => {
    const { ledger, folder } = await aPaidOrder(t);
    assert.deepEqual(await erasedIds(folder), []);
    await ledger.erase([paid]);
    // See spentDrafts.test.ts.
    const mark = 'gPpboeZAK8hLdKlzgasiUx';
    assert.deepEqual(await erasedIds(folder), [{ id: mark }, { id: 'paid' }]);
  });
});

describe('an order of a backup that was not erased here', () => {
  it('is counted, and no second time once it was erased here, too', async (t) => {
    const { ledger: old, file } = await aPaidOrder(t);
    await old.erase([paid]);
    const ledger = await opened(t, aFolder(t));
    await ledger.transfer.restore(file, passphrase);
    const here = await counted(ledger);
    // A session is a window's, and its order stays where it was sent.
    const counts = { latency: 1, spent: [0, 1, 1, 1], meters: [1] };
    assert.deepEqual(here, { usage: [`1 negative billed ${price}`], ...counts });
    await ledger.erase([paid]);
    await ledger.transfer.restore(file, passphrase);
    assert.deepEqual(await counted(ledger), here);
  });

  it('does not take over what was erased where the backup was made', async (t) => {
    const { ledger: old, file: early } = await aPaidOrder(t);
    await old.erase([paid]);
    await place(old, 'later', { order: { price } });
    const late = await backedUp(t, old);
    const folder = aFolder(t);
    const ledger = await opened(t, folder);
    await ledger.transfer.restore(late, passphrase);
    await ledger.transfer.restore(early, passphrase);
    assert.deepEqual((await counted(ledger)).usage, [`2 negative billed ${price}`]);
    assert.deepEqual(await erasedIds(folder), []);
  });

  it('as a version before erased it, is counted anew, once', async (t) => {
    const folder = await fileOf(t, 11);
    const whole = await opened(t, folder);
    const file = await backedUp(t, whole);
    const of1 = localDay(noon);
    const usage = async (ledger: Ledger) => {
      const { rows, latency } = await ledger.usage({ from: of1, to: of1, environment: null });
      const billed = rows.filter(({ outcome }) => outcome === 'negative');
      return [billed.map(({ calls }) => calls), latency.reduce((sum, { calls }) => sum + calls, 0)];
    };
    assert.deepEqual(await usage(whole), [[1], 2]);
    const older = await fileOf(t, 11);
    const db = new DatabaseSync(join(older, 'orders.sqlite'));
    db.exec(`PRAGMA foreign_keys = ON; DELETE FROM orders WHERE id = 'settled'`);
    db.close();
    const ledger = await opened(t, older);
    for (let time = 0; time < 3; time += 1) {
      assert.equal((await ledger.transfer.restore(file, passphrase)).added, 1);
      assert.deepEqual(await usage(ledger), [[2], 3]);
      await ledger.erase([orderId('settled')]);
    }
  });
});

describe('an order that comes back otherwise than it went', () => {
  /** Backups of one order, before its answer and after it. */
  async function backups(t: TestContext, ledger: Ledger, billing: 'billed' | 'free') {
    await ledger.begin(newOrder('paid', { price }));
    const early = await backedUp(t, ledger);
    await ledger.settle(paid, aSettlement({ billing }));
    return { early, late: await backedUp(t, ledger) };
  }

  for (const billing of ['billed', 'free'] as const) {
    it(`stays counted as ${billing} where it comes without its answer, is given up and gets it again`, async (t) => {
      const ledger = await opened(t, aFolder(t), nextDay);
      // Its count must not be taken for that of the one that comes back under way.
      await ledger.begin(newOrder('under way', { price, deadlineAt: nextDay + 60_000 }));
      const { early, late } = await backups(t, ledger, billing);
      const before = await counted(ledger);
      assert.deepEqual(before.usage, [`1 negative ${billing} ${price}`, `1 unknown unknown ${price}`]);
      await ledger.erase([paid]);
      assert.deepEqual(await ledger.transfer.restore(early, passphrase), { ...once, known: 1 });
      assert.deepEqual([(await ledger.get(paid))?.state, await counted(ledger)], ['in-flight', before]);
      await ledger.recover(nextDay);
      assert.deepEqual([(await ledger.get(paid))?.state, await counted(ledger)], ['lost', before]);
      await ledger.transfer.restore(late, passphrase);
      assert.deepEqual([(await ledger.get(paid))?.state, await counted(ledger)], ['settled', before]);
      await ledger.settle(orderId('under way'), aSettlement());
      assert.equal((await counted(ledger)).usage.length, billing === 'billed' ? 1 : 2);
    });
  }

  it('with an answer that it was erased without: goes on counting as maybe billed, once', async (t) => {
    const { late } = await backups(t, await opened(t, aFolder(t)), 'free');
    const ledger = await opened(t, aFolder(t), nextDay);
    await ledger.begin(newOrder('paid', { price }));
    await ledger.recover(nextDay);
    const before = await counted(ledger);
    assert.deepEqual([before.usage, before.latency], [[`1 unknown unknown ${price}`], 0]);
    await ledger.erase([paid]);
    assert.deepEqual(await ledger.transfer.restore(late, passphrase), once);
    assert.deepEqual([(await ledger.get(paid))?.billing, await counted(ledger)], ['free', before]);
  });
});
