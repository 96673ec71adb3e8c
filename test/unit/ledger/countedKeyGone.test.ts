import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { it, type TestContext } from 'node:test';
import { orderId } from '../../../src/calls/ports/ids.ts';
import type { Ledger, Settlement } from '../../../src/calls/ports/ports.ts';
import { plain, World } from '../calls/sending/aSending.ts';
import { answered } from '../calls/sending/aWorld.ts';
import { aFolder, aSettlement, aWindow, keyRing, newOrder, noon, place, question } from './aLedger.ts';

const minute = 60_000;
const origin = 'https://api.example.invalid';
const key = 'invented-key-9f3a';
const otherKey = 'another-invented-key-77c1';

/** One window after another, each on a Linux without a keyring: its seal is new, and the user enters the same API keys again. */
function starts(t: TestContext) {
  const folder = aFolder(t);
  let count = 0;
  return {
    folder,
    window: () => aWindow(t, folder, keyRing(`key of start ${++count}`)),
  };
}

const kinds = (world: World) => world.asked.flatMap(({ obstacles }) => obstacles.map(({ kind }) => kind));

it('a wait that the service asked for holds after a restart at which the secret storage forgot its keys', async (t) => {
  const { window } = starts(t);
  const first = await window();
  const before = new World(first);
  before.answers = [plain];
  before.serviceAnswers = () => answered('RATE_LIMITED', 429, false, null, [['Retry-After', '3600']]);
  const sent = await before.send();
  assert.equal(sent.kind === 'settled' && sent.settlement.outcome, 'throttled');
  await first.close();
  const after = new World(await window());
  after.now = before.now + 5 * minute;
  after.answers = [undefined];
  await after.send({ body: '{"rc_number":"XX00AB0002"}' });
  assert.deepEqual(kinds(after), ['cool-down']);
});

it('so do the calls that were counted: the limit of a minute is reached after that restart, too', async (t) => {
  const limits = { 'rc-advanced': { perMinute: 1, perDay: null } };
  const { window } = starts(t);
  const first = await window();
  const before = new World(first);
  before.change({ limits });
  before.answers = [plain];
  assert.equal((await before.send()).kind, 'settled');
  await first.close();
  const after = new World(await window());
  after.change({ limits });
  after.now = before.now + 10_000;
  after.answers = [undefined];
  await after.send({ body: '{"rc_number":"XX00AB0002"}' });
  assert.deepEqual(kinds(after), ['meter']);
});

it('so does what the last answer said of the account', async (t) => {
  const { window } = starts(t);
  const first = await window();
  const before = new World(first);
  before.answers = [plain, plain];
  await before.send();
  before.now += minute;
  before.serviceAnswers = () => answered('INSUFFICIENT_BALANCE', 402, false);
  await before.send({ body: '{"rc_number":"XX00AB0002"}' });
  await first.close();
  const after = new World(await window());
  after.now = before.now + 5 * minute;
  after.answers = [undefined];
  await after.send({ body: '{"rc_number":"XX00AB0003"}' });
  assert.deepEqual(kinds(after), ['refusal']);
});

const throttled = (until: number): Partial<Settlement> => ({
  settledAt: noon + 812,
  outcome: 'throttled',
  billing: 'free',
  httpStatus: 429,
  messageCode: 'RATE_LIMITED',
  orderId: null,
  coolDown: { until, guessed: false },
});

/** Begun and answered with a wait, with this key. */
async function cooled(ledger: Ledger, id: string, until: number, typed = key): Promise<void> {
  const order = { keyHash: await ledger.keyHash(origin, typed), keyTail: typed.slice(-4) };
  await place(ledger, id, { order, settlement: throttled(until) });
}

/** What is counted with this key a little later: calls within a minute, and until when it waits. */
async function counted(ledger: Ledger, typed = key): Promise<readonly [number | undefined, number | null]> {
  const keyHash = await ledger.keyHash(origin, typed);
  const facts = await ledger.guard(question({ keyHash, now: noon + 1000 }));
  return [facts.meters[0]?.count, facts.coolDown?.until ?? null];
}

