import assert from 'node:assert/strict';
import { join } from 'node:path';
import { it, type TestContext } from 'node:test';
import type { Ledger } from '../../../src/calls/ports/ports.ts';
import type { OperationId } from '../../../src/contract/words.ts';
import { aFolder, aWindow, bytes, keyRing, noon, pending, place, question } from './aLedger.ts';

const day = 86_400_000;
const passphrase = 'a passphrase of these tests';
const bodies = {
  'rc-advanced': '{"rc_number":"XX00AB0000"}',
  'email-bulk': '{"emails":["one@example.invalid"]}',
};

/** A history with yesterday's order, into which a backup brings one of the same input that is ten months older. */
async function restoredOver(
  t: TestContext,
  operation: OperationId & keyof typeof bodies,
  settlement: Parameters<typeof place>[2],
): Promise<Ledger> {
  const open = () => aWindow(t, aFolder(t), keyRing('a-key'), { passphraseCost: 1 << 10 });
  const [here, there] = [await open(), await open()];
  const requestBody = bytes(bodies[operation]);
  for (const [ledger, id, begunAt] of [
    [there, 'old', noon - 300 * day],
    [here, 'yesterday', noon - day],
  ] as const) {
    const { whole, parts } = await ledger.inputPrint(operation, requestBody);
    const order = { operation, begunAt, requestBody, fingerprint: whole, parts };
    await place(ledger, id, { ...settlement, order });
  }
  const file = join(aFolder(t), 'orders.backup');
  await there.transfer.backUp(file, passphrase);
  await here.transfer.restore(file, passphrase);
  return here;
}

it('the newest order is asked about, open or paid, also where a backup has brought an older one since', async (t) => {
  for (const [kind, settlement] of [
    ['pendingTwins', { settlement: pending }],
    ['paidTwins', {}],
  ] as const) {
    const ledger = await restoredOver(t, 'rc-advanced', settlement);
    const input = await ledger.inputPrint('rc-advanced', bytes(bodies['rc-advanced']));
    const named = (await ledger.guard(question({ input })))[kind].map(({ id }) => id);
    // The one written last may as well be the newest: the clock may have been set back.
    assert.deepEqual(named, ['yesterday', 'old'], kind);
  }
});

it('a batch is told of the newest order with an address, also where a backup has brought an older one since', async (t) => {
  const ledger = await restoredOver(t, 'email-bulk', {});
  const { parts } = await ledger.inputPrint('email-bulk', bytes(bodies['email-bulk']));
  const [twins] = await ledger.batches.twins('https://api.example.invalid', [{ whole: 'another', parts }]);
  assert.deepEqual(twins?.paid, ['yesterday', 'old']);
});

it('so it is where a lookup that ran said that it was free, by which all twins are asked for otherwise', async (t) => {
  const free = { settlement: { outcome: 'negative', billing: 'free' } } as const;
  for (const operation of ['rc-advanced', 'email-bulk'] as const) {
    const ledger = await restoredOver(t, operation, free);
    const { whole, parts } = await ledger.inputPrint(operation, bytes(bodies[operation]));
    const input = { whole: parts.length === 0 ? whole : 'another', parts };
    const { paidTwins } = await ledger.guard(question({ operation, input }));
    assert.deepEqual(
      paidTwins.map(({ id }) => id),
      ['yesterday', 'old'],
    );
  }
});
