import assert from 'node:assert/strict';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { linesOf as partedLines, ResultsOnDisk } from '../../../../src/ui/batch/resultsText.ts';
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

for (const [what, cut, added] of [
  ['broke off goes', true, '3,4\r\n'],
  ['its user saved without a line break is ended', false, '2,3,brok\r\n3,4\r\n'],
] as const)
  test(`a last line that ${what} before anything is added, and not before that`, async (t) => {
    const file = join(aFolder(t), 'results.csv');
    writeFileSync(file, '1,2\r\n2,3,brok');
    const text = new ResultsOnDisk(file);
    assert.deepEqual([await text.open(false), text.unended], [true, true]);
    if (cut) text.cut();
    assert.deepEqual(await linesOf(text), cut ? ['1,2'] : ['1,2', '2,3,brok']);
    assert.equal(readFileSync(file, 'utf8'), '1,2\r\n2,3,brok');
    await text.append('3,4\r\n');
    await text.append('4,5\r\n');
    assert.equal(readFileSync(file, 'utf8'), `1,2\r\n${added}4,5\r\n`);
    assert.equal((await linesOf(text)).at(-1), '4,5');
    await text.end();
  });

test('lines end as spreadsheets and editors end them, wherever a read ends', async () => {
  const lines = ['a', 'b', '', 'c'];
  for (const pieces of [['a\r', 'b\r', '\r', 'c\r'], ['a\r', '\nb\n', '\r\nc'], ['a\nb\r\n\nc\n']]) {
    const read: string[] = [];
    for await (const line of partedLines(pieces)) read.push(line);
    assert.deepEqual(read, lines, JSON.stringify(pieces));
  }
});

test('what a refused piece left behind goes, and what stood there without a line break before it does not', async (t) => {
  const file = join(aFolder(t), 'results.csv');
  writeFileSync(file, '1,2');
  const text = new ResultsOnDisk(file);
  await text.open(false);
  const refused = text as unknown as { failure: Error | null };
  refused.failure = new Error('the disk is full');
  assert.equal(await text.again(), true);
  assert.deepEqual(await linesOf(text), ['1,2']);
  refused.failure = new Error('the disk is full');
  appendFileSync(file, '\r\n2,3');
  assert.equal(await text.again(), true);
  await text.append('2,3,4\r\n');
  assert.deepEqual(await linesOf(text), ['1,2', '2,3,4']);
  await text.end();
});
