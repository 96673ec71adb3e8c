import assert from 'node:assert/strict';
import { test } from 'node:test';
import { orderId } from '../../../src/calls/ports/ids.ts';
import type { KeepPolicy } from '../../../src/calls/ports/ports.ts';
import { number } from '../contract/aadhaar/aNumber.ts';
import { aFolder, keyRing, noon, pending } from './aLedger.ts';
import { aadhaarOrder, aKeeper, answered } from './anAadhaarOrder.ts';

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
