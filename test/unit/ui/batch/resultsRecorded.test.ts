import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answer, b, plates } from '../../calls/batch/aRun.ts';
import { noon } from '../../ledger/aLedger.ts';
import { asBefore, begun, linesOf, runAll } from './aResults.ts';

const held = answer('PROVIDER_NO_RESPONSE', 202, true);

function cellsOf(file: string, ...names: readonly string[]): readonly (readonly string[])[] {
  const [header = [], ...lines] = linesOf(file);
  return lines.map((cells) => names.map((name) => cells[header.indexOf(name)] ?? '-'));
}

test('a file that is written anew has what was recorded of a row, and says that it was', async (t) => {
  const { ledger, file, open } = await begun(t, plates(2), held);
  const [row] = (await ledger.batches.rows(b, null, 1)).rows;
  assert.ok(row?.order != null);
  assert.deepEqual(cellsOf(file, 'outcome', 'billing', 'resolved'), [['held', 'billed', '']]);
  await ledger.resolve(row.order, { at: noon + 1, outcome: 'verified', note: '', pasted: null });
  await runAll(ledger);
  const results = await open(true);
  await results.complete();
  await results.close();
  assert.deepEqual(cellsOf(file, 'outcome', 'resolved'), [
    ['verified', 'verified'],
    ['verified', ''],
  ]);
});

test('a file that a version before has begun goes on without the column that it did not have', async (t) => {
  const { ledger, file, goOn } = await begun(t, plates(3), held);
  asBefore(file, (text) => text, 'resolved');
  const header = linesOf(file)[0];
  const [row] = (await ledger.batches.rows(b, null, 1)).rows;
  assert.ok(row?.order != null);
  await ledger.resolve(row.order, { at: noon + 1, outcome: 'refunded', note: '', pasted: null });
  await goOn();
  assert.deepEqual(linesOf(file)[0], header);
  assert.deepEqual(
    linesOf(file).map(({ length }) => length),
    [header?.length, header?.length, header?.length, header?.length],
  );
  assert.deepEqual(cellsOf(file, 'row', 'state'), [
    ['1', 'done'],
    ['2', 'done'],
    ['3', 'done'],
  ]);
});

test('so does one without the column that tells what was simulated', async (t) => {
  const { ledger, file, goOn } = await begun(t, plates(3));
  assert.deepEqual(cellsOf(file, 'billing', 'kind')[0], ['billed', 'live']);
  asBefore(file, (text) => text, 'kind');
  const header = linesOf(file)[0];
  await goOn();
  assert.deepEqual(linesOf(file)[0], header);
  assert.deepEqual(cellsOf(file, 'billing', 'kind'), Array(3).fill(['billed', '-']));
  assert.equal((await ledger.batches.rows(b, null, 9)).rows.length, 3);
});
