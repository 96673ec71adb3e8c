import assert from 'node:assert/strict';
import { join } from 'node:path';
import { it, type TestContext } from 'node:test';
import { orderId } from '../../../src/calls/ports/ids.ts';
import type { Keep, KeepPolicy } from '../../../src/calls/ports/keepingPorts.ts';
import type { Ledger } from '../../../src/calls/ports/ports.ts';
import { aFolder, aLedger, aWindow, bytes, ids, keyRing, noon, pending, place } from './aLedger.ts';

const minute = 60_000;
const day = 24 * 3_600_000;
const passphrase = 'a passphrase of these tests';

function as(keep: Keep, more: Partial<KeepPolicy> = {}): KeepPolicy {
  return { keep, payloadDays: 0, orderDays: 0, ...more };
}

async function whole(ledger: Ledger): Promise<string[]> {
  const all = await ids(ledger);
  const payloads = await Promise.all(all.map((id) => ledger.payloads(orderId(id))));
  return all.filter((_, n) => payloads[n]?.kind === 'open').toSorted();
}

/** A backup of another computer: one paid order, begun at. */
async function elsewhere(t: TestContext, begunAt: number): Promise<string> {
  const ledger = await aWindow(t, aFolder(t), keyRing('a-key'), {
    passphraseCost: 1 << 10,
  });
  await place(ledger, 'theirs', { order: { begunAt } });
  const file = join(aFolder(t), 'orders.backup');
  await ledger.transfer.backUp(file, passphrase);
  return file;
}

/** Here the choice of less waits for its user's word, or they said Keep, since noon. */
async function waiting(t: TestContext, keep: Keep, folder = aFolder(t)): Promise<Ledger> {
  const ledger = await aWindow(t, folder, keyRing('a-key'), {
    passphraseCost: 1 << 10,
  });
  await place(ledger, 'ours', { order: { begunAt: noon - day } });
  await ledger.keeping.apply(as('everything'), noon - minute);
  await ledger.keeping.apply(as(keep), noon);
  return ledger;
}

async function sayOf(ledger: Ledger, answer: 'keep' | 'erase'): Promise<void> {
  const held = await ledger.keeping.claim(noon);
  assert.ok(held !== null);
  assert.equal(await ledger.keeping.answer(held, answer), true);
}

for (const said of ['nothing yet', 'Keep'] as const)
  it(`orders of a backup, begun after the choice was made here, do not go unasked (${said} said)`, async (t) => {
    const ledger = await waiting(t, 'open-only');
    if (said === 'Keep') await sayOf(ledger, 'keep');
    const file = await elsewhere(t, noon + 10 * day);
    await ledger.transfer.restore(file, passphrase);
    assert.deepEqual((await ids(ledger)).toSorted(), ['ours', 'theirs']);
    await ledger.keeping.apply(as('open-only'), noon + 20 * day);
    assert.deepEqual((await ids(ledger)).toSorted(), ['ours', 'theirs']);
  });

it('orders of a backup do not go by an answer to the question that was asked before it came', async (t) => {
  const ledger = await waiting(t, 'open-only');
  const held = await ledger.keeping.claim(noon);
  assert.ok(held !== null && held.orders === 1);
  const file = await elsewhere(t, noon - 10 * day);
  await ledger.transfer.restore(file, passphrase);
  await ledger.keeping.answer(held, 'erase');
  await ledger.keeping.apply(as('open-only'), noon + minute);
  assert.ok((await ids(ledger)).some((id) => id === 'theirs'));
});

it('an answer that was recorded of an order whose payload went by its days does not go unasked', async (t) => {
  const { ledger } = await aLedger(t);
  const id = orderId('late');
  await place(ledger, 'late', {
    order: { begunAt: noon - 60 * day },
    settlement: pending,
  });
  await ledger.resolve(id, {
    at: noon - minute,
    outcome: 'verified',
    note: '',
    pasted: bytes('{"paid":"answer"}'),
  });
  await ledger.keeping.apply(as('everything', { payloadDays: 30 }), noon);
  const pasted = async () =>
    (await ledger.events(id)).filter(
      (event) => event.kind === 'resolved' && event.resolution.pasted !== null,
    );
  assert.equal((await pasted()).length, 1, 'it is kept by its own time');
  await ledger.keeping.apply(as('metadata', { payloadDays: 30 }), noon + minute);
  assert.equal((await pasted()).length, 1, 'nobody was asked');
});

