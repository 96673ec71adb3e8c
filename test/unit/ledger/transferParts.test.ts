import assert from 'node:assert/strict';
import { join } from 'node:path';
import { it, type TestContext } from 'node:test';
import { printOf } from '../../../src/calls/inputs/compared.ts';
import type { Ledger } from '../../../src/calls/ports/ports.ts';
import { operationById } from '../../../src/contract/operations.ts';
import { aFolder, aWindow, bytes, keyRing, noon, place, question } from './aLedger.ts';

const passphrase = 'a passphrase of these tests';
const bulk = operationById('email-bulk');
const list = '{"emails":["one@example.org","two@example.org"]}';
const address = '{"emails":["two@example.org"]}';

async function paidTwins(ledger: Ledger, body: string): Promise<readonly string[]> {
  const input = await printOf(ledger, bulk, body);
  const facts = await ledger.guard(question({ operation: 'email-bulk', input }));
  return facts.paidTwins.map(({ id }) => id);
}

const opened = (t: TestContext, key: string): Promise<Ledger> =>
  aWindow(t, aFolder(t), keyRing(key), { passphraseCost: 1 << 10 });

/** A paid list, kept so, and restored where `key` seals. */
async function restored(t: TestContext, keep: 'everything' | 'metadata', key: string): Promise<Ledger> {
  const old = await opened(t, 'a-key');
  const { whole: fingerprint, parts } = await printOf(old, bulk, list);
  const order = { operation: 'email-bulk', requestBody: bytes(list), fingerprint, parts } as const;
  await place(old, 'paid', { order });
  await old.applyPolicy({ keep, payloadDays: 0, orderDays: 0 }, noon + 1);
  assert.deepEqual(await paidTwins(old, address), ['paid'], 'before');
  const file = join(aFolder(t), 'orders.backup');
  await old.transfer.backUp(file, passphrase);
  const ledger = await opened(t, key);
  await ledger.transfer.restore(file, passphrase);
  return ledger;
}

for (const keep of ['everything', 'metadata'] as const) {
  it(`an address that was paid for is known after a restore under the same key: keep ${keep}`, async (t) => {
    const ledger = await restored(t, keep, 'a-key');
    assert.deepEqual(await paidTwins(ledger, list), ['paid'], 'the list');
    assert.deepEqual(await paidTwins(ledger, address), ['paid'], 'one of its addresses');
  });
}

it('under another key an address is known where its request is kept, and nowhere else', async (t) => {
  assert.deepEqual(await paidTwins(await restored(t, 'everything', 'another-key'), address), ['paid']);
  const ledger = await restored(t, 'metadata', 'another-key');
  assert.deepEqual([await paidTwins(ledger, list), await paidTwins(ledger, address)], [[], []]);
});
