import { csvCells, leavesOpen } from '../../calls/batch/csvText.ts';
import { isUnclear, toldApart } from '../../calls/batch/ourColumns.ts';
import { orderIdOfLine, pathsOfLine, rowOfLine, stateOfLine } from '../../calls/batch/resultLines.ts';
import { beginsHeader, type ColumnOrder, isFinal, orderOfHeader } from '../../calls/batch/results.ts';
import type { OwnColumn, ResultsTarget, RowState } from '../../calls/ports/batchPorts.ts';
import type { Phrase } from '../../contract/words.ts';
import type { ResultsText } from './resultsText.ts';

/** What a results file holds already. */
export interface Held {
  readonly rows: Set<number>;
  /** Rows with the order_id that stands beside them, where it is not covered. */
  readonly ids: readonly (readonly [row: number, orderId: string])[];
  /** Rows that had not come to an end as they were written, with their state; '' = their line does not tell. They are among `rows`. */
  readonly open: Map<number, string>;
  /** Of CSV: the paths met in results; see ResultColumns. */
  readonly met: Set<string>;
  readonly order: ColumnOrder | null;
  /** Of CSV: what ends its lines, as its user saved them; '' = nothing does yet. */
  readonly end: string;
  /** Of CSV: a row whose line nothing ends, and which may be cut within its last cell. */
  readonly unended: { readonly row: number; readonly line: string } | null;
}

/** Without the mark that a spreadsheet writes before all. */
async function* unmarked(lines: AsyncIterable<string>): AsyncIterable<string> {
  let isFirst = true;
  for await (const line of lines) {
    yield isFirst ? line.replace(/^\ufeff/, '') : line;
    isFirst = false;
  }
}

/**
 * The lines of a CSV, one that goes on within quotation marks as a spreadsheet saves a cell of several lines as one. A mark that nothing
 * closes ends before the next line that is a row by itself: ours have no line break in them.
 * @param lines with what ends them, which stays
 * @param isRow whether a line is all of a row
 */
export async function* wholeRecordsOf(
  lines: AsyncIterable<string>,
  isRow: (line: string) => boolean,
): AsyncIterable<string> {
  let begun: string[] = [];
  let isOpen = false;
  for await (const line of lines) {
    if (isOpen && isRow(withoutEnd(line))) {
      yield begun.join('');
      [begun, isOpen] = [[], false];
    }
    begun.push(line);
    isOpen = leavesOpen(line, isOpen);
    if (isOpen) continue;
    yield begun.join('');
    begun = [];
  }
  if (isOpen) yield begun.join('');
}

export function withoutEnd(line: string): string {
  return line.replace(/(?:\r\n?|\n)$/, '');
}

/** Those in which a row has not come to an end. */
const openStates: readonly RowState[] = ['waiting', 'sent', 'undecided'];
const states: ReadonlySet<string> = new Set(openStates);

/** @param ours see `ourColumns` @throws ResultsRefused */
export async function heldIn(
  text: ResultsText,
  { format }: ResultsTarget,
  own: readonly OwnColumn[],
  ours: readonly string[],
): Promise<Held> {
  const isCsv = format === 'csv';
  const reading = new Reading(isCsv ? own : null, ours);
  let [last, end]: [string | null, string | null] = [null, null];
  const lines = unmarked(text.lines(isCsv));
  for await (const record of isCsv ? wholeRecordsOf(lines, (one) => reading.isRow(one)) : lines) {
    if (last !== null) reading.take(last);
    last = isCsv ? withoutEnd(record) : record;
    end ??= record.slice(last.length);
  }
  if (last === null) return reading.held(null);
  if (text.unended && reading.brokeOff(last)) text.cut();
  else reading.takeLast(last);
  return reading.held(text.unended ? last : null, end ?? '');
}

/** Whether this line of CSV has a row's number, and all its cells. */
export function isRowOf(order: ColumnOrder, line: string): boolean {
  return rowOfLine(line, order.indexOf('row')) !== null && csvCells(line).length >= order.length;
}

class Reading {
  /** Null where it is no CSV. */
  private readonly own: readonly OwnColumn[] | null;
  private readonly ours: readonly string[];
  private readonly rows = new Set<number>();
  private readonly ids: [number, string][] = [];
  private readonly met = new Set<string>();
  private order: ColumnOrder | null = null;
  private readonly open = new Map<number, string>();
  private readonly columns = { row: 0, state: -1, orderId: -1, result: -1 };

