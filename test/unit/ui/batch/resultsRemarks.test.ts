import assert from 'node:assert/strict';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { csvCells } from '../../../../src/calls/batch/csvText.ts';
import { csvLine } from '../../../../src/calls/orders/exportRows.ts';
import { begun, runAll } from './aResults.ts';

const plates = ['XX00AA1000', 'XX00AA1001', 'XX00AA1002'];

type Line = readonly string[];
const parts = (text: string): readonly Line[] => text.trimEnd().split('\r\n').map(csvCells);

/** All cells of a CSV, line breaks within quotes too, as a spreadsheet reads it. */
function asSpreadsheet(text: string): readonly Line[] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? '';
    if (quoted) {
      if (sign !== '"') cell += sign;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else quoted = false;
    } else if (sign === '"') quoted = true;
    else if (sign === ',') {
      row.push(cell);
      cell = '';
    } else if (sign === '\n') {
      rows.push([...row, cell]);
      row = [];
      cell = '';
    } else if (sign !== '\r') cell += sign;
  }
  if (cell !== '' || row.length > 0) rows.push([...row, cell]);
  return rows;
}

/** Its user writes a remark of two lines behind the first row, as a spreadsheet saves it. */
function remark(file: string, words: string, end = '\r\n'): void {
  const [header = [], ...rows] = parts(readFileSync(file, 'utf8'));
  const lines = [[...header, 'remark'], ...rows.map((cells, at) => [...cells, at === 0 ? words : ''])];
  // csvLine writes a line break within quotes, as spreadsheets do.
  writeFileSync(file, lines.map(csvLine).join('').trimEnd() + end);
}

/** One sentence that nothing is written under such lines is as good. */
async function unlessRefused<T>(goOn: () => Promise<T>): Promise<T | null> {
  return goOn().catch((error: unknown) => {
    assert.match(String(error), /results file/);
    return null;
  });
}

test('a remark of two lines, the second of which begins with a number, is no row: the row of that number is not left out', async (t) => {
  const { file, goOn } = await begun(t, plates);
  remark(file, 'called twice\n2, asked for the owner');
  if ((await unlessRefused(goOn)) === null) return;
  const rows = asSpreadsheet(readFileSync(file, 'utf8')).slice(1);
  assert.deepEqual(
    rows.map(([row]) => row),
    ['1', '2', '3'],
  );
});

test('a remark of two lines behind the last row, saved without a last line break, stays, and swallows no row that is added', async (t) => {
  const { file, goOn } = await begun(t, plates);
  remark(file, 'called twice\nasks for a copy', '');
  assert.equal(asSpreadsheet(readFileSync(file, 'utf8')).at(-1)?.at(-1), 'called twice\nasks for a copy');
  if ((await unlessRefused(goOn)) === null) return;
  const rows = asSpreadsheet(readFileSync(file, 'utf8')).slice(1);
  assert.deepEqual(
    rows.map(([row]) => row),
    ['1', '2', '3'],
  );
  assert.equal(rows[0]?.at(-1), 'called twice\nasks for a copy');
});

test('a remark of two lines is whole after the file got columns for new result fields', async (t) => {
  const { file, goOn } = await begun(t, plates);
  remark(file, 'called twice\nasks for a copy');
  // A result with a field that has no column yet, as of an answer that the service sends from now on.
  const rows = asSpreadsheet(readFileSync(file, 'utf8'));
  const at = rows[0]?.indexOf('result') ?? -1;
  const fuller = rows.map((cells, place) => (place === 0 ? cells : cells.toSpliced(at, 1, '{"seat":"4"}')));
  writeFileSync(file, fuller.map(csvLine).join(''));
  if ((await unlessRefused(goOn)) === null) return;
  const [header = [], first = [], ...more] = asSpreadsheet(readFileSync(file, 'utf8'));
  assert.ok(header.includes('result.seat'), header.join());
  assert.equal(first[header.indexOf('remark')], 'called twice\nasks for a copy');
  assert.deepEqual(
    more.map(([row]) => row),
    ['2', '3'],
  );
});

test('a results file in which a script has quoted every cell (PowerShell’s Export-Csv) holds each row once', async (t) => {
  const { file, goOn } = await begun(t, plates);
  const quoted = parts(readFileSync(file, 'utf8')).map(
    (cells) => `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}\r\n`,
  );
  writeFileSync(file, quoted.join(''));
  const [, ...rows] = await goOn();
  assert.deepEqual(
    rows.map(([row]) => row),
    ['1', '2', '3'],
  );
});

test('a column of its user’s behind “row” that is called like one of ours gets no value of ours, and ours is not empty', async (t) => {
  const { file, goOn } = await begun(t, plates);
  const lines = parts(readFileSync(file, 'utf8'));
  // The state that a car is of, beside its number.
  const put = lines.map((cells, at) => csvLine(cells.toSpliced(3, 0, at === 0 ? 'state' : 'Goa')));
  writeFileSync(file, put.join(''));
  const after = await unlessRefused(goOn);
  if (after === null) return;
  const [header = [], ...rows] = after;
  assert.equal(header[3], 'state');
  for (const row of rows) assert.equal(row[header.lastIndexOf('state')], 'done', row.slice(0, 8).join());
});

test('a column of its user’s behind “row” that is called order_id makes the file no other batch’s', async (t) => {
  const { file, open } = await begun(t, plates);
  const lines = parts(readFileSync(file, 'utf8'));
  const put = lines.map((cells, at) => csvLine(cells.toSpliced(3, 0, at === 0 ? 'order_id' : 'SHOP-A7')));
  writeFileSync(file, put.join(''));
  const opened = await unlessRefused(() => open(false));
  if (opened === null) return;
  await opened.close();
  assert.equal(opened.isOfAnother, false);
});

test('a column of ours that its user has renamed is not left empty in the rows that follow', async (t) => {
  const { file, goOn } = await begun(t, plates);
  const [header = [], ...rows] = parts(readFileSync(file, 'utf8'));
  const at = header.indexOf('order_id');
  writeFileSync(file, [header.with(at, 'Order no.'), ...rows].map(csvLine).join(''));
  const after = await unlessRefused(goOn);
  if (after === null) return;
  for (const row of after.slice(1)) assert.notEqual(row[at], '', row.slice(0, 14).join());
});

test('a paid answer is not written into a file that its user’s editor has exchanged for a copy of the same length', async (t) => {
  const { file, ledger, open } = await begun(t, plates);
  const results = await open(false);
  // Saved as it is: many editors write a new file and give it the name of the old one.
  writeFileSync(`${file}~`, readFileSync(file));
  renameSync(`${file}~`, file);
  await runAll(ledger);
  await results.complete();
  await results.close();
  assert.deepEqual(
    parts(readFileSync(file, 'utf8'))
      .slice(1)
      .map(([row]) => row),
    ['1', '2', '3'],
  );
});
