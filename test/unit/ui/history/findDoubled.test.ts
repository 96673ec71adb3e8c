import assert from 'node:assert/strict';
import { test } from 'node:test';
import { printOf } from '../../../../src/calls/inputs/compared.ts';
import { operationById, operations } from '../../../../src/contract/operations.ts';
import type { OperationId } from '../../../../src/contract/words.ts';
import { aLedger, bytes, place } from '../../ledger/aLedger.ts';
import { standInForVscode } from '../vscodeStandIn.ts';

await standInForVscode();
const { findOrders } = await import('../../../../src/ui/history/filterAndFind.ts');

test('an order whose key was given twice is found by each of its values, and by no part of another', async (t) => {
  const { ledger } = await aLedger(t);
  const put = async (id: string, of: OperationId, body: string): Promise<string> => {
    const { whole, parts } = await printOf(ledger, operationById(of), body);
    await place(ledger, id, {
      order: { operation: of, requestBody: bytes(body), fingerprint: whole, parts },
    });
    return whole;
  };
  await put('rc', 'rc-advanced', '{"rc_number":"XX00AB0001","rc_number":"XX00AB0002"}');
  await put('other', 'rc-advanced', '{"rc_number":"XX00AB0003"}');
  const mails = (...entries: readonly string[]) => `"emails":${JSON.stringify(entries)}`;
  await put('mails', 'email-bulk', `{${mails('a@x.example')},${mails('b@x.example', 'c@x.example')}}`);
  const services = { ledger: async () => ledger, operations: () => operations };
  const found = async (typed: string) =>
    (await findOrders(services as never, typed)).orders.map(({ id }) => String(id));
  assert.deepEqual(await found('XX00AB0001'), ['rc']);
  assert.deepEqual(await found('xx 00 ab 0001'), ['rc']);
  assert.deepEqual(await found('XX00AB0002'), ['rc']);
  assert.deepEqual(await found('{"rc_number":"XX00AB0001"}'), ['rc']);
  assert.deepEqual(await found('XX00AB0003'), ['other']);
  assert.deepEqual(await found('a@x.example'), ['mails']);
  assert.deepEqual(await found('XX00AB0004'), []);
  // Erased, nothing of it is left to be found by.
  const whole = await put('single', 'rc-advanced', '{"rc_number":"XX00AB0001"}');
  assert.deepEqual((await found('XX00AB0001')).toSorted(), ['rc', 'single']);
  await ledger.eraseInput(whole);
  assert.deepEqual(await found('XX00AB0001'), []);
  assert.deepEqual(await found('XX00AB0002'), []);
});
