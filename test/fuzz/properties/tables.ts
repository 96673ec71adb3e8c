import assert from 'node:assert/strict';
import { asUnreadableRows, type RowSource } from '../../../src/calls/batch/reading.ts';
import { plain } from '../../../src/contract/words.ts';
import { batchReader } from '../../../src/tables/batch.ts';
import { aSource } from '../../unit/tables/aSource.ts';
import type { Body } from '../bodies.ts';
import { pick } from '../property.ts';
import { stringsOf } from './exporting.ts';

async function rowsOf(source: RowSource): Promise<(readonly string[])[]> {
  const shape = await batchReader.look(source);
  const all: (readonly string[])[] = [];
  for await (const { cells } of batchReader.rows(source, shape)) all.push(cells);
  return all;
}

/** Read, or refused with one whole sentence. */
async function readOrRefused(source: RowSource): Promise<void> {
  try {
    await rowsOf(source);
  } catch (error) {
    const refused = asUnreadableRows(error) ?? assert.fail(error instanceof Error ? error : String(error));
    assert.match(plain(refused.what), /^rows\.[a-z]+[: ].*\.( Split it\.| Save it .*)?$/s);
    assert.doesNotMatch(plain(refused.what), /\{\d\}|undefined/);
  }
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

/** A table is read as it was written, by any mark, with any ends of lines and in any pieces; anything else gets a sentence. */
export async function tables({ text, cut, dice }: Body): Promise<void> {
  const mark = pick([',', ';', '\t', '|'], dice);
  const strings = stringsOf(JSON.parse(text))
    .map((one) => one.replaceAll('\0', '').toWellFormed().trim())
    .filter((one) => one !== '')
    .slice(0, 12);
  const wanted = [['first', 'second'], ...strings.map((one) => ['x', one])];
  const csv = wanted.map((row) => row.map(quoted).join(mark)).join(pick(['\n', '\r\n'], dice >>> 3));
  const lines = wanted.map(
    ([key, one = '']) => `{"key":${JSON.stringify(key)},"value":${JSON.stringify(one)}}`,
  );
  const bytes = new TextEncoder().encode(csv);
  const end = Math.floor(bytes.length * cut);
  const source = (from: string | Uint8Array, name: string): RowSource =>
    aSource(from, name, Math.ceil(from.length / (1 + (dice % 4))) || 1);
  // A stream costs more than all else here: one way for each body.
  switch ((dice >>> 4) % 5) {
    case 0:
      return assert.deepEqual(await rowsOf(source(csv, 'rows.csv')), wanted);
    case 1:
      return assert.deepEqual(await rowsOf(source(lines.join('\n'), 'rows.jsonl')), wanted);
    case 2:
      if (end > 0) bytes[dice % end] = dice & 0xff;
      return readOrRefused(source(bytes.subarray(0, end), 'rows.csv'));
    case 3:
      return readOrRefused(source(text, 'rows.csv'));
    default:
      return readOrRefused(source(text.replaceAll('\n', ''), 'rows.jsonl'));
  }
}
