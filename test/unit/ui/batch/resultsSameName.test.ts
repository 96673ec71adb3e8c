import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { csvCells } from '../../../../src/calls/batch/csvText.ts';
import { csvLine } from '../../../../src/calls/orders/exportRows.ts';
import { begun, runAll } from './aResults.ts';

const plates = ['XX00AA1000', 'XX00AA1001', 'XX00AA1002'];

/** Its user puts a column of theirs before all, as a spreadsheet saves it. */
function putBefore(file: string, name: string, value: string): void {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\r\n').map(csvCells);
  writeFileSync(file, lines.map((cells, at) => csvLine([at === 0 ? name : value, ...cells])).join(''));
}

test('where its user has put a column before ours that is called like one of ours, no value of ours stands in theirs', async (t) => {
  const { file, goOn } = await begun(t, plates);
  putBefore(file, 'state', 'Goa');
  const lines = await goOn().catch((error: unknown) => {
    // One sentence that nothing is written under such a header is as good.
    assert.match(String(error), /does not name its columns as they were written/);
    return [];
  });
  const [header, ...rows] = lines;
  const ours = header?.lastIndexOf('state') ?? -1;
  for (const row of rows) assert.equal(row[ours], 'done', row.slice(0, 8).join());
});

test('nor is the file taken for that of another batch by an order_id of their own', async (t) => {
  const { file, ledger, open } = await begun(t, plates);
  putBefore(file, 'order_id', 'SHOP-A7');
  await runAll(ledger);
  const opened = await open(false).catch((error: unknown) => {
    assert.match(String(error), /does not name its columns as they were written/);
    return null;
  });
  assert.notEqual(opened?.isOfAnother, true, 'nothing more is written to it');
  await opened?.close();
});
