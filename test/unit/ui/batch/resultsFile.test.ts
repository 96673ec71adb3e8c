import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { csvCells } from '../../../../src/calls/batch/csvText.ts';
import type { BatchCall } from '../../../../src/calls/ports/batchPorts.ts';
import { draftOfBatch, orderId } from '../../../../src/calls/ports/ids.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import { ResultsFile } from '../../../../src/ui/batch/resultsFile.ts';
import { ResultsOnDisk } from '../../../../src/ui/batch/resultsText.ts';
import { b, startRows } from '../../calls/batch/aRun.ts';
import { damage } from '../../ledger/aDamagedFile.ts';
import { aFolder, aLedger, aSettlement, newOrder } from '../../ledger/aLedger.ts';
import { runAll } from './aResults.ts';

const rc = operationById('rc-advanced');
const plates = ['XX00AA1000', 'XX00AA1001', 'xx00aa1000', 'XX00AA1002'];

function aCall(call: number, row: number): BatchCall {
  const rows = [{ row, fields: { rc_number: plates[row] ?? '' } }];
  const draftId = draftOfBatch(b, call);
  return { batch: b, call, draftId, fingerprint: null, rows, acceptedPaid: [], acceptedOpen: [] };
}

function rowsIn(file: string): number[] {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\r\n');
  assert.match(lines[0] ?? '', /^row,line,/);
  assert.equal(lines.filter((line) => line.startsWith('row,')).length, 1);
  return lines.slice(1).map((line) => Number(line.split(',')[0]));
}

test('the file holds each row once, whatever was cut off, and is completed from the ledger', async (t) => {
  const { ledger, folder } = await aLedger(t);
  await startRows(ledger, 'b', plates);
  const target = { file: join(folder, 'results.csv'), format: 'csv', masked: true } as const;
  writeFileSync(target.file, 'what stood here before\n');
  await runAll(ledger, 2);
  const first = await ResultsFile.open(ledger, { operation: rc, batch: b }, target, true);
  await first.add(aCall(0, 0), aSettlement());
  await first.complete();
  await first.close();
  assert.deepEqual(rowsIn(target.file), [1, 2, 3]);
  const whole = readFileSync(target.file).length;

  // A window that died in the middle of a line.
  truncateSync(target.file, whole - 5);
  const second = await ResultsFile.open(ledger, { operation: rc, batch: b }, target, false);
  await second.complete();
  await second.close();
  assert.deepEqual(rowsIn(target.file), [1, 2, 3]);
  assert.equal(readFileSync(target.file).length, whole);

  await runAll(ledger);
  const third = await ResultsFile.open(ledger, { operation: rc, batch: b }, target, false);
  await Promise.all([
    third.add(aCall(2, 3), aSettlement()),
    third.complete(),
    third.add(aCall(2, 3), aSettlement()),
  ]);
  await third.close();
  assert.deepEqual(rowsIn(target.file), [1, 2, 3, 4]);
  const text = readFileSync(target.file, 'utf8');
  assert.equal(
    plates.some((plate) => text.includes(plate)),
    false,
  );
});

test('an empty line that somebody left in the file shifts no column of what is added', async (t) => {
  const { ledger, folder } = await aLedger(t);
  await startRows(ledger, 'b', plates);
  const target = { file: join(folder, 'results.csv'), format: 'csv', masked: true } as const;
  await runAll(ledger, 1);
  const first = await ResultsFile.open(ledger, { operation: rc, batch: b }, target, true);
  await first.complete();
  await first.close();
  appendFileSync(target.file, '\r\n');
  await runAll(ledger);
  const second = await ResultsFile.open(ledger, { operation: rc, batch: b }, target, false);
  await second.complete();
  await second.close();
  const lines = readFileSync(target.file, 'utf8').trimEnd().split('\r\n');
  assert.deepEqual(
    new Set(lines.filter((line) => line !== '').map((line) => csvCells(line).length)).size,
    1,
    lines.join('\n'),
  );
});

