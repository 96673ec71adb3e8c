import { csvCells, isOpen } from '../../calls/batch/csvText.ts';
import { orderIdOfLine, pathsOfLine, rowOfLine } from '../../calls/batch/resultLines.ts';
import { beginsHeader, type ColumnOrder, orderOfHeader } from '../../calls/batch/results.ts';
import type { OwnColumn, ResultsTarget } from '../../calls/ports/batchPorts.ts';
import type { Phrase } from '../../contract/words.ts';
import type { ResultsText } from './resultsText.ts';

/** What a results file holds already. */
export interface Held {
  readonly rows: Set<number>;
  /** Rows with the order_id that stands beside them, where it is not covered. */
  readonly ids: readonly (readonly [row: number, orderId: string])[];
  /** Of CSV: the paths met in results; see ResultColumns. */
  readonly met: Set<string>;
  readonly order: ColumnOrder | null;
  /** Of CSV: a row whose line nothing ends, and which may be cut within its last cell. */
  readonly unended: { readonly row: number; readonly line: string } | null;
}

/** Without the mark that a spreadsheet writes before all. */
export async function* unmarked(lines: AsyncIterable<string>): AsyncIterable<string> {
  let isFirst = true;
  for await (const line of lines) {
    yield isFirst ? line.replace(/^\ufeff/, '') : line;
    isFirst = false;
  }
}

/**
 * The lines of a CSV, one that goes on within quotation marks as a spreadsheet saves a cell of several lines as one. A mark that nothing
 * closes ends before the next line that is a row by itself: ours have no line break in them.
 * @param isRow whether a line is all of a row
 */
export async function* recordsOf(
  lines: AsyncIterable<string>,
  isRow: (line: string) => boolean,
): AsyncIterable<string> {
  let open: string | null = null;
  for await (const line of lines) {
    const alone: boolean = open === null || isRow(line);
    if (open !== null && alone) yield open;
    const all: string = open === null || alone ? line : `${open}\n${line}`;
    open = isOpen(all) ? all : null;
    if (open === null) yield all;
  }
  if (open !== null) yield open;
}

/** @throws NotOurHeader */
export async function heldIn(
  text: ResultsText,
  { format }: ResultsTarget,
  own: readonly OwnColumn[],
): Promise<Held> {
  const reading = new Reading(format === 'csv' ? own : null);
  let last: string | null = null;
  const lines = unmarked(text.lines());
  const records = format === 'csv' ? recordsOf(lines, (line) => reading.isRow(line)) : lines;
  for await (const line of records) {
    if (last !== null) reading.take(last);
    last = line;
  }
  if (last === null) return reading.held(null);
  if (text.unended && reading.brokeOff(last)) text.cut();
  else reading.take(last);
  return reading.held(text.unended ? last : null);
}

/** Whether this line of CSV has a row's number, and all its cells. */
export function isRowOf(order: ColumnOrder, line: string): boolean {
  return rowOfLine(line, order.indexOf('row')) !== null && csvCells(line).length >= order.length;
}

class Reading {
  /** Null where it is no CSV. */
  private readonly own: readonly OwnColumn[] | null;
  private readonly rows = new Set<number>();
  private readonly ids: [number, string][] = [];
  private readonly met = new Set<string>();
  private order: ColumnOrder | null = null;
  private readonly columns = { row: 0, orderId: -1, result: -1 };

  constructor(own: readonly OwnColumn[] | null) {
    this.own = own;
  }

  take(line: string): void {
    // The header comes first; anything else that is no row somebody left there.
    if (this.own !== null && this.order === null) {
      this.header(line, this.own);
      return;
    }
    const row = rowOfLine(line, this.columns.row);
    if (row === null) return;
    this.rows.add(row);
    const id = orderIdOfLine(line, this.columns.orderId);
    if (id !== '') this.ids.push([row, id]);
    if (this.own !== null) for (const path of pathsOfLine(line, this.columns.result)) this.met.add(path);
  }

  /** Whether a line, which another may go on in, is a row by itself. */
  isRow(line: string): boolean {
    return this.order !== null && isRowOf(this.order, line);
  }

  private header(line: string, own: readonly OwnColumn[]): void {
    const order = orderOfHeader(line, own);
    if (order === undefined) throw new NotOurHeader();
    this.order = order;
    const [row = 0, orderId = -1, result = -1] = ['row', 'order_id', 'result'].map((name) =>
      order.indexOf(name),
    );
    Object.assign(this.columns, { row, orderId, result });
  }

  /** Whether a line without an end can be no whole one. One of CSV that is cut within its last cell has all its cells. */
  brokeOff(line: string): boolean {
    if (this.own === null) return !isJson(line);
    if (this.order === null)
      return beginsHeader(line, this.own) && orderOfHeader(line, this.own) === undefined;
    // Ours have no line break within: what has is its user's.
    if (line.includes('\n')) return false;
    return csvCells(line).length < this.order.length || line.split('"').length % 2 === 0;
  }

  held(last: string | null): Held {
    const { rows, ids, met, order } = this;
    const row = last === null || order === null ? null : rowOfLine(last, this.columns.row);
    return { rows, ids, met, order, unended: row === null || last === null ? null : { row, line: last } };
  }
}

function isJson(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}

/** Nobody knows which value would stand in which column. */
export class NotOurHeader extends Error {
  readonly why: Phrase = {
    text: 'The first line of the results file does not name its columns as they were written: put “row” to “result” back in their order, or move the file away.',
  };

  constructor() {
    super();
    this.message = this.why.text;
  }
}
