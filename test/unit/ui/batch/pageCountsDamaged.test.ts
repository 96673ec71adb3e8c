import assert from 'node:assert/strict';
import { test } from 'node:test';
import { b, plates, startRows } from '../../calls/batch/aRun.ts';
import { aLedger, noon } from '../../ledger/aLedger.ts';
import { standInForVscode } from '../../ui/vscodeStandIn.ts';

await standInForVscode();
const { runState } = await import('../../../../src/ui/batch/batchPageState.ts');

test('rows that were not sent as what is kept of them is damaged are not counted as left out', async (t) => {
  const { ledger } = await aLedger(t);
  await startRows(ledger, 'b', plates(1));
  // As nextCall sets a call aside whose row cannot be opened.
  await ledger.batches.setAside(b, 0, 'skipped', 'damaged', []);
  const batch = await ledger.batches.get(b, 'window', noon);
  assert.ok(batch !== null);
  const counted = {
    batch,
    outcomes: await ledger.batches.outcomes(b),
    billed: await ledger.batches.billed(b),
  };
  const { counts } = await runState(ledger.batches, counted, null, null, []);
  assert.doesNotMatch(JSON.stringify(counts), /left out/);
});
