import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { asDamaged } from '../../../src/calls/ports/damaged.ts';
import { orderId } from '../../../src/calls/ports/ids.ts';
import {
  aLedger,
  aSettlement,
  aWindow,
  bytes,
  filesHolding,
  keyRing,
  newOrder,
  noon,
  pending,
  place,
  text,
} from './aLedger.ts';

const a = orderId('a');
const dayOf = async (ledger: Awaited<ReturnType<typeof aLedger>>['ledger'], id = a) =>
  (await ledger.get(id))?.followUp;

it('keeps a follow-up day of an order that is owed something, and counts what is due', async (t) => {
  const { ledger } = await aLedger(t);
  await place(ledger, 'a', { settlement: pending });
  await place(ledger, 'b', { settlement: { outcome: 'unknown', billing: 'unknown' } });
  await place(ledger, 'final');
  await ledger.begin(newOrder('under-way'));
  const all = ['a', 'b', 'final', 'under-way', 'nobody'].map(orderId);
  assert.equal(await ledger.followUps.set(all, '2026-11-24'), 2);
  assert.deepEqual(
    await Promise.all(['a', 'b', 'final', 'under-way'].map((id) => dayOf(ledger, orderId(id)))),
    ['2026-11-24', '2026-11-24', null, null],
  );
  assert.equal(await ledger.followUps.due('2026-11-23'), 0);
  assert.equal(await ledger.followUps.due('2026-11-24'), 2);
  assert.equal(await ledger.followUps.set([orderId('b')], null), 1);
  assert.equal(await ledger.followUps.due('2027-01-01'), 1);
});

it('forgets the day once nothing is owed, by the user’s word or by a late answer, and not before', async (t) => {
  const { ledger } = await aLedger(t);
  await place(ledger, 'a', { settlement: pending });
  await ledger.followUps.set([a], '2026-11-24');
  await ledger.resolve(a, { at: noon, outcome: 'still-open', note: '', pasted: null });
  assert.equal(await dayOf(ledger), '2026-11-24');
  await ledger.resolve(a, { at: noon + 1, outcome: 'verified', note: '', pasted: null });
  assert.equal(await dayOf(ledger), null);

  const late = orderId('late');
  await ledger.begin(newOrder('late'));
  await ledger.recover(noon + 100_000);
  assert.equal(await ledger.followUps.set([late], '2026-11-25'), 1);
  await ledger.settle(late, aSettlement());
  assert.equal(await dayOf(ledger, late), null);
  assert.equal(await ledger.followUps.due('2030-01-01'), 0);
});

it('keeps what support sent sealed, in its order, and opens it with its key alone', async (t) => {
  const { ledger, folder } = await aLedger(t);
  await place(ledger, 'a', { settlement: pending });
  const secret = 'the quirkdesk says it went through';
  await ledger.followUps.addText(a, bytes(secret), noon + 5);
  await ledger.followUps.addText(a, bytes('{"message_code":"OK"}'), noon + 3);
  const found = await ledger.followUps.texts(a);
  assert.deepEqual(
    found.map(({ at, body }) => [at - noon, text(body ?? bytes(''))]),
    [
      [3, '{"message_code":"OK"}'],
      [5, secret],
    ],
  );
  assert.deepEqual(filesHolding(folder, bytes(secret)), []);
  await assert.rejects(
    ledger.followUps.addText(orderId('nobody'), bytes('x'), noon),
    /no longer in the order history/,
  );
  await ledger.close();
  const keyless = await aWindow(t, folder, keyRing('another'));
  assert.deepEqual(
    (await keyless.followUps.texts(a)).map(({ body }) => body),
    [null, null],
  );
});

describe('what support sent', () => {
  it('is changed in its place, sealed as the first one, and removed', async (t) => {
    const { ledger, folder } = await aLedger(t);
    await place(ledger, 'a', { settlement: pending });
    for (const [words, at] of [
      ['the quirkdesk says it wnet through', noon],
      ['right after', noon + 1],
      ['last', noon + 5],
    ] as const)
      await ledger.followUps.addText(a, bytes(words), at);
    const said = async () =>
      (await ledger.followUps.texts(a)).map(({ at, body }) => [
        at - noon,
        text(body instanceof Uint8Array ? body : bytes('')),
      ]);
    assert.equal(await ledger.followUps.changeText(a, noon, bytes('it went through')), noon + 2);
    assert.deepEqual(await said(), [
      [1, 'right after'],
      [2, 'it went through'],
      [5, 'last'],
    ]);
    assert.equal(await ledger.followUps.changeText(a, noon, bytes('by somebody who saw the first')), null);
    assert.equal(await ledger.followUps.changeText(a, noon, null), null);
    assert.equal(await ledger.followUps.changeText(a, noon + 5, null), noon + 5);
    assert.deepEqual(await said(), [
      [1, 'right after'],
      [2, 'it went through'],
    ]);
    await assert.rejects(
      ledger.followUps.changeText(orderId('nobody'), noon, null),
      /no longer in the order history/,
    );
    assert.deepEqual(filesHolding(folder, bytes('it went through')), []);
  });

  it('is found by its time where it was changed while it was looked through: it may not quote what is erased any more', async (t) => {
    const { ledger } = await aLedger(t);
    await place(ledger, 'a', { settlement: pending });
    await ledger.followUps.addText(a, bytes('the only one'), noon);
    await ledger.followUps.changeText(a, noon, bytes('the only one, corrected'));
    const [only] = await ledger.followUps.texts(a);
    assert.equal(only?.at, noon + 1);
  });
});

it('refuses a text that was moved to another order', async (t) => {
  const { ledger, folder } = await aLedger(t);
  await place(ledger, 'a', { settlement: pending });
  await place(ledger, 'b', { settlement: pending });
  await ledger.followUps.addText(a, bytes('of a'), noon);
  const db = new DatabaseSync(join(folder, 'orders.sqlite'));
  db.exec(`UPDATE support_texts SET seq = (SELECT seq FROM orders WHERE id = 'b')`);
  db.close();
  assert.deepEqual(
    (await ledger.followUps.texts(orderId('b'))).map(({ body }) => body),
    [asDamaged],
  );
});

it('drops what support sent with the payloads, and all of it with the order', async (t) => {
  const { ledger, folder } = await aLedger(t);
  for (const id of ['a', 'b']) {
    await place(ledger, id, { settlement: pending });
    await ledger.followUps.addText(orderId(id), bytes(`of ${id}`), noon);
  }
  await ledger.followUps.set([orderId('b')], '2026-11-24');
  await ledger.resolve(a, { at: noon, outcome: 'verified', note: '', pasted: null });
  await ledger.applyPolicy({ keep: 'metadata', payloadDays: 0, orderDays: 0 }, noon + 1);
  assert.deepEqual(await ledger.followUps.texts(a), []);
  assert.equal((await ledger.followUps.texts(orderId('b'))).length, 1, 'an open order is kept whole');
  const db = new DatabaseSync(join(folder, 'orders.sqlite'), { readOnly: true });
  const sealed = db.prepare('SELECT body FROM support_texts').get()?.body;
  db.close();
  assert.ok(sealed instanceof Uint8Array);
  await ledger.erase([orderId('b')]);
  assert.equal(await ledger.followUps.due('2030-01-01'), 0);
  assert.deepEqual(filesHolding(folder, sealed), []);
  assert.deepEqual(filesHolding(folder, bytes('2026-11-24')), []);
});
