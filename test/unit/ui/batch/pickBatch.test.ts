import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aBatch } from '../../ledger/aBatch.ts';
import { standInForVscode } from '../vscodeStandIn.ts';

const told = await standInForVscode();
const { chooseBatch } = await import('../../../../src/ui/batch/pickBatch.ts');

test('a list of batches counts their rows in the words of the notice at their end', async () => {
  const tally = [
    { state: 'done', why: null, rows: 6 },
    { state: 'skipped', why: 'left', rows: 1 },
  ];
  const batch = { ...aBatch, state: 'started', heldElsewhere: false, tally };
  const outcome = { outcome: 'not-sent', billing: 'free', messageCode: null, rows: 2, calls: 2 };
  const batches = {
    services: { now: () => 0 },
    store: async () => ({ outcomes: async () => [outcome] }),
  };
  await chooseBatch(batches as never, [batch] as never, undefined, 'Show Batch');
  const [items] = told.shown.at(-1) as unknown as [Promise<readonly { readonly detail: string }[]>];
  assert.deepEqual(
    (await items).map(({ detail }) => detail),
    ['answered: 4 · could not be sent: 2 · left out: 1'],
  );
});
