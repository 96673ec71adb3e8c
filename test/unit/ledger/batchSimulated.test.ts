import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resultCells } from '../../../src/calls/batch/results.ts';
import { operationById } from '../../../src/contract/operations.ts';
import { aRow, b, order, started } from './aBatch.ts';
import { aLedger, aSettlement } from './aLedger.ts';

/** A results file names no environment, and may be all that its reader has. */
test('rows of a batch, and the lines of their results, say what was simulated', async (t) => {
  const { ledger } = await aLedger(t);
  await started(ledger.batches, [aRow(0), aRow(1), aRow(2)]);
  for (const [call, kind] of [
    [0, 'sandbox'],
    [1, 'live'],
  ] as const) {
    const begun = { ...order(call), kind };
    await ledger.begin(begun);
    await ledger.settle(begun.id, aSettlement());
  }
  const { rows } = await ledger.batches.rows(b, null, 10);
  assert.deepEqual(
    rows.map(({ simulated }) => simulated),
    [true, undefined, undefined],
  );
  assert.deepEqual(
    (await ledger.batches.callRows(b, 0)).map(({ simulated }) => simulated),
    [true],
  );
  const lines = rows.map((row) =>
    Object.fromEntries(resultCells(operationById('rc-advanced'), row, undefined, { of: '', json: '' }, true)),
  );
  assert.deepEqual(
    lines.map(({ billing, kind }) => [billing, kind]),
    [
      ['billed', 'sandbox'],
      ['billed', 'live'],
      ['', ''],
    ],
  );
});
