import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { it } from 'node:test';
import type { MeterWindow } from '../../../src/calls/ports/guardPorts.ts';
import { orderId } from '../../../src/calls/ports/ids.ts';
import type { Ledger, Settlement } from '../../../src/calls/ports/ports.ts';
import { aLedger, aSettlement, newOrder, noon, place, question } from './aLedger.ts';

const day = 24 * 3_600_000;
const account = { place: 'https://api.example.invalid', keyHash: 'hash of 9f3a' };

const throttled = (until: number, settledAt = noon, guessed = false): Partial<Settlement> => ({
  settledAt,
  outcome: 'throttled',
  billing: 'free',
  httpStatus: 429,
  messageCode: 'RATE_LIMITED',
  orderId: null,
  coolDown: { until, guessed },
});

function inFile<T>(folder: string, work: (db: DatabaseSync) => T): T {
  const db = new DatabaseSync(join(folder, 'orders.sqlite'));
  const done = work(db);
  db.close();
  return done;
}

/** As many calls of the account as said, all at noon. */
function addCalls(folder: string, count: number): void {
  inFile(folder, (db) =>
    db
      .prepare(
        `INSERT INTO begun (seq, place, key_hash, operation, at)
         WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ?)
         SELECT NULL, ?, ?, 'rc-advanced', ? FROM n`,
      )
      .run(count, account.place, account.keyHash, noon),
  );
}

async function meterOf(ledger: Ledger, window: Partial<MeterWindow>, now = noon) {
  const windows = [{ ms: 60_000, most: null, learns: false, ...window }];
  return (await ledger.guard(question({ now, windows }))).meters[0];
}

it('forgets the times of calls that no meter asks for any more: those of more than two days ago', async (t) => {
  const { ledger, folder } = await aLedger(t);
  for (const at of [noon - 2 * day - 1, noon - 2 * day, noon])
    await ledger.begin(newOrder(`at ${at}`, { begunAt: at }));
  const times = inFile(folder, (db) =>
    db
      .prepare('SELECT at FROM begun ORDER BY at')
      .all()
      .map(({ at }) => at),
  );
  assert.deepEqual(times, [noon - 2 * day, noon]);
});

it('counts no more than twenty thousand calls, but as many as a limit that is known allows', async (t) => {
  const { ledger, folder } = await aLedger(t);
  addCalls(folder, 20_002);
  const counted = async (most: number | null) => (await meterOf(ledger, { most }))?.count;
  assert.equal(await counted(null), 20_000);
  assert.equal(await counted(5), 20_000);
  assert.equal(await counted(20_001), 20_001);
  await place(ledger, 'a', { settlement: throttled(noon + 60_000) });
  assert.equal((await ledger.guard(question())).learned?.calls, 20_000);
});

it('takes a limit for learned only in a window that learns and has none of its own', async (t) => {
  const { ledger } = await aLedger(t);
  for (const id of ['a', 'b']) await ledger.begin(newOrder(id));
  await place(ledger, 'c', { settlement: throttled(noon + 60_000) });
  const most = async (window: Partial<MeterWindow>) => (await meterOf(ledger, window))?.most;
  assert.equal(await most({ learns: true }), 2);
  assert.equal(await most({ learns: false }), null);
  assert.equal(await most({ learns: true, most: 7 }), 7);
});

it('lets the next call out when the one leaves that fills the window, also where a limit is no whole number', async (t) => {
  const { ledger } = await aLedger(t);
  for (const at of [noon, noon + 1000]) await ledger.begin(newOrder(`at ${at}`, { begunAt: at }));
  const freeAt = async (most: number) => (await meterOf(ledger, { most }, noon + 2000))?.freeAt;
  assert.equal(await freeAt(0.9), Number.MAX_SAFE_INTEGER);
  assert.equal(await freeAt(1), noon + 61_000);
  assert.equal(await freeAt(1.9), noon + 61_000);
  assert.equal(await freeAt(2), noon + 60_000);
  assert.equal(await freeAt(3), null);
});

it('keeps of two waits the later one whole, be it told or guessed', async (t) => {
  const { ledger } = await aLedger(t);
  const coolDown = async () => (await ledger.guard(question())).coolDown;
  await place(ledger, 'a', { settlement: throttled(noon + 60_000, noon, true) });
  assert.deepEqual(await coolDown(), { until: noon + 60_000, since: noon, guessed: true, id: 'a' });
  await place(ledger, 'b', { settlement: throttled(noon + 90_000, noon + 1) });
  assert.deepEqual(await coolDown(), { until: noon + 90_000, since: noon + 1, guessed: false, id: 'b' });
});

for (const [what, ms, guessed, held] of [
  ['of an hour that was told', day / 24, false, true],
  ['of a day to the millisecond', day, true, true],
  ['that is a millisecond longer than a day', day + 1, true, false],
] as const) {
  it(`a wait ${what} ${held ? 'holds' : 'does not hold'} once a longer one behind which it hid is lifted`, async (t) => {
    const { ledger } = await aLedger(t);
    await place(ledger, 'long', { settlement: throttled(noon + ms, noon, guessed) });
    await place(ledger, 'longer', { settlement: throttled(noon + 9 * day, noon + 1, !guessed) });
    await ledger.liftCoolDown(account, 'rc-advanced', noon + 9 * day, noon + 2);
    const { coolDown } = await ledger.guard(question({ now: noon + 2 }));
    assert.deepEqual(coolDown, held ? { until: noon + ms, since: noon, guessed, id: 'long' } : null);
  });
}

it('learns by when a throttled call was begun as the meters have it, which move with the clock', async (t) => {
  const { ledger, folder } = await aLedger(t);
  await ledger.begin(newOrder('a'));
  inFile(folder, (db) => db.exec('UPDATE begun SET at = at + 3600000'));
  await ledger.settle(orderId('a'), aSettlement(throttled(noon + day)));
  assert.deepEqual((await ledger.guard(question())).learned, { calls: 1, at: noon + 3_600_000 });
});

it('learns by when a throttled call was begun, also after the meters have forgotten it', async (t) => {
  const { ledger } = await aLedger(t);
  const begunAt = noon - 3 * day;
  await ledger.begin(newOrder('slow', { begunAt }));
  await ledger.begin(newOrder('since', { begunAt: noon }));
  await ledger.settle(orderId('slow'), aSettlement(throttled(noon + 60_000)));
  assert.deepEqual((await ledger.guard(question())).learned, { calls: 0, at: begunAt });
});

it('learns nothing of a planted 429, and keeps what another has taught; its wait holds', async (t) => {
  const { ledger } = await aLedger(t);
  const plant = async (id: string, until: number) =>
    place(ledger, id, {
      settlement: { ...throttled(until), coolDown: { until, guessed: false, planted: true } },
    });
  const facts = () => ledger.guard(question());
  await plant('first', noon + 1000);
  assert.deepEqual(await facts().then(({ learned, coolDown }) => [learned, coolDown?.id]), [null, 'first']);
  const begunAt = noon + 120_000;
  await place(ledger, 'real', { order: { begunAt }, settlement: throttled(begunAt + 1000, begunAt) });
  const { learned } = await facts();
  assert.deepEqual(learned, { calls: 1, at: begunAt });
  await plant('again', noon + 900_000);
  assert.deepEqual(await facts().then((now) => [now.learned, now.coolDown?.id]), [learned, 'again']);
});
