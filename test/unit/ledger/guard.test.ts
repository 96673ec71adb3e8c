import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { it, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import { draftId, orderId } from '../../../src/calls/ports/ids.ts';
import {
  asLedgerRefusal,
  type Ledger,
  type NewOrder,
  type Settlement,
} from '../../../src/calls/ports/ports.ts';
import {
  addMany,
  aFolder,
  aLedger,
  aSettlement,
  aWindow,
  ids,
  localDay,
  newOrder,
  noon,
  pending,
  place,
  question,
} from './aLedger.ts';

const run = promisify(execFile);
const minute = { ms: 60_000, most: 2, learns: false };

const throttled = (until: number, guessed = false): Partial<Settlement> => ({
  outcome: 'throttled',
  billing: 'free',
  httpStatus: 429,
  messageCode: 'RATE_LIMITED',
  orderId: null,
  coolDown: { until, guessed },
});
const notSent: Partial<Settlement> = {
  outcome: 'not-sent',
  billing: 'free',
  httpStatus: null,
  messageCode: null,
  failureCode: 'refused',
};

async function begin(ledger: Ledger, ...times: readonly number[]): Promise<void> {
  for (const at of times) await ledger.begin(newOrder(`begun ${at}`, { begunAt: at }));
}

it('counts a call up to the moment it is as old as the window, and says when one more fits and when the next leaves', async (t) => {
  const { ledger } = await aLedger(t);
  await begin(ledger, noon, noon + 10_000);
  const at = async (now: number) => (await ledger.guard(question({ now, windows: [minute] }))).meters;
  const full = { ...minute, count: 2, freeAt: noon + 60_000, fallsAt: noon + 60_000 };
  assert.deepEqual(await at(noon + 10_000), [full]);
  assert.deepEqual(await at(noon + 59_999), [full]);
  assert.deepEqual(await at(noon + 60_000), [{ ...minute, count: 1, freeAt: null, fallsAt: noon + 70_000 }]);
  assert.deepEqual(await at(noon + 70_000), [{ ...minute, count: 0, freeAt: null, fallsAt: null }]);
  await begin(ledger, noon + 20_000);
  // One too many: two must leave before one more fits.
  const over = { ...minute, count: 3, freeAt: noon + 70_000, fallsAt: noon + 60_000 };
  assert.deepEqual(await at(noon + 20_000), [over]);
});

it('counts neither what was provably not sent, nor other keys, operations and places; a name is nothing to it', async (t) => {
  const { ledger } = await aLedger(t);
  await place(ledger, 'unsent', { settlement: notSent });
  await place(ledger, 'sent');
  await place(ledger, 'other key', { order: { keyHash: '' } });
  await place(ledger, 'other operation', { order: { operation: 'email-bulk' } });
  await place(ledger, 'other place', { order: { place: 'https://other.example.invalid' } });
  await place(ledger, 'other name', { order: { environment: 'ACME-Prod again' } });
  await place(ledger, 'long ago', { order: { begunAt: noon - 86_400_000 } });
  const windows = [minute, { ms: 86_400_000, most: null, learns: false }];
  const { meters } = await ledger.guard(question({ windows }));
  assert.deepEqual(
    meters.map(({ count, freeAt }) => [count, freeAt]),
    [
      [2, noon + 60_000],
      [2, null],
    ],
  );
  assert.equal((await ledger.guard(question({ keyHash: '' }))).meters[0]?.count, 1);
  const none = await ledger.guard(question({ windows: [{ ms: 1, most: 0, learns: false }] }));
  assert.equal(none.meters[0]?.freeAt, Number.MAX_SAFE_INTEGER);
});

it('keeps the latest cool-down of a key and operation, for every window and after a restart', async (t) => {
  const { ledger, folder } = await aLedger(t);
  await place(ledger, 'a', { settlement: throttled(noon + 90_000) });
  await place(ledger, 'b', { settlement: throttled(noon + 60_000, true) });
  const other = await aWindow(t, folder);
  const coolDown = async (now: number) => (await other.guard(question({ now }))).coolDown;
  assert.deepEqual(await coolDown(noon + 89_999), {
    until: noon + 90_000,
    since: noon + 812,
    guessed: false,
    id: 'a',
  });
  assert.equal(await coolDown(noon + 90_000), null);
  assert.equal((await other.guard(question({ operation: 'email-bulk' }))).coolDown, null);
  assert.equal((await other.guard(question({ keyHash: '' }))).coolDown, null);
});

it('learns from a 429 how many calls a minute held, but not from one sent during a cool-down', async (t) => {
  const { ledger } = await aLedger(t);
  await begin(ledger, noon - 60_000, noon - 59_999, noon - 1);
  await place(ledger, 'a', { settlement: throttled(noon + 60_000) });
  const learned = async () => (await ledger.guard(question())).learned;
  assert.deepEqual(await learned(), { calls: 3, at: noon });
  await place(ledger, 'too early', {
    order: { begunAt: noon + 30_000 },
    settlement: throttled(noon + 120_000),
  });
  assert.deepEqual(await learned(), { calls: 3, at: noon });
  await place(ledger, 'later', { order: { begunAt: noon + 120_000 }, settlement: throttled(noon + 180_000) });
  assert.deepEqual(await learned(), { calls: 1, at: noon + 120_000 });
});

it('refills no meter, budget or cool-down when the history is erased', async (t) => {
  const { ledger } = await aLedger(t);
  await place(ledger, 'paid', { order: { price: '4.10' } });
  await place(ledger, 'throttled', { settlement: throttled(noon + 60_000) });
  const before = await ledger.guard(question());
  await ledger.applyPolicy({ keep: 'open-only', payloadDays: 0, orderDays: 0 }, noon);
  assert.deepEqual(await ids(ledger), []);
  const after = await ledger.guard(question());
  const { coolDown, ...rest } = before;
  assert.deepEqual(after, { ...rest, coolDown: { ...coolDown, id: null }, lastAnswer: null });
  assert.equal(after.meters[0]?.count, 2);
  assert.deepEqual(after.spent.month, { calls: 1, byPrice: [{ price: '4.10', calls: 1 }] });
});

it('names the newest twin that is still open and the newest that was paid, of this place alone', async (t) => {
  const { ledger } = await aLedger(t);
  const twin = (
    id: string,
    begunAt: number,
    settlement: Partial<Settlement>,
    changes: Partial<NewOrder> = {},
  ) => place(ledger, id, { order: { fingerprint: 'f', begunAt, ...changes }, settlement });
  const twins = async () => {
    const input = { whole: 'f', parts: [] };
    const { pendingTwins, paidTwins } = await ledger.guard(question({ input }));
    return [pendingTwins, paidTwins].map((found) => found.map(({ id }) => id).join());
  };
  await twin('elsewhere', noon + 9, {}, { place: 'https://other.example.invalid' });
  await twin('free', noon + 8, { outcome: 'rejected', billing: 'free' });
  assert.deepEqual(await twins(), ['', '']);
  await twin('old', noon + 1, {}, { environment: 'acme-test', keyHash: 'other' });
  assert.deepEqual(await twins(), ['', 'old']);
  await twin('new', noon + 2, {});
  await twin('pending', noon + 3, pending);
  assert.deepEqual(await twins(), ['pending', 'new']);
  await ledger.resolve(orderId('pending'), { at: noon + 9, outcome: 'still-open', note: '', pasted: null });
  assert.deepEqual(await twins(), ['pending', 'new']);
  await ledger.resolve(orderId('pending'), { at: noon + 9, outcome: 'verified', note: '', pasted: null });
  assert.deepEqual(await twins(), ['', 'pending']);
  await ledger.begin(newOrder('under way', { fingerprint: 'f', begunAt: noon + 4 }));
  assert.deepEqual(await twins(), ['under way', 'pending']);
  const untyped = await ledger.guard(question());
  assert.deepEqual([untyped.pendingTwins, untyped.paidTwins], [[], []]);
});

it('remembers the newest whole answer to a key, whatever the operation', async (t) => {
  const { ledger } = await aLedger(t);
  assert.equal((await ledger.guard(question())).lastAnswer, null);
  const refused = {
    messageCode: 'INVALID_API_KEY',
    httpStatus: 401,
    outcome: 'refused',
    billing: 'free',
  } as const;
  await place(ledger, 'whole', { order: { operation: 'email-bulk' }, settlement: refused });
  await place(ledger, 'cut', { settlement: { settledAt: noon + 999, failureCode: 'truncated' } });
  await place(ledger, 'other', { order: { keyHash: 'zzzz' }, settlement: { settledAt: noon + 999 } });
  assert.deepEqual((await ledger.guard(question())).lastAnswer, {
    id: 'whole',
    operation: 'email-bulk',
    messageCode: 'INVALID_API_KEY',
    settledAt: noon + 812,
  });
});

/** The answer that counts, of answers that came within one millisecond, written in this order. */
async function lastOf(t: TestContext, begun: readonly string[], answered: readonly string[]) {
  const { ledger } = await aLedger(t);
  for (const id of begun) await ledger.begin(newOrder(id));
  for (const id of answered) {
    await ledger.settle(orderId(id), aSettlement({ messageCode: id, settledAt: noon + 5 }));
  }
  return (await ledger.guard(question())).lastAnswer?.id;
}

it('of two answers within one millisecond the later written is the last, whichever call left first', async (t) => {
  assert.equal(await lastOf(t, ['a', 'b'], ['a', 'b']), 'b');
  assert.equal(await lastOf(t, ['a', 'b'], ['b', 'a']), 'a');
  assert.equal(await lastOf(t, ['a', 'b', 'c'], ['c', 'b', 'a']), 'a');
  assert.equal(await lastOf(t, ['a', 'b', 'c'], ['c', 'a', 'b']), 'b');
});

it('an answer that bears a time to come is the last only until there is another: the clock was set back since', async (t) => {
  const { ledger } = await aLedger(t);
  const hour = 3_600_000;
  const answered = (id: string, at: number) =>
    place(ledger, id, { order: { begunAt: at }, settlement: { settledAt: at, messageCode: id } });
  await answered('two hours ahead', noon + 2 * hour);
  await answered('an hour ahead', noon + hour);
  const last = async () => (await ledger.guard(question({ now: noon + 2000 }))).lastAnswer?.id;
  assert.equal(await last(), 'two hours ahead');
  await answered('once it is right', noon + 1000);
  assert.equal(await last(), 'once it is right');
  await answered('now', noon + 2000);
  assert.equal(await last(), 'now');
});

it('a wait that came within the millisecond of a later call keeps its order, behind a longer one that is lifted', async (t) => {
  const { ledger } = await aLedger(t);
  for (const id of ['a', 'b', 'c']) await ledger.begin(newOrder(id));
  const throttled = (settledAt: number, until: number) =>
    aSettlement({
      ...{ outcome: 'throttled', billing: 'free', httpStatus: 429, settledAt },
      coolDown: { until, guessed: false },
    });
  await ledger.settle(orderId('b'), aSettlement({ settledAt: noon + 5 }));
  await ledger.settle(orderId('a'), throttled(noon + 5, noon + 60_005));
  const long = noon + 3 * 24 * 3_600_000;
  await ledger.settle(orderId('c'), throttled(noon + 9, long));
  const asked = question({ now: noon + 10 });
  await ledger.liftCoolDown(asked, asked.operation, long, noon + 10);
  const { coolDown } = await ledger.guard(asked);
  assert.deepEqual([coolDown?.id, coolDown?.until], ['a', noon + 60_005]);
});

it('counts spend by session, day and month, with the price of when each left', async (t) => {
  const { ledger } = await aLedger(t);
  await place(ledger, 'a', { order: { price: '4.10' } });
  await place(ledger, 'b', { order: { price: '3' }, settlement: { billing: 'unknown', outcome: 'unknown' } });
  await ledger.begin(newOrder('c', { operation: 'email-bulk' }));
  await place(ledger, 'free', { settlement: { billing: 'free' } });
  await place(ledger, 'yesterday', { order: { day: '2026-11-20', session: 'older', price: '4.10' } });
  await place(ledger, 'last month', { order: { day: '2026-10-31' } });
  await place(ledger, 'elsewhere', { order: { environment: 'acme-test' } });
  const { spent, operationToday, unclearToday } = await ledger.guard(question());
  const of = ({ calls, byPrice }: typeof operationToday) => [
    calls,
    ...byPrice.map((one) => `${one.price}: ${one.calls}`).toSorted(),
  ];
  assert.deepEqual(of(spent.day), [3, '3: 1', '4.10: 1', 'null: 1']);
  assert.deepEqual(of(spent.month), [4, '3: 1', '4.10: 2', 'null: 1']);
  // The session went on over the end of a month.
  assert.deepEqual(of(spent.session), [4, '3: 1', '4.10: 1', 'null: 2']);
  assert.deepEqual(of(operationToday), [2, '3: 1', '4.10: 1']);
  assert.equal(unclearToday, 1);
});

it('writes nothing where the admission refuses, and asks it only of a draft that was not sent', async (t) => {
  const { ledger } = await aLedger(t);
  const full = {
    question: question({ windows: [{ ms: 60_000, most: 1, learns: false }] }),
    admit: () => ({ text: 'full' }),
  };
  const refused = await ledger.begin(newOrder('a'), full).catch(asLedgerRefusal);
  assert.deepEqual([refused?.reason, refused?.what.text], ['guard', 'full']);
  assert.deepEqual(await ids(ledger), []);
  assert.equal((await ledger.guard(question())).spent.day.calls, 0);
  await ledger.begin(newOrder('a'), { ...full, admit: () => null });
  const again = await ledger
    .begin(newOrder('b', { draftId: draftId('draft of a') }), full)
    .catch(asLedgerRefusal);
  assert.equal(again?.reason, 'same-draft');
});

it('lets several processes begin exactly as many calls as fit', async (t) => {
  const folder = aFolder(t);
  const script = join(import.meta.dirname, 'admitted.ts');
  const outputs = await Promise.all(
    ['a', 'b', 'c'].map((name) =>
      run(process.execPath, ['--disable-warning=MODULE_TYPELESS_PACKAGE_JSON', script, folder, name, '6']),
    ),
  );
  const begun = outputs.flatMap(({ stdout }) => JSON.parse(stdout));
  assert.equal(begun.filter((one: string) => one === 'begun').length, 5);
  assert.equal(begun.filter((one: string) => one === 'guard').length, 13);
  assert.equal((await ids(await aWindow(t, folder))).length, 5);
});

it('says what calls came to by day, and how long their answers took', async (t) => {
  const { ledger } = await aLedger(t);
  const order = { fingerprint: 'f', price: '4' };
  await place(ledger, 'a', { order, settlement: { totalMs: 100 } });
  await place(ledger, 'b', { order, settlement: { totalMs: 101 } });
  await place(ledger, 'c', { order: { day: '2026-11-22' }, settlement: notSent });
  await ledger.begin(newOrder('d', { day: '2026-11-23', environment: 'acme-test' }));
  const all = await ledger.usage({ from: '2026-11-21', to: '2026-11-23', environment: null });
  const whose = { environment: 'acme-prod', identity: 'name:acme-prod' };
  const common = { operation: 'rc-advanced', ...whose, price: null, repeat: false, calls: 1 };
  const negative = { messageCode: 'NO_RECORD_FOUND', outcome: 'negative', billing: 'billed', price: '4' };
  assert.deepEqual(all.rows, [
    { ...common, ...negative, day: '2026-11-21' },
    { ...common, ...negative, day: '2026-11-21', repeat: true },
    { ...common, day: '2026-11-22', messageCode: null, outcome: 'not-sent', billing: 'free' },
    {
      ...common,
      day: '2026-11-23',
      environment: 'acme-test',
      identity: 'name:acme-test',
      messageCode: null,
      outcome: 'unknown',
      billing: 'unknown',
    },
  ]);
  assert.equal(all.latency.length, 1);
  const [bucket] = all.latency;
  assert.ok(
    bucket !== undefined && bucket.fromMs <= 100 && bucket.toMs > 101 && bucket.toMs / bucket.fromMs < 1.051,
  );
  assert.equal(bucket.calls, 2);
  const one = await ledger.usage({ from: '2026-11-22', to: '2026-11-23', environment: 'acme-prod' });
  assert.deepEqual([one.rows.length, one.latency], [1, []]);
});

it('settles with what came back, though an answer took no time or for ever', async (t) => {
  const { ledger } = await aLedger(t);
  for (const totalMs of [0, 0.4, 1e9])
    await place(ledger, `${totalMs}`, { settlement: aSettlement({ totalMs }) });
  const { latency } = await ledger.usage({ from: '2026-11-21', to: '2026-11-21', environment: 'acme-prod' });
  assert.deepEqual(
    latency.map(({ fromMs, calls }) => [fromMs < 1e9, calls]),
    [
      [true, 2],
      [true, 1],
    ],
  );
});

it('counts the orders of a window that still runs the version before, too', async (t) => {
  const { ledger, folder } = await aLedger(t);
  addMany(folder, 3);
  const { spent, meters } = await ledger.guard(question({ keyHash: '', place: 'o', day: localDay(noon) }));
  assert.deepEqual([spent.day.calls, spent.session.calls, meters[0]?.count], [3, 0, 3]);
  await ledger.settle(orderId('many 1'), aSettlement({ billing: 'free' }));
  const usage = await ledger.usage({ from: localDay(noon), to: localDay(noon), environment: null });
  assert.deepEqual(usage.rows.map(({ billing, calls }) => `${billing} ${calls}`).toSorted(), [
    'free 1',
    'unknown 2',
  ]);
});