test('a file that is gone is written anew, and one that cannot be written is said', async (t) => {
  const { ledger, folder } = await aLedger(t);
  await startRows(ledger, 'b', plates);
  await runAll(ledger);
  const target = { file: join(folder, 'gone.ndjson'), format: 'ndjson', masked: false } as const;
  const file = await ResultsFile.open(ledger, { operation: rc, batch: b }, target, false);
  await file.complete();
  await file.close();
  const lines = readFileSync(target.file, 'utf8').trimEnd().split('\n');
  assert.deepEqual(
    lines.map((line) => [JSON.parse(line).row, JSON.parse(line).state, JSON.parse(line).input_rc_number]),
    [
      [1, 'done', 'XX00AA1000'],
      [2, 'done', 'XX00AA1001'],
      [3, 'skipped', ''],
      [4, 'done', 'XX00AA1002'],
    ].toSorted(
      (a, b) =>
        lines.findIndex((line) => JSON.parse(line).row === a[0]) -
        lines.findIndex((line) => JSON.parse(line).row === b[0]),
    ),
  );
  appendFileSync(target.file, '');
  const nowhere = { ...target, file: join(folder, 'no such folder', 'x.ndjson') };
  const broken = await ResultsFile.open(ledger, { operation: rc, batch: b }, nowhere, true);
  await assert.rejects(broken.complete(), /ENOENT/);
  await broken.close();
});

test('what the user keeps nothing of is written from the answer at hand', async (t) => {
  const { ledger, folder } = await aLedger(t);
  await startRows(ledger, 'b', plates.slice(0, 1));
  await runAll(ledger);
  const [sent] = (await ledger.batches.callRows(b, 0)).map(({ order }) => order);
  assert.ok(sent !== undefined && sent !== null);
  assert.equal((await ledger.erase([sent])).orders, 1);
  const target = { file: join(folder, 'kept.ndjson'), format: 'ndjson', masked: false } as const;
  const file = await ResultsFile.open(ledger, { operation: rc, batch: b }, target, true);
  const body = new TextEncoder().encode('{"data":{"result":{"color":"blue"}}}');
  const { answer } = aSettlement();
  await file.add(aCall(0, 0), aSettlement({ answer: { ...answer, body } }));
  await file.close();
  const line = JSON.parse(readFileSync(target.file, 'utf8'));
  assert.deepEqual(
    [line.outcome, line.billing, line.message_code, line.order_id, line.input_rc_number, line.result],
    ['negative', 'billed', 'NO_RECORD_FOUND', 'ORD-INVENTED-1', 'XX00AA1000', { color: 'blue' }],
  );
  // As of a row whose order is kept: which one it is can be read in a masked file, too.
  assert.deepEqual([line.state, line.why, line.input_masked], ['done', '', 'XX••••••00']);
});

/** Refuses what comes while it is full. */
class FullDisk extends ResultsOnDisk {
  full = false;

  override async append(text: string): Promise<void> {
    if (this.full) throw new Error('the disk is full');
    await super.append(text);
  }
}

test('an answer that the ledger could not take yet is written from the answer at hand', async (t) => {
  const { ledger, folder } = await aLedger(t);
  await startRows(ledger, 'b', plates.slice(0, 1));
  await ledger.begin(newOrder('sent', { draftId: draftOfBatch(b, 0) }));
  const target = { file: join(folder, 'kept.ndjson'), format: 'ndjson', masked: false } as const;
  const file = await ResultsFile.open(ledger, { operation: rc, batch: b }, target, true);
  const body = new TextEncoder().encode('{"data":{"result":{"color":"blue"}}}');
  const { answer } = aSettlement();
  const settlement = aSettlement({ answer: { ...answer, body } });
  await file.add(aCall(0, 0), settlement);
  // It is taken later, and the user keeps nothing of it.
  await ledger.settle(orderId('sent'), settlement);
  await ledger.applyPolicy({ keep: 'metadata', payloadDays: 0, orderDays: 0 }, Date.now());
  await file.complete();
  await file.close();
  const lines = readFileSync(target.file, 'utf8').trimEnd().split('\n');
  assert.deepEqual(
    lines.map((line) => [JSON.parse(line).state, JSON.parse(line).billing, JSON.parse(line).result]),
    [['done', 'billed', { color: 'blue' }]],
  );
});

