import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { orderId } from '../../../src/calls/ports/ids.ts';
import { LedgerRefusal } from '../../../src/calls/ports/ports.ts';
import { AadhaarNumbers, type ReducedSettlement } from '../../../src/ledger/aadhaar/aadhaarNumbers.ts';
import { Calls } from '../../../src/ledger/calls.ts';
import { Teaching } from '../../../src/ledger/learning/teaching.ts';
import { openFile } from '../../../src/ledger/openFile.ts';
import { Store } from '../../../src/ledger/store.ts';
import { pathText } from '../../../src/shapes/path.ts';
import { aFolder, aLedger, aSettlement, aWindow, damages, keyRing, newOrder, noon } from './aLedger.ts';
import { aadhaarOrder, aKeeper, answered, answerText, keptOf, reducedAnswer } from './anAadhaarOrder.ts';
import { beginCall, settlementOf } from './taught.ts';

/** Numbers of an order that changes each time it was made ready, so often. */
class Restless extends AadhaarNumbers {
  made = 0;
  readonly #changes: number;

  constructor(changes: number, ...means: ConstructorParameters<typeof AadhaarNumbers>) {
    super(...means);
    this.#changes = changes;
  }

  override async forSettling(
    ...call: Parameters<AadhaarNumbers['forSettling']>
  ): Promise<ReducedSettlement | null> {
    const ready = await super.forSettling(...call);
    this.made += 1;
    const stays = this.made > this.#changes;
    return ready === null ? null : { ...ready, holds: () => stays && ready.holds() };
  }
}

/** A file whose next commits fail so, each after something else may have happened. */
class Failing extends Store {
  faults: (() => Promise<Error>)[] = [];
  writes = 0;

  override async write<T>(work: () => T, tries?: number): Promise<T> {
    this.writes += 1;
    const fault = this.faults.shift();
    if (fault === undefined) return super.write(work, tries);
    const met = await super
      .write(() => {
        work();
        throw new Error('undone');
      }, 1)
      .catch(fault);
    throw met;
  }
}

interface Own {
  readonly changes?: number;
  readonly readOnly?: LedgerRefusal;
}

/** What writes the calls of one window, with what it is told and tells. */
async function callsOf(t: TestContext, folder: string, { changes = 0, readOnly }: Own) {
  const { db, names } = await openFile(folder, noon);
  t.after(() => db.close());
  const store = new Failing(db, names);
  const told = { changed: 0, kept: 0 };
  const notLearned: unknown[] = [];
  const means = {
    store,
    sealing: keyRing('a-key'),
    mustWrite: () => {
      if (readOnly !== undefined) throw new Error('for reading only');
    },
    damages,
    changed: () => {
      told.changed += 1;
    },
  };
  const keep = () => 'untilSettled' as const;
  const numbers = new Restless(changes, { ...means, keep, now: () => noon });
  const keepClock = () => {
    told.kept += 1;
  };
  const teaching = new Teaching(store, (error) => notLearned.push(error));
  const calls = new Calls({ ...means, keepClock, readOnly: readOnly ?? null, numbers, teaching });
  return { calls, numbers, told, store, notLearned };
}

for (const [changes, kept, made] of [
  [0, reducedAnswer, 1],
  [3, reducedAnswer, 4],
  [4, answerText, 4],
  [99, answerText, 4],
] as const) {
  it(`writes an answer though its order changes ${changes} times while it is made ready`, async (t) => {
    const folder = aFolder(t);
    const ledger = await aKeeper(t, folder);
    await ledger.begin(aadhaarOrder('a'));
    const { calls, numbers } = await callsOf(t, folder, { changes });
    assert.equal(await calls.settleOpen(orderId('a'), answered()), true);
    assert.equal((await keptOf(ledger, 'a')).answer, kept);
    assert.equal(numbers.made, made);
    // What could not be reduced in time is looked after next.
    await ledger.aadhaar.keepUp(noon + 1000);
    assert.equal((await keptOf(ledger, 'a')).answer, reducedAnswer);
  });
}

it('makes good that the clock was set, and tells of a change, with each call that is written and with no other', async (t) => {
  const folder = aFolder(t);
  const ledger = await aWindow(t, folder);
  await ledger.begin(newOrder('before'));
  const { calls, told } = await callsOf(t, folder, {});
  await calls.begin(newOrder('a'));
  assert.deepEqual(told, { kept: 1, changed: 1 });
  assert.equal(await calls.settleOpen(orderId('a'), aSettlement()), true);
  assert.deepEqual(told, { kept: 2, changed: 2 });
  assert.equal(await calls.settleOpen(orderId('a'), aSettlement()), false);
  await assert.rejects(calls.settle(orderId('a'), aSettlement()), /settled already, or unknown/);
  const again = { ...newOrder('again'), draftId: newOrder('a').draftId };
  await assert.rejects(calls.begin(again), { reason: 'same-draft' });
  assert.equal(told.changed, 2);
});

