import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { printOf } from '../../../src/calls/inputs/compared.ts';
import { orderId } from '../../../src/calls/ports/ids.ts';
import { maskedInput } from '../../../src/contract/masking.ts';
import { operationById } from '../../../src/contract/operations.ts';
import { number } from '../contract/aadhaar/aNumber.ts';
import { aLedger, bytes, ids, pending } from './aLedger.ts';
import { aadhaarOrder, answered } from './anAadhaarOrder.ts';
import { sentAs } from './sentAs.ts';

const plate = 'XX00OK0200';

/** PRIVACY.md, "How to erase": every other order whose kept request holds a number or an address of it, beside whatever else. */
describe('everything about an input is also an order whose request holds it', () => {
  for (const [where, body] of [
    ['at the end of a sentence', `{"rc_number":"XX00OK9999","remark":"Same owner as ${plate}."}`],
    ['within a path', `{"rc_number":"XX00OK9999","file":"cases/${plate}/1"}`],
    ['grouped, within a sentence', '{"rc_number":"XX00OK9999","remark":"same owner as XX 00 OK 0200"}'],
    ['under a key that is given twice', `{"rc_number":"${plate}","rc_number":"XX00OK9999"}`],
    ['as a key', `{"vehicles":{"${plate}":"XX00OK9999"}}`],
  ] as const)
    it(where, async (t) => {
      const { ledger } = await aLedger(t);
      const print = await sentAs(ledger, 'own', 'rc-advanced', `{"rc_number":"${plate}"}`);
      await sentAs(ledger, 'other', 'rc-advanced', body);
      const { orders } = await ledger.heldElsewhere([print]);
      await ledger.eraseInput(print);
      assert.deepEqual([await ids(ledger), orders], [[], 1]);
    });

  it('an address at the end of a sentence', async (t) => {
    const { ledger } = await aLedger(t);
    const print = await sentAs(ledger, 'own', 'email-bulk', '{"emails":["ann@example.com"]}');
    await sentAs(
      ledger,
      'other',
      'rc-advanced',
      '{"rc_number":"XX00OK9999","remark":"Ask ann@example.com."}',
    );
    await ledger.eraseInput(print);
    assert.deepEqual(await ids(ledger), []);
  });

  for (const isReduced of [false, true])
    it(`an Aadhaar number that dots part, ${isReduced ? 'of which four digits are left' : 'whole'}`, async (t) => {
      const { ledger } = await aLedger(t);
      const operation = operationById('aadhaar-pan-link');
      // The house takes this for somebody's number: it is covered, and reduced once the order is settled.
      const dotted = number.replace(/(\d{4})(?=\d)/g, '$1.');
      const body = JSON.stringify({ aadhaar_number: dotted, pan_number: 'ZZZPZ7777Z' });
      const { whole } = await printOf(ledger, operation, body);
      const told = {
        requestBody: bytes(body),
        fingerprint: whole,
        maskedInput: maskedInput(operation, body),
      };
      await ledger.begin(aadhaarOrder('dotted', { ...told, aadhaar: [number] }));
      if (isReduced) await ledger.settle(orderId('dotted'), answered());
      else await ledger.settle(orderId('dotted'), answered(pending));
      const own = JSON.stringify({ aadhaar_number: number, pan_number: 'ZZZPZ8888Z' });
      const print = await sentAs(ledger, 'own', 'aadhaar-pan-link', own, pending);
      const held = await ledger.heldElsewhere([print]);
      assert.equal(held.orders + held.untold, 1, 'neither erased nor told of as kept');
    });
});
