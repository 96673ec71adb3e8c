import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { csvCells } from '../../../../src/calls/batch/csvText.ts';
import { csvLine } from '../../../../src/calls/orders/exportRows.ts';
import { begun, runAll } from './aResults.ts';

const plates = ['XX00AA1000', 'XX00AA1001', 'XX00AA1002'];

test('a file that was refused for its header is left as its user saved it, also when its batch is cancelled then', async (t) => {
  const { file, ledger, open } = await begun(t, plates);
  // A result with a field that has no column yet, as one that the service sends from now on: it gets one at the end.
  const [header = [], ...rows] = readFileSync(file, 'utf8').trimEnd().split('\r\n').map(csvCells);
  const lines = [header, ...rows.map((cells) => [...cells.slice(0, -1), '{"seat":"4, 5"}'])];
  writeFileSync(file, lines.map(csvLine).join(''));
  const results = await open(false);
  await runAll(ledger);
  // As a spreadsheet of another language saves it.
  const cell = (text: string): string => (/[";]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const other = lines.map((cells) => `${cells.map(cell).join(';')};seen\r\n`).join('');
  writeFileSync(file, other);
  await assert.rejects(results.complete(), /does not name its columns as they were written/);
  await results.close();
  assert.equal(readFileSync(file, 'utf8'), other);
});

test('columns that are moved while the batch is paused are seen, though the file is as long as before', async (t) => {
  const { file, ledger, open } = await begun(t, plates);
  const results = await open(false);
  await runAll(ledger);
  const lines = readFileSync(file, 'utf8').trimEnd().split('\r\n').map(csvCells);
  const from = lines[0]?.indexOf('result.rc_status') ?? -1;
  assert.ok(from > 3);
  const moved = lines.map((cells) => csvLine(cells.toSpliced(from, 1).toSpliced(3, 0, cells[from] ?? '')));
  writeFileSync(file, moved.join(''));
  await results.complete().catch((error: unknown) => {
    // One sentence that nothing is written under such a header is as good.
    assert.match(String(error), /does not name its columns as they were written/);
  });
  await results.close();
  const [header = [], ...rows] = readFileSync(file, 'utf8').trimEnd().split('\r\n').map(csvCells);
  for (const row of rows) assert.equal(row[header.indexOf('state')], 'done', row.join());
});
