import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { it, type TestContext } from 'node:test';
import { orderId } from '../../../src/calls/ports/ids.ts';
import {
  type HeldBack,
  type Keep,
  type KeepPolicy,
  mostHeld,
} from '../../../src/calls/ports/keepingPorts.ts';
import type { Ledger } from '../../../src/calls/ports/ports.ts';
import { addMany, aLedger, aWindow, ids, noon, pending, place } from './aLedger.ts';

const minute = 60_000;
const day = 24 * 3_600_000;

function as(keep: Keep, more: Partial<KeepPolicy> = {}): KeepPolicy {
  return { keep, payloadDays: 0, orderDays: 0, ...more };
}

/** Two settled orders and an open one, of before; whose settings kept everything. */
async function kept(t: TestContext): Promise<Awaited<ReturnType<typeof aLedger>>> {
  const world = await aLedger(t);
  for (const [n, name] of ['a', 'b'].entries())
    await place(world.ledger, name, { order: { begunAt: noon - (n + 1) * day } });
  await place(world.ledger, 'open', { order: { begunAt: noon - day }, settlement: pending });
  await world.ledger.keeping.apply(as('everything'), noon);
  return world;
}

/** What waits for their word; asked after a while, for another window may just have. */
async function held(ledger: Ledger, now = noon): Promise<HeldBack> {
  const found = await ledger.keeping.claim(now);
  assert.ok(found !== null);
  return found;
}

async function whole(ledger: Ledger): Promise<string[]> {
  const all = await ids(ledger);
  const payloads = await Promise.all(all.map((id) => ledger.payloads(orderId(id))));
  return all.filter((_, n) => payloads[n]?.kind === 'open').toSorted();
}

/** A call of now, with what the settings say after it. */
async function call(ledger: Ledger, name: string, policy: KeepPolicy, at: number): Promise<void> {
  await place(ledger, name, { order: { begunAt: at } });
  await ledger.keeping.apply(policy, at + 5, orderId(name));
}

it('keeps less of new orders at once, and of earlier ones when their user has agreed', async (t) => {
  const { ledger } = await kept(t);
  const policy = as('metadata');
  await call(ledger, 'new', policy, noon + minute);
  assert.deepEqual(await whole(ledger), ['a', 'b', 'open']);
  assert.deepEqual((await ids(ledger)).toSorted(), ['a', 'b', 'new', 'open']);
  const asked = await held(ledger, noon + minute);
  assert.deepEqual([asked.keep, asked.orders], ['metadata', 2]);
  assert.equal(await ledger.keeping.answer(asked, 'erase'), true);
  await ledger.keeping.apply(policy, noon + 2 * minute);
  assert.deepEqual(await whole(ledger), ['open']);
  assert.equal(await ledger.keeping.claim(noon + day), null);
});

it('what is to stay stays as long as the choice does, its days as before', async (t) => {
  const { ledger } = await kept(t);
  await ledger.keeping.apply(as('open-only'), noon);
  const asked = await held(ledger);
  assert.deepEqual([asked.keep, asked.orders], ['open-only', 2]);
  assert.equal(await ledger.keeping.answer(asked, 'keep'), true);
  await call(ledger, 'new', as('open-only'), noon + minute);
  assert.deepEqual((await ids(ledger)).toSorted(), ['a', 'b', 'open']);
  assert.equal(await ledger.keeping.claim(noon + day), null);
  await ledger.keeping.apply(as('open-only', { payloadDays: 1.5 }), noon + minute);
  assert.deepEqual(await whole(ledger), ['a', 'open']);
  await ledger.keeping.apply(as('open-only', { orderDays: 1.5 }), noon + minute);
  assert.deepEqual((await ids(ledger)).toSorted(), ['a', 'open']);
});

