import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aBatch } from '../../ledger/aBatch.ts';
import { standInForVscode } from '../vscodeStandIn.ts';

await standInForVscode();
const { batchTitle } = await import('../../../../src/ui/batch/batchWords.ts');

test('the tab of a batch is named after its file and its start', () => {
  const first = { ...aBatch, source: 'cars.csv', createdAt: new Date(2026, 0, 5, 9, 30).getTime() };
  assert.match(batchTitle(first), /^Batch of cars\.csv · .*Jan.*9:30/);
  assert.notEqual(
    batchTitle(first),
    batchTitle({ ...first, createdAt: new Date(2026, 0, 5, 9, 31).getTime() }),
  );
  assert.notEqual(batchTitle(first), batchTitle({ ...first, createdAt: first.createdAt + 1000 }));
  assert.notEqual(batchTitle(first), batchTitle({ ...first, source: 'more.csv' }));
});
