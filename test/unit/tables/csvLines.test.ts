import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asUnreadableRows } from '../../../src/calls/batch/reading.ts';
import { batchReader } from '../../../src/tables/batch.ts';
import { aSource } from './aSource.ts';

async function lines(text: string): Promise<number[]> {
  const source = aSource(text);
  const found: number[] = [];
  for await (const { line } of batchReader.rows(source, await batchReader.look(source))) found.push(line);
  return found;
}

test('a row says the line it begins in, also below a cell with a line break as Windows writes it', async () => {
  assert.deepEqual(await lines('rc_number,note\n"XX00AA1000","two\nlines"\nXX00AA1001,x\n'), [1, 2, 4]);
  assert.deepEqual(
    await lines('rc_number,note\r\n"XX00AA1000","two\r\nlines"\r\nXX00AA1001,x\r\n'),
    [1, 2, 4],
    'with CRLF',
  );
});

test('what cannot be read is told with the line it stands in', async () => {
  const text = `rc_number,note\r\n${'XX00AA1000,"two\r\nlines"\r\n'.repeat(10)}XX00AA1001,a "stray" mark\r\n`;
  const line = text.split('\r\n').findIndex((one) => one.includes('stray')) + 1;
  await assert.rejects(lines(text), (error) => {
    assert.equal(asUnreadableRows(error)?.what.args?.[1], line);
    return true;
  });
});
