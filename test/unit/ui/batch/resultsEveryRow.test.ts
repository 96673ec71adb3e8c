import assert from 'node:assert/strict';
import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { csvCells } from '../../../../src/calls/batch/csvText.ts';
import { csvLine } from '../../../../src/calls/orders/exportRows.ts';
import type { BatchCall, ResultsTarget } from '../../../../src/calls/ports/batchPorts.ts';
import { draftOfBatch, orderId } from '../../../../src/calls/ports/ids.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import { ResultsFile } from '../../../../src/ui/batch/resultsFile.ts';
import { ResultsOnDisk } from '../../../../src/ui/batch/resultsText.ts';
import { b, startRows } from '../../calls/batch/aRun.ts';
import { aLedger, aSettlement, newOrder, noon } from '../../ledger/aLedger.ts';
import { runAll } from './aResults.ts';

/** The third says what the first does, and is never sent. */
const plates = ['XX00AA1000', 'XX00AA1001', 'xx00aa1000', 'XX00AA1002'];

const unknown = aSettlement({ outcome: 'unknown', billing: 'unknown', failureCode: 'deadline' });

/** A batch of which nobody knows what came of the first call, and its results file. */
async function undecided(t: TestContext, form: Partial<ResultsTarget> = {}) {
  const { ledger, folder } = await aLedger(t);
  await startRows(ledger, 'b', plates);
  await ledger.begin(newOrder('first', { draftId: draftOfBatch(b, 0) }));
  await ledger.settle(orderId('first'), unknown);
  const target = { file: join(folder, 'results'), format: 'ndjson', masked: true, ...form } as const;
  const of = { operation: operationById('rc-advanced'), batch: b };
  const open = (isNew: boolean, text = new ResultsOnDisk(target.file)) =>
    ResultsFile.open(ledger, of, target, isNew, text);
  /** A run that is over. @param work what came to its end in it */
  const run = async (isNew: boolean, work: () => Promise<void> = async () => undefined): Promise<void> => {
    const results = await open(isNew);
    await results.complete();
    await work();
    await results.complete(true, true);
    await results.close();
  };
  const decide = async (what: 'again' | 'leave'): Promise<void> =>
    ledger.batches.decide(b, [
      { why: 'unknown', what, drafts: await ledger.batches.undecided(b, 'unknown') },
    ]);
  return { ledger, file: target.file, open, run, decide };
}

const read = (file: string): string => readFileSync(file, 'utf8');

function told(file: string): string[] {
  return read(file)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
    .map(({ row, state, why, outcome }) => [row, state, why, outcome].filter((one) => one !== '').join(' '));
}

function toldInCsv(file: string): string[] {
  const [header = [], ...lines] = read(file).trimEnd().split('\r\n').map(csvCells);
  const at = ['row', 'state', 'why', 'outcome'].map((name) => header.indexOf(name));
  return lines.map((cells) => at.flatMap((one) => cells[one] || []).join(' '));
}

test('once a run has ended every row of the input stands in the file, in the words of its state', async (t) => {
  const { file, run, ledger } = await undecided(t);
  await run(true);
  assert.deepEqual(told(file), [
    '1 undecided unknown unknown',
    '2 waiting',
    '3 skipped duplicate',
    '4 waiting',
  ]);
  // Resumed, each has what came of it instead.
  await run(false, () => runAll(ledger));
  assert.deepEqual(told(file), [
    '1 undecided unknown unknown',
    '2 done verified',
    '3 skipped duplicate',
    '4 done verified',
  ]);
});

for (const masked of [true, false])
  test(`so it is with a table, ${masked ? 'masked' : 'whole'}, and no row stands there twice at any moment`, async (t) => {
    const { file, open, run, ledger } = await undecided(t, { format: 'csv', masked });
    await run(true);
    assert.deepEqual(toldInCsv(file), [
      '1 undecided unknown unknown',
      '2 waiting',
      '3 skipped duplicate',
      '4 waiting',
    ]);
    const results = await open(false);
    await results.complete();
    assert.deepEqual(toldInCsv(file), ['1 undecided unknown unknown', '3 skipped duplicate']);
    await runAll(ledger, 1);
    const call = { batch: b, call: 1, draftId: draftOfBatch(b, 1), fingerprint: null };
    const rows = [{ row: 1, fields: { rc_number: plates[1] ?? '' } }];
    const sent: BatchCall = { ...call, rows, acceptedPaid: [], acceptedOpen: [] };
    await results.add(sent, aSettlement());
    assert.equal(toldInCsv(file).filter((line) => line.startsWith('2 ')).length, 1);
    await results.complete(true, true);
    await results.close();
    assert.deepEqual(
      toldInCsv(file).map((line) => line.split(' ').slice(0, 2).join(' ')),
      ['1 undecided', '2 done', '3 skipped', '4 waiting'],
    );
  });

