import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { printOf } from '../../../../src/calls/inputs/compared.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import { aFolder, aWindow, bytes, keyRing, place, question } from '../../ledger/aLedger.ts';

const rc = operationById('rc-advanced');
const [field] = rc.requestFields;
if (field === undefined) throw new Error('none');
const renamed = { ...rc, requestFields: [{ ...field, name: 'vehicle_no', path: ['vehicle_no'] }] };

for (const [what, body] of [
  ['given once', '{"vehicle_no":"XX00AB0001"}'],
  ['given twice', '{"vehicle_no":"XX00AB0001","vehicle_no":"XX00AB0002"}'],
] as const)
  test(`what was paid for under a corrected field, ${what}, is asked about under the assumed one after a restore with another key`, async (t) => {
    const open = (key: string) => aWindow(t, aFolder(t), keyRing(key), { passphraseCost: 1 << 10 });
    const [there, here] = [await open('a-key'), await open('b-key')];
    const { whole, parts } = await printOf(there, renamed, body);
    await place(there, 'paid', { order: { requestBody: bytes(body), fingerprint: whole, parts } });
    const single = '{"rc_number":"XX00AB0001"}';
    const before = await there.guard(question({ input: await printOf(there, rc, single) }));
    assert.deepEqual(
      before.paidTwins.map(({ id }) => id),
      ['paid'],
      'there',
    );
    const file = join(aFolder(t), 'orders.backup');
    await there.transfer.backUp(file, 'a passphrase of these tests');
    await here.transfer.restore(file, 'a passphrase of these tests');
    const { paidTwins } = await here.guard(question({ input: await printOf(here, rc, single) }));
    assert.deepEqual(
      paidTwins.map(({ id }) => id),
      ['paid'],
      'here',
    );
  });