it('an order that was open when the choice was made, alone, does not go unasked once it is recorded', async (t) => {
  const { ledger } = await aLedger(t);
  await place(ledger, 'open', {
    order: { begunAt: noon - day },
    settlement: pending,
  });
  await ledger.keeping.apply(as('everything'), noon - minute);
  await ledger.keeping.apply(as('open-only'), noon);
  await ledger.resolve(orderId('open'), {
    at: noon + day,
    outcome: 'verified',
    note: '',
    pasted: bytes('{"paid":1}'),
  });
  await ledger.keeping.apply(as('open-only'), noon + 2 * day);
  assert.deepEqual(await ids(ledger), ['open']);
});

it('a clock that was set back does not make earlier orders new ones', async (t) => {
  const clock = { now: noon + 2 * day, uptime: 1000 * minute };
  const ledger = await aWindow(t, aFolder(t), keyRing('a-key'), {
    now: () => clock.now,
    uptime: () => clock.uptime,
  });
  await place(ledger, 'paid', { order: { begunAt: clock.now } });
  await ledger.keeping.apply(as('everything'), clock.now);
  clock.now = noon;
  clock.uptime += minute;
  await ledger.keeping.apply(as('metadata'), clock.now);
  assert.deepEqual(await whole(ledger), ['paid']);
});

it('a clock set back does not keep new orders', async (t) => {
  const clock = { now: noon + 2 * day, uptime: 1000 * minute };
  const ledger = await aWindow(t, aFolder(t), keyRing('a-key'), {
    now: () => clock.now,
    uptime: () => clock.uptime,
  });
  await place(ledger, 'paid', { order: { begunAt: clock.now - day } });
  await ledger.keeping.apply(as('everything'), clock.now);
  await ledger.keeping.apply(as('metadata'), clock.now);
  clock.now = noon;
  clock.uptime += minute;
  await place(ledger, 'new', { order: { begunAt: clock.now } });
  await ledger.keeping.apply(as('metadata'), clock.now + 5, orderId('new'));
  assert.deepEqual(await whole(ledger), ['paid']);
});

it('who was asked is asked again later, also where the clock was set back since', async (t) => {
  const ledger = await waiting(t, 'open-only');
  assert.equal((await ledger.keeping.claim(noon + 300 * day))?.orders, 1);
  assert.equal((await ledger.keeping.claim(noon + day))?.orders, 1);
});

for (const answer of ['erase', 'keep'] as const)
  it(`an answer to a question of before is none of the orders of a backup that got the places of those it named (${answer})`, async (t) => {
    const folder = aFolder(t);
    const ledger = await waiting(t, 'open-only', folder);
    const other = await aWindow(t, folder);
    const held = await ledger.keeping.claim(noon);
    assert.ok(held?.orders === 1);
    const file = await elsewhere(t, noon - 10 * day);
    await other.erase([orderId('ours')]);
    await other.transfer.restore(file, passphrase);
    await other.keeping.apply(as('open-only'), noon + minute);
    assert.equal(await ledger.keeping.answer(held, answer), false);
    await ledger.keeping.apply(as('open-only'), noon + 2 * minute);
    assert.deepEqual(await ids(ledger), ['theirs']);
    assert.equal((await ledger.keeping.claim(noon + 3 * minute))?.orders, 1, 'they are asked about');
  });

it('nor of those that came behind them, where a clock that was set back asks as it did before', async (t) => {
  const folder = aFolder(t);
  const ledger = await waiting(t, 'open-only', folder);
  const other = await aWindow(t, folder);
  const held = await ledger.keeping.claim(noon);
  assert.ok(held?.orders === 1);
  await other.transfer.restore(await elsewhere(t, noon - 10 * day), passphrase);
  await other.keeping.apply(as('open-only'), noon);
  assert.equal(await ledger.keeping.answer(held, 'erase'), false);
  await ledger.keeping.apply(as('open-only'), noon + minute);
  assert.deepEqual((await ids(ledger)).toSorted(), ['ours', 'theirs']);
});