  constructor(own: readonly OwnColumn[] | null, ours: readonly string[]) {
    this.own = own;
    this.ours = ours;
  }

  take(line: string): void {
    // The header comes first; anything else that is no row somebody left there.
    if (this.own !== null && this.order === null) {
      this.header(line, this.own);
      return;
    }
    const row = rowOfLine(line, this.columns.row);
    if (row === null) {
      if (this.own === null && isLaidOut(line)) throw laidOut();
      return;
    }
    this.rows.add(row);
    const state = stateOfLine(line, this.columns.state);
    if (isFinal({ state })) this.open.delete(row);
    else this.open.set(row, states.has(state) ? state : '');
    const id = orderIdOfLine(line, this.columns.orderId);
    if (id !== '') this.ids.push([row, id]);
    if (this.own !== null) for (const path of pathsOfLine(line, this.columns.result)) this.met.add(path);
  }

  /** What is added behind a cell that nothing closes would be read as its text. */
  takeLast(line: string): void {
    this.take(line);
    if (this.own !== null && leavesOpen(line)) throw openAtEnd();
  }

  /** Whether a line, which another may go on in, is a row by itself. */
  isRow(line: string): boolean {
    return this.order !== null && isRowOf(this.order, line);
  }

  private header(line: string, own: readonly OwnColumn[]): void {
    const named = orderOfHeader(line, own);
    const order = named === undefined ? undefined : toldApart(named, this.ours);
    if (order === undefined || isUnclear(order, this.ours)) throw notOurHeader();
    this.order = order;
    const [row = 0, state = -1, orderId = -1, result = -1] = ['row', 'state', 'order_id', 'result'].map(
      (name) => order.indexOf(name),
    );
    Object.assign(this.columns, { row, state, orderId, result });
  }

  /** Whether a line without an end can be no whole one. One of CSV that is cut within its last cell has all its cells. */
  brokeOff(line: string): boolean {
    if (this.own === null) return !isJson(line);
    if (this.order === null)
      return beginsHeader(line, this.own) && orderOfHeader(line, this.own) === undefined;
    // Ours have no line break within: what has is its user's.
    if (/[\r\n]/.test(line)) return false;
    return csvCells(line).length < this.order.length || leavesOpen(line);
  }

  held(last: string | null, end = ''): Held {
    const { rows, ids, open, met, order } = this;
    const row = last === null || order === null ? null : rowOfLine(last, this.columns.row);
    return {
      rows,
      ids,
      open,
      met,
      order,
      end,
      unended: row === null || last === null ? null : { row, line: last },
    };
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

/** Whether another program wrote it so that a row is no line any more: over several, as one list, or in units of two bytes. */
function isLaidOut(line: string): boolean {
  return (
    line.includes('\0') || (/^\s*[[{]/.test(line) && (line.trimStart().startsWith('[') || !isJson(line)))
  );
}

/** A results file is not added to: what stands there tells too little, or is not this batch's. It stays as its user saved it. */
export class ResultsRefused extends Error {
  readonly why: Phrase;

  constructor(why: Phrase) {
    super(why.text);
    this.why = why;
  }
}

/** Nobody knows which value would stand in which column. */
function notOurHeader(): ResultsRefused {
  return new ResultsRefused({
    text: 'The first line of the results file does not name its columns as they were written: put “row” to “result” back in their order, or move the file away.',
  });
}

function openAtEnd(): ResultsRefused {
  return new ResultsRefused({
    text: 'The results file ends within quotation marks: close them, or move the file away.',
  });
}

function laidOut(): ResultsRefused {
  return new ResultsRefused({
    text: 'The results file no longer holds each row as one line of JSON: save it so again, or move it away.',
  });
}

/** Another batch was given the file, or its user put that batch's in its place. */
export function ofAnotherBatch(): ResultsRefused {
  return new ResultsRefused({
    text: 'The results file holds rows of another batch by now: move it away, and this batch writes a new one.',
  });
}

/** As a program that synchronizes folders may. */
export function writtenAllTheTime(): ResultsRefused {
  return new ResultsRefused({
    text: 'Another program writes to the results file all the time: it has every row, but in the order of the answers, and perhaps not a column for each result field.',
  });
}
