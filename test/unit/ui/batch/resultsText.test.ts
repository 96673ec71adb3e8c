import assert from 'node:assert/strict';
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ResultsOnDisk } from '../../../../src/ui/batch/resultsText.ts';
import { aFolder } from '../../ledger/aLedger.ts';

async function linesOf(text: ResultsOnDisk): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of text.lines()) lines.push(line);
  return lines;
}

test('a line of results ends at its line feed, and at nothing else that a cell may hold', async (t) => {
  const file = join(aFolder(t), 'results.csv');
  const text = new ResultsOnDisk(file);
  await text.open(true);
  const lines = ['row,line', '1,2,two\u2028lines and\u2029a third', '2,3,\u0085\v\f', '', '3,4'];
  await text.append(`${lines.join('\r\n')}\r\n`);
  assert.deepEqual(await linesOf(text), lines);
  await text.end();
});

test('lines are read whole however long they are, and where a read ends between their two last signs', async (t) => {
  const text = new ResultsOnDisk(join(aFolder(t), 'results.csv'));
  await text.open(true);
  // Read in pieces of 65,536 bytes: the first ends with a carriage return, the second within the third line.
  const lines = ['a'.repeat(65_535), 'b', 'ü'.repeat(100_000), 'c'];
  await text.append(`${lines.join('\r\n')}\r\n`);
  assert.deepEqual(await linesOf(text), lines);
  await text.end();
});

test('a line that broke off goes when the file is opened again', async (t) => {
  const file = join(aFolder(t), 'results.csv');
  const text = new ResultsOnDisk(file);
  await text.open(true);
  await text.append('1,2\r\n');
  await text.end();
  appendFileSync(file, '2,3,brok');
  assert.equal(await text.open(false), true);
  assert.deepEqual([await linesOf(text), readFileSync(file, 'utf8')], [['1,2'], '1,2\r\n']);
  await text.end();
});
