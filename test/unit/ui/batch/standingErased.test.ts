import assert from 'node:assert/strict';
import { test } from 'node:test';
import { b, order } from '../../ledger/aBatch.ts';
import { aLedger, aSettlement } from '../../ledger/aLedger.ts';
import { quotingBatch } from '../../ledger/aQuotingBatch.ts';
import { standInForVscode } from '../vscodeStandIn.ts';

await standInForVscode();
const { standingWords } = await import('../../../../src/ui/batch/standingWords.ts');
const { rowWords } = await import('../../../../src/ui/batch/batchWords.ts');

/** A batch whose only row was sent and came to this, and whose own cell quotes an input that is erased then. */
async function words(t: import('node:test').TestContext, settlement: object): Promise<readonly string[]> {
  const { ledger } = await aLedger(t);
  const { batches } = ledger;
  const whole = await quotingBatch(ledger);
  const sent = order(0);
  await ledger.begin(sent);
  await ledger.settle(sent.id, aSettlement(settlement));
  await ledger.eraseInput(whole);
  const batch = await batches.get(b, 'window', 0);
  assert.ok(batch !== null);
  const [row] = (await batches.rows(b, null, 1)).rows;
  assert.ok(row !== undefined && row.order !== null && row.outcome !== null, 'its own order is kept');
  return [standingWords(batch, await batches.outcomes(b)), rowWords(row)];
}

test('no count of a batch is below zero where a row that could not be sent quotes an erased input', async (t) => {
  const [standing] = await words(t, {
    outcome: 'not-sent',
    billing: 'free',
    httpStatus: null,
    messageCode: null,
    orderId: null,
    failureCode: 'refused',
  });
  assert.doesNotMatch(standing ?? '', /-\d/, standing);
});

test('a row whose answer is kept is not said to be erased, and none of nought has no result', async (t) => {
  const [standing, said] = await words(t, {
    outcome: 'throttled',
    billing: 'free',
    httpStatus: 429,
    messageCode: 'RATE_LIMITED',
    orderId: null,
  });
  assert.doesNotMatch(standing ?? '', /answered: 0, of these without a result: 1/, `${standing} / ${said}`);
});
