import { own } from '../../contract/own.ts';
import { isRecord } from '../../contract/record.ts';
import { csvCells } from './csvText.ts';
import { flatten } from './flatten.ts';

/**
 * The row that a line of a results file is about, from 0; null for anything else.
 * @param column of CSV
 */
export function rowOfLine(line: string, column = 0): number | null {
  const json = /^\{"row":(\d+),/.exec(line)?.[1];
  if (json !== undefined) return Number(json) - 1;
  if (/^\s*\{/.test(line)) return rowOfJson(line);
  const cell = column === 0 ? /^("?)(\d+)\1(?=,)/.exec(line)?.[2] : csvCells(line)[column];
  return cell !== undefined && /^\d+$/.test(cell) ? Number(cell) - 1 : null;
}

/** Of a line of JSON that another program has written anew. */
function rowOfJson(line: string): number | null {
  const row = memberOf(line, 'row');
  return typeof row === 'number' && Number.isSafeInteger(row) && row > 0 ? row - 1 : null;
}

function memberOf(line: string, name: string): unknown {
  try {
    const read: unknown = JSON.parse(line);
    return isRecord(read) ? own(read, name) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The order_id in the line of a row, without the apostrophe that keeps it from being a formula, to be compared; '' where
 * it has none, part of it is covered, it is all digits, which a spreadsheet rewrites, or it has escapes.
 * @param column of CSV; -1 = none
 */
export function orderIdOfLine(line: string, column: number): string {
  const written = column < 0 ? idOfJson(line) : csvCells(line)[column];
  const id = written ?? '';
  return /•|^[\d.,]+(?:e\+?\d+)?$/i.test(id) ? '' : id.replace(/^'+/, '');
}

function idOfJson(line: string): string {
  const ours = /"order_id":"([^"\\]*)"/.exec(line)?.[1];
  if (ours !== undefined || !/"order_id" *: *"/.test(line)) return ours ?? '';
  const id = memberOf(line, 'order_id');
  return typeof id === 'string' ? id : '';
}

/** The state in the line of a row; '' where it has none. @param column of CSV; -1 = none */
export function stateOfLine(line: string, column: number): string {
  if (!/^\s*\{/.test(line)) return csvCells(line)[column] ?? '';
  // Behind members that hold nothing, as we write it.
  const ours = /^\{(?:"[^"\\]*":(?:\d+|"(?:[^"\\]|\\.)*"),)*?"state":"(\w*)"/.exec(line)?.[1];
  const state = ours ?? memberOf(line, 'state');
  return typeof state === 'string' ? state : '';
}

/** Paths of results in a line that have no column in it. One that would be a formula stands after an apostrophe: it has no paths. @param column of the whole result */
export function pathsOfLine(line: string, column = -1): Iterable<string> {
  return flatten(csvCells(line).at(column) ?? '').keys();
}
