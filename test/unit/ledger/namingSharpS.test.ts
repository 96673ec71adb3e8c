import assert from 'node:assert/strict';
import { test } from 'node:test';
import { printOf } from '../../../src/calls/inputs/compared.ts';
import { orderId } from '../../../src/calls/ports/ids.ts';
import { operationById } from '../../../src/contract/operations.ts';
import { aLedger, aSettlement, bytes, ids, newOrder } from './aLedger.ts';

/** In capitals ß is SS and ı is I, so that the two look alike; they are two mailboxes, and of the domain two domains. */
test('an address with ß or ı names nobody whose address has ss or i, whose paid answer stays', async (t) => {
  for (const [erased, other] of [
    ['groß@example.invalid', 'gross@example.invalid'],
    ['asha@groß.invalid', 'asha@gross.invalid'],
    ['kız@example.invalid', 'kiz@example.invalid'],
  ]) {
    const { ledger } = await aLedger(t);
    const operation = operationById('email-bulk');
    const send = async (id: string, address: string | undefined): Promise<string> => {
      const body = JSON.stringify({ emails: [address] });
      const { whole, parts } = await printOf(ledger, operation, body);
      const told = { operation: operation.id, fingerprint: whole, parts, requestBody: bytes(body) };
      await ledger.begin(newOrder(id, told));
      await ledger.settle(orderId(id), aSettlement());
      return whole;
    };
    const print = await send('erased', erased);
    await send('other', other);
    await ledger.eraseInput(print);
    assert.deepEqual(await ids(ledger), ['other'], other);
  }
});
