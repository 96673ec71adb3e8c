import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it, type TestContext } from 'node:test';
import type { KeepAadhaar, OldOrdersProgress } from '../../../src/calls/ports/aadhaarPorts.ts';
import { orderId } from '../../../src/calls/ports/ids.ts';
import type { Ledger } from '../../../src/calls/ports/ports.ts';
import { operations } from '../../../src/contract/operations.ts';
import { migrations } from '../../../src/ledger/schema/schema.ts';
import { aFolder, bytes, filesHolding, newOrder, noon, pending } from './aLedger.ts';
import {
  aadhaarOrder,
  aKeeper,
  answered,
  keptOf,
  reducedAnswer,
  reducedRequest,
  requestText,
  sealedOf,
} from './anAadhaarOrder.ts';

/** The version in which numbers came to be kept beside their orders, undone in reverse. */
const undone = `
ALTER TABLE orders DROP COLUMN aadhaar_reduced_at;
DROP TABLE aadhaar_numbers;
ALTER TABLE batches DROP COLUMN aadhaar;
DROP TABLE aadhaar_old;`;

/** A file as the version before left it: `count` settled orders with a number, one without, one pending. */
async function oldFolder(t: TestContext, count = 3): Promise<string> {
  const folder = aFolder(t);
  const before = await aKeeper(t, folder, { keepAadhaar: () => 'asOtherData' });
  for (let n = 0; n < count; n += 1) {
    await before.begin(aadhaarOrder(`a${n}`));
    await before.settle(orderId(`a${n}`), answered());
  }
  await before.begin(newOrder('none'));
  await before.settle(orderId('none'), answered());
  await before.begin(aadhaarOrder('open'));
  await before.settle(orderId('open'), answered(pending));
  await before.close();
  const db = new DatabaseSync(join(folder, 'orders.sqlite'));
  db.exec(`${undone} PRAGMA user_version = ${migrations.length - 1}`);
  db.close();
  return folder;
}

const never = (): boolean => false;
const whole = { request: requestText, reducedAt: null };

async function of(ledger: Ledger, id: string): Promise<unknown> {
  const { request, reducedAt } = await keptOf(ledger, id);
  return { request, reducedAt };
}

describe('orders from before numbers were reduced', () => {
  it('are left alone until their user says so, and are offered in one window', async (t) => {
    const folder = await oldFolder(t);
    const [one, other] = [await aKeeper(t, folder), await aKeeper(t, folder)];
    assert.equal(await one.aadhaar.keepUp(noon), 0);
    assert.deepEqual(await of(one, 'a0'), whole);
    assert.equal(await one.aadhaar.claimOffer(operations, noon), 4);
    assert.equal(await other.aadhaar.claimOffer(operations, noon + 1000), null);
    await one.aadhaar.answerOffer('later');
    assert.equal(await other.aadhaar.claimOffer(operations, noon + 86_400_000), 4);
    await other.aadhaar.answerOffer('keep');
    assert.equal(await one.aadhaar.claimOffer(operations, noon + 172_800_000), null);
  });

  it('are reduced in steps, and nothing of them stays in any file, backups included', async (t) => {
    const folder = await oldFolder(t, 45);
    const ledger = await aKeeper(t, folder);
    assert.equal(readdirSync(folder).filter((name) => name.startsWith('orders.backup')).length, 1);
    const old = sealedOf(folder, 'a7');
    const told: OldOrdersProgress[] = [];
    const done = await ledger.aadhaar.reduceOld(operations, noon + 5, (one) => told.push(one), never);
    assert.deepEqual(done, { looked: 47, of: 47, reduced: 45 });
    assert.ok(told.length >= 3);
    for (const id of ['a0', 'a44']) {
      const { header: _, ...kept } = await keptOf(ledger, id);
      assert.deepEqual(kept, { request: reducedRequest, answer: reducedAnswer, reducedAt: noon + 5 });
    }
    assert.equal((await keptOf(ledger, 'none')).reducedAt, null);
    for (const form of old) assert.deepEqual(filesHolding(folder, form), []);
    assert.deepEqual(
      readdirSync(folder).filter((name) => name.startsWith('orders.backup')),
      [],
    );
    assert.equal(await ledger.aadhaar.claimOffer(operations, noon + 86_400_000), null);
  });

  it('that are open keep their number until they are closed', async (t) => {
    const ledger = await aKeeper(t, await oldFolder(t));
    await ledger.aadhaar.reduceOld(operations, noon + 5, () => undefined, never);
    assert.deepEqual(await of(ledger, 'open'), whole);
    await ledger.resolve(orderId('open'), { at: noon + 9, outcome: 'refunded', note: '', pasted: null });
    assert.deepEqual(await of(ledger, 'open'), { request: reducedRequest, reducedAt: noon });
  });

  it('go on where reducing was stopped', async (t) => {
    const ledger = await aKeeper(t, await oldFolder(t, 45));
    let steps = 0;
    const stop = (): boolean => steps >= 1;
    const first = await ledger.aadhaar.reduceOld(
      operations,
      noon,
      () => {
        steps += 1;
      },
      stop,
    );
    assert.deepEqual(first, { looked: 20, of: 47, reduced: 20 });
    assert.deepEqual(await of(ledger, 'a44'), whole);
    assert.equal(await ledger.aadhaar.claimOffer(operations, noon + 86_400_000), 46);
    const rest = await ledger.aadhaar.reduceOld(operations, noon, () => undefined, never);
    assert.deepEqual(rest, { looked: 27, of: 27, reduced: 25 });
  });

  it('are not offered where there are none, or where numbers are kept', async (t) => {
    const fresh = await aKeeper(t, aFolder(t));
    await fresh.begin(aadhaarOrder('a'));
    assert.equal(await fresh.aadhaar.claimOffer(operations, noon), null);
    let keep: KeepAadhaar = 'asOtherData';
    const old = await aKeeper(t, await oldFolder(t), { keepAadhaar: () => keep });
    assert.equal(await old.aadhaar.claimOffer(operations, noon), null);
    keep = 'untilSettled';
    assert.equal(await old.aadhaar.claimOffer(operations, noon), 4);
  });

  it('are found by the fields the user has', async (t) => {
    const folder = aFolder(t);
    const before = await aKeeper(t, folder, { keepAadhaar: () => 'asOtherData' });
    await before.begin(newOrder('a', { requestBody: bytes('{"who":"234567890125"}') }));
    await before.settle(orderId('a'), answered());
    await before.close();
    const db = new DatabaseSync(join(folder, 'orders.sqlite'));
    db.exec(`${undone} PRAGMA user_version = ${migrations.length - 1}`);
    db.close();
    const ledger = await aKeeper(t, folder);
    const [aadhaar] = operations.find(({ id }) => id === 'aadhaar-pan-link')?.requestFields ?? [];
    assert.ok(aadhaar !== undefined);
    const corrected = operations.map((one) =>
      one.id === 'rc-advanced'
        ? { ...one, requestFields: [{ ...aadhaar, name: 'who', path: ['who'] }] }
        : one,
    );
    await ledger.aadhaar.reduceOld(corrected, noon, () => undefined, never);
    assert.equal((await keptOf(ledger, 'a')).request, '{"who":"XXXXXXXX0125"}');
  });
});
