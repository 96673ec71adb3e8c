import assert from 'node:assert/strict';
import { test } from 'node:test';
import { b, order } from './aBatch.ts';
import { aLedger, aSettlement } from './aLedger.ts';
import { quoted, quotingBatch } from './aQuotingBatch.ts';

test('a row that quotes an erased input while its own call is under way forgets it once the call has ended', async (t) => {
  const { ledger } = await aLedger(t);
  const { batches } = ledger;
  const whole = await quotingBatch(ledger);
  const sent = order(0);
  await ledger.begin(sent);
  const erased = await ledger.eraseInput(whole);
  assert.equal(erased.leftOpen, 0, 'nothing is told to be left');
  await ledger.settle(sent.id, aSettlement());
  const kept = (await batches.inputs(b, [0])).get(0);
  assert.ok(!JSON.stringify(kept ?? null).includes(quoted), JSON.stringify(kept));
});
