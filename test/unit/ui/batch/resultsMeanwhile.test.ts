import assert from 'node:assert/strict';
import { appendFileSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import { csvCells } from '../../../../src/calls/batch/csvText.ts';
import { csvLine } from '../../../../src/calls/orders/exportRows.ts';
import type { BatchCall } from '../../../../src/calls/ports/batchPorts.ts';
import { draftOfBatch } from '../../../../src/calls/ports/ids.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import { ResultsElsewhere } from '../../../../src/ui/batch/resultsElsewhere.ts';
import { ResultsFile } from '../../../../src/ui/batch/resultsFile.ts';
import { ResultsOnDisk } from '../../../../src/ui/batch/resultsText.ts';
import { b, startRows } from '../../calls/batch/aRun.ts';
import { aLedger, aSettlement, noon } from '../../ledger/aLedger.ts';
import { begun, runAll } from './aResults.ts';

const plates = ['XX00AA1000', 'XX00AA1001', 'XX00AA1002'];
const of = { operation: operationById('rc-advanced'), batch: b };
const target = { file: 'far:/results.csv', format: 'csv', masked: true } as const;
const rowsIn = (text: string) =>
  text
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map((line) => csvCells(line)[0]);

/** A file that VS Code alone reaches, with the first row of a batch, all of which has come to its end since. */
async function far(t: TestContext) {
  const { ledger } = await aLedger(t);
  await startRows(ledger, 'b', plates);
  const there = { text: '', refuses: false, reads: 0 };
  const file = {
    read: async () => {
      there.reads += 1;
      return Buffer.from(there.text);
    },
    write: async (bytes: Uint8Array) => {
      if (there.refuses) throw new Error('no way there');
      there.text = Buffer.from(bytes).toString();
    },
  };
  const most = { bytes: 1_000_000, error: () => new Error('too large') };
  const text = new ResultsElsewhere(
    file,
    () => 0,
    most,
    () => true,
  );
  await runAll(ledger, 1);
  const results = await ResultsFile.open(ledger, of, target, true, text);
  await results.complete();
  await runAll(ledger);
  return { there, results };
}

/** What its user does. */
function remark(there: { text: string }): void {
  there.text = there.text.replaceAll('\r\n', ',seen by Ann\r\n');
}

function aCall(row: number): BatchCall {
  const rows = [{ row, fields: { rc_number: plates[row] ?? '' } }];
  const draftId = draftOfBatch(b, row);
  return { batch: b, call: row, draftId, fingerprint: null, rows, acceptedPaid: [], acceptedOpen: [] };
}

for (const [what, go] of [
  ['the batch pauses', (results: ResultsFile) => results.save(false)],
  ['its window closes', async () => undefined],
] as const)
  test(`what its user wrote into a remote file since it was written last stays as ${what}`, async (t) => {
    const { there, results } = await far(t);
    // In memory, for it is not time to write again.
    await results.add(aCall(1), aSettlement());
    assert.deepEqual(rowsIn(there.text), ['1']);
    remark(there);
    await go(results);
    await results.close();
    assert.match(there.text, /seen by Ann/);
    assert.deepEqual(rowsIn(there.text), ['1', '2', '3']);
  });

test('nor is it overwritten once a remote folder that refused can be written again', async (t) => {
  const { there, results } = await far(t);
  there.refuses = true;
  await assert.rejects(results.complete(), /no way there/);
  there.refuses = false;
  remark(there);
  await results.complete();
  await results.close();
  assert.match(there.text, /seen by Ann/);
  assert.deepEqual(rowsIn(there.text), ['1', '2', '3']);
});

test('what a write that failed left of it in a remote folder is no change of its user’s', async (t) => {
  const { there, results } = await far(t);
  const before = there.text;
  there.refuses = true;
  await assert.rejects(results.complete(), /no way there/);
  there.refuses = false;
  there.text = before.slice(0, 100);
  await results.complete();
  await results.close();
  assert.ok(there.text.startsWith(before));
  assert.deepEqual(rowsIn(there.text), ['1', '2', '3']);
});

test('a remote file is not read again and again while its batch is paused', async (t) => {
  const { there, results } = await far(t);
  await results.add(aCall(1), aSettlement());
  remark(there);
  await results.save(false);
  const { reads } = there;
  for (const _ of plates) await results.save(true);
  assert.equal(there.reads, reads);
  await results.close();
});

/** Others write to it right before it is added to, or exchanged. */
class Meanwhile extends ResultsOnDisk {
  before: (() => void) | null = null;

  private others(): void {
    this.before?.();
    this.before = null;
  }

  override async append(text: string): Promise<void> {
    this.others();
    await super.append(text);
  }

  override async exchange(lines: AsyncIterable<string>): Promise<void> {
    const others = (): void => this.others();
    async function* read(): AsyncIterable<string> {
      yield* lines;
      others();
    }
    await super.exchange(read());
  }
}

test('a paid answer that nobody keeps stands in the file that an editor put in place as it was added', async (t) => {
  const { file, ledger } = await begun(t, plates);
  await runAll(ledger);
  await ledger.applyPolicy({ keep: 'metadata', payloadDays: 0, orderDays: 0 }, noon);
  const text = new Meanwhile(file);
  const results = await ResultsFile.open(ledger, of, { ...target, file }, false, text);
  text.before = () => {
    writeFileSync(`${file}~`, readFileSync(file));
    renameSync(`${file}~`, file);
  };
  const { answer } = aSettlement();
  const body = new TextEncoder().encode('{"data":{"result":{"seat":"4"}}}');
  await results.add(aCall(1), aSettlement({ answer: { ...answer, body } }));
  await results.complete();
  await results.close();
  const saved = readFileSync(file, 'utf8');
  assert.deepEqual(rowsIn(saved), ['1', '2', '3']);
  assert.match(saved, /""seat"": ""4""/);
});

test('what its user saves while the file gets columns for new result fields stays', async (t) => {
  const { file, ledger } = await begun(t, plates);
  const [header = '', first = ''] = readFileSync(file, 'utf8').trimEnd().split('\r\n');
  const at = csvCells(header).indexOf('result');
  writeFileSync(file, `${header}\r\n${csvLine(csvCells(first).with(at, '{"seat":"4"}'))}`);
  await runAll(ledger);
  const text = new Meanwhile(file);
  const results = await ResultsFile.open(ledger, of, { ...target, file }, false, text);
  await results.complete();
  text.before = () => appendFileSync(file, 'seen by Ann\r\n');
  await results.close();
  const saved = readFileSync(file, 'utf8');
  assert.deepEqual(rowsIn(saved), ['1', '2', '3', 'seen by Ann']);
  assert.match(saved, /^row,.*,result\.seat,result\r\n/);
});

test('a file that another program writes to all the time gets no columns, and its batch does not wait for that', async (t) => {
  const { file, ledger } = await begun(t, plates);
  const [header = '', first = ''] = readFileSync(file, 'utf8').trimEnd().split('\r\n');
  const at = csvCells(header).indexOf('result');
  writeFileSync(file, `${header}\r\n${csvLine(csvCells(first).with(at, '{"seat":"4"}'))}`);
  await runAll(ledger);
  const text = new Meanwhile(file);
  const results = await ResultsFile.open(ledger, of, { ...target, file }, false, text);
  await results.complete();
  const others = (): void => {
    appendFileSync(file, 'on\r\n');
    // Again before the next try.
    queueMicrotask(() => (text.before = others));
  };
  text.before = others;
  await assert.rejects(results.close(), /writes to the results file all the time/);
  assert.deepEqual(rowsIn(readFileSync(file, 'utf8')), ['1', '2', '3', 'on', 'on', 'on']);
});

test('a file that is given to another batch while this one runs gets no row of it, until it is moved away', async (t) => {
  const { file, ledger, open } = await begun(t, plates);
  const results = await open(false);
  await runAll(ledger);
  const [header = [], first = []] = readFileSync(file, 'utf8').trimEnd().split('\r\n').map(csvCells);
  const other = [header, first.with(header.indexOf('order_id'), 'ORD-OF-ANOTHER')].map(csvLine).join('');
  writeFileSync(file, other);
  for (const _ of ['at first', 'and then'])
    await assert.rejects(results.complete(), /holds rows of another batch by now/);
  assert.equal(readFileSync(file, 'utf8'), other);
  renameSync(file, `${file}.other`);
  await results.complete();
  await results.close();
  assert.deepEqual(rowsIn(readFileSync(file, 'utf8')), ['1', '2', '3']);
});
