import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { it, type TestContext } from 'node:test';
import { orderId } from '../../../src/calls/ports/ids.ts';
import type { Keep, KeepPolicy } from '../../../src/calls/ports/keepingPorts.ts';
import type { Ledger } from '../../../src/calls/ports/ports.ts';
import type { LedgerOptions } from '../../../src/ledger/options.ts';
import { number } from '../contract/aadhaar/aNumber.ts';
import { aRow, b, started } from './aBatch.ts';
import { addSettled, aFolder, bytes, keyRing, noon, pending, place } from './aLedger.ts';
import { aadhaarOrder, aKeeper, answered } from './anAadhaarOrder.ts';

const minute = 60_000;
const day = 24 * 3_600_000;
const passphrase = 'a passphrase of these tests';
/** When their user chose less. */
const choosing = noon - 44 * day;
const ours = orderId('ours');
const late = orderId('theirs, late');
/** Numbers leave notes only where requests leave; the keys of two windows before are found, that of the first is asked for. */
const options: Partial<LedgerOptions> = {
  keepAadhaar: () => 'asOtherData',
  sealing: keyRing('a-key', 'old-key'),
  passphraseCost: 1 << 10,
};

/** `ours` is older than its days, what the backup brings is not. */
function as(keep: Keep): KeepPolicy {
  return { keep, payloadDays: 30, orderDays: 0 };
}

async function call(ledger: Ledger, id: string, begunAt: number): Promise<void> {
  await ledger.begin(aadhaarOrder(id, { begunAt, fingerprint: `print of ${id}` }));
  await ledger.settle(orderId(id), answered());
  await ledger.note(orderId(id), `asked about ${number}`, begunAt);
}

/** A backup of another computer: two paid orders, one of them with a number, and one whose request and answer went by their days and that has the recorded answer alone. */
async function elsewhere(t: TestContext): Promise<string> {
  const ledger = await aKeeper(t, aFolder(t), { ...options, sealing: keyRing('their-key') });
  await place(ledger, late, { order: { begunAt: noon - 60 * day }, settlement: pending });
  const pasted = bytes('{"paid":"answer"}');
  await ledger.resolve(late, { at: noon - minute, outcome: 'verified', note: '', pasted });
  await ledger.keeping.apply(as('everything'), noon);
  await call(ledger, 'theirs', noon - day);
  await place(ledger, 'theirs, too', { order: { begunAt: noon - day } });
  const file = join(aFolder(t), 'orders.backup');
  await ledger.transfer.backUp(file, passphrase);
  return file;
}

async function isRecorded(ledger: Ledger): Promise<boolean> {
  const one = (await ledger.events(late)).find(({ kind }) => kind === 'resolved');
  return one?.kind === 'resolved' && one.resolution.pasted instanceof Uint8Array;
}

/** What is there of them beside their rows. */
async function heldOf(ledger: Ledger): Promise<readonly unknown[]> {
  const payloads = await Promise.all(['theirs', 'theirs, too'].map((id) => ledger.payloads(orderId(id))));
  return [
    ...payloads.map(({ kind }) => kind),
    await ledger.readNote(orderId('theirs')),
    await isRecorded(ledger),
  ];
}

const whole = ['open', 'open', `asked about ${number}`, true];

interface Windows {
  readonly folder: string;
  /** About to take `ours`; each time it asks for the key of it, another window comes first. */
  readonly ledger: Ledger;
  readonly other: Ledger;
  /** What the other one does then, once. */
  meanwhile(work: () => Promise<unknown>): void;
  readonly isDone: () => boolean;
}

/** @param agreed what their user has agreed to before `ours` came; `earlier` orders of before wait for their word where that is less */
async function twoWindows(t: TestContext, agreed: Keep, keep: Keep): Promise<Windows> {
  const folder = aFolder(t);
  const before = await aKeeper(t, folder, { ...options, sealing: keyRing('old-key') });
  await before.keeping.apply(as(agreed), noon - 50 * day);
  if (agreed !== keep) {
    await place(before, 'earlier', { order: { begunAt: noon - 45 * day } });
    await before.keeping.apply(as(keep), choosing);
  }
  await call(before, 'ours', noon - 40 * day);
  await before.close();
  let next: (() => Promise<unknown>) | null = null;
  const ring = keyRing('a-key', 'old-key');
  const find = async (id: string): Promise<Uint8Array | null> => {
    const work = next;
    next = null;
    await work?.();
    return ring.find(id);
  };
  const other = await aKeeper(t, folder, options);
  const ledger = await aKeeper(t, folder, { ...options, sealing: { ...ring, find } });
  const meanwhile = (work: () => Promise<unknown>): void => {
    next = work;
  };
  return { folder, ledger, other, meanwhile, isDone: () => next === null };
}

