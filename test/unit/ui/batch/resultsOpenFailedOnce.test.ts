import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, renameSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { Batch } from '../../../../src/calls/ports/batchPorts.ts';
import { batchId, orderId } from '../../../../src/calls/ports/ids.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import { aBatch, aRow, b, order } from '../../ledger/aBatch.ts';
import { aLedger, aSettlement, noon } from '../../ledger/aLedger.ts';
import { standInForVscode } from '../vscodeStandIn.ts';

await standInForVscode();
const vscode = await import('vscode');
const fileUri = (path: string) => ({ scheme: 'file', path, fsPath: path, toString: () => `file://${path}` });
Object.assign(vscode.Uri, { file: fileUri });
const { openResults, startWithPlace } = await import('../../../../src/ui/batch/resultsPlace.ts');

const operation = operationById('rc-advanced');
const services = { session: 'a window', now: () => noon };

/** Batches that are given one results file after another. */
async function aWorld(t: TestContext, masked = true) {
  const { ledger, folder } = await aLedger(t);
  const { batches: store } = ledger;
  const results = { file: join(folder, 'cars-results.csv'), format: 'csv', masked } as const;
  const batch = async (id: string): Promise<Batch> => {
    const found = await store.get(batchId(id), services.session, noon);
    assert.ok(found !== null);
    return found;
  };
  const started = async (id: string, createdAt: number): Promise<Batch> => {
    await store.create({ ...aBatch, id: batchId(id), createdAt });
    await store.addRows(batchId(id), [
      aRow(0, { fingerprint: `${id} 0` }),
      aRow(1, { fingerprint: `${id} 1` }),
    ]);
    await store.start(batchId(id), { sendFlawed: false, sendPaid: false, results, insteadOf: null });
    return batch(id);
  };
  const answered = async (id: string, row: number): Promise<void> => {
    const one = order(row, `batch-${id}.${row}`);
    await ledger.begin(one);
    await ledger.settle(one.id, aSettlement({ orderId: `ORD-${id}-${row}` }));
  };
  const open = async (id: string, fresh: boolean) => {
    const file = await openResults(services, ledger, operation, await batch(id), fresh);
    assert.ok(file !== null);
    return file;
  };
  const write = async (id: string, fresh: boolean): Promise<void> => {
    const file = await open(id, fresh);
    await file.complete();
    await file.close();
  };
  return { ledger, store, results, batch, started, answered, open, write };
}

test('a batch that lacks nothing but its results can be resumed again when its file could not be opened', async (t) => {
  const world = await aWorld(t);
  const { isUnfinished } = await import('../../../../src/ui/batch/both/unfinished.ts');
  await world.started('b', noon);
  await world.write('b', true);
  await world.answered('b', 0);
  await world.answered('b', 1);
  // Killed before the file was complete: its hold ran out.
  await world.store.hold(b, 'a killed window', noon - 60_000, 1000);
  assert.ok(isUnfinished(await world.batch('b')), 'it stands under Needs attention');
  // Resume Batch…, while the file cannot be opened (a spreadsheet has it, or its folder is gone for a moment).
  await world.store.hold(b, services.session, noon, 15_000);
  const gone = `${world.results.file}.away`;
  renameSync(world.results.file, gone);
  mkdirSync(world.results.file);
  await assert.rejects(world.open('b', false));
  rmdirSync(world.results.file);
  renameSync(gone, world.results.file);
  assert.ok(isUnfinished(await world.batch('b')), 'it is still to be resumed');
});
