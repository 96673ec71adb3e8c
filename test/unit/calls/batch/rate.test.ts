import assert from 'node:assert/strict';
import { test } from 'node:test';
import { simulateBatch } from '../../../support/simulatedBatch.ts';
import { aLedger, noon } from '../../ledger/aLedger.ts';

for (const [operation, calls, answerMs, concurrency] of [
  ['aadhaar-pan-link', 60, 2000, 1],
  ['aadhaar-pan-link', 60, 2000, 4],
  ['email-bulk', 500, 150, 1],
  ['email-bulk', 500, 900, 4],
] as const) {
  test(`${operation}, ${concurrency} at once: 95 % of the documented rate, and never a 429`, async (t) => {
    const { ledger } = await aLedger(t);
    const rate = await simulateBatch({ ledger, operation, calls, concurrency, answerMs, startAt: noon });
    assert.equal(rate.throttled, 0);
    assert.equal(rate.passed.length, calls);
    assert.ok(rate.kept >= 0.95, `${(rate.kept * 100).toFixed(1)} %`);
  });
}

test('where the limit is not documented it is learned from one 429, and kept from then on', async (t) => {
  const { ledger } = await aLedger(t);
  const rate = await simulateBatch({
    ledger,
    operation: 'rc-advanced',
    calls: 300,
    concurrency: 1,
    answerMs: 500,
    startAt: noon,
  });
  assert.equal(rate.throttled, 1);
  assert.equal(rate.passed.length, 299);
  assert.ok(rate.kept >= 0.95, `${(rate.kept * 100).toFixed(1)} %`);
});
