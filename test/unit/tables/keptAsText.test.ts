import assert from 'node:assert/strict';
import { test } from 'node:test';
import { batchReader } from '../../../src/tables/batch.ts';
import { aSource } from './aSource.ts';

test('a text that a spreadsheet keeps by a formula is read, with quotes of its own and without; other formulas stay', async () => {
  const text = [
    '\ufeff="order",name',
    ' ="0012", ="a,b ""c"""',
    '"=""0013""","x,="',
    '"y,=""z""",=A1',
    '"=""a"", b",="0014"',
    '1=,="0015"',
  ].join('\n');
  for (const piece of [1, 2, 7, 1000]) {
    const source = aSource(text, 'rows.csv', piece);
    const rows: (readonly string[])[] = [];
    for await (const { cells } of batchReader.rows(source, await batchReader.look(source))) rows.push(cells);
    assert.deepEqual(rows, [
      ['order', 'name'],
      ['0012', 'a,b "c"'],
      ['0013', 'x,='],
      ['y,="z"', '=A1'],
      ['="a", b', '0014'],
      ['1=', '0015'],
    ]);
  }
});
