import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { csvCells } from '../../../../src/calls/batch/csvText.ts';
import { csvLine } from '../../../../src/calls/orders/exportRows.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import { ResultsFile } from '../../../../src/ui/batch/resultsFile.ts';
import { b, startRows } from '../../calls/batch/aRun.ts';
import { aLedger, noon } from '../../ledger/aLedger.ts';
import { begun, runAll } from './aResults.ts';

/** As Google Sheets saves CSV, and many an editor any text: the last line has no line break, and is whole all the same. */
for (const [format, resultOf] of [
  [
    'csv',
    (lines: readonly string[]) => csvCells(lines[1] ?? '')[csvCells(lines[0] ?? '').indexOf('result_of')],
  ],
  ['ndjson', (lines: readonly string[]) => /"result_of":"(\w*)"/.exec(lines[0] ?? '')?.[1]],
] as const)
  test(`a paid answer that stands in the results file alone (${format}) survives that its last line break is gone`, async (t) => {
    const { ledger, folder } = await aLedger(t);
    await startRows(ledger, 'b', ['XX00AA1000', 'XX00AA1001']);
    const target = { file: join(folder, `results.${format}`), format, masked: false } as const;
    const write = async (isNew: boolean): Promise<readonly string[]> => {
      const of = { operation: operationById('rc-advanced'), batch: b };
      const results = await ResultsFile.open(ledger, of, target, isNew);
      await results.complete();
      await results.close();
      return readFileSync(target.file, 'utf8').split(/\r?\n/);
    };
    await runAll(ledger, 1);
    assert.equal(resultOf(await write(true)), 'row');
    // The user keeps no answers: this file is the only one that has it.
    await ledger.applyPolicy({ keep: 'metadata', payloadDays: 0, orderDays: 0 }, noon);
    writeFileSync(target.file, readFileSync(target.file, 'utf8').trimEnd());
    await runAll(ledger);
    assert.equal(resultOf(await write(false)), 'row');
  });

/** Under another header nothing is added, so nothing may be cut off either; other line breaks make it no empty file. */
for (const [what, touched] of [
  ['whose cells semicolons part', (text: string) => text.trimEnd().replaceAll(',', ';')],
  [
    'saved as CSV (Macintosh), whose lines end with carriage returns',
    (text: string) => text.replaceAll('\n', ''),
  ],
] as const)
  test(`a results file ${what} is left as its user saved it`, async (t) => {
    const { file, open } = await begun(t, ['XX00AA1000', 'XX00AA1001']);
    const saved = touched(readFileSync(file, 'utf8'));
    writeFileSync(file, saved);
    // Opened or refused with a sentence: nothing has been added yet.
    await Promise.allSettled([open(false)]);
    assert.equal(readFileSync(file, 'utf8'), saved);
  });

const plates = ['XX00AA1000', 'XX00AA1001', 'XX00AA1002'];
const rowsOf = (text: string) =>
  text
    .trimEnd()
    .split(/\r\n?|\n/)
    .slice(1)
    .map((line) => csvCells(line));

test('a last line that broke off within its last cell is written anew, for the ledger has the whole', async (t) => {
  const { file, goOn } = await begun(t, plates);
  // Its user has moved the order_id to the end: half of it looks like a whole one.
  const moved = rowsOf(`\n${readFileSync(file, 'utf8')}`).map((cells, _, [header]) => {
    const at = header?.indexOf('order_id') ?? -1;
    return csvLine([...cells.toSpliced(at, 1), cells[at] ?? '']);
  });
  const whole = moved.join('');
  writeFileSync(file, whole.slice(0, -5));
  const [, ...rows] = await goOn();
  assert.equal(rows.length, plates.length);
  assert.ok(readFileSync(file, 'utf8').startsWith(whole));
});

test('what its user wrote into a last line without a line break stays', async (t) => {
  const { file, goOn } = await begun(t, plates);
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll('\r\n', ',seen\r\n').trimEnd());
  const [, ...rows] = await goOn();
  assert.deepEqual(
    rows.map((cells) => [cells[0], cells.at(-1)]),
    [
      ['1', 'seen'],
      ['2', ''],
      ['3', ''],
    ],
  );
});

test('a header that broke off is written anew; one that another wrote stays', async (t) => {
  const { file, open, goOn } = await begun(t, plates);
  const header = readFileSync(file, 'utf8').split('\r\n')[0] ?? '';
  writeFileSync(file, 'row;line');
  await assert.rejects(open(false), /does not name its columns as they were written/);
  assert.equal(readFileSync(file, 'utf8'), 'row;line');
  writeFileSync(file, header.slice(0, 40));
  const [first, ...rows] = await goOn();
  assert.deepEqual([first?.join(), rows.length], [csvCells(header).join(), plates.length]);
});

test('a file whose lines end with carriage returns is continued, each row once', async (t) => {
  const { file, goOn } = await begun(t, plates);
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll('\n', ''));
  await goOn();
  assert.deepEqual(
    rowsOf(readFileSync(file, 'utf8')).map(([row]) => row),
    ['1', '2', '3'],
  );
});

test('a file that is saved under another header while its batch runs is not added to until it has its own again', async (t) => {
  const { file, ledger, open } = await begun(t, plates);
  const results = await open(false);
  await runAll(ledger);
  const own = readFileSync(file, 'utf8');
  const other = `${own.replaceAll(',', ';')} `;
  writeFileSync(file, other);
  for (const _ of ['at first', 'and then'])
    await assert.rejects(results.complete(), /does not name its columns as they were written/);
  assert.equal(readFileSync(file, 'utf8'), other);
  writeFileSync(file, own);
  await results.complete();
  await results.close();
  assert.equal(rowsOf(readFileSync(file, 'utf8')).length, plates.length);
});
