import { bulkField, entryKey } from '../../contract/bulk.ts';
import { entriesOf } from '../../contract/entries.ts';
import { prettyJson } from '../../contract/jsonText.ts';
import { maskAt } from '../../contract/masking.ts';
import type { Operation } from '../../contract/shapes.ts';
import type { BatchRow, RowFields } from '../batchPorts.ts';
import { csvLine } from '../exportRows.ts';
import { joinEntries, jsonText, resultOf } from './join.ts';

/** What a row's answer says of it. */
export interface RowResult {
  /** `row` = about this very row; `call` = the answer covers several rows and does not tell them apart. */
  readonly of: 'row' | 'call' | '';
  /** JSON on one line, or empty. */
  readonly json: string;
}

export const noResult: RowResult = { of: '', json: '' };

/** A row is final once no call can change it any more by itself. */
export function isFinal(row: BatchRow): boolean {
  return row.state === 'done' || row.state === 'skipped';
}

/** Longest result in a results file, characters. */
const longest = 10_000_000;

/** The JSON with what is personal in it masked, as below `data.result` of an answer. */
function maskedJson(operation: Operation, json: string): string {
  const opening = '{"data":{"result":';
  const { text } = prettyJson(`${opening}${json}}}`, {
    maxChars: longest,
    mask: (path) => maskAt(operation, path),
  });
  // Line breaks of the layout stand outside of strings: within, they are escaped.
  const line = text.replaceAll(/\n\s*/g, '');
  return line.slice(opening.length + 2, -2);
}

/**
 * What an answer says of the rows of its call, in their order.
 * @param body the answer's, or null when it is not kept
 * @param asked entries the call asked about beside those of these rows: an item that names one of them is not plainly
 * about another
 */
export function resultsOf(
  operation: Operation,
  rows: readonly (RowFields | undefined)[],
  body: string | null,
  masked: boolean,
  asked: readonly string[] = [],
): readonly RowResult[] {
  if (body === null) return rows.map(() => noResult);
  const shown = (json: string): string => (masked ? maskedJson(operation, json) : json);
  const list = bulkField(operation);
  const result = resultOf(body);
  const whole = result === undefined ? '' : jsonText(result);
  if (list === null)
    return rows.map(() => ({ of: whole === '' ? '' : 'row', json: whole === '' ? '' : shown(whole) }));
  const entries = rows.map((fields) => entriesOf(fields?.[list] ?? ''));
  const joined = joinEntries(body, [...asked, ...entries.flat()]);
  return entries.map(([entry, ...more]) => {
    const own = entry === undefined || more.length > 0 ? undefined : joined.get(entryKey(entry));
    return own === undefined ? { of: 'call', json: '' } : { of: 'row', json: shown(own) };
  });
}

/** Names and order are the file's columns and stay as they are; scripts depend on them. */
export function resultCells(
  operation: Operation,
  row: BatchRow,
  fields: RowFields | undefined,
  result: RowResult,
  masked: boolean,
): readonly (readonly [name: string, value: string])[] {
  const inputs = masked
    ? []
    : operation.requestFields.map(({ name }): [string, string] => [`input_${name}`, fields?.[name] ?? '']);
  return [
    ['row', String(row.row + 1)],
    ['line', String(row.line)],
    ['input_masked', row.masked],
    ...inputs,
    ['state', row.state],
    ['why', row.why ?? ''],
    ['repeats_row', row.sameAs === null ? '' : String(row.sameAs + 1)],
    ['call', row.call === null ? '' : String(row.call + 1)],
    ['outcome', row.outcome ?? ''],
    ['billing', row.billing ?? ''],
    ['http_status', row.httpStatus === null ? '' : String(row.httpStatus)],
    ['message_code', row.messageCode ?? ''],
    ['failure', row.failureCode ?? ''],
    ['order_id', row.orderId ?? ''],
    ['answered_at', row.settledAt === null ? '' : new Date(row.settledAt).toISOString()],
    ['result_of', result.of],
    ['result', result.json],
  ];
}

type Cells = ReturnType<typeof resultCells>;

export function resultHeader(cells: Cells): string {
  return csvLine(cells.map(([name]) => name));
}

export function resultLine(format: 'csv' | 'ndjson', cells: Cells): string {
  // One row a line, whatever a cell holds: a file that broke off is read again line by line.
  if (format === 'csv') return csvLine(cells.map(([, value]) => value.replaceAll(/[\r\n]+/g, ' ')));
  const parts = cells.map(([name, value]) => {
    const number = name === 'row' || name === 'line';
    const json = number ? value : name === 'result' && value !== '' ? value : JSON.stringify(value);
    return `${JSON.stringify(name)}:${json}`;
  });
  return `{${parts.join(',')}}\n`;
}

/** The row that a line of a results file is about, from 0; null for a header or anything else. */
export function rowOfLine(line: string): number | null {
  const found = /^(?:\{"row":)?(\d+),/.exec(line)?.[1];
  return found === undefined ? null : Number(found) - 1;
}
