import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aBatch } from '../../ledger/aBatch.ts';
import { standInForVscode } from '../vscodeStandIn.ts';

await standInForVscode();
const { batchOfUri, batchUri } = await import('../../../../src/ui/batch/both/batchDocument.ts');

test('the tab of a batch is named after its file and its start, and tells which batch it shows', () => {
  const first = { ...aBatch, source: 'cars.csv', createdAt: new Date(2026, 0, 5, 9, 30).getTime() };
  const nameOf = (batch: typeof first) => batchUri(batch).path.split('/').at(-1) ?? '';
  assert.match(nameOf(first), /^Batch of cars\.csv · .*Jan.*9:30.*\.txt$/);
  assert.notEqual(nameOf(first), nameOf({ ...first, createdAt: new Date(2026, 0, 5, 9, 31).getTime() }));
  assert.notEqual(nameOf(first), nameOf({ ...first, source: 'more.csv' }));
  for (const source of ['cars.csv', 'a/b\\c.csv', '']) {
    const uri = batchUri({ ...first, source });
    assert.equal(uri.path.split('/').length, 3);
    assert.equal(batchOfUri(uri), first.id);
  }
});
