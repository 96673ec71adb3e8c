import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Batch, BatchRow } from '../../../../src/calls/ports/batchPorts.ts';
import { aBatch } from '../../ledger/aBatch.ts';
import { standInForVscode } from '../vscodeStandIn.ts';

await standInForVscode();
const { batchText } = await import('../../../../src/ui/batch/batchText.ts');

const row = (at: number): BatchRow => ({
  ...{ row: at, line: at + 2, call: at, state: 'waiting', why: null, sameAs: null, masked: 'XX••••••00' },
  ...{ order: null, outcome: null, billing: null, resolved: null, httpStatus: null, messageCode: null },
  ...{ failureCode: null, orderId: null, earlierOrderId: null, settledAt: null },
});

test('of a batch without a results file it is not said that such a file has all rows', async () => {
  const store = {
    rows: async (_: unknown, after: number | null, limit: number) => {
      const rows = Array.from({ length: limit }, (_one, at) => row((after ?? -1) + 1 + at));
      return { rows, next: rows.at(-1)?.row ?? null };
    },
  };
  const batch = { ...aBatch, results: null, state: 'started' } as unknown as Batch;
  const end = (await batchText(store as never, batch)).trimEnd().split('\n').at(-1) ?? '';
  assert.match(end, /Only the first/);
  assert.doesNotMatch(end, /results file has them all/, end);
});
