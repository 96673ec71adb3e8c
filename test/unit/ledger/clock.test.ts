import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { orderId } from '../../../src/calls/ports/ids.ts';
import type { Ledger, NewOrder } from '../../../src/calls/ports/ports.ts';
import { jumpOf, WallClock } from '../../../src/ledger/clock.ts';
import { openLedger } from '../../../src/ledger/ledger.ts';
import { openFile } from '../../../src/ledger/openFile.ts';
import { Store } from '../../../src/ledger/store.ts';
import { aBatch, aRow, b } from './aBatch.ts';
import { aFolder, aSettlement, keyRing, newOrder, noon, place, question } from './aLedger.ts';

const hour = 3_600_000;
const day = 24 * hour;
const stored = { wall: noon, uptime: 10 * hour };

const jumps: readonly (readonly [
  what: string,
  passed: number,
  uptime: number,
  started: number,
  jump: number,
])[] = [
  ['time that passed', hour, 11 * hour, 0, 0],
  ['a clock that was set right', hour + 59_000, 11 * hour, 0, 0],
  ['set back while this process ran', hour - day, 11 * hour, 0, -day],
  ['set back before this process began', hour - day, 11 * hour, 10.5 * hour, -day],
  ['set forth while this process ran', 3 * day + hour, 11 * hour, 9 * hour, 3 * day],
  ['set forth before it began, by less than a reboot takes', 6 * hour, 11 * hour, 10.5 * hour, 5 * hour],
  ['a reboot, perhaps', 3 * day, 11 * hour, 10.5 * hour, 0],
  ['a reboot that is certain', 3 * day, hour, 0.5 * hour, 0],
  ['set back and rebooted', -day, hour, 0.5 * hour, -day - hour],
  ['rebooted within the tolerance', hour - 30_000, hour, 0, 0],
  ['set forth by just the tolerance', hour + 60_000, 11 * hour, 0, 0],
  ['set forth by a millisecond more', hour + 60_001, 11 * hour, 0, 60_001],
  ['set back by just the tolerance', hour - 60_000, 11 * hour, 0, 0],
  ['set back by a millisecond more', hour - 60_001, 11 * hour, 0, -60_001],
  ['set forth before any time passed', day, 10 * hour, 0, day],
  ['rebooted, and set back by just the tolerance', hour - 60_000, hour, 0, 0],
  ['rebooted, and set back by a millisecond more', hour - 60_001, hour, 0, -60_001],
  ['set forth since this process began, which read it first', 3 * day + hour, 11 * hour, 10 * hour, 3 * day],
  ['a reboot, perhaps, in as short a time as one may take', 11 * hour - 60_000, 11 * hour, 10.5 * hour, 0],
  ['set forth by a millisecond less', 11 * hour - 60_001, 11 * hour, 10.5 * hour, 10 * hour - 60_001],
];
for (const [what, passed, uptime, started, jump] of jumps) {
  it(`tells by how much the clock was set: ${what}`, () => {
    assert.equal(jumpOf(stored, noon + passed, uptime, started), jump);
  });
}

/** A computer with a clock that somebody sets, and a clock that nobody does. */
function aComputer() {
  const time = { wall: noon, uptime: 100 * day };
  return {
    time,
    passes: (ms: number) => {
      time.wall += ms;
      time.uptime += ms;
    },
    isSet: (by: number) => {
      time.wall += by;
    },
  };
}
type Computer = ReturnType<typeof aComputer>;

async function onIt(
  t: TestContext,
  folder: string,
  { time }: Computer,
  machine = 'workbench',
): Promise<Ledger> {
  const ledger = await openLedger({
    folder,
    sealing: keyRing('a-key'),
    now: () => time.wall,
    uptime: () => time.uptime,
    machine,
    newId: () => 'id',
  });
  t.after(() => ledger.close());
  return ledger;
}

const windows = [
  { ms: 60_000, most: 5, learns: false },
  { ms: day, most: 5, learns: false },
];

async function look(ledger: Ledger, { time }: Computer) {
  const { meters, coolDown } = await ledger.guard(question({ now: time.wall, windows }));
  const left = coolDown === null ? null : coolDown.until - time.wall;
  return { counts: meters.map(({ count }) => count), left };
}

