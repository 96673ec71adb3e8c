import {
  type BatchReader,
  type RowSource,
  type SourceRow,
  type SourceShape,
  UnreadableRows,
} from '../calls/batch/reading.ts';
import { csvRows } from './csv.ts';
import { jsonRows, keysOf } from './jsonLines.ts';
import { delimiterOf, textOf } from './sniff.ts';

/** Rows looked at to tell what a file is. */
const lookedAt = 5;

async function firstPiece(source: RowSource): Promise<string> {
  let start = '';
  for await (const piece of textOf(source)) {
    start += piece;
    if (start.length > 4096) break;
  }
  return start.replace(/^\ufeff/, '');
}

async function firstOf(rows: AsyncIterable<SourceRow>): Promise<readonly SourceRow[]> {
  const first: SourceRow[] = [];
  for await (const row of rows) {
    first.push(row);
    if (first.length === lookedAt) break;
  }
  return first;
}

async function look(source: RowSource, titled = false): Promise<SourceShape> {
  const json = source.format === 'json-lines';
  const keys = json ? await keysOf(source) : null;
  const delimiter = json ? '' : delimiterOf(await firstPiece(source), titled);
  const first = await firstOf(keys === null ? csvRows(source, delimiter) : jsonRows(source, keys));
  if (first.length === 0) throw new UnreadableRows({ text: '{0} holds no rows.', args: [source.name] });
  return { format: source.format, delimiter, first, keys };
}

function rows(source: RowSource, shape: SourceShape): AsyncIterable<SourceRow> {
  return shape.keys === null ? csvRows(source, shape.delimiter) : jsonRows(source, shape.keys);
}

/** Reads CSV and JSON Lines; built as dist/batch.js. */
export const batchReader: BatchReader = { look, rows };
