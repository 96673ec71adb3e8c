import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { it } from 'node:test';
import type { Settlement } from '../../../src/calls/ports/ports.ts';
import { aFolder, aLedger, aWindow, keyRing, newOrder, noon, place, question } from './aLedger.ts';

const here = 'https://api.example.invalid';
const key = 'invented-key-of-mine-9f3a';
const minute = { ms: 60_000, most: null, learns: true };

const throttled = (until: number, settledAt = noon): Partial<Settlement> => ({
  settledAt,
  outcome: 'throttled',
  billing: 'free',
  httpStatus: 429,
  messageCode: 'RATE_LIMITED',
  orderId: null,
  coolDown: { until, guessed: false },
});

it('hashes a key with its place, and keeps neither readable', async (t) => {
  const { ledger, folder } = await aLedger(t);
  const hash = await ledger.keyHash(here, key);
  assert.match(hash, /^[0-9a-f]{32}$/);
  assert.equal(await (await aWindow(t, folder)).keyHash(here, key), hash);
  assert.notEqual(await ledger.keyHash('https://other.example.invalid', key), hash);
  assert.notEqual(await ledger.keyHash(here, `${key}x`), hash);
  assert.equal(await ledger.keyHash(here, null), '');
  const other = await aWindow(t, aFolder(t), keyRing('another-key'));
  assert.notEqual(await other.keyHash(here, key), hash);
});

it('applies a learned limit to a window that has none, in the same reading', async (t) => {
  const { ledger } = await aLedger(t);
  for (const n of [1, 2, 3]) await ledger.begin(newOrder(`${n}`, { begunAt: noon - n }));
  const read = async () => (await ledger.guard(question({ windows: [minute] }))).meters;
  assert.deepEqual(await read(), [{ ...minute, count: 3, freeAt: null, fallsAt: noon - 3 + 60_000 }]);
  await place(ledger, 'refused', { settlement: throttled(noon + 1) });
  const full = { ...minute, most: 3, count: 4, freeAt: noon - 2 + 60_000, fallsAt: noon - 3 + 60_000 };
  assert.deepEqual(await read(), [full]);
  const { meters } = await ledger.guard(
    question({
      windows: [
        { ...minute, learns: false },
        { ...minute, most: 9 },
      ],
    }),
  );
  assert.deepEqual(
    meters.map(({ most }) => most),
    [null, 9],
  );
});

it('takes nothing for a limit from a 429 at the first call', async (t) => {
  const { ledger } = await aLedger(t);
  await place(ledger, 'refused', { settlement: throttled(noon + 1) });
  const { meters, learned } = await ledger.guard(question({ windows: [minute] }));
  assert.deepEqual([meters[0]?.most, meters[0]?.freeAt, learned?.calls], [null, null, 1]);
});

it('keeps when the answer came that asked for the longest wait, and lifts a wait at the user’s word', async (t) => {
  const { ledger, folder } = await aLedger(t);
  await place(ledger, 'a', { settlement: throttled(noon + 9_000_000, noon + 100) });
  await place(ledger, 'b', { settlement: throttled(noon + 50_000, noon + 200) });
  const other = await aWindow(t, folder);
  const read = async (now: number) => (await other.guard(question({ now }))).coolDown;
  assert.deepEqual(await read(noon + 300), {
    until: noon + 9_000_000,
    since: noon + 100,
    guessed: false,
    id: 'a',
  });
  const account = { place: here, keyHash: 'hash of 9f3a' };
  const shown = noon + 9_000_000;
  await ledger.liftCoolDown({ ...account, keyHash: 'other' }, 'rc-advanced', shown, noon + 300);
  await ledger.liftCoolDown(account, 'email-bulk', shown, noon + 300);
  await ledger.liftCoolDown(account, 'rc-advanced', shown - 1, noon + 300);
  assert.notEqual(await read(noon + 300), null);
  await ledger.liftCoolDown(account, 'rc-advanced', shown, noon + 300);
  assert.equal(await read(noon + 300), null);
  // The next 429 holds again, however short.
  await place(ledger, 'c', { settlement: throttled(noon + 40_000, noon + 400) });
  assert.equal((await read(noon + 500))?.until, noon + 40_000);
  await ledger.liftCoolDown(account, 'rc-advanced', noon + 40_000, noon + 60_000);
  assert.equal((await read(noon + 500))?.until, noon + 40_000, 'what is over is not made longer');
});

