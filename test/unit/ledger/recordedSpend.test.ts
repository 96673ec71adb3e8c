import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it, type TestContext } from 'node:test';
import { orderId } from '../../../src/calls/ports/ids.ts';
import type { Ledger, Resolution, Settlement } from '../../../src/calls/ports/ports.ts';
import {
  aFolder,
  aLedger,
  aSettlement,
  aWindow,
  keyRing,
  newOrder,
  noon,
  pending,
  place,
  question,
} from './aLedger.ts';

/* What the user records of an order that the service left open is what Spend and budgets count. */

const passphrase = 'seven invented words for one test';
const nextDay = noon + 24 * 3_600_000;
const price = '4.50';
const { day } = newOrder('x');
const id = orderId('one');

const unclear: Partial<Settlement> = {
  ...{ outcome: 'unknown', billing: 'unknown', evidence: 'not-known', messageCode: null },
  ...{ httpStatus: null, orderId: null, failureCode: 'deadline' },
};
/** An answer that tells what came of it, and not whether it was billed. */
const unpriced: Partial<Settlement> = { billing: 'unknown', evidence: 'not-known' };
const free: Partial<Settlement> = { ...pending, billing: 'free' };

function record(ledger: Ledger, outcome: Resolution['outcome'], at = noon + 2000): Promise<void> {
  return ledger.resolve(id, { at, outcome, note: '', pasted: null });
}

/** What Spend shows, and what a budget of a session, a day, a month and an operation has used up; of these how many may have been billed. */
async function counted(ledger: Ledger) {
  const { rows } = await ledger.usage({ from: day, to: day, environment: null });
  const { spent, operationToday, unclearToday } = await ledger.guard(question({ day, now: noon + 1000 }));
  const used = [spent.session, spent.day, spent.month, operationToday].map(({ calls }) => calls);
  return [
    rows.map((row) => `${row.calls} ${row.outcome} ${row.billing} ${row.price}`).toSorted(),
    ...used,
    unclearToday,
  ];
}

/** The same of so many calls that all count the same. */
const all = (said: string, calls: number, maybe = 0): unknown[] => [
  [`1 ${said} ${price}`],
  ...[calls, calls, calls, calls],
  maybe,
];

async function opened(t: TestContext, folder = aFolder(t), now = noon): Promise<Ledger> {
  return aWindow(t, folder, keyRing('a-key'), { passphraseCost: 1 << 10, now: () => now });
}

async function backedUp(t: TestContext, ledger: Ledger): Promise<string> {
  const file = join(aFolder(t), 'orders.backup');
  await ledger.transfer.backUp(file, passphrase);
  return file;
}

async function placed(t: TestContext, settlement: Partial<Settlement>) {
  const { ledger, folder } = await aLedger(t);
  await place(ledger, 'one', { order: { price }, settlement });
  return { ledger, folder };
}

describe('an outcome that is recorded', () => {
  for (const [name, settlement, said] of [
    ['pending and billed', pending, { as: 'pending billed', calls: 1, maybe: 0, found: 'pending billed' }],
    ['unknown', unclear, { as: 'unknown unknown', calls: 1, maybe: 1, found: 'unknown billed' }],
    [
      'negative, money not known',
      unpriced,
      { as: 'negative unknown', calls: 1, maybe: 1, found: 'negative billed' },
    ],
    ['pending and free', free, { as: 'pending free', calls: 0, maybe: 0, found: 'pending free' }],
  ] as const) {
    it(`counts an order that was answered as ${name}`, async (t) => {
      const { ledger } = await placed(t, settlement);
      const answered = all(said.as, said.calls, said.maybe);
      // What the service called free took no money that it could give back.
      const kept = settlement.billing === 'free' ? 'free' : 'refunded';
      const refunded = all(`${settlement.outcome ?? 'negative'} ${kept}`, 0);
      assert.deepEqual(await counted(ledger), answered);
      for (const [outcome, expected] of [
        ['refunded', refunded],
        ['refunded', refunded],
        ['verified', all(said.found, said.calls)],
        ['negative', all(said.found, said.calls)],
        ['refunded', refunded],
        ['still-open', answered],
        ['verified', all(said.found, said.calls)],
        ['still-open', answered],
        ['still-open', answered],
      ] as const) {
        await record(ledger, outcome);
        assert.deepEqual(await counted(ledger), expected, outcome);
      }
      const { billing } = (await ledger.get(id)) ?? {};
      assert.equal(billing, settlement.billing ?? 'billed', 'what the service said of it stays');
    });
  }

  it('leaves the counts of other orders alone, alike or not', async (t) => {
    const { ledger } = await placed(t, pending);
    await place(ledger, 'alike', { order: { price }, settlement: pending });
    await place(ledger, 'other', { order: { price: '9' } });
    await record(ledger, 'refunded');
    const rows = [`1 negative billed 9`, `1 pending billed ${price}`, `1 pending refunded ${price}`];
    assert.deepEqual(await counted(ledger), [rows, 2, 2, 2, 2, 0]);
    await record(ledger, 'still-open');
    assert.deepEqual(await counted(ledger), [
      [`1 negative billed 9`, `2 pending billed ${price}`],
      3,
      3,
      3,
      3,
      0,
    ]);
  });

  it('moves money, and makes room under a budget of money', async (t) => {
    const { ledger } = await placed(t, pending);
    const money = async () => (await ledger.guard(question({ day }))).spent.day.byPrice;
    assert.deepEqual(await money(), [{ price, calls: 1 }]);
    await record(ledger, 'refunded');
    assert.deepEqual(await money(), []);
  });

  it('counts in every window, whichever it was recorded in, to the session that sent it', async (t) => {
    const { ledger, folder } = await placed(t, unclear);
    const other = await aWindow(t, folder);
    await record(other, 'refunded');
    assert.deepEqual(await counted(ledger), all('unknown refunded', 0));
    await record(ledger, 'verified');
    assert.deepEqual(await counted(other), all('unknown billed', 1));
  });

  it('takes nothing from a session that is forgotten and began anew', async (t) => {
    const { ledger, folder } = await placed(t, pending);
    const db = new DatabaseSync(join(folder, 'orders.sqlite'));
    t.after(() => db.close());
    db.exec('UPDATE session_spend SET calls = 0');
    await record(ledger, 'refunded');
    assert.equal(db.prepare('SELECT calls FROM session_spend').get()?.calls, 0);
  });
});

