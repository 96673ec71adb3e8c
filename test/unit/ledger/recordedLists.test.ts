import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it, type TestContext } from 'node:test';
import { billingAsRecorded, outcomeAsRecorded } from '../../../src/calls/orders/attention.ts';
import { type OrderId, orderId } from '../../../src/calls/ports/ids.ts';
import { recordedOutcomes } from '../../../src/calls/ports/orderEvents.ts';
import type { Ledger, OrderFilter, Resolution, Settlement } from '../../../src/calls/ports/ports.ts';
import { type Billing, billings, outcomes } from '../../../src/contract/words.ts';
import { outcomeRecorded } from '../../../src/ledger/batchCounting.ts';
import { billingAsTold } from '../../../src/ledger/schema/schemaKeeping.ts';
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
} from './aLedger.ts';

/* Lists find an order by its billing as its user recorded it: as Spend counts it. */

const passphrase = 'seven invented words for one test';
const nextDay = noon + 24 * 3_600_000;
const { day } = newOrder('x');
const one = orderId('one');
const unclear: Partial<Settlement> = {
  ...{ outcome: 'unknown', billing: 'unknown', evidence: 'not-known', messageCode: null },
  ...{ httpStatus: null, orderId: null, failureCode: 'deadline' },
};
const unpriced: Partial<Settlement> = { billing: 'unknown', evidence: 'not-known' };

function record(ledger: Ledger, outcome: Resolution['outcome'], id: OrderId = one): Promise<void> {
  return ledger.resolve(id, { at: noon + 2000, outcome, note: '', pasted: null });
}

async function found(ledger: Ledger, filter: OrderFilter): Promise<string[]> {
  const { orders } = await ledger.list({ group: 'all', filter, limit: 100, after: null });
  return orders.map(({ id }) => id).toSorted();
}

/**
 * The billing by which a list finds this order, by which it is counted, and which Spend counts it as; of the order itself it is told
 * what the service said. One order alone, of one day.
 */
async function foundAs(ledger: Ledger): Promise<string> {
  const words: Billing[] = [];
  for (const billing of billings) {
    const filter = { billings: [billing] };
    const orders = await found(ledger, filter);
    assert.equal(await ledger.countUpTo({ group: 'all', filter }, 10), orders.length, 'as many are counted');
    const scanned: string[] = [];
    for await (const { id } of ledger.scan(filter)) scanned.push(id);
    assert.deepEqual(scanned, orders, 'as many are looked through');
    if (orders.length > 0) words.push(billing);
  }
  const { rows } = await ledger.usage({ from: day, to: day, environment: null });
  assert.deepEqual(
    rows.map(({ billing }) => billing),
    words,
    'Spend counts it as lists find it',
  );
  const order = await ledger.get(one);
  assert.deepEqual(order === null ? [] : [billingAsRecorded(order)], words, 'and its row says so');
  return words.join();
}

async function opened(t: TestContext, now = noon): Promise<Ledger> {
  return aWindow(t, aFolder(t), keyRing('a-key'), { passphraseCost: 1 << 10, now: () => now });
}

async function backedUp(t: TestContext, ledger: Ledger): Promise<string> {
  const file = join(aFolder(t), 'orders.backup');
  await ledger.transfer.backUp(file, passphrase);
  return file;
}

it('the ledger and the rows of lists have one rule of what counts as recorded', () => {
  const db = new DatabaseSync(':memory:');
  const select = db.prepare(
    `SELECT ${billingAsTold('o')} AS billing, ${outcomeRecorded('o')} AS outcome FROM (SELECT ? AS outcome, ? AS billing, ? AS resolved) o`,
  );
  const recorded = [null, ...recordedOutcomes] as const;
  for (const outcome of outcomes)
    for (const billing of billings)
      for (const resolved of recorded) {
        const order = { outcome, billing, resolved };
        const said = select.get(outcome, billing, resolved);
        const recordedAs = { billing: billingAsRecorded(order), outcome: outcomeAsRecorded(order) };
        assert.deepEqual({ ...said }, recordedAs, JSON.stringify(order));
      }
  db.close();
});