it('over every such restart, and to each key what is its own', async (t) => {
  const { window } = starts(t);
  for (const n of [1, 2, 3]) {
    const ledger = await window();
    await cooled(ledger, `order ${n}`, noon + n * 3_600_000);
    if (n === 1) await cooled(ledger, 'other', noon + 9 * 3_600_000, otherKey);
    assert.deepEqual(await counted(ledger), [n, noon + n * 3_600_000]);
    await ledger.close();
  }
  assert.deepEqual(await counted(await window(), otherKey), [1, noon + 9 * 3_600_000]);
});

it('of two waits under one end of a key the later holds', async (t) => {
  const { window } = starts(t);
  const first = await window();
  await cooled(first, 'a', noon + 2 * 3_600_000);
  await cooled(first, 'b', noon + 3_600_000, 'other-invented-key-9f3a');
  await first.close();
  assert.deepEqual(await counted(await window()), [2, noon + 2 * 3_600_000]);
});

it('of a key whose orders are all erased the next key that is used there waits, and only that', async (t) => {
  const { window } = starts(t);
  const first = await window();
  await cooled(first, 'a', noon + 3_600_000);
  await first.erase([orderId('a')]);
  assert.deepEqual(await counted(first), [1, noon + 3_600_000]);
  await first.close();
  const again = await window();
  assert.deepEqual(await counted(again), [1, noon + 3_600_000]);
  assert.deepEqual(await counted(again, otherKey), [0, null]);
  await again.close();
  // Nothing says whose it is; forgotten it is not.
  assert.deepEqual(await counted(await window(), otherKey), [1, noon + 3_600_000]);
});

it('where some of its orders are left, it is known whose it is', async (t) => {
  const { window } = starts(t);
  const first = await window();
  await cooled(first, 'a', noon + 3_600_000);
  await place(first, 'b', { order: { keyHash: await first.keyHash(origin, key), operation: 'email-bulk' } });
  await first.erase([orderId('a')]);
  await first.close();
  const again = await window();
  assert.deepEqual(await counted(again, otherKey), [0, null]);
  assert.deepEqual(await counted(again), [1, noon + 3_600_000]);
});

it('a call under way that a closing window still settles cools the key down that sent it', async (t) => {
  const { folder, window } = starts(t);
  const first = await window();
  await first.begin(newOrder('a', { keyHash: await first.keyHash(origin, key) }));
  // As a closing window does: it holds no key any more, and writes what it knows.
  await first.close();
  const again = await window();
  assert.deepEqual(await counted(again), [1, null]);
  const db = new DatabaseSync(join(folder, 'orders.sqlite'));
  t.after(() => db.close());
  const keyHash = await again.keyHash(origin, key);
  assert.equal(db.prepare('SELECT key_hash FROM orders').get()?.key_hash, keyHash);
  await again.settle(orderId('a'), aSettlement(throttled(noon + 3_600_000)));
  assert.deepEqual(await counted(again), [1, noon + 3_600_000]);
});

it('holds in a file of before there was a choice of the key that seals', async (t) => {
  const { folder, window } = starts(t);
  const first = await window();
  await cooled(first, 'a', noon + 3_600_000);
  await first.close();
  const db = new DatabaseSync(join(folder, 'orders.sqlite'));
  db.exec('DELETE FROM valid_seal');
  db.close();
  assert.deepEqual(await counted(await window()), [1, noon + 3_600_000]);
});

it('without a key, calls are counted as before', async (t) => {
  const { window } = starts(t);
  const first = await window();
  await place(first, 'a', { order: { keyHash: '', keyTail: null }, settlement: throttled(noon + 3_600_000) });
  await first.close();
  const facts = await (await window()).guard(question({ keyHash: '', now: noon + 1000 }));
  assert.deepEqual([facts.meters[0]?.count, facts.coolDown?.until], [1, noon + 3_600_000]);
});
