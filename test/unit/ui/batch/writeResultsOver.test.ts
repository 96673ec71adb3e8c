import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, type TestContext, test } from 'node:test';
import { operationById } from '../../../../src/contract/operations.ts';
import { plainVscode, reset, world } from '../../../support/plainVscode.ts';
import { b, startRows } from '../../calls/batch/aRun.ts';
import { aLedger, aWindow, keyRing, noon } from '../../ledger/aLedger.ts';
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
  const write = async (...answers: readonly (() => string)[]): Promise<string[]> => {
    world.choices.push(
      ([items]) => (items as readonly unknown[])[wholeNdjson],
      () => plainVscode.Uri.file(file),
      ...answers,
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

test('that answers are no longer kept is said, too, where their orders went with them', async (t) => {
  const { ledger, write } = await aBatchOf(t, 1);
  await ledger.applyPolicy({ keep: 'open-only', payloadDays: 0, orderDays: 0 }, noon + 1);
  const lines = await write();
  assert.equal(withResult(lines), 0);
  assert.match(String(world.shown.at(-1)?.given[0]), /answers no longer kept: 1/);
});

test('results over a file that has more of them are not written before their user is told', async (t) => {
  const { ledger, write } = await aBatchOf(t, 3);
  assert.equal(withResult(await write()), 3);
  await ledger.applyPolicy({ keep: 'metadata', payloadDays: 0, orderDays: 0 }, noon + 1);
  const shownBefore = world.shown.length;
  const lines = await write();
  const kinds = world.shown.slice(shownBefore).map((one) => JSON.stringify(one));
  assert.ok(
    withResult(lines) === 3 ||
      kinds.some((one) => /no longer kept/.test(one) && !/Results written/.test(one)),
    kinds.join('; '),
  );
});

for (const keep of ['metadata', 'open-only'] as const) {
  test(`with keep = ${keep} results are replaced by none only where their user says so`, async (t) => {
    const { ledger, file, write } = await aBatchOf(t, 2);
    assert.equal(withResult(await write()), 2);
    await ledger.applyPolicy({ keep, payloadDays: 0, orderDays: 0 }, noon + 1);
    world.shown.length = 0;
    assert.equal(withResult(await write()), 2);
    assert.deepEqual(world.shown.at(-1)?.given, [
      'Write the results without the answers of 2 rows?',
      {
        modal: true,
        detail: `answers no longer kept: 2\n${file} is replaced as a whole, with the answers that it holds.`,
      },
      'Write Without Them',
    ]);
    assert.equal(withResult(await write(() => 'Write Without Them')), 0);
    assert.equal(world.shown.at(-1)?.given[0], `Results written: ${file} · answers no longer kept: 2`);
  });
}

test('answers that never came are none that are missed', async (t) => {
  const { ledger, write } = await aBatchOf(t, 3);
  const rows = ledger.batches.rows.bind(ledger.batches);
  ledger.batches.rows = async (...given) => {
    const page = await rows(...given);
    return { ...page, rows: page.rows.map((row) => ({ ...row, httpStatus: null, outcome: 'failed' })) };
  };
  await write();
  await ledger.applyPolicy({ keep: 'metadata', payloadDays: 0, orderDays: 0 }, noon + 1);
  await write();
  assert.match(String(world.shown.at(-1)?.given[0]), /^Results written: \S+$/);
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

test('where the key of the answers is gone nothing is written before its user says so, be it a new file', async (t) => {
  const { ledger, folder, file, write } = await aBatchOf(t, 3);
  assert.equal(withResult(await write()), 3);
  await ledger.close();
  // The key that sealed them is gone from the system's secret storage.
  const later = await aWindow(t, folder, keyRing('another-key'));
  const batches = {
    services: { ledger: async () => later, now: () => noon, session: 's' },
    store: async () => later.batches,
    get: async () => later.batches.get(b, 's', noon),
    all: async () => later.batches.list('s', noon),
    operationFor: () => operationById('rc-advanced'),
  };
  const before = readFileSync(file, 'utf8');
  for (const to of [file, `${file}.new`]) {
    world.choices.push(
      ([items]) => (items as readonly unknown[])[wholeNdjson],
      () => plainVscode.Uri.file(to),
    );
    await writeResults(batches as never, 'b');
    assert.equal(world.shown.at(-1)?.given[0], 'Write the results without the answers of 3 rows?');
    assert.match(
      JSON.stringify(world.shown.at(-1)?.given[1]),
      /"answers sealed with a key this system no longer has: 3(?:\\n[^"]* is replaced [^"]*)?"/,
    );
  }
  assert.equal(readFileSync(file, 'utf8'), before);
  assert.equal(existsSync(`${file}.new`), false);
});

test('the rows stand in the order of the input, those that were left out among the others', async (t) => {
  const { ledger, write } = await aBatchOf(t, 3);
  const rows = ledger.batches.rows.bind(ledger.batches);
  ledger.batches.rows = async (...given) => {
    const page = await rows(...given);
    const left = { state: 'skipped', why: 'left', order: null } as const;
    return { ...page, rows: page.rows.map((row) => (row.row === 1 ? row : { ...row, ...left })) };
  };
  const lines = (await write()).map((line) => JSON.parse(line));
  assert.deepEqual(
    lines.map(({ row, state }) => [row, state]),
    [
      [1, 'skipped'],
      [2, 'done'],
      [3, 'skipped'],
    ],
  );
});

test('rows that have not come to an end are written in the state that they are in', async (t) => {
  const { write } = await aBatchOf(t, 2);
  const lines = (await write()).map((line) => JSON.parse(line));
  assert.deepEqual(
    lines.map(({ row, state, outcome }) => [row, state, outcome]),
    [
      [1, 'done', 'verified'],
      [2, 'done', 'verified'],
      [3, 'waiting', ''],
    ],
  );
});
