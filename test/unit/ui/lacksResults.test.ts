import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { aBatch, aRow, b, order } from '../ledger/aBatch.ts';
import { aLedger, aSettlement, noon } from '../ledger/aLedger.ts';
import { standInForVscode } from './vscodeStandIn.ts';

await standInForVscode();
const { isUnfinished } = await import('../../../src/ui/batch/both/unfinished.ts');
const { unfinishedItem } = await import('../../../src/ui/start/trees/batchRow.ts');
const { OrdersTree } = await import('../../../src/ui/start/trees/ordersTree.ts');

test('a batch killed between its last answer and its results file stands where interrupted batches stand', async (t) => {
  const { ledger, folder } = await aLedger(t);
  const { batches } = ledger;
  await batches.create(aBatch);
  await batches.addRows(b, [aRow(0)]);
  const results = { file: join(folder, 'results.csv'), format: 'csv', masked: true } as const;
  await batches.start(b, { sendFlawed: false, sendPaid: false, results, insteadOf: null });
  await batches.hold(b, 'a window', noon, 15_000);
  const sent = order(0);
  await ledger.begin(sent);
  await ledger.settle(sent.id, aSettlement());
  // The window is killed here: the paid answer is in the ledger, and not in the results file.
  const later = noon + 20_000;
  const batch = await batches.get(b, 'another window', later);
  assert.ok(batch?.interrupted && isUnfinished(batch), 'Resume Batch… would complete it');
  const state = { onDidChange: () => ({ dispose: () => undefined }), current: () => ({}) };
  const tree = new OrdersTree(
    async () => ledger as never,
    () => later,
    state as never,
  );
  t.after(() => tree.dispose());
  const [shown] = await tree.unfinished(ledger);
  assert.ok(shown !== undefined);
  const item = unfinishedItem(shown, later);
  assert.match(String(item.description), /^results file incomplete · interrupted/);
  assert.match(String(item.tooltip), /: results file incomplete · interrupted$/);
});