/** Two calls, the second of which is told to wait for half an hour. */
async function twoCalls(ledger: Ledger, { time }: Computer): Promise<void> {
  const at = (): Partial<NewOrder> => ({ begunAt: time.wall, deadlineAt: time.wall + 70_000 });
  await place(ledger, 'a', { order: at(), settlement: { settledAt: time.wall } });
  await place(ledger, 'b', {
    order: at(),
    settlement: {
      settledAt: time.wall,
      outcome: 'throttled',
      billing: 'free',
      httpStatus: 429,
      coolDown: { until: time.wall + hour / 2, guessed: false },
    },
  });
}

for (const by of [-3 * day, 3 * day, -2 * hour, 2 * hour]) {
  const how = `set ${by < 0 ? 'back' : 'forth'} by ${Math.abs(by) / hour} hours`;
  it(`a clock ${how} neither empties a meter nor stretches a cool-down`, async (t) => {
    const computer = aComputer();
    const ledger = await onIt(t, aFolder(t), computer);
    await twoCalls(ledger, computer);
    computer.passes(10_000);
    computer.isSet(by);
    assert.deepEqual(await look(ledger, computer), { counts: [2, 2], left: hour / 2 - 10_000 });
    computer.passes(60_000);
    assert.deepEqual(await look(ledger, computer), { counts: [0, 2], left: hour / 2 - 70_000 });
  });

  it(`nor ${how} between two runs, for two windows that both see it`, async (t) => {
    const computer = aComputer();
    const folder = aFolder(t);
    const before = await onIt(t, folder, computer);
    await twoCalls(before, computer);
    await before.close();
    computer.passes(10_000);
    computer.isSet(by);
    const [one, two] = [await onIt(t, folder, computer), await onIt(t, folder, computer)];
    const expected = { counts: [2, 2], left: hour / 2 - 10_000 };
    assert.deepEqual(await look(one, computer), expected);
    assert.deepEqual(await look(two, computer), expected);
    computer.isSet(-by);
    assert.deepEqual(await Promise.all([look(one, computer), look(two, computer)]), [expected, expected]);
  });

  it(`nor ${how} right before a call begins or ends`, async (t) => {
    const computer = aComputer();
    const ledger = await onIt(t, aFolder(t), computer);
    await twoCalls(ledger, computer);
    computer.isSet(by);
    const order = newOrder('c', { begunAt: computer.time.wall, deadlineAt: computer.time.wall + 70_000 });
    let seen: unknown;
    const admit = (facts: Awaited<ReturnType<Ledger['guard']>>) => {
      seen = [facts.meters.map(({ count }) => count), facts.coolDown !== null];
      return null;
    };
    await ledger.begin(order, { question: question({ now: computer.time.wall, windows }), admit });
    assert.deepEqual(seen, [[2, 2], true]);
    computer.isSet(-by);
    await ledger.settle(orderId('c'), aSettlement({ settledAt: computer.time.wall }));
    assert.deepEqual(await look(ledger, computer), { counts: [3, 3], left: hour / 2 });
  });
}

it('moves the deadlines of calls under way and the leases of batches along with the clock', async (t) => {
  const computer = aComputer();
  const folder = aFolder(t);
  const [one, two] = [await onIt(t, folder, computer), await onIt(t, folder, computer)];
  await one.begin(newOrder('a', { begunAt: noon, deadlineAt: noon + 70_000 }));
  await one.batches.create(aBatch);
  assert.equal(await one.batches.hold(b, 'one', noon, 30_000), true);
  computer.isSet(3 * day);
  assert.equal(await two.batches.hold(b, 'two', computer.time.wall, 30_000), false);
  assert.deepEqual(await two.recover(computer.time.wall), []);
  assert.equal((await two.get(orderId('a')))?.deadlineAt, noon + 3 * day + 70_000);
  computer.passes(70_001);
  assert.deepEqual(await two.recover(computer.time.wall), ['a']);
});

