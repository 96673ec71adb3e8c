import assert from 'node:assert/strict';
import { it } from 'node:test';
import { orderId } from '../../../src/calls/ports/ids.ts';
import { aLedger, noon, place } from './aLedger.ts';

/** README, "Find Order…": by order_id, or a part of one, code, note … A mail shortens the order_id, and so does who notes it. */
it('an order is found by a part of its order_id also where the note of another one quotes that part', async (t) => {
  const { ledger } = await aLedger(t);
  await place(ledger, 'meant', { settlement: { orderId: 'ORD-2026-77-9F3A' } });
  await place(ledger, 'noted', { settlement: { orderId: 'ORD-2026-78-0001' } });
  const found = async () => (await ledger.find('9F3A', 10)).map(({ id }) => String(id)).toSorted();
  assert.deepEqual(await found(), ['meant']);
  await ledger.note(orderId('noted'), 'support mixed this up with …9F3A', noon);
  assert.deepEqual(await found(), ['meant', 'noted']);
});
