import assert from 'node:assert/strict';
import { join } from 'node:path';
import { it, type TestContext } from 'node:test';
import { orderId } from '../../../src/calls/ports/ids.ts';
import type { Keep, KeepPolicy } from '../../../src/calls/ports/keepingPorts.ts';
import type { Ledger } from '../../../src/calls/ports/ports.ts';
import { aFolder, aSettlement, aWindow, ids, keyRing, newOrder, noon, pending, place } from './aLedger.ts';

const minute = 60_000;
const day = 24 * 3_600_000;
const passphrase = 'a passphrase of these tests';

function as(keep: Keep): KeepPolicy {
  return { keep, payloadDays: 0, orderDays: 0 };
}

async function elsewhere(t: TestContext): Promise<string> {
  const ledger = await aWindow(t, aFolder(t), keyRing('a-key'), { passphraseCost: 1 << 10 });
  for (const name of ['theirs 1', 'theirs 2'])
    await place(ledger, name, { order: { begunAt: noon - 10 * day } });
  const file = join(aFolder(t), 'orders.backup');
  await ledger.transfer.backUp(file, passphrase);
  return file;
}

async function whole(ledger: Ledger): Promise<string[]> {
  const all = await ids(ledger);
  const payloads = await Promise.all(all.map((id) => ledger.payloads(orderId(id))));
  return all.filter((_, n) => payloads[n]?.kind === 'open').toSorted();
}

for (const keep of ['open-only', 'metadata'] as const)
  it(`orders of a backup that comes while a call is out do not go unasked as it is settled (${keep})`, async (t) => {
    const ledger = await aWindow(t, aFolder(t), keyRing('a-key'), { passphraseCost: 1 << 10 });
    // Its user has kept little from the start: nobody was ever asked.
    await ledger.keeping.apply(as(keep), noon - minute);
    await place(ledger, 'open', { order: { begunAt: noon - day }, settlement: pending });
    const file = await elsewhere(t);
    await ledger.begin(newOrder('call', { begunAt: noon }));
    const restored = await ledger.transfer.restore(file, passphrase);
    assert.equal(restored.added, 2);
    await ledger.settle(orderId('call'), aSettlement());
    await ledger.keeping.apply(as(keep), noon + 900, orderId('call'));
    assert.deepEqual(
      (await whole(ledger)).filter((id) => id.startsWith('theirs')),
      ['theirs 1', 'theirs 2'],
    );
  });

it('paid orders answered beside a slow call, before less was chosen, do not go unasked as that is settled', async (t) => {
  const ledger = await aWindow(t, aFolder(t));
  await ledger.begin(newOrder('slow', { begunAt: noon }));
  await place(ledger, 'paid', { order: { begunAt: noon + 1000 } });
  await ledger.keeping.apply(as('everything'), noon + 2000);
  // The choice is seen for the first time by the end of the slow call, as in a window that is told of settings late.
  await ledger.settle(orderId('slow'), aSettlement());
  await ledger.keeping.apply(as('open-only'), noon + 30_000, orderId('slow'));
  assert.ok((await ids(ledger)).includes(orderId('paid')));
});
