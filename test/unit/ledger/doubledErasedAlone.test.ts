import assert from 'node:assert/strict';
import { test } from 'node:test';
import { printOf } from '../../../src/calls/inputs/compared.ts';
import { operationById } from '../../../src/contract/operations.ts';
import { aLedger, bytes, ids, place } from '../ledger/aLedger.ts';

const rc = operationById('rc-advanced');

for (const single of ['XX00AB0001', 'XX00AB0002'])
  test(`Only the Same Request of ${single} leaves the order whose key is given twice, which may have asked about the other`, async (t) => {
    const { ledger } = await aLedger(t);
    const put = async (id: string, body: string) => {
      const { whole, parts } = await printOf(ledger, rc, body);
      await place(ledger, id, { order: { requestBody: bytes(body), fingerprint: whole, parts } });
      return whole;
    };
    await put('doubled', '{"rc_number":"XX00AB0001","rc_number":"XX00AB0002"}');
    const whole = await put('single', JSON.stringify({ rc_number: single }));
    await ledger.eraseRequest(whole);
    assert.deepEqual(await ids(ledger), ['doubled']);
  });