it('who was asked is asked again later, and by one window at a time', async (t) => {
  const { ledger } = await kept(t);
  await ledger.keeping.apply(as('open-only'), noon);
  assert.equal((await ledger.keeping.claim(noon))?.orders, 2);
  assert.equal(await ledger.keeping.claim(noon + minute), null);
  const asked = await held(ledger, noon + 20 * minute);
  assert.equal(asked.orders, 2);
  // Another choice is another question.
  await ledger.keeping.apply(as('metadata'), noon + 21 * minute);
  assert.equal(await ledger.keeping.answer(asked, 'erase'), false);
  assert.equal((await held(ledger, noon + 21 * minute)).keep, 'metadata');
});

it('a choice that was taken back takes its question along, and begins anew', async (t) => {
  const { ledger } = await kept(t);
  await ledger.keeping.apply(as('open-only'), noon);
  const asked = await held(ledger);
  await ledger.keeping.apply(as('everything'), noon + minute);
  assert.equal(await ledger.keeping.claim(noon + minute), null);
  assert.equal(await ledger.keeping.answer(asked, 'erase'), false);
  await call(ledger, 'between', as('everything'), noon + 2 * minute);
  await ledger.keeping.apply(as('open-only'), noon + 3 * minute);
  assert.deepEqual((await ids(ledger)).toSorted(), ['a', 'b', 'between', 'open']);
});

it('agreeing to less is no agreement to still less', async (t) => {
  const { ledger } = await kept(t);
  await ledger.keeping.apply(as('metadata'), noon);
  await ledger.keeping.answer(await held(ledger), 'erase');
  await ledger.keeping.apply(as('metadata'), noon);
  await ledger.keeping.apply(as('open-only'), noon + minute);
  assert.deepEqual((await ids(ledger)).toSorted(), ['a', 'b', 'open']);
  assert.equal((await ledger.keeping.claim(noon + minute))?.orders, 2);
  // A step back to what was agreed to asks nothing.
  await ledger.keeping.apply(as('metadata'), noon + minute);
  assert.equal(await ledger.keeping.claim(noon + day), null);
});

it('where nothing would go, nobody is asked: a new history, or one that kept no more before', async (t) => {
  const { ledger } = await aLedger(t);
  await place(ledger, 'open', { order: { begunAt: noon }, settlement: pending });
  await call(ledger, 'first', as('open-only'), noon + minute);
  assert.deepEqual(await ids(ledger), ['open']);
  assert.equal(await ledger.keeping.claim(noon + minute), null);
  await call(ledger, 'second', as('open-only'), noon + 2 * minute);
  assert.deepEqual(await ids(ledger), ['open']);
});

it('counts no further than it says', async (t) => {
  const { ledger, folder } = await kept(t);
  addMany(folder, mostHeld + 5);
  const db = new DatabaseSync(join(folder, 'orders.sqlite'));
  const answered = `state = 'settled', outcome = 'verified', billing = 'billed', evidence = 'charged'`;
  db.exec(`UPDATE orders SET ${answered}, begun_at = begun_at - ${day} WHERE id LIKE 'many %'`);
  db.close();
  await ledger.keeping.apply(as('open-only'), noon);
  assert.equal((await ledger.keeping.claim(noon))?.orders, mostHeld);
});

it('two windows have one agreement', async (t) => {
  const { ledger, folder } = await kept(t);
  const other = await aWindow(t, folder);
  await ledger.keeping.apply(as('open-only'), noon);
  await other.keeping.apply(as('open-only'), noon + minute);
  assert.deepEqual((await ids(other)).toSorted(), ['a', 'b', 'open']);
  await other.keeping.answer(await held(ledger), 'erase');
  await ledger.keeping.apply(as('open-only'), noon + minute);
  assert.deepEqual(await ids(other), ['open']);
});

it('what has just been settled is new, where the choice is seen by it for the first time', async (t) => {
  const { ledger } = await aLedger(t);
  await place(ledger, 'first', { order: { begunAt: noon } });
  await place(ledger, 'old', { order: { begunAt: noon - 1 } });
  await ledger.keeping.apply(as('open-only'), noon + 5, orderId('old'));
  assert.deepEqual(await ids(ledger), ['first']);
});
