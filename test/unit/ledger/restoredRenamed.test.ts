import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { printOf } from '../../../src/calls/inputs/compared.ts';
import { operationById } from '../../../src/contract/operations.ts';
import { readRequestFields, withRequestFields } from '../../../src/contract/requestFields.ts';
import type { Operation } from '../../../src/contract/shapes.ts';
import { aFolder, aWindow, bytes, keyRing, place, question } from './aLedger.ts';

const assumed = operationById('rc-advanced');

/** As the user's setting names the field. */
function under(name: string): Operation {
  const set = {
    'rc-advanced': [{ name, type: 'string', required: true, check: 'registration' }],
  };
  return withRequestFields(assumed, readRequestFields(set));
}

/**
 * README: "The same input before? Paid, or perhaps paid: open that answer, or send anyway", and of a restore: "doubles nothing".
 * docs/decisions.md: an order is kept with the print under the names that we assume, and by it "is found under any names".
 */
for (const [whose, key] of [
  ['the same key', 'a-key'],
  ['another key', 'another-key'],
] as const)
  for (const [what, now] of [
    ['taken back', 'rc_number'],
    ['changed once more', 'registration_number'],
  ] as const)
    test(`what was paid for under a given name that is ${what} is found after a restore under ${whose}`, async (t) => {
      const there = await aWindow(t, aFolder(t), keyRing('a-key'), {
        passphraseCost: 1 << 10,
      });
      const body = '{"vehicle_number":"XX00AB0001"}';
      const { whole, parts } = await printOf(there, under('vehicle_number'), body);
      await place(there, 'paid', {
        order: { requestBody: bytes(body), fingerprint: whole, parts },
      });
      const asked = async (ledger: typeof there) => {
        const input = await printOf(ledger, under(now), JSON.stringify({ [now]: 'XX00AB0001' }));
        return (await ledger.guard(question({ input }))).paidTwins.map(({ id }) => id);
      };
      assert.deepEqual(await asked(there), ['paid'], 'before the backup');
      const file = join(aFolder(t), 'orders.backup');
      await there.transfer.backUp(file, 'a passphrase of these tests');
      const here = await aWindow(t, aFolder(t), keyRing(key), {
        passphraseCost: 1 << 10,
      });
      await here.transfer.restore(file, 'a passphrase of these tests');
      assert.deepEqual(await asked(here), ['paid'], 'after the restore');
    });
