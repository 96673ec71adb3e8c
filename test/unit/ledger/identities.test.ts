import assert from 'node:assert/strict';
import { it } from 'node:test';
import { orderId } from '../../../src/calls/ports/ids.ts';
import { aLedger, place, question } from './aLedger.ts';

it('knows under which names everybody called, and what they were before, also once the orders are erased', async (t) => {
  const { ledger } = await aLedger(t);
  assert.deepEqual(await ledger.identities(), []);
  await place(ledger, 'by name');
  await place(ledger, 'spelt', { order: { environment: 'ACME-Prod', identity: 'name:acme-prod' } });
  // It was given its id, and another name, and has sent nothing since.
  await ledger.guard(question({ spenders: ['id:own', 'name:acme-prod'] }));
  const before = { identity: 'name:acme-prod', names: ['ACME-Prod', 'acme-prod'], earlier: [] };
  const told = async () =>
    (await ledger.identities()).map((one) => ({ ...one, names: [...one.names].sort() }));
  assert.deepEqual(await told(), [before, { identity: 'id:own', names: [], earlier: ['name:acme-prod'] }]);
  await place(ledger, 'by id', { order: { environment: 'acme-live', identity: 'id:own' } });
  await place(ledger, 'again', { order: { environment: 'acme-live', identity: 'id:own' } });
  await ledger.erase([orderId('by id'), orderId('again'), orderId('spelt')]);
  assert.deepEqual(await told(), [
    { identity: 'id:own', names: ['acme-live'], earlier: ['name:acme-prod'] },
    before,
  ]);
});