describe('an answer that comes after what was recorded', () => {
  async function lost(t: TestContext): Promise<Ledger> {
    const { ledger } = await aLedger(t);
    await ledger.begin(newOrder('one', { price }));
    await ledger.recover(nextDay);
    return ledger;
  }

  for (const outcome of ['refunded', 'verified', 'still-open'] as const) {
    it(`counts in place of ${outcome}, whatever it says`, async (t) => {
      for (const [settlement, expected] of [
        [{}, all('negative billed', 1)],
        [{ billing: 'free' }, all('negative free', 0)],
        [{ outcome: 'refunded', billing: 'refunded' }, all('refunded refunded', 0)],
        [{ ...pending, settledAt: noon + 3000 }, all('pending billed', 1)],
      ] as const) {
        const ledger = await lost(t);
        await record(ledger, outcome);
        await ledger.settle(id, aSettlement(settlement));
        assert.deepEqual(await counted(ledger), expected);
      }
    });
  }

  it('leaves what was recorded later where it is pending itself', async (t) => {
    const ledger = await lost(t);
    await record(ledger, 'refunded');
    await ledger.settle(id, aSettlement(pending));
    assert.deepEqual(await counted(ledger), all('pending refunded', 0));
  });

  it('leaves what was recorded where it says nothing itself', async (t) => {
    for (const [outcome, expected] of [
      ['refunded', all('unknown refunded', 0)],
      ['negative', all('unknown billed', 1)],
    ] as const) {
      const ledger = await lost(t);
      await record(ledger, outcome);
      await ledger.settle(id, aSettlement(unclear));
      assert.deepEqual(await counted(ledger), expected);
    }
  });
});

describe('an order of which an outcome is recorded', () => {
  const ways: readonly (readonly [string, (ledger: Ledger) => Promise<unknown>])[] = [
    ['erased', (ledger) => ledger.erase([id])],
    ['erased by its age', (ledger) => ledger.eraseSettledBefore(nextDay)],
    [
      'not kept',
      (ledger) => ledger.applyPolicy({ keep: 'open-only', payloadDays: 0, orderDays: 0 }, nextDay),
    ],
  ];
  for (const [name, go] of ways) {
    it(`stays counted as it was recorded once it is ${name}, also where a backup brings it back`, async (t) => {
      const ledger = await opened(t);
      await place(ledger, 'one', { order: { price }, settlement: pending });
      const early = await backedUp(t, ledger);
      await record(ledger, 'refunded');
      const late = await backedUp(t, ledger);
      const before = all('pending refunded', 0);
      for (const file of [early, late]) {
        await go(ledger);
        assert.deepEqual([await ledger.get(id), await counted(ledger)], [null, before]);
        await ledger.transfer.restore(file, passphrase);
        assert.deepEqual(await counted(ledger), before);
        for (const outcome of ['still-open', 'verified', 'refunded'] as const) {
          await record(ledger, outcome);
          assert.deepEqual(await counted(ledger), before, outcome);
        }
      }
    });
  }

  it('stays counted so once its request and answer are gone, and follows what is recorded then', async (t) => {
    const { ledger } = await placed(t, pending);
    await record(ledger, 'refunded');
    await ledger.applyPolicy({ keep: 'metadata', payloadDays: 0, orderDays: 0 }, nextDay);
    assert.equal((await ledger.payloads(id)).kind, 'not-kept');
    assert.deepEqual(await counted(ledger), all('pending refunded', 0));
    await record(ledger, 'still-open', noon + 3000);
    assert.deepEqual(await counted(ledger), all('pending billed', 1));
  });

  it('is counted as recorded where a backup brings it, whole or what was recorded alone, and by its answer once that follows', async (t) => {
    const old = await opened(t);
    await old.begin(newOrder('one', { price }));
    const early = await backedUp(t, old);
    await old.recover(nextDay);
    await record(old, 'refunded');
    const late = await backedUp(t, old);
    /** A session is a window's, and its order stays where it was sent. */
    const elsewhere = ([rows, , ...rest]: unknown[]) => [rows, 0, ...rest];
    const ledger = await opened(t, aFolder(t), nextDay);
    await ledger.transfer.restore(late, passphrase);
    assert.deepEqual(await counted(ledger), all('unknown refunded', 0));
    await record(ledger, 'still-open', noon + 3000);
    assert.deepEqual(await counted(ledger), elsewhere(all('unknown unknown', 1, 1)));

    const another = await opened(t, aFolder(t), nextDay);
    await another.transfer.restore(early, passphrase);
    await another.recover(nextDay);
    assert.deepEqual(await counted(another), elsewhere(all('unknown unknown', 1, 1)));
    await another.transfer.restore(late, passphrase);
    assert.deepEqual(await counted(another), all('unknown refunded', 0));
    await old.settle(id, aSettlement({ settledAt: noon + 3000 }));
    await another.transfer.restore(await backedUp(t, old), passphrase);
    assert.deepEqual(await counted(another), elsewhere(all('negative billed', 1)));
  });
});