for (const [what, expected] of [
  ['again', '1 done negative'],
  ['leave', '1 done left-unknown unknown'],
] as const)
  test(`a row that its user decides to ${what === 'again' ? 'send again' : 'leave'} stands there as it came out, once`, async (t) => {
    const { file, run, decide, ledger } = await undecided(t);
    await run(true);
    await decide(what);
    await run(false, async () => {
      if (what !== 'again') return;
      await ledger.begin(newOrder('again', { draftId: draftOfBatch(b, 0, 1) }));
      await ledger.settle(orderId('again'), aSettlement());
    });
    assert.deepEqual(told(file), [expected, '2 waiting', '3 skipped duplicate', '4 waiting']);
  });

test('what its user wrote beside a row that stays undecided stays, too', async (t) => {
  const { file, run, ledger } = await undecided(t);
  await run(true);
  writeFileSync(file, read(file).replace('"row":1,', '"row":1,"seen":"by Ann",'));
  await run(false, () => runAll(ledger));
  assert.match(read(file), /^\{"row":1,"seen":"by Ann",/);
  assert.equal(told(file).length, 4);
});

test('what its user saved over it from before, rows that wait among it, has none of them twice', async (t) => {
  const { file, open, run, ledger } = await undecided(t);
  await run(true);
  const before = read(file);
  const results = await open(false);
  await results.complete();
  await runAll(ledger);
  // From an editor that had it open all the time.
  writeFileSync(file, before);
  await results.complete(true, true);
  await results.close();
  assert.deepEqual(
    told(file).map((line) => line.split(' ').slice(0, 2).join(' ')),
    ['1 undecided', '2 done', '3 skipped', '4 done'],
  );
});

test('a file that broke off in a row that waits is completed', async (t) => {
  const { file, run, ledger } = await undecided(t);
  await run(true);
  truncateSync(file, read(file).length - 5);
  await run(false, () => runAll(ledger, 1));
  assert.deepEqual(
    told(file).map((line) => line.split(' ').slice(0, 2).join(' ')),
    ['1 undecided', '2 done', '3 skipped', '4 waiting'],
  );
});

test('a paid answer gets into a table from which its user took the column of states, once', async (t) => {
  const { file, run, decide, ledger } = await undecided(t, { format: 'csv' });
  await runAll(ledger);
  await run(true);
  const lines = read(file).trimEnd().split('\r\n').map(csvCells);
  const at = lines[0]?.indexOf('state') ?? -1;
  writeFileSync(file, lines.map((cells) => csvLine(cells.toSpliced(at, 1))).join(''));
  await decide('again');
  await run(false, async () => {
    await ledger.begin(newOrder('again', { draftId: draftOfBatch(b, 0, 1) }));
    await ledger.settle(orderId('again'), aSettlement());
  });
  assert.deepEqual(toldInCsv(file), ['1 negative', '2 verified', '3 duplicate', '4 verified']);
});

test('while another program holds the file nothing is added that would stand there twice', async (t) => {
  const { file, open, run } = await undecided(t);
  await run(true);
  class Held extends ResultsOnDisk {
    held = true;
    override async exchange(lines: AsyncIterable<string>): Promise<void> {
      if (this.held) throw new Error('held open');
      await super.exchange(lines);
    }
  }
  const before = read(file);
  const text = new Held(file);
  const results = await open(false, text);
  await assert.rejects(results.complete(), /held open/);
  assert.equal(read(file), before);
  text.held = false;
  await results.complete();
  await results.complete(true, true);
  await results.close();
  assert.equal(read(file), before);
});

test('a row that waits says nothing about a file of another batch, and keeps none from being added to', async (t) => {
  const { file, open, run } = await undecided(t);
  await run(true);
  const results = await open(false);
  assert.equal(results.isOfAnother, false);
  await results.close();
  // Ended by another hand, it was never sent all the same.
  writeFileSync(file, read(file).replaceAll('"state":"waiting"', '"state":"done"'));
  const other = await open(false);
  assert.equal(other.isOfAnother, true);
  await other.close(true);
});

test('of a row without an answer as of one whose answer is not kept no result is made up', async (t) => {
  const { file, run, ledger } = await undecided(t, { masked: false });
  await ledger.applyPolicy({ keep: 'metadata', payloadDays: 0, orderDays: 0 }, noon);
  await run(true);
  const lines = read(file).trimEnd().split('\n');
  assert.deepEqual(
    lines.map((line) => [JSON.parse(line).result, JSON.parse(line).result_of]),
    plates.map(() => ['', '']),
  );
});
