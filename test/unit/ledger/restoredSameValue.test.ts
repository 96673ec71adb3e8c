import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { printOf } from '../../../src/calls/inputs/compared.ts';
import { operationById } from '../../../src/contract/operations.ts';
import { readRequestFields, withRequestFields } from '../../../src/contract/requestFields.ts';
import { aFolder, aWindow, bytes, keyRing, place, question } from './aLedger.ts';

const assumed = operationById('credit-report');
const given = withRequestFields(
  assumed,
  readRequestFields({
    'credit-report': [
      { name: 'identifier', required: true },
      { name: 'kind', choices: ['pan', 'mobile'] },
      { name: 'phone', check: 'mobile' },
    ],
  }),
);
const passphrase = 'a passphrase of these tests';

/** As restoredRenamed.test.ts has it; who asks by a mobile number types it twice, as number and as mobile. */
for (const key of ['a-key', 'another-key'])
  test(`a report asked by a mobile number, which stands there twice, is found after a restore under ${key}`, async (t) => {
    const there = await aWindow(t, aFolder(t), keyRing('a-key'), {
      passphraseCost: 1 << 10,
    });
    const body = '{"identifier":"0000000001","kind":"mobile","phone":"0000000001"}';
    const { whole, parts } = await printOf(there, given, body);
    const order = {
      operation: assumed.id,
      requestBody: bytes(body),
      fingerprint: whole,
      parts,
    };
    await place(there, 'paid', { order });
    const asked = async (ledger: typeof there) => {
      const later = '{"number":"0000000001","fetch_by":"mobile","mobile":"0000000001"}';
      const input = await printOf(ledger, assumed, later);
      return (await ledger.guard(question({ operation: assumed.id, input }))).paidTwins.map(({ id }) => id);
    };
    assert.deepEqual(await asked(there), ['paid'], 'before the backup');
    const file = join(aFolder(t), 'orders.backup');
    await there.transfer.backUp(file, passphrase);
    const here = await aWindow(t, aFolder(t), keyRing(key), {
      passphraseCost: 1 << 10,
    });
    await here.transfer.restore(file, passphrase);
    assert.deepEqual(await asked(here), ['paid'], 'after the restore');
  });