test('a call of which nobody knows what came stands in no file, though the ledger could not take that yet', async (t) => {
  const { ledger, folder } = await aLedger(t);
  await startRows(ledger, 'b', plates.slice(0, 1));
  await ledger.begin(newOrder('sent', { draftId: draftOfBatch(b, 0) }));
  const target = { file: join(folder, 'unknown.ndjson'), format: 'ndjson', masked: false } as const;
  const file = await ResultsFile.open(ledger, { operation: rc, batch: b }, target, true);
  const unknown = aSettlement({ outcome: 'unknown', billing: 'unknown', failureCode: 'deadline' });
  await file.add(aCall(0, 0), unknown);
  await ledger.settle(orderId('sent'), unknown);
  // Sent again by the user's word, it has an answer.
  const drafts = await ledger.batches.undecided(b, 'unknown');
  await ledger.batches.decide(b, [{ why: 'unknown', what: 'again', drafts }]);
  await ledger.begin(newOrder('again', { draftId: draftOfBatch(b, 0, 1) }));
  await ledger.settle(orderId('again'), aSettlement());
  await file.add(aCall(0, 0), aSettlement());
  await file.close();
  const lines = readFileSync(target.file, 'utf8').trimEnd().split('\n');
  assert.deepEqual(
    lines.map((line) => JSON.parse(line).outcome),
    ['negative'],
  );
});

test('what could not be written is handed over again with its answer, which the order history may not keep', async (t) => {
  const { ledger, folder } = await aLedger(t);
  await startRows(ledger, 'b', plates.slice(0, 2));
  await runAll(ledger);
  await ledger.applyPolicy({ keep: 'metadata', payloadDays: 0, orderDays: 0 }, Date.now());
  const target = { file: join(folder, 'kept.ndjson'), format: 'ndjson', masked: false } as const;
  const disk = new FullDisk(target.file);
  const file = await ResultsFile.open(ledger, { operation: rc, batch: b }, target, true, disk);
  const body = new TextEncoder().encode('{"data":{"result":{"color":"blue"}}}');
  const { answer } = aSettlement();
  const settlement = aSettlement({ answer: { ...answer, body } });
  disk.full = true;
  await assert.rejects(file.add(aCall(0, 0), settlement), /the disk is full/);
  disk.full = false;
  await file.add(aCall(1, 1), settlement);
  await file.complete();
  await file.close();
  const lines = readFileSync(target.file, 'utf8').trimEnd().split('\n');
  assert.deepEqual(
    lines.map((line) => [JSON.parse(line).row, JSON.parse(line).result]),
    [
      [1, { color: 'blue' }],
      [2, { color: 'blue' }],
    ],
  );
});

test('a table whose first rows were refused gets its header with them', async (t) => {
  const { ledger, folder } = await aLedger(t);
  await startRows(ledger, 'b', plates.slice(0, 2));
  await runAll(ledger);
  const target = { file: join(folder, 'results.csv'), format: 'csv', masked: true } as const;
  const disk = new FullDisk(target.file);
  const file = await ResultsFile.open(ledger, { operation: rc, batch: b }, target, true, disk);
  disk.full = true;
  await assert.rejects(file.add(aCall(0, 0), aSettlement()), /the disk is full/);
  disk.full = false;
  await file.complete();
  await file.close();
  assert.deepEqual(rowsIn(target.file), [1, 2]);
});

test('a file that refused once is written again once it can be, with nothing twice', {
  skip: process.platform === 'win32',
}, async (t) => {
  const file = join(aFolder(t), 'not yet', 'results.ndjson');
  const disk = new ResultsOnDisk(file);
  await disk.open(true);
  await assert.rejects(disk.append('a\n'), /ENOENT/);
  mkdirSync(dirname(file));
  assert.equal(await disk.again(), false);
  await disk.append('a\n');
  await disk.append('b\n');
  assert.equal(await disk.end(), true);
  assert.equal(readFileSync(file, 'utf8'), 'a\nb\n');
});

test('a row whose answer is damaged is said to be so, and keeps no other out of the file', async (t) => {
  const { ledger, folder } = await aLedger(t);
  await startRows(ledger, 'b', plates);
  await runAll(ledger);
  damage(folder, 'payloads', 'answer_body', `x'01'`, 'seq = 1');
  damage(folder, 'payloads', 'request_body', `x'01'`, 'seq = 2');
  const target = { file: join(folder, 'results.ndjson'), format: 'ndjson', masked: false } as const;
  const results = await ResultsFile.open(ledger, { operation: rc, batch: b }, target, true);
  await results.complete();
  await results.close();
  const lines: Record<string, unknown>[] = readFileSync(target.file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const told = lines.map(({ row, state, outcome, result_of }) => [row, state, outcome, result_of]);
  assert.deepEqual(told.slice(0, 2), [
    [1, 'done', 'verified', 'damaged'],
    [2, 'done', 'verified', 'row'],
  ]);
});
