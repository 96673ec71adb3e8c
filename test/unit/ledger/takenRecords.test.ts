import assert from 'node:assert/strict';
import { join } from 'node:path';
import { it, type TestContext } from 'node:test';
import { orderId } from '../../../src/calls/ports/ids.ts';
import type { Ledger, Resolution } from '../../../src/calls/ports/ports.ts';
import { number } from '../contract/aadhaar/aNumber.ts';
import { aFolder, aSettlement, aWindow, bytes, keyRing, newOrder, noon, pending, text } from './aLedger.ts';
import { aadhaarOrder, aKeeper, answered } from './anAadhaarOrder.ts';

/* What a newer backup says came of an order that is open here. */

const passphrase = 'seven invented words for one test';
const cheap = { passphraseCost: 1 << 10 } as const;
const id = orderId('paid');
const [first, second, third] = [noon + 2000, noon + 3000, noon + 4000];

function word(at: number, outcome: Resolution['outcome'], pasted: string | null = null): Resolution {
  return { at, outcome, note: `noted at ${at}`, pasted: pasted === null ? null : bytes(pasted) };
}

async function recorded(ledger: Ledger): Promise<readonly unknown[]> {
  return (await ledger.events(id)).flatMap((one) => {
    if (one.kind !== 'resolved') return [];
    const { at, outcome, note, pasted } = one.resolution;
    return [[at, outcome, note, pasted && text(pasted)]];
  });
}

/** A history that an older backup brought the order to while it was pending, and what restores the newer one there. */
async function restoring(t: TestContext, own: string, ...words: readonly Resolution[]) {
  const old = await aWindow(t, aFolder(t), keyRing('a-key'), cheap);
  const folder = aFolder(t);
  const [older, newer] = [join(folder, 'older.backup'), join(folder, 'newer.backup')];
  await old.begin(newOrder('paid'));
  await old.settle(id, aSettlement(pending));
  await old.transfer.backUp(older, passphrase);
  for (const one of words) await old.resolve(id, one);
  await old.transfer.backUp(newer, passphrase);
  const ledger = await aWindow(t, aFolder(t), keyRing(own), cheap);
  await ledger.transfer.restore(older, passphrase);
  return { ledger, restore: () => ledger.transfer.restore(newer, passphrase) };
}

const none = { added: 0, known: 1, sealed: 0 };

for (const own of ['a-key', 'another-key'])
  it(`all of it is taken once, told, and sealed here with ${own}`, async (t) => {
    const words = [word(first, 'still-open'), word(second, 'verified', '{"paid":"answer"}')];
    const { ledger, restore } = await restoring(t, own, ...words);
    assert.deepEqual(await restore(), { ...none, completed: 1 });
    assert.deepEqual(await recorded(ledger), [
      [first, 'still-open', `noted at ${first}`, null],
      [second, 'verified', `noted at ${second}`, '{"paid":"answer"}'],
    ]);
    assert.equal((await ledger.get(id))?.resolved, 'verified');
    assert.deepEqual(await restore(), none);
    assert.equal((await recorded(ledger)).length, 2);
  });

it('what was recorded here later stays as it is, and what was recorded here before is gone on from', async (t) => {
  const { ledger, restore } = await restoring(t, 'a-key', word(second, 'verified'));
  await ledger.resolve(id, word(first, 'still-open'));
  await ledger.resolve(id, word(third, 'still-open'));
  assert.deepEqual(await restore(), none);
  assert.equal((await ledger.get(id))?.resolved, 'still-open');
  const another = await restoring(t, 'a-key', word(second, 'verified'));
  await another.ledger.resolve(id, word(first, 'still-open'));
  assert.deepEqual(await another.restore(), { ...none, completed: 1 });
  assert.equal((await another.ledger.get(id))?.resolved, 'verified');
});

it('an order of which its outcome is recorded here stays as it is', async (t) => {
  const { ledger, restore } = await restoring(t, 'a-key', word(second, 'verified'));
  await ledger.resolve(id, word(first, 'refunded'));
  assert.deepEqual(await restore(), none);
  assert.deepEqual(await recorded(ledger), [[first, 'refunded', `noted at ${first}`, null]]);
});

it('words that were erased here stay erased', async (t) => {
  const quoting = { ...word(first, 'still-open'), note: 'as for XX00AA0001' };
  const { ledger, restore } = await restoring(t, 'a-key', quoting);
  await restore();
  const body = bytes('{"rc_number":"XX00AA0001"}');
  await ledger.begin(newOrder('own', { requestBody: body, fingerprint: 'print' }));
  await ledger.settle(orderId('own'), aSettlement());
  await ledger.eraseInput('print');
  assert.deepEqual(await recorded(ledger), [[first, 'still-open', '', null]]);
  assert.deepEqual(await restore(), none);
  assert.deepEqual(await recorded(ledger), [[first, 'still-open', '', null]]);
});

it('a number that was reduced here stays reduced in what is taken', async (t) => {
  const old = await aKeeper(t, aFolder(t), { ...cheap, keepAadhaar: () => 'asOtherData' });
  const folder = aFolder(t);
  const [older, newer] = [join(folder, 'older.backup'), join(folder, 'newer.backup')];
  await old.begin(aadhaarOrder('paid'));
  await old.settle(id, answered(pending));
  await old.transfer.backUp(older, passphrase);
  await old.resolve(id, { ...word(second, 'verified', `{"n":${number}}`), note: `of ${number}` });
  await old.transfer.backUp(newer, passphrase);
  const ledger = await aKeeper(t, aFolder(t), cheap);
  await ledger.transfer.restore(older, passphrase);
  await ledger.transfer.restore(newer, passphrase);
  assert.deepEqual(await recorded(ledger), [[second, 'verified', 'of XXXXXXXX0124', '{"n":"XXXXXXXX0124"}']]);
});
