import assert from 'node:assert/strict';
import { join } from 'node:path';
import { it } from 'node:test';
import { orderId } from '../../../src/calls/ports/ids.ts';
import { aFolder, aSettlement, aWindow, bytes, keyRing, newOrder, noon, pending } from './aLedger.ts';

const passphrase = 'seven invented words for one test';
const cheap = { passphraseCost: 1 << 10 } as const;
const nextDay = noon + 24 * 3_600_000;
const id = orderId('paid');

/** README: restoring adds what is missing. Of a pending order the answer that was recorded is the only one there is. */
for (const early of ['under way', 'pending'] as const)
  it(`an outcome and its answer that a newer backup holds come to an order that an older one brought ${early}, and of which nothing was recorded here`, async (t) => {
    const old = await aWindow(t, aFolder(t), keyRing('a-key'), cheap);
    const file = (name: string): string => join(aFolder(t), name);
    const [older, newer] = [file('older.backup'), file('newer.backup')];
    await old.begin(newOrder('paid'));
    if (early === 'under way') await old.transfer.backUp(older, passphrase);
    await old.settle(id, aSettlement(pending));
    if (early === 'pending') await old.transfer.backUp(older, passphrase);
    const pasted = bytes('{"paid":"answer"}');
    await old.resolve(id, { at: noon + 2000, outcome: 'verified', note: 'by mail', pasted });
    await old.transfer.backUp(newer, passphrase);

    const ledger = await aWindow(t, aFolder(t), keyRing('a-key'), { ...cheap, now: () => nextDay });
    await ledger.transfer.restore(older, passphrase);
    await ledger.transfer.restore(newer, passphrase);
    assert.equal((await ledger.get(id))?.resolved, 'verified');
    const answers = (await ledger.events(id)).flatMap((one) =>
      one.kind === 'resolved' ? [one.resolution.pasted] : [],
    );
    assert.deepEqual(answers, [pasted]);
  });