it('counts spend for an identity, under all it ever had; the usage page keeps the names', async (t) => {
  const { ledger } = await aLedger(t);
  await place(ledger, 'by name', { order: { price: '4' } });
  await place(ledger, 'by id', { order: { environment: 'renamed', identity: 'id:x', price: '4' } });
  await place(ledger, 'spelt', {
    order: { environment: 'ACME-Prod', identity: 'name:acme-prod', price: '4' },
  });
  await place(ledger, 'other', { order: { environment: 'other', price: '4' } });
  const spent = async (...spenders: string[]) => {
    const { spent: found, operationToday } = await ledger.guard(question({ spenders }));
    return [found.session, found.day, found.month, operationToday].map(({ calls }) => calls);
  };
  assert.deepEqual(await spent('id:x'), [1, 1, 1, 1]);
  assert.deepEqual(await spent('id:x', 'name:acme-prod'), [3, 3, 3, 3]);
  assert.deepEqual(await spent('name:acme-prod'), [2, 2, 2, 2]);
  const day = { from: '2026-11-21', to: '2026-11-21' };
  const all = await ledger.usage({ ...day, environment: null });
  assert.deepEqual(all.rows.map(({ environment, calls }) => `${environment} ${calls}`).toSorted(), [
    'ACME-Prod 1',
    'acme-prod 1',
    'other 1',
    'renamed 1',
  ]);
  const one = await ledger.usage({ ...day, environment: 'renamed' });
  assert.equal(one.rows.length, 1);
});

/** What a version before kept: by the key's last characters, at a place or at none that anybody knows. */
function keptByTail(folder: string): void {
  const db = new DatabaseSync(join(folder, 'orders.sqlite'));
  db.exec(`
    UPDATE orders SET key_hash = 'tail:9f3a' WHERE key_hash = 'hash of 9f3a';
    UPDATE begun SET key_hash = 'tail:9f3a' WHERE key_hash = 'hash of 9f3a';
    INSERT INTO begun (operation, place, key_hash, at) VALUES ('rc-advanced', '', 'tail:9f3a', ${noon - 5}),
      ('rc-advanced', '', 'tail:zzzz', ${noon - 5});
    UPDATE throttles SET key_hash = 'tail:9f3a' WHERE key_hash = 'hash of 9f3a';
    INSERT INTO throttles VALUES ('rc-advanced', '', 'tail:9f3a', ${noon + 90_000}, ${noon}, 1, NULL, 7, ${noon - 5}, ${noon + 90_000},
      ${noon}, 1);`);
  db.close();
}

it('takes over, once, what was kept by a key’s last characters', async (t) => {
  const { ledger, folder } = await aLedger(t);
  await place(ledger, 'refused', { settlement: throttled(noon + 30_000) });
  await place(ledger, 'answered', { order: { operation: 'email-bulk' } });
  await ledger.begin(newOrder('under way'));
  keptByTail(folder);
  const readOnly = await ledger.guard(question());
  assert.equal(readOnly.meters[0]?.count, 0);
  const keyHash = await ledger.keyHash(here, key);
  const read = async () => ledger.guard(question({ keyHash, windows: [minute] }));
  const facts = await read();
  assert.deepEqual(facts.meters, [
    { ...minute, count: 3, most: null, freeAt: null, fallsAt: noon - 5 + 60_000 },
  ]);
  assert.deepEqual(facts.coolDown, { until: noon + 90_000, since: noon, guessed: true, id: null });
  assert.deepEqual(facts.learned, { calls: 1, at: noon });
  assert.equal(facts.lastAnswer?.id, 'answered');
  // Its 429 cools the key down by which it is known now.
  await ledger.settle(newOrder('under way').id, {
    ...newSettlement(),
    ...throttled(noon + 99_000, noon + 1),
  });
  assert.equal((await read()).coolDown?.until, noon + 99_000);
  // Another key with the same end finds nothing left, at any place.
  for (const [where, end] of [
    [here, 'other-invented-key-9f3a'],
    ['https://other.example.invalid', key],
  ] as const) {
    const other = await ledger.guard(
      question({ place: where, keyHash: await ledger.keyHash(where, end), windows: [minute] }),
    );
    assert.deepEqual([other.meters[0]?.count, other.coolDown], [0, null]);
  }
});

function newSettlement(): Settlement {
  const timing = { connectedMs: null, firstByteMs: null, totalMs: 1 };
  return {
    settledAt: noon,
    outcome: 'throttled',
    billing: 'free',
    evidence: 'stated',
    httpStatus: 429,
    messageCode: null,
    orderId: null,
    failureCode: null,
    totalMs: 1,
    coolDown: null,
    observed: null,
    answer: { head: null, timing, wireBytes: 0, body: new Uint8Array(), failure: null },
  };
}
