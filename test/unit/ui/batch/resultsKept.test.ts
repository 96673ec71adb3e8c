import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { csvCells, leavesOpen, writtenCells } from '../../../../src/calls/batch/csvText.ts';
import { csvLine } from '../../../../src/calls/orders/exportRows.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import { ResultsFile } from '../../../../src/ui/batch/resultsFile.ts';
import { b, startRows } from '../../calls/batch/aRun.ts';
import { aLedger } from '../../ledger/aLedger.ts';
import { begun, runAll } from './aResults.ts';

const plates = ['XX00AA1000', 'XX00AA1001', 'XX00AA1002'];
const linesIn = (file: string) => readFileSync(file, 'utf8').trimEnd().split('\r\n');

test('what its user wrote stays as it is written where the file gets columns for new result fields', async (t) => {
  const { file, goOn } = await begun(t, plates);
  const [header = '', first = ''] = linesIn(file);
  const at = csvCells(header).indexOf('result');
  // A result with a field that has no column yet, as of an answer that the service sends from now on.
  const fuller = csvLine(csvCells(first).with(at, '{"seat":"4"}')).trimEnd();
  const remarks = '"called\r\ntwice",=A1+B1,"x"y';
  writeFileSync(file, `\ufeff${header},remark,sum,more\r\n${fuller},${remarks}\r\nseen by Ann\r\n`);
  await goOn();
  const text = readFileSync(file, 'utf8');
  assert.ok(text.startsWith('\ufeffrow,'));
  assert.match(text, /,result\.seat,result,remark,/);
  assert.ok(text.includes(`,${remarks}\r\nseen by Ann\r\n2,`), text);
});

test('what a last line without a line break says of inches does not make it one that broke off', async (t) => {
  const { file, goOn } = await begun(t, plates);
  writeFileSync(file, linesIn(file).join(',5" tube\r\n').concat(',5" tube'));
  const [, first, ...more] = await goOn();
  assert.deepEqual([first?.at(-1), more.length], ['5" tube', 2]);
});

for (const [what, words] of [
  ['one line', '"called twice\r\n'],
  ['two lines', '"called twice\nasks for'],
] as const)
  test(`behind a cell of ${what} that nothing closes no row is added, for it would be read as its text`, async (t) => {
    const { file, open } = await begun(t, plates);
    const saved = `${linesIn(file).join(',\r\n')},${words}`;
    writeFileSync(file, saved);
    await assert.rejects(open(false), /ends within quotation marks/);
    assert.equal(readFileSync(file, 'utf8'), saved);
  });

test('columns that its user deleted or added are no renamed ones', async (t) => {
  const { file, goOn } = await begun(t, plates);
  const at = csvCells(linesIn(file)[0] ?? '').indexOf('billing');
  const touched = linesIn(file).map((line, place) =>
    csvLine([...csvCells(line).toSpliced(at, 1), place === 0 ? 'seen' : '']),
  );
  writeFileSync(file, touched.join(''));
  assert.equal((await goOn()).length, 4);
});

for (const [what, touched] of [
  ['over several lines', (rows: readonly unknown[]) => rows.map((row) => JSON.stringify(row, null, 2))],
  ['as one list', (rows: readonly unknown[]) => [JSON.stringify(rows)]],
] as const)
  test(`JSON Lines that a program wrote anew ${what} are left as they are, and one sentence says so`, async (t) => {
    const { ledger, folder } = await aLedger(t);
    await startRows(ledger, 'b', plates);
    const target = { file: join(folder, 'results.ndjson'), format: 'ndjson', masked: true } as const;
    const of = { operation: operationById('rc-advanced'), batch: b };
    await runAll(ledger);
    const results = await ResultsFile.open(ledger, of, target, true);
    await results.complete();
    await results.close();
    const rows = readFileSync(target.file, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    const saved = touched(rows).join('\n');
    writeFileSync(target.file, saved);
    await assert.rejects(ResultsFile.open(ledger, of, target, false), /each row as one line of JSON/);
    assert.equal(readFileSync(target.file, 'utf8'), saved);
  });

test('cells are parted as spreadsheets part them, and stay as they are written', () => {
  for (const [line, cells, open] of [
    ['"a"b,c', ['ab', 'c'], false],
    ['5",6"', ['5"', '6"'], false],
    ['"a,""b""",', ['a,"b"', ''], false],
    ['a,"b,c', ['a', 'b,c'], true],
    ['"a""', ['a"'], true],
    ['', [''], false],
  ] as const) {
    assert.deepEqual(csvCells(line), cells, line);
    assert.equal(writtenCells(line).join(), line);
    assert.equal(leavesOpen(line), open, line);
  }
  assert.deepEqual(
    [leavesOpen('b",c', true), leavesOpen('b,c', true), leavesOpen('","', true)],
    [false, true, true],
  );
});
