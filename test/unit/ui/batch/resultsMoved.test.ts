import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { csvCells } from '../../../../src/calls/batch/csvText.ts';
import { csvLine } from '../../../../src/calls/orders/exportRows.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import { ResultsFile } from '../../../../src/ui/batch/resultsFile.ts';
import { aBatch, aRow, b } from '../../ledger/aBatch.ts';
import { aLedger } from '../../ledger/aLedger.ts';
import { begun } from './aResults.ts';

type Line = readonly string[];
const linesOf = (file: string): readonly Line[] =>
  readFileSync(file, 'utf8').trimEnd().split('\r\n').map(csvCells);

/** As a spreadsheet saves it. */
function touch(file: string, change: (cells: Line) => Line): void {
  writeFileSync(
    file,
    linesOf(file)
      .map((cells) => csvLine(change(cells)))
      .join(''),
  );
}

/** One sentence that nothing is written under such a header is as good. */
async function unlessRefused(goOn: () => Promise<readonly Line[]>): Promise<readonly Line[]> {
  return goOn().catch((error: unknown) => {
    assert.match(String(error), /does not name its columns as they were written/);
    return [];
  });
}

test('a results file in which its user has moved a result field to the front has each value under its name', async (t) => {
  const { file, goOn } = await begun(t, ['XX00AA1000', 'XX00AA1001', 'XX00AA1002']);
  const from = linesOf(file)[0]?.indexOf('result.rc_status') ?? -1;
  assert.ok(from > 3);
  touch(file, (cells) => cells.toSpliced(from, 1).toSpliced(3, 0, cells[from] ?? ''));
  const [header, ...rows] = await unlessRefused(goOn);
  for (const row of rows) assert.equal(row[header?.indexOf('state') ?? -1], 'done', row.join());
});

test('a results file in which its user has moved a column of their own has each value under its name', async (t) => {
  const { ledger, folder } = await aLedger(t);
  const columns = [
    { name: 'customer', mask: null },
    { name: 'city', mask: null },
  ] as const;
  const file = join(folder, 'results.csv');
  const target = { file, format: 'csv', masked: false } as const;
  const left = (row: number, own: readonly string[]) =>
    aRow(row, { call: null, state: 'skipped', why: 'duplicate', fields: null, fingerprint: null, own });
  await ledger.batches.create({ ...aBatch, columns });
  await ledger.batches.addRows(b, [left(0, ['C-100', 'Pune'])]);
  const write = async (isNew: boolean): Promise<readonly Line[]> => {
    const of = { operation: operationById('rc-advanced'), batch: b, own: columns };
    const results = await ResultsFile.open(ledger, of, target, isNew);
    await results.complete();
    await results.close();
    return linesOf(file);
  };
  await write(true);
  touch(file, ([customer = '', city = '', ...ours]) => [city, customer, ...ours]);
  await ledger.batches.addRows(b, [left(1, ['C-101', 'Agra'])]);
  const [header, ...rows] = await unlessRefused(() => write(false));
  for (const row of rows) assert.match(row[header?.indexOf('customer') ?? -1] ?? '', /^C-10/, row.join());
});