describe('an order is found by its billing', () => {
  for (const [name, settlement, answered, decided] of [
    ['pending and billed', pending, 'billed', 'billed'],
    ['unknown', unclear, 'unknown', 'billed'],
    ['negative, money not known', unpriced, 'unknown', 'billed'],
  ] as const) {
    it(`as it is recorded, where it was answered as ${name}`, async (t) => {
      const { ledger } = await aLedger(t);
      await place(ledger, 'one', { settlement });
      assert.equal(await foundAs(ledger), answered);
      for (const [outcome, expected] of [
        ['refunded', 'refunded'],
        ['verified', decided],
        ['refunded', 'refunded'],
        ['still-open', answered],
        ['negative', decided],
        ['not-billed', 'free'],
        ['no-result', decided],
        ['still-open', answered],
      ] as const) {
        await record(ledger, outcome);
        assert.equal(await foundAs(ledger), expected, outcome);
        await ledger.note(one, `noted beside ${outcome}`, noon);
        assert.equal(await foundAs(ledger), expected, 'a note beside it');
      }
      assert.equal((await ledger.get(one))?.billing, answered, 'what the service said of it stays');
    });
  }

  it('as free where the service called it free, whatever is recorded, but for a charge in the wallet', async (t) => {
    const { ledger } = await aLedger(t);
    await place(ledger, 'one', { settlement: { ...pending, billing: 'free' } });
    for (const outcome of recordedOutcomes) {
      await record(ledger, outcome);
      assert.equal(await foundAs(ledger), outcome === 'no-result' ? 'billed' : 'free', outcome);
    }
  });

  it('beside other filters, and each where several billings are asked for', async (t) => {
    const { ledger } = await aLedger(t);
    for (const id of ['one', 'two', 'three']) await place(ledger, id, { settlement: pending });
    await place(ledger, 'other');
    await record(ledger, 'refunded');
    await record(ledger, 'verified', orderId('two'));
    const waiting = { outcomes: ['pending'] } as const;
    assert.deepEqual(await found(ledger, { ...waiting, billings: ['refunded'] }), ['one']);
    assert.deepEqual(await found(ledger, { ...waiting, billings: ['billed'] }), ['three', 'two']);
    assert.deepEqual(await found(ledger, { billings: ['billed', 'unknown'] }), ['other', 'three', 'two']);
    assert.deepEqual(await found(ledger, { billings: ['refunded'], from: noon + 1 }), []);
  });

  it('by its answer where that comes later and says what it was', async (t) => {
    for (const [settlement, expected] of [
      [{}, 'billed'],
      [{ outcome: 'refunded', billing: 'refunded' }, 'refunded'],
      [{ billing: 'free' }, 'free'],
      [unclear, 'refunded'],
    ] as const) {
      const { ledger } = await aLedger(t);
      await ledger.begin(newOrder('one'));
      await ledger.recover(nextDay);
      assert.equal(await foundAs(ledger), 'unknown');
      await record(ledger, 'refunded');
      assert.equal(await foundAs(ledger), 'refunded');
      await ledger.settle(one, aSettlement(settlement));
      assert.equal(await foundAs(ledger), expected);
    }
  });

  it('as it was recorded where a backup brings it, or what was recorded alone', async (t) => {
    const old = await opened(t);
    await old.begin(newOrder('one'));
    const early = await backedUp(t, old);
    await old.recover(nextDay);
    await record(old, 'refunded');
    const late = await backedUp(t, old);
    const ledger = await opened(t, nextDay);
    await ledger.transfer.restore(late, passphrase);
    assert.equal(await foundAs(ledger), 'refunded');

    const another = await opened(t, nextDay);
    await another.transfer.restore(early, passphrase);
    await another.recover(nextDay);
    assert.equal(await foundAs(another), 'unknown');
    await another.transfer.restore(late, passphrase);
    assert.equal(await foundAs(another), 'refunded');
  });

  it('in whichever window it is recorded, and no more once it is erased', async (t) => {
    const { ledger, folder } = await aLedger(t);
    const other = await aWindow(t, folder);
    await place(ledger, 'one', { settlement: unclear });
    await record(other, 'refunded');
    assert.equal(await foundAs(ledger), 'refunded');
    await ledger.erase([one]);
    assert.deepEqual(await found(other, { billings: ['refunded'] }), []);
  });
});

it('a history that is sorted by billing puts each order among those it is found with, in pages', async (t) => {
  const { ledger } = await aLedger(t);
  const answers = [pending, unclear, {}, { ...pending, billing: 'free' }] as const;
  for (let n = 0; n < 40; n += 1) {
    const id = `o${n}`;
    const settlement = answers[n % answers.length];
    await place(ledger, id, { order: { begunAt: noon + n }, ...(settlement && { settlement }) });
    const outcome = (['refunded', 'verified', 'still-open'] as const)[n % 3] ?? 'still-open';
    if (n % 4 !== 2 && n % 5 !== 0) await record(ledger, outcome, orderId(id));
  }
  for (const descending of [false, true]) {
    const values: string[] = [];
    const seen = new Set<string>();
    let after: string | null = null;
    do {
      const sort = { by: 'billing', descending } as const;
      const page: Awaited<ReturnType<Ledger['list']>> = await ledger.list({
        ...{ group: 'all', filter: {}, sort, limit: 7, after },
      });
      values.push(...page.orders.map(billingAsRecorded));
      for (const { id } of page.orders) seen.add(id);
      after = page.next;
    } while (after !== null);
    const sorted = values.toSorted();
    assert.deepEqual(values, descending ? sorted.toReversed() : sorted);
    assert.deepEqual([values.length, seen.size], [40, 40]);
    assert.deepEqual(new Set(values), new Set(billings));
  }
});

it('a sorted list that is open goes on behind its place while an outcome is recorded', async (t) => {
  const { ledger } = await aLedger(t);
  for (let n = 0; n < 9; n += 1)
    await place(ledger, `o${n}`, { order: { begunAt: noon + n }, settlement: n < 5 ? unclear : pending });
  const sort = { by: 'billing', descending: false } as const;
  const page = (after: string | null) => ledger.list({ group: 'all', sort, limit: 5, after });
  const first = await page(null);
  await record(ledger, 'refunded', orderId('o8'));
  const second = await page(first.next);
  assert.deepEqual(
    [...first.orders, ...second.orders].map(({ id }) => id),
    ['o8', 'o7', 'o6', 'o5', 'o4', 'o3', 'o2', 'o1', 'o0'],
  );
});
