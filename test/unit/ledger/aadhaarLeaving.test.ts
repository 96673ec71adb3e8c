import assert from 'node:assert/strict';
import { test } from 'node:test';
import { orderId } from '../../../src/calls/ports/ids.ts';
import type { KeepPolicy } from '../../../src/calls/ports/keepingPorts.ts';
import { number, wrongDigit } from '../contract/aadhaar/aNumber.ts';
import { aBatch, aRow, b } from './aBatch.ts';
import { aFolder, bytes, keyRing, noon, pending, text } from './aLedger.ts';
import { aNumbersPlace, o } from './aNumbersPlace.ts';
import { aadhaarOrder, aKeeper, answered, reducedAnswer, reducedRequest } from './anAadhaarOrder.ts';

const day = 24 * 3_600_000;
const asOtherData = { keepAadhaar: () => 'asOtherData' as const };
const policy: KeepPolicy = { keep: 'everything', payloadDays: 30, orderDays: 0 };
const one = orderId('one');

/** decisions.md: "before retention takes requests their orders are reduced, whatever the user keeps, for notes … stay, and nothing could reduce them afterwards." */
test('an order that is closed while retention reduces the others does not leave its number in its note', async (t) => {
  const folder = aFolder(t);
  const before = await aKeeper(t, folder, { ...asOtherData, sealing: keyRing('old-key') });
  await before.begin(aadhaarOrder('one'));
  await before.settle(one, answered(pending));
  await before.note(one, `asked about ${number}`, noon);
  await before.begin(aadhaarOrder('two', { fingerprint: 'another' }));
  await before.settle(orderId('two'), answered());
  await before.close();
  const ring = keyRing('a-key', 'old-key');
  const other = await aKeeper(t, folder, { ...asOtherData, sealing: ring });
  let close: (() => Promise<void>) | null = null;
  const find = async (id: string): Promise<Uint8Array | null> => {
    const closing = close;
    close = null;
    await closing?.();
    return ring.find(id);
  };
  const ledger = await aKeeper(t, folder, { ...asOtherData, sealing: { ...ring, find } });
  // Another window records what came of it.
  close = () => other.resolve(one, { at: noon + 1, outcome: 'verified', note: '', pasted: null });
  await ledger.applyPolicy(policy, noon + 40 * day);
  await ledger.applyPolicy(policy, noon + 41 * day);
  assert.equal(close, null);
  assert.equal((await ledger.get(one))?.payloadsKept, false);
  assert.doesNotMatch(String(await ledger.readNote(one)), /\d{12}/);
});

test('a note on an order whose key is gone does not keep its number for good once retention takes the request', async (t) => {
  const folder = aFolder(t);
  const before = await aKeeper(t, folder, { ...asOtherData, sealing: keyRing('lost-key') });
  await before.begin(aadhaarOrder('one'));
  await before.settle(one, answered());
  await before.close();
  const ledger = await aKeeper(t, folder, asOtherData);
  await ledger.note(one, `asked about ${number}`, noon);
  await ledger.applyPolicy(policy, noon + 40 * day);
  assert.equal((await ledger.get(one))?.payloadsKept, false);
  assert.doesNotMatch(String(await ledger.readNote(one)), /\d{12}/);
});

test('where nobody can open the numbers of an order that leaves, all that stays loses what is one by its check digit', async (t) => {
  const place = await aNumbersPlace(t);
  const { numbers, records, followUps, batches, store, told } = place;
  told.keep = 'asOtherData';
  await place.begin('a', { batch: { id: b, row: 0 } });
  told.seals = 'b-key';
  await place.settle('a', { ...pending, orderId: number });
  await batches.create(aBatch);
  await batches.addRows(b, [aRow(0, { fields: { aadhaar_number: number, account: wrongDigit } })]);
  store.sql(`UPDATE batch_rows SET order_ref = 'a'`).run();
  const said = `about ${number} or ${wrongDigit}`;
  await records.note(o('a'), said, noon);
  const pasted = bytes(`{"aadhaar":${number},"reference":${wrongDigit}}`);
  await records.resolve(o('a'), { at: noon + 1, outcome: 'verified', note: said, pasted });
  await followUps.addText(o('a'), bytes(said), noon);
  told.gone.add('a-key');
  assert.equal(await numbers.reduce(place.placeOf('a'), noon), false);
  assert.equal(await numbers.reduceLeaving(noon + 2, { before: noon + 1 }), true);

  const covered = `about XXXXXXXX0124 or ${wrongDigit}`;
  assert.equal(await records.readNote(o('a')), covered);
  const [resolved] = (await records.events(o('a'))).filter((event) => event.kind === 'resolved');
  assert.ok(resolved?.kind === 'resolved' && resolved.resolution.pasted instanceof Uint8Array);
  assert.equal(resolved.resolution.note, covered);
  assert.equal(text(resolved.resolution.pasted), `{"aadhaar":"XXXXXXXX0124","reference":${wrongDigit}}`);
  const [late] = await followUps.texts(o('a'));
  assert.ok(late?.body instanceof Uint8Array);
  assert.equal(text(late.body), covered);
  const fields = (await batches.inputs(b, [0])).get(0)?.fields;
  assert.deepEqual(fields, { aadhaar_number: 'XXXXXXXX0124', account: wrongDigit });
  // What was paid for is reconciled by it.
  const row = store.sql('SELECT order_id, aadhaar_reduced_at AS at FROM orders').get();
  assert.deepEqual([row?.order_id, row?.at, place.hasNumbers('a')], [number, noon + 2, false]);
  // What is added later goes by its check digit as well.
  store.sql('DELETE FROM payloads').run();
  assert.deepEqual(await numbers.inLater(o('a'), said), [number]);
});

test('the answer of an order that leaves, and is reopened after all, is as its notes where the list of its numbers is damaged', async (t) => {
  const place = await aNumbersPlace(t);
  await place.begin('a');
  await place.settle('a');
  place.store.sql('UPDATE aadhaar_numbers SET body = zeroblob(99)').run();
  assert.equal(await place.numbers.reduceLeaving(noon, { before: noon + 1 }), true);
  const kept = { request: reducedRequest, answer: reducedAnswer, header: 'XXXXXXXX0124', reducedAt: noon };
  assert.deepEqual(await place.kept('a'), kept);
});

test('numbers of earlier orders stay with their requests until their user has agreed that these go', async (t) => {
  const ledger = await aKeeper(t, aFolder(t), asOtherData);
  const metadata: KeepPolicy = { ...policy, payloadDays: 0, keep: 'metadata' };
  const called = async (id: string, begunAt: number): Promise<void> => {
    await ledger.begin(aadhaarOrder(id, { begunAt, fingerprint: `print of ${id}` }));
    await ledger.settle(orderId(id), answered());
    await ledger.note(orderId(id), `asked about ${number}`, begunAt);
  };
  await called('one', noon);
  await ledger.keeping.apply(metadata, noon + 1);
  await called('new', noon + 2);
  await ledger.keeping.apply(metadata, noon + 3);
  assert.match(String(await ledger.readNote(one)), /\d{12}/);
  assert.doesNotMatch(String(await ledger.readNote(orderId('new'))), /\d{12}/);
  const payloads = await ledger.payloads(one);
  assert.match(payloads.kind === 'open' ? text(payloads.requestBody) : '', /"\d{4} \d{4} \d{4}"/);
});
