import { rowOfLine } from '../../calls/batch/resultLines.ts';
import { type ColumnOrder, type ResultColumns, widened } from '../../calls/batch/results.ts';
import { isRowOf, wholeRecordsOf, withoutEnd } from './resultsHeld.ts';
import type { NewText, ResultsText, Span } from './resultsText.ts';

/** Where a line of a results file stands, and which row it belongs to: what is no row goes with the one above; -1 = above all. */
export interface PlacedLine extends Span {
  readonly row: number;
}

/** The mark that a spreadsheet writes before all, byte by byte. */
const mark = Buffer.from('\ufeff').toString('latin1');

/** @param order of CSV; null = lines of JSON */
export async function placesIn(text: ResultsText, order: ColumnOrder | null): Promise<readonly PlacedLine[]> {
  const lines = text.lines(true, 'latin1');
  const records = order === null ? lines : wholeRecordsOf(lines, (line) => isRowOf(order, line));
  const column = order?.indexOf('row') ?? 0;
  const places: PlacedLine[] = [];
  let [at, row] = [0, -1];
  for await (const record of records) {
    const from = at === 0 && record.startsWith(mark) ? mark.length : 0;
    row = rowOfLine(withoutEnd(record.slice(from)), column) ?? row;
    places.push({ from: at + from, to: at + record.length, row });
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
  if (places.some(({ from }, at) => at === 0 && from > 0)) yield '\ufeff';
  const sorted = places.toSorted((a, b) => a.row - b.row);
  for await (const bytes of text.parts(sorted)) {
    if (widening !== null) {
      yield widened(withoutEnd(bytes.toString('utf8')), widening.from, widening.to);
      continue;
    }
    yield bytes;
    const last = bytes.at(-1);
    if (last !== 10 && last !== 13) yield end;
  }
}
