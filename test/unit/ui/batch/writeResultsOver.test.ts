import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, type TestContext, test } from 'node:test';
import { operationById } from '../../../../src/contract/operations.ts';
import { plainVscode, reset, world } from '../../../support/plainVscode.ts';
import { b, startRows } from '../../calls/batch/aRun.ts';
import { aLedger, noon } from '../../ledger/aLedger.ts';
import { runAll } from './aResults.ts';

const { ResultsFile } = await import('../../../../src/ui/batch/resultsFile.ts');
const { writeResults } = await import('../../../../src/ui/batch/writeResults.ts');

const plates = ['XX00AA1000', 'XX00AA1001', 'XX00AA1002'];
const wholeNdjson = 3;

beforeEach(reset);

async function aBatchOf(t: TestContext, calls: number) {
  const { ledger, folder } = await aLedger(t);
  await startRows(ledger, 'b', plates);
  await runAll(ledger, calls);
  const batches = {
    services: { ledger: async () => ledger, now: () => noon, session: 's' },
    store: async () => ledger.batches,
    get: async () => ledger.batches.get(b, 's', noon),
    all: async () => ledger.batches.list('s', noon),
    operationFor: () => operationById('rc-advanced'),
  };
  const file = join(folder, 'again.ndjson');
  const write = async (): Promise<string[]> => {
    world.choices.push(
      ([items]) => (items as readonly unknown[])[wholeNdjson],
      () => plainVscode.Uri.file(file),
    );
    await writeResults(batches as never, 'b');
    const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
    return text.split('\n').filter((line) => line !== '');
  };
  return { ledger, folder, file, write };
}

const withResult = (lines: readonly string[]): number =>
  lines.filter((line) => JSON.parse(line).result !== '').length;

test('of a batch of which one order was erased the others are written', async (t) => {
  const { ledger, write } = await aBatchOf(t, 3);
  const [sent] = (await ledger.batches.callRows(b, 1)).map(({ order }) => order);
  assert.ok(sent != null);
  assert.equal((await ledger.erase([sent])).orders, 1);
  assert.equal(withResult(await write()), 2);
});

test('results that stand there already are as they were after a writing that fails', async (t) => {
  const { ledger, folder, file, write } = await aBatchOf(t, 3);
  assert.equal(withResult(await write()), 3);
  const before = readFileSync(file, 'utf8');
  const names = readdirSync(folder);
  ledger.batches.inputs = async () => assert.fail('the disk is gone');
  await assert.rejects(write(), { message: 'The results file could not be written: the disk is gone' });
  assert.equal(readFileSync(file, 'utf8'), before);
  assert.deepEqual(readdirSync(folder), names);
});

test('a batch goes on though an order of it, whose row is not in the file yet, is gone', async (t) => {
  const { ledger, folder } = await aBatchOf(t, 1);
  // Its window ended after the answer was settled, and taken as the settings say, and before its row was written.
  await ledger.applyPolicy({ keep: 'open-only', payloadDays: 0, orderDays: 0 }, noon + 1);
  const target = { file: join(folder, 'own.ndjson'), format: 'ndjson', masked: true } as const;
  const results = await ResultsFile.open(
    ledger,
    { operation: operationById('rc-advanced'), batch: b },
    target,
    false,
  );
  await results.complete();
  await results.close();
  assert.equal(readFileSync(target.file, 'utf8').split('\n').length, 2);
});
