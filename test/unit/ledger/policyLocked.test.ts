import assert from 'node:assert/strict';
import { it } from 'node:test';
import { orderId } from '../../../src/calls/ports/ids.ts';
import type { KeepPolicy } from '../../../src/calls/ports/keepingPorts.ts';
import type { KeyHome } from '../../../src/ledger/sealing.ts';
import { aFolder, keyRing, noon, place } from './aLedger.ts';
import { aadhaarOrder, aKeeper, answered } from './anAadhaarOrder.ts';

const day = 24 * 3_600_000;
const policy: KeepPolicy = { keep: 'everything', payloadDays: 30, orderDays: 0 };

/** goneInputs.ts: "Erasing must not wait for a key." What retention promises of all orders held before as well. */
it('retention takes what is due also while the keyring is locked', async (t) => {
  const folder = aFolder(t);
  const first = await aKeeper(t, folder, { keepAadhaar: () => 'asOtherData' });
  await place(first, 'plate');
  await first.begin(aadhaarOrder('one'));
  await first.settle(orderId('one'), answered());
  await first.close();
  const refuse = async (): Promise<never> => {
    throw new Error('the secret store is locked');
  };
  const locked: KeyHome = { ...keyRing('a-key'), current: refuse, find: refuse };
  const ledger = await aKeeper(t, folder, {
    keepAadhaar: () => 'asOtherData',
    sealing: locked,
    wait: async () => undefined,
  });
  const isKept = async (id: string) => (await ledger.get(orderId(id)))?.payloadsKept;
  const { waitsForKey } = await ledger.applyPolicy(policy, noon + 40 * day);
  assert.equal((await ledger.get(orderId('plate')))?.payloadsKept, false);
  // Its numbers tell what to cover in its notes: they stay with it until the key can be had.
  assert.deepEqual([waitsForKey, await isKept('one')], [true, true]);
  await ledger.close();
  const unlocked = await aKeeper(t, folder, { keepAadhaar: () => 'asOtherData' });
  const later = await unlocked.applyPolicy(policy, noon + 40 * day);
  const one = await unlocked.get(orderId('one'));
  assert.deepEqual(
    [later.waitsForKey, one?.payloadsKept, typeof one?.aadhaarReducedAt],
    [undefined, false, 'number'],
  );
});