for (const keep of ['metadata', 'open-only'] as const)
  for (const agreed of [keep, 'everything'] as const) {
    const asked = agreed === keep ? 'agreed to' : 'asked about';
    it(`orders of a backup that another window restores once this one is about to take others stay (${keep}, ${asked})`, async (t) => {
      const file = await elsewhere(t);
      const { ledger, other, meanwhile, isDone } = await twoWindows(t, agreed, keep);
      meanwhile(() => other.transfer.restore(file, passphrase));
      const { orders } = await ledger.keeping.apply(as(keep), noon);
      assert.deepEqual([isDone(), orders], [true, 0]);
      assert.deepEqual(await heldOf(other), whole);
      // Nor is anything taken of what was here: their user is asked about all of it.
      assert.equal((await ledger.payloads(ours)).kind, 'open');
      assert.equal(await ledger.readNote(ours), `asked about ${number}`);
      await other.keeping.apply(as(keep), noon + minute);
      assert.deepEqual(await heldOf(other), whole);
      assert.ok(((await other.keeping.claim(noon + minute))?.orders ?? 0) >= 2);
    });
  }

it('what is about to go stays where the choice was taken back in another window', async (t) => {
  const { ledger, other, meanwhile, isDone } = await twoWindows(t, 'metadata', 'metadata');
  const everything = { ...as('everything'), payloadDays: 0 };
  meanwhile(() => other.keeping.apply(everything, noon));
  await ledger.keeping.apply(as('metadata'), noon);
  assert.equal(isDone(), true);
  assert.equal((await other.payloads(ours)).kind, 'open');
});

it('what is new goes also where the place of an earlier order was given to a new one meanwhile', async (t) => {
  const { ledger, other, meanwhile, isDone } = await twoWindows(t, 'everything', 'metadata');
  meanwhile(async () => {
    // Their user erases all that is there; the next calls get the places of what was.
    await other.erase([orderId('earlier'), ours]);
    for (const id of ['new', 'newer']) await place(other, id, { order: { begunAt: noon - day } });
  });
  const kept = async () =>
    (await Promise.all(['new', 'newer'].map((id) => other.payloads(orderId(id))))).map(({ kind }) => kind);
  await ledger.keeping.apply(as('metadata'), noon);
  assert.deepEqual([isDone(), await kept()], [true, ['open', 'not-kept']]);
  await ledger.keeping.apply(as('metadata'), noon + minute);
  assert.deepEqual(await kept(), ['not-kept', 'not-kept']);
});

for (const said of ['agreed to', 'asked about'] as const)
  it(`cells of a batch that are about to go stay where that is decided anew meanwhile (${said})`, async (t) => {
    const agreed = said === 'agreed to' ? 'metadata' : 'everything';
    const { folder, ledger, other, meanwhile, isDone } = await twoWindows(t, agreed, 'metadata');
    await started(other.batches, [aRow(0)]);
    const db = new DatabaseSync(join(folder, 'orders.sqlite'));
    db.exec(`UPDATE batch_rows SET state = 'answered'`);
    db.close();
    const cells = async () => (await other.batches.inputs(b, [0])).get(0)?.fields;
    meanwhile(async () => {
      // The same orders wait before and after: the batch alone was planned since.
      if (said === 'asked about') await other.erase([ours]);
      await other.keeping.apply({ ...as('everything'), payloadDays: 0 }, noon + minute);
      await other.keeping.apply({ ...as('metadata'), payloadDays: 0 }, noon + 2 * minute);
    });
    await ledger.keeping.apply(as('metadata'), noon + 3 * minute);
    assert.equal(isDone(), true);
    assert.deepEqual(await cells(), aRow(0).fields);
  });

it('orders of a backup stay also where a clock that was set back asks of them as of those before', async (t) => {
  const file = await elsewhere(t);
  const { ledger, other, meanwhile, isDone } = await twoWindows(t, 'everything', 'metadata');
  meanwhile(async () => {
    await other.transfer.restore(file, passphrase);
    await other.keeping.apply(as('metadata'), choosing);
    await place(other, 'new', { order: { begunAt: noon } });
  });
  await ledger.keeping.apply(as('metadata'), noon);
  assert.equal(isDone(), true);
  assert.deepEqual(await heldOf(other), whole);
  assert.equal((await other.payloads(orderId('new'))).kind, 'open');
});

it('nor does less go of them than was agreed to before they came, where they got the places of others', async (t) => {
  const file = await elsewhere(t);
  const { ledger, other, meanwhile, isDone } = await twoWindows(t, 'metadata', 'open-only');
  meanwhile(async () => {
    await other.erase([orderId('earlier'), ours]);
    await other.transfer.restore(file, passphrase);
    await other.erase([orderId('theirs'), orderId('theirs, too')]);
    await other.keeping.apply(as('open-only'), choosing);
  });
  await ledger.keeping.apply(as('open-only'), noon);
  assert.equal(isDone(), true);
  assert.equal(await isRecorded(other), true);
});

it('orders of a backup that comes between two transactions that take others stay', async (t) => {
  const file = await elsewhere(t);
  const folder = aFolder(t);
  const [ledger, other] = [await aKeeper(t, folder, options), await aKeeper(t, folder, options)];
  await ledger.keeping.apply(as('open-only'), noon - 50 * day);
  addSettled(folder, 2000, 20 * day);
  const applied = ledger.keeping.apply(as('open-only'), noon);
  await other.transfer.restore(file, passphrase);
  await applied;
  assert.deepEqual(await heldOf(other), whole);
});
