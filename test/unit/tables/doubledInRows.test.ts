import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asUnreadableRows } from '../../../src/calls/batch/reading.ts';
import { batchReader } from '../../../src/tables/batch.ts';
import { aSource } from './aSource.ts';

async function cellsOf(text: string): Promise<readonly (readonly string[])[]> {
  const source = aSource(text, 'rows.jsonl');
  const found: (readonly string[])[] = [];
  const shape = await batchReader.look(source);
  for await (const { cells } of batchReader.rows(source, shape)) found.push(cells);
  return found;
}

test('a row of JSON Lines that has a name twice is told with its line, not sent with the last value in silence', async () => {
  for (const doubled of [
    '{"rc_number":"XX00AB0001","rc_number":"XX00AB0002"}',
    '{"rc_number":"XX00AB0001","rc_n\\u0075mber":"XX00AB0001"}',
    '{ "rc_number" : 1 , "rc_number" : null }',
  ]) {
    const told = await cellsOf(`{"rc_number":"XX00AB0000"}\n${doubled}\n`).then(
      () => null,
      (error: unknown) => asUnreadableRows(error),
    );
    assert.match(JSON.stringify(told), /line \{1\} has a name more than once.*"rows\.jsonl",2/);
  }
});

test('colons and quotes within names and values are no names', async () => {
  const text = '{"a:b":"c:d \\"e\\":f","g":"\\\\","h":true}\n{"h":"x","g":1}\n';
  assert.deepEqual(await cellsOf(text), [
    ['c:d "e":f', '\\', 'true'],
    ['', '1', 'x'],
  ]);
});
