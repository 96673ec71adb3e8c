import { rowOfLine } from '../../calls/batch/resultLines.ts';
import { type ColumnOrder, type ResultColumns, widened } from '../../calls/batch/results.ts';
import { isRowOf, wholeRecordsOf, withoutEnd } from './resultsHeld.ts';
import type { NewText, ResultsText, Span } from './resultsText.ts';

/** Where a line of a results file stands, and which row it belongs to: what is no row goes with the one above; -1 = above all. */
export interface PlacedLine extends Span {
  readonly row: number;
}

/** Bytes that are written at once. */
const mostOfPiece = 262_144;

/** What a spreadsheet writes before all. */
const mark = Buffer.from('\ufeff');
const markByByte = mark.toString('latin1');

/** @param order of CSV; null = lines of JSON @param without rows that are left out */
export async function placesIn(
  text: ResultsText,
  order: ColumnOrder | null,
  without: ReadonlySet<number> = new Set(),
): Promise<readonly PlacedLine[]> {
  const lines = text.lines(true, 'latin1');
  const records = order === null ? lines : wholeRecordsOf(lines, (line) => isRowOf(order, line));
  const column = order?.indexOf('row') ?? 0;
  const places: PlacedLine[] = [];
  let [at, row] = [0, -1];
  for await (const record of records) {
    const from = at === 0 && record.startsWith(markByByte) ? mark.length : 0;
    if (from > 0) places.push({ from: 0, to: from, row });
    const found = rowOfLine(withoutEnd(record.slice(from)), column);
    row = found ?? row;
    // What its user wrote below stays.
    if (found === null || !without.has(found)) places.push({ from: at + from, to: at + record.length, row });
    at += record.length;
  }
  return places;
}

/** Whether the rows stand as in the input. */
export function areInOrder(places: readonly PlacedLine[]): boolean {
  return places.every(({ row }, at) => row >= (places[at - 1]?.row ?? row));
}

/** The columns of a CSV, and those that it is to have. */
export interface Widening {
  readonly from: ResultColumns;
  readonly to: ResultColumns;
}

/**
 * The lines in the order of the input, of which only the columns of result fields are in memory: each stays byte by byte, unless it gets more columns.
 * @param end of a line that has none
 * @param widening null = it has all its columns
 */
export async function* inOrder(
  text: ResultsText,
  places: readonly PlacedLine[],
  end: string,
  widening: Widening | null,
): NewText {
  const sorted = places.toSorted((a, b) => a.row - b.row);
  // A piece for each line would take a long file many times as long.
  let [piece, size]: [Buffer[], number] = [[], 0];
  for await (const bytes of text.parts(sorted)) {
    piece.push(...whole(bytes, end, widening));
    size += bytes.length;
    if (size < mostOfPiece) continue;
    yield Buffer.concat(piece);
    [piece, size] = [[], 0];
  }
  yield Buffer.concat(piece);
}

function whole(bytes: Buffer, end: string, widening: Widening | null): readonly Buffer[] {
  if (bytes.equals(mark)) return [bytes];
  if (widening !== null) {
    const line = bytes.toString('utf8');
    const bare = withoutEnd(line);
    return [Buffer.from(widened(bare, widening.from, widening.to) + (line.slice(bare.length) || end))];
  }
  const last = bytes.at(-1);
  return last === 10 || last === 13 ? [bytes] : [bytes, Buffer.from(end)];
}
