import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { it, type TestContext } from 'node:test';
import { orderId } from '../../../src/calls/ports/ids.ts';
import type { Ledger } from '../../../src/calls/ports/ports.ts';
import { operations } from '../../../src/contract/operations.ts';
import { number } from '../contract/aadhaar/aNumber.ts';
import { aFolder, keyRing, noon, pending, question } from './aLedger.ts';
import {
  aadhaarOrder,
  aKeeper,
  answered,
  keptOf,
  reducedAnswer,
  reducedRequest,
  requestText,
} from './anAadhaarOrder.ts';

const passphrase = 'a passphrase of these tests';
const cheap = { passphraseCost: 1 << 10 } as const;

async function backedUp(t: TestContext, ledger: Ledger): Promise<string> {
  const file = join(aFolder(t), 'orders.backup');
  await ledger.transfer.backUp(file, passphrase);
  return file;
}

const twins = async (ledger: Ledger): Promise<readonly string[]> => {
  const input = { whole: `print of ${number}`, parts: [] };
  const facts = await ledger.guard(question({ operation: 'aadhaar-pan-link', input }));
  return facts.paidTwins.map(({ id }) => id);
};

it('takes a reduced order along as it is: still reduced, and still a twin where the same key seals', async (t) => {
  const old = await aKeeper(t, aFolder(t), cheap);
  await old.begin(aadhaarOrder('done'));
  await old.settle(orderId('done'), answered());
  const file = await backedUp(t, old);
  const ledger = await aKeeper(t, aFolder(t), cheap);
  await ledger.transfer.restore(file, passphrase);
  const kept = await keptOf(ledger, 'done');
  assert.deepEqual(
    [kept.request, kept.answer, kept.reducedAt],
    [reducedRequest, reducedAnswer, (await keptOf(old, 'done')).reducedAt],
  );
  assert.notEqual(kept.reducedAt, null);
  assert.deepEqual(await twins(old), ['done']);
  assert.deepEqual(await twins(ledger), ['done']);
});

it('takes the numbers of an open order along, sealed anew: they are reduced where it is closed', async (t) => {
  const old = await aKeeper(t, aFolder(t), cheap);
  await old.begin(aadhaarOrder('open'));
  await old.settle(orderId('open'), answered(pending));
  const file = await backedUp(t, old);
  const ledger = await aKeeper(t, aFolder(t), { ...cheap, sealing: keyRing('another-key') });
  assert.deepEqual(await ledger.transfer.restore(file, passphrase), { added: 1, known: 0, sealed: 0 });
  assert.equal((await keptOf(ledger, 'open')).request, requestText);
  await ledger.resolve(orderId('open'), { at: noon, outcome: 'verified', note: '', pasted: null });
  const kept = await keptOf(ledger, 'open');
  assert.deepEqual([kept.request, kept.reducedAt !== null], [reducedRequest, true]);
});

/** The orders of a file as an earlier version left them, of which nobody was asked. */
function asBefore(folder: string): void {
  const db = new DatabaseSync(join(folder, 'orders.sqlite'));
  db.exec(`DELETE FROM aadhaar_numbers;
    UPDATE aadhaar_old SET state = 'due', until_seq = (SELECT max(seq) FROM orders)`);
  db.close();
}

it('asks about orders of a backup of which nobody was asked yet, and reduces those', async (t) => {
  const folder = aFolder(t);
  const old = await aKeeper(t, folder, { ...cheap, keepAadhaar: () => 'asOtherData' });
  await old.begin(aadhaarOrder('old'));
  await old.settle(orderId('old'), answered());
  asBefore(folder);
  const file = await backedUp(t, old);
  const ledger = await aKeeper(t, aFolder(t), cheap);
  assert.equal(await ledger.aadhaar.claimOffer(operations, noon), null);
  await ledger.transfer.restore(file, passphrase);
  assert.equal(await ledger.aadhaar.claimOffer(operations, noon), 1);
  await ledger.aadhaar.reduceOld(
    operations,
    noon,
    () => undefined,
    () => false,
  );
  assert.equal((await keptOf(ledger, 'old')).request, reducedRequest);
  // Restored again, nobody is asked again.
  await ledger.transfer.restore(file, passphrase);
  assert.equal(await ledger.aadhaar.claimOffer(operations, 2 * noon), null);
});
