import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { csvCells } from '../../../../src/calls/batch/csvText.ts';
import { flatten } from '../../../../src/calls/batch/flatten.ts';
import { pathsOfLine } from '../../../../src/calls/batch/resultLines.ts';
import {
  csvResultLine,
  orderOf,
  orderOfHeader,
  pathsIn,
  resultHeader,
  widened,
} from '../../../../src/calls/batch/results.ts';
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

const own = [
  { name: 'customer', mask: null },
  { name: 'city', mask: null },
] as const;

for (const [what, header, order] of [
  ['all moved', 'state,city,result,row,result.x,customer', ['state', 1, 'result', 'row', 'result.x', 0]],
  ['one of its user’s renamed in its place', 'customer,town,row,result', [0, 1, 'row', 'result']],
  ['two of its user’s renamed', 'client,town,row,result', [0, 1, 'row', 'result']],
  ['columns added', 'mine,customer,city,row,result,more', ['mine', 0, 1, 'row', 'result', 'more']],
  ['one of its user’s deleted', 'city,row,result', undefined],
  ['one of its user’s renamed, the other moved', 'city,client,result,row', undefined],
  ['two of its user’s swapped, one of them renamed', 'city,client,row,result', undefined],
  ['the row deleted', 'customer,city,state,result', undefined],
  ['the result deleted', 'customer,city,row,state', undefined],
  ['semicolons', 'customer;city;row;result', undefined],
] as const)
  test(`a header with ${what}: each column has its own value, or nothing is written under it`, () => {
    assert.deepEqual(orderOfHeader(header, own), order);
  });

test('a result field is not read as another, whatever its user’s own columns and other fields are called', () => {
  const paths = ['x', 'x_2', 'x_2_2', 'x_3', 'y_2'];
  for (const names of [['result.x'], ['result.x', 'result.x_2'], ['result.x_2'], ['result.y_2', 'row'], []]) {
    const columns = { own: names.map((name) => ({ name, mask: null })), paths };
    const cells = [
      ['row', '1'],
      ['result', ''],
    ] as const;
    const header = resultHeader(columns, cells).trimEnd();
    assert.equal(new Set(csvCells(header)).size, csvCells(header).length, header);
    assert.deepEqual(orderOfHeader(header, columns.own), orderOf(columns, cells), header);
  }
});

test('a result field whose name has a line break stands in one column, and gets no other when the file is continued', () => {
  const json = '{"a\\nb":"1"}';
  const columns = { own: [], paths: [...flatten(json).keys()] };
  const cells = [
    ['row', '1'],
    ['result', json],
  ] as const;
  const [header = '', ...rest] = resultHeader(columns, cells).split('\r\n');
  assert.deepEqual(rest, ['']);
  const order = orderOfHeader(header, []) ?? [];
  assert.deepEqual(pathsIn(order), columns.paths);
  const line = csvResultLine({ ...columns, order }, { cells, own: null });
  assert.equal(csvCells(line)[1], '1');
  assert.deepEqual([...pathsOfLine(line.trimEnd(), order.indexOf('result'))], columns.paths);
});

test('a moved file is widened where its whole result stands; a line of somebody’s gets no header', () => {
  const from = { own: [], paths: ['a'], order: ['result', 'result.a', 'row'] };
  const to = { own: [], paths: ['a', 'b'] };
  assert.equal(widened('result,result.a,row', from, to), 'result.b,result,result.a,row');
  assert.equal(widened('"{""a"":1,""b"":2}",1,7', from, to), '2,"{""a"":1,""b"":2}",1,7');
  assert.equal(widened('seen by Ann', from, to), ',seen by Ann');
});