for (const by of [3 * day, -3 * day]) {
  const how = by < 0 ? 'back' : 'forth';
  it(`keeps a plan whose user is asked about it for a day, also where the clock is set ${how}`, async (t) => {
    const computer = aComputer();
    const folder = aFolder(t);
    const [asking, other] = [await onIt(t, folder, computer), await onIt(t, folder, computer)];
    await asking.batches.create(aBatch);
    await asking.batches.addRows(b, [aRow(0)]);
    computer.passes(hour);
    computer.isSet(by);
    const retained = async () => {
      await other.applyPolicy({ keep: 'metadata', payloadDays: 0, orderDays: 0 }, computer.time.wall);
      return (await asking.batches.get(b, 'asking', computer.time.wall))?.tally.length ?? null;
    };
    assert.equal(await retained(), 1);
    computer.passes(23 * hour - 1);
    assert.equal(await retained(), 1);
    computer.passes(2);
    assert.equal(await retained(), null);
  });
}

it('moves a wait that is hidden behind a doubtful one along with the clock', async (t) => {
  const computer = aComputer();
  const ledger = await onIt(t, aFolder(t), computer);
  const asked = (until: number) => ({ outcome: 'throttled', coolDown: { until, guessed: false } }) as const;
  await place(ledger, 'real', { settlement: asked(noon + hour) });
  await place(ledger, 'doubtful', { settlement: asked(noon + 9 * day) });
  computer.isSet(3 * day);
  const now = computer.time.wall;
  const read = async () => (await ledger.guard(question({ now }))).coolDown?.until;
  assert.equal(await read(), noon + 12 * day);
  const { place: here, keyHash } = question();
  await ledger.liftCoolDown({ place: here, keyHash }, 'rc-advanced', noon + 12 * day, now);
  assert.equal(await read(), noon + 3 * day + hour);
});

it('says nothing of its clock to another computer that shares the file', async (t) => {
  const computer = aComputer();
  const folder = aFolder(t);
  await twoCalls(await onIt(t, folder, computer), computer);
  const other: Computer = { ...computer, time: { wall: noon + 1000, uptime: hour } };
  assert.deepEqual((await look(await onIt(t, folder, other, 'laptop'), other)).counts, [2, 2]);
});

it('knows a reboot between two runs from a clock that was set', async (t) => {
  const computer = aComputer();
  const folder = aFolder(t);
  const before = await onIt(t, folder, computer);
  await twoCalls(before, computer);
  await before.close();
  // Off for two hours, then on for five minutes.
  computer.time.wall += 2 * hour + 300_000;
  computer.time.uptime = 300_000;
  const after = await onIt(t, folder, computer);
  assert.deepEqual(await look(after, computer), { counts: [0, 2], left: null });
  // Running on, for longer than it ran before the reboot: still nothing was set.
  computer.passes(101 * day);
  assert.deepEqual((await look(after, computer)).counts, [0, 0]);
});

it('takes no meter for full after a reboot, though the computer ran longer since than before it', async (t) => {
  const computer = aComputer();
  computer.time.uptime = hour;
  const folder = aFolder(t);
  const before = await onIt(t, folder, computer);
  await twoCalls(before, computer);
  await before.close();
  computer.time.wall += 3 * day;
  computer.time.uptime = 2 * hour;
  assert.deepEqual(await look(await onIt(t, folder, computer), computer), { counts: [0, 0], left: null });
});

it('knows a reading that is of no use any more from one that is, and one that is not there from both', async (t) => {
  const { db, names } = await openFile(aFolder(t), noon);
  t.after(() => db.close());
  const store = new Store(db, names);
  const { time, passes, isSet } = aComputer();
  const clockOf = (uptime: (() => number) | null) =>
    new WallClock(store, () => time.wall, uptime, 'workbench');
  const clock = clockOf(() => time.uptime);
  const read = () => ({ jumped: clock.jumped, stale: clock.stale });
  const useful = { jumped: false, stale: false };
  assert.deepEqual(read(), useful);
  const blind = clockOf(null);
  blind.keep();
  assert.equal(store.sql('SELECT 1 FROM clock').get(), undefined);
  clock.keep();
  assert.deepEqual(read(), useful);
  passes(hour);
  assert.deepEqual(read(), useful);
  isSet(2 * hour);
  assert.deepEqual(read(), { jumped: true, stale: true });
  assert.deepEqual([blind.jumped, blind.stale], [false, false]);
  clock.keep();
  assert.deepEqual(read(), useful);
  // Rebooted, with nothing set.
  time.wall += hour;
  time.uptime = hour / 2;
  assert.deepEqual(read(), { jumped: false, stale: true });
});
