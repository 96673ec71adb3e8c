import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, renameSync, rmdirSync } from 'node:fs';
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
  /** The file is given to a later batch, which writes its first row and is erased; returns what stands there then. */
  const givenToLater = async (): Promise<string> => {
    await started('later', noon + 1);
    await answered('later', 0);
    await write('later', true);
    assert.equal(await store.erase(batchId('later'), services.session, noon), true);
    return readFileSync(results.file, 'utf8');
  };
  return { ledger, store, results, batch, started, answered, open, write, givenToLater };
}

test('a batch whose results file was given to a later one, which is erased by now, adds nothing to it', async (t) => {
  const world = await aWorld(t);
  await world.started('b', noon);
  await world.write('b', true);
  const held = await world.givenToLater();
  await assert.rejects(world.open('b', false), /has changed since it was chosen for the results/);
  assert.equal(readFileSync(world.results.file, 'utf8'), held);
  assert.equal((await world.batch('b')).interrupted, false, 'it is given back');
});

test('nor where the rows of the later one are those it has sent itself: their order_ids are not its own', async (t) => {
  const world = await aWorld(t);
  await world.started('b', noon);
  await world.answered('b', 0);
  await world.write('b', true);
  const held = await world.givenToLater();
  await world.answered('b', 1);
  await assert.rejects(world.open('b', false), /has changed since it was chosen for the results/);
  assert.equal(readFileSync(world.results.file, 'utf8'), held);
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

const day = 86_400_000;

async function reopened(t: TestContext, masked: boolean, first: 'verified' | 'leave') {
  const world = await aWorld(t, masked);
  const { ledger, store } = world;
  await world.started('b', noon);
  await ledger.begin(order(0, 'batch-b.0'));
  await ledger.recover(noon + day);
  const told = (outcome: 'verified' | 'still-open', at: number) =>
    ledger.resolve(order(0, 'batch-b.0').id, { at, outcome, note: '', pasted: null });
  const decide = async (what: 'leave' | 'again') =>
    store.decide(b, [{ why: 'unknown', what, drafts: await store.undecided(b, 'unknown') }]);
  if (first === 'leave') await decide('leave');
  else await told('verified', noon + day);
  // What is final is written as the batch is cancelled or its window closed.
  await world.write('b', true);
  if (first === 'leave') await told('verified', noon + day + 1);
  // The e-mail was misread: it is open after all, and the user wants it sent again.
  await told('still-open', noon + day + 2);
  await decide('again');
  const states = (await store.rows(b, -1, 10)).rows.map(({ state }) => state);
  assert.deepEqual(states, ['waiting', 'waiting']);
  return world;
}

test('a batch whose row was recorded, written, and found to be open after all can be resumed', async (t) => {
  const world = await reopened(t, true, 'verified');
  await world.open('b', false);
});

test('masked: a row that was left as unknown and is open after all: the batch can be resumed', async (t) => {
  const world = await reopened(t, true, 'leave');
  await world.open('b', false);
});

test('with the values: a row that was left as unknown and is open after all: the batch can be resumed', async (t) => {
  const world = await reopened(t, false, 'leave');
  await world.open('b', false);
});

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
