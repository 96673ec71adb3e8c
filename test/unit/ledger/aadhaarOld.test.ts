import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it, type TestContext } from 'node:test';
import type { KeepAadhaar, OldOrdersProgress } from '../../../src/calls/ports/aadhaarPorts.ts';
import { orderId } from '../../../src/calls/ports/ids.ts';
import type { Ledger } from '../../../src/calls/ports/ports.ts';
import { operations } from '../../../src/contract/operations.ts';
import { migrations, runStep } from '../../../src/ledger/schema/schema.ts';
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

/** Versions 12 and 13 undone: what counts as version 11 had it. */
function countingBefore(): string {
  const db = new DatabaseSync(':memory:');
  for (const step of migrations.slice(0, 11)) runStep(db, step);
  const names = [
    'spend_begun',
    'spend_changed',
    'spend_given_back',
    'spend_taken_after_all',
    'latency_settled',
  ];
  const counting = names.map((name) => {
    const row = db.prepare(`SELECT sql FROM sqlite_master WHERE type = 'trigger' AND name = ?`).get(name);
    return `DROP TRIGGER IF EXISTS ${name}; ${String(row?.sql)};`;
  });
  db.close();
  return [
    'DROP TABLE keeping; DROP TRIGGER spend_recorded;',
    ...counting,
    'DROP TRIGGER order_erased; DROP TABLE erased_orders;',
  ].join('\n');
}

/** The versions since numbers came to be kept beside their orders, undone in reverse. */
const undone = `
${countingBefore()}
DROP TRIGGER numbers_untold;
ALTER TABLE orders DROP COLUMN numbers_told;
DROP INDEX orders_drift;
DROP INDEX orders_untaught;
ALTER TABLE orders DROP COLUMN drift;
ALTER TABLE orders DROP COLUMN taught;
DROP TABLE order_drifts;
DROP TABLE fact_places;
DROP TABLE fact_ranges;
DROP TABLE fact_inputs;
DROP TABLE fact_sets;
DROP TABLE facts;
DROP TABLE learned;
DROP TABLE learning;
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
  db.exec(`${undone} PRAGMA user_version = 9`);
  db.close();
  return folder;
}

/** Writes an order anew as a window of the version before does: with the columns it knew, nothing beside the request. */
function writtenByOld(folder: string, id: string): void {
  const db = new DatabaseSync(join(folder, 'orders.sqlite'));
  const columns = db
    .prepare(`SELECT name FROM pragma_table_xinfo('orders') WHERE hidden = 0 AND name <> 'numbers_told'`)
    .all()
    .map(({ name }) => String(name))
    .join(', ');
  db.exec(`
    CREATE TEMP TABLE late AS SELECT * FROM orders WHERE id = '${id}';
    CREATE TEMP TABLE sealed AS SELECT * FROM payloads WHERE seq = (SELECT seq FROM temp.late);
    DELETE FROM orders WHERE id = '${id}';
    INSERT INTO orders (${columns}) SELECT ${columns} FROM temp.late;
    INSERT INTO payloads SELECT * FROM temp.sealed;`);
  db.close();
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

  it('that are open leave it in no copy of the file once they are closed', async (t) => {
    const folder = await oldFolder(t, 0);
    const ledger = await aKeeper(t, folder);
    await ledger.aadhaar.reduceOld(operations, noon + 5, () => undefined, never);
    const old = sealedOf(folder, 'open');
    await ledger.resolve(orderId('open'), { at: noon + 9, outcome: 'refunded', note: '', pasted: null });
    await ledger.aadhaar.keepUp(noon + 10);
    assert.deepEqual(await of(ledger, 'open'), { request: reducedRequest, reducedAt: noon });
    for (const form of old) assert.deepEqual(filesHolding(folder, form), []);
  });

  it('are looked at also when a window of the version before wrote them after the file was migrated', async (t) => {
    const folder = await oldFolder(t);
    const ledger = await aKeeper(t, folder);
    await ledger.aadhaar.reduceOld(operations, noon + 5, () => undefined, never);
    assert.equal(await ledger.aadhaar.claimOffer(operations, noon), null);
    const before = await aKeeper(t, folder, { keepAadhaar: () => 'asOtherData' });
    await before.begin(aadhaarOrder('late', { aadhaar: [] }));
    await before.settle(orderId('late'), answered());
    writtenByOld(folder, 'late');
    assert.equal(await ledger.aadhaar.claimOffer(operations, noon), 5);
    const done = await ledger.aadhaar.reduceOld(operations, noon + 5, () => undefined, never);
    assert.equal(done.reduced, 1);
    assert.equal((await keptOf(ledger, 'late')).request, reducedRequest);
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
    db.exec(`${undone} PRAGMA user_version = 9`);
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