it('tells whoever listens in the same window at once that a call was begun', async (t) => {
  const { ledger } = await aLedger(t);
  let heard = 0;
  t.after(
    ledger.onDidChange(() => {
      heard += 1;
    }),
  );
  await ledger.begin(newOrder('a'));
  assert.equal(heard, 1);
});

it('writes neither a call nor its answer where the history is open for reading only', async (t) => {
  const folder = aFolder(t);
  const ledger = await aWindow(t, folder);
  await ledger.begin(newOrder('a'));
  const readOnly = new LedgerRefusal('newer-schema', { text: 'written by a newer version' });
  const { calls, told } = await callsOf(t, folder, { readOnly });
  await assert.rejects(calls.begin(newOrder('b')), readOnly);
  await assert.rejects(calls.settleOpen(orderId('a'), aSettlement()), /for reading only/);
  assert.equal((await ledger.get(orderId('a')))?.state, 'in-flight');
  assert.equal(await ledger.get(orderId('b')), null);
  assert.deepEqual(told, { kept: 0, changed: 0 });
});

const teaches = settlementOf({ input: 'XX00AA1000', result: { status: 'ACTIVE' } });
const full = Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 });
const busy = Object.assign(new Error('database is locked'), { code: 'ERR_SQLITE_ERROR', errcode: 5 });

async function begun(t: TestContext) {
  const folder = aFolder(t);
  const ledger = await aWindow(t, folder);
  await ledger.begin(newOrder('a'));
  return { ledger, ...(await callsOf(t, folder, {})) };
}

it('writes an answer once more without what it teaches, and says so, when the two together failed at their end', async (t) => {
  const { ledger, calls, store, notLearned } = await begun(t);
  store.faults = [async () => full];
  assert.equal(await calls.settleOpen(orderId('a'), teaches), true);
  assert.equal((await ledger.get(orderId('a')))?.state, 'settled');
  assert.deepEqual([store.writes, notLearned], [2, [full]]);
  assert.deepEqual(await ledger.learning.shapes({}), []);
});

it('does not take an answer for written that another window wrote between the two', async (t) => {
  const { ledger, calls, store } = await begun(t);
  store.faults = [
    async () => {
      await ledger.settle(orderId('a'), aSettlement({ messageCode: 'OF_THE_OTHER' }));
      return full;
    },
  ];
  assert.equal(await calls.settleOpen(orderId('a'), teaches), false);
  assert.equal((await ledger.get(orderId('a')))?.messageCode, 'OF_THE_OTHER');
});

for (const [what, fault, settlement] of [
  ['that teaches nothing', full, aSettlement()],
  ['that met a locked file', busy, teaches],
] as const) {
  it(`does not write an answer once more ${what}`, async (t) => {
    const { ledger, calls, store, notLearned } = await begun(t);
    store.faults = [async () => fault];
    await assert.rejects(calls.settleOpen(orderId('a'), settlement), fault);
    assert.deepEqual([store.writes, notLearned], [1, []]);
    assert.equal((await ledger.get(orderId('a')))?.state, 'in-flight');
  });
}

for (const next of ['teaches nothing', 'was settled before'] as const)
  it(`believes nothing of what a locked file kept out, though the next call ${next} and another window wrote as often`, async (t) => {
    const { ledger, calls, store } = await begun(t);
    const of = (id: string, result: object) => settlementOf({ input: `XX00AA${id}`, result });
    for (const id of ['1000', '1001', '1002', '1003'])
      await beginCall(ledger, id, { input: `XX00AA${id}`, result: null });
    await calls.settleOpen(orderId('1000'), of('1000', { year: 2000 }));
    store.faults = [async () => busy];
    await assert.rejects(calls.settleOpen(orderId('1001'), of('1001', { year: 2000, color: 'red' })), busy);
    if (next === 'teaches nothing') assert.equal(await calls.settleOpen(orderId('a'), aSettlement()), true);
    else assert.equal(await calls.settleOpen(orderId('1000'), of('1000', { year: 2000 })), false);
    await ledger.settle(orderId('1002'), of('1002', { year: 2000, fuel: 'gas' }));
    await calls.settleOpen(orderId('1003'), of('1003', { year: 2000, color: 'red' }));
    const [shape] = await ledger.learning.shapes({ side: 'answer' });
    const paths = shape?.paths.map(({ path }) => pathText(path)).join(' ') ?? '';
    assert.match(paths, /fuel/);
    assert.match(paths, /color/);
  });
