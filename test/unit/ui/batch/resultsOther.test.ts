import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { Batch } from '../../../../src/calls/ports/batchPorts.ts';
import { batchId } from '../../../../src/calls/ports/ids.ts';
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
async function aWorld(t: TestContext) {
  const { ledger, folder } = await aLedger(t);
  const { batches: store } = ledger;
  const results = { file: join(folder, 'cars-results.csv'), format: 'csv', masked: true } as const;
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
  return { store, results, batch, started, answered, open, write };
}

test('a batch whose results file was given to a later one, which is erased by now, adds nothing to it', async (t) => {
  const world = await aWorld(t);
  await world.started('b', noon);
  await world.write('b', true);
  await world.started('later', noon + 1);
  await world.answered('later', 0);
  await world.write('later', true);
  assert.equal(await world.store.erase(batchId('later'), services.session, noon), true);
  const held = readFileSync(world.results.file, 'utf8');
  await assert.rejects(world.open('b', false), /has changed since it was chosen for the results/);
  assert.equal(readFileSync(world.results.file, 'utf8'), held);
  assert.equal((await world.batch('b')).interrupted, false, 'it is given back');
});

test('a batch goes on with the rows that it wrote itself', async (t) => {
  const world = await aWorld(t);
  await world.started('b', noon);
  await world.answered('b', 0);
  await world.write('b', true);
  await world.answered('b', 1);
  await world.write('b', false);
  const text = readFileSync(world.results.file, 'utf8');
  for (const id of ['ORD-b-0', 'ORD-b-1']) assert.equal(text.split(id).length, 2, text);
});

test('a batch that runs in another window keeps its results file', async (t) => {
  const { store, results, started } = await aWorld(t);
  await started('b', noon);
  await store.hold(b, 'another window', noon, 15_000);
  const place = { ...results, stood: null };
  const all = await store.list(services.session, noon);
  await assert.rejects(
    startWithPlace(place, all, async () => assert.fail('it started')),
    /A batch that runs in another window writes its results to this file/,
  );
  await store.release(b, 'another window');
  let isStarted = false;
  await startWithPlace(place, await store.list(services.session, noon), async () => {
    isStarted = true;
  });
  assert.ok(isStarted, 'one that was cancelled does not');
});
