import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Ledger } from '../../../../src/calls/ports/ports.ts';
import { b, plates, startRows } from '../../calls/batch/aRun.ts';
import { aLedger, noon } from '../../ledger/aLedger.ts';
import { runAll } from '../../ui/batch/aResults.ts';
import { standInForVscode } from '../../ui/vscodeStandIn.ts';

await standInForVscode();
const { runState } = await import('../../../../src/ui/batch/batchPageState.ts');

async function shown(ledger: Ledger) {
  const batch = await ledger.batches.get(b, 'window', noon);
  assert.ok(batch !== null);
  const counted = {
    batch,
    outcomes: await ledger.batches.outcomes(b),
    billed: await ledger.batches.billed(b),
  };
  return runState(ledger.batches, counted, null, null, []);
}

for (const [what, gone] of [
  [
    'its orders were erased',
    async (ledger: Ledger) =>
      ledger.erase((await ledger.list({ group: 'all', limit: 10, after: null })).orders.map(({ id }) => id)),
  ],
] as const)
  test(`the page of a batch does not say that nothing was billed where ${what}`, async (t) => {
    const { ledger } = await aLedger(t);
    await startRows(ledger, 'b', plates(3));
    await runAll(ledger);
    assert.equal((await shown(ledger)).cost, '3 calls');
    await gone(ledger);
    const { cost, counts } = await shown(ledger);
    assert.notEqual(cost, '0 calls', JSON.stringify(counts));
  });
