import { bulkField, entryKey } from '../../contract/bulk.ts';
import { coverCode, coverData, coverId } from '../../contract/coverText.ts';
import { bodyFromFields } from '../../contract/draft.ts';
import { mask } from '../../contract/masking.ts';
import { otherIdentifier } from '../../contract/otherIdentifier.ts';
import { own } from '../../contract/own.ts';
import { OwnInput } from '../../contract/ownInput.ts';
import { resultValues } from '../../contract/resultValues.ts';
import type { Operation } from '../../contract/shapes.ts';
import { csvCell, csvLine } from '../orders/exportRows.ts';
import type { BatchRow, OwnColumn, RowFields } from '../ports/batchPorts.ts';
import { cellText, csvCells, writtenCells } from './csvText.ts';
import { flatten, oneLine } from './flatten.ts';
import { isTwofold, joinEntries, jsonText, resultOf } from './join.ts';
import { maskedResult } from './maskedResult.ts';
import { asRecordedRow } from './recordedRow.ts';
import { entriesAsked } from './rows.ts';

/** What a row's answer says of it. */
export interface RowResult {
  /**
   * `row` = about this very row; `other` = its answer repeats another identifier than it asked about; `call` = the answer covers
   * several rows and does not tell them apart, or says a part of the result in two ways, of which nobody knows which was
   * meant; `damaged` = it cannot be read.
   */
  readonly of: 'row' | 'other' | 'call' | 'damaged' | '';
  /** JSON on one line, or empty. */
  readonly json: string;
}

export const emptyResult: RowResult = { of: '', json: '' };

/** Of an answer that is damaged in the ledger: its row came to what it came to, but nobody can read the result. */
export const damagedResult: RowResult = { of: 'damaged', json: '' };

/** A row is final once no call can change it any more by itself. */
export function isFinal({ state }: { readonly state: string }): boolean {
  return state === 'done' || state === 'skipped';
}

/** What a row asked about, to be covered wherever the answer repeats it. */
function askedBy(operation: Operation, fields: RowFields | undefined): OwnInput {
  return new OwnInput(operation, fields === undefined ? null : JSON.stringify(fields));
}

/** What is personal of a row, to be covered where other cells of it repeat that: its fields, and the cells of columns that are masked. */
function saidBy(
  operation: Operation,
  fields: RowFields | undefined,
  columns: readonly OwnColumn[],
  own: readonly string[],
): OwnInput {
  const personal = columns.flatMap(({ mask: kind }, at) =>
    kind === null ? [] : [{ kind, text: own[at] ?? '' }],
  );
  return new OwnInput(operation, JSON.stringify(fields ?? {}), true, personal);
}

/** What cannot be told apart stands with its order alone. */
const untold: RowResult = { of: 'call', json: '' };

function ofOneRow(operation: Operation, fields: RowFields | undefined, body: string): 'row' | 'other' {
  if (fields === undefined) return 'row';
  const asked = bodyFromFields(operation, fields);
  return otherIdentifier(operation, asked, resultValues(operation, body)) === null ? 'row' : 'other';
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
  if (body === null) return rows.map(() => emptyResult);
  const shown = (json: string, fields: RowFields | undefined): string =>
    masked ? maskedResult(operation, json, askedBy(operation, fields)) : json;
  const result = resultOf(body);
  const whole = result === undefined ? '' : jsonText(result);
  const entries = rows.map((fields) => entriesAsked(operation, fields));
  // Rows that travel alone today may have left together as the version before planned them, those of another page among them.
  const isAlone =
    rows.length === 1 &&
    (rows[0] === undefined ? asked.length < 2 : asked.every((one) => entries[0]?.includes(one)));
  if (!operation.bulk || (isAlone && bulkField(operation) === null))
    return rows.map((fields) => {
      if (whole === '') return emptyResult;
      return isTwofold(body) ? untold : { of: ofOneRow(operation, fields, body), json: shown(whole, fields) };
    });
  const joined = joinEntries(body, [...asked, ...entries.flat()]);
  return entries.map(([entry, ...more], index) => {
    const found = entry === undefined || more.length > 0 ? undefined : joined.get(entryKey(entry));
    return found === undefined ? untold : { of: 'row', json: shown(found, rows[index]) };
  });
}

/** One field's column would be called as that of the masked input: it gets a number that no other field has. */
function inputColumn({ requestFields }: Operation, name: string): string {
  if (name !== 'masked') return `input_${name}`;
  let more = 2;
  while (requestFields.some((one) => one.name === `masked_${more}`)) more += 1;
  return `input_masked_${more}`;
}

/** Names and order are the batch's own columns and stay as they are; scripts depend on them. */
export function resultCells(
  operation: Operation,
  row: BatchRow,
  fields: RowFields | undefined,
  result: RowResult,
  masked: boolean,
): readonly (readonly [name: string, value: string])[] {
  const inputs = masked
    ? []
    : operation.requestFields.map(({ name }): [string, string] => [
        inputColumn(operation, name),
        own(fields ?? {}, name) ?? '',
      ]);
  const { outcome, billing } = asRecordedRow(row);
  const { messageCode, orderId, earlierOrderId } = row;
  const said = { code: messageCode ?? '', id: orderId ?? '', earlier: earlierOrderId ?? '' };
  if (masked) {
    const asked = askedBy(operation, fields);
    said.code = coverCode(said.code, asked);
    said.id = coverId(said.id, asked);
    said.earlier = coverId(said.earlier, asked);
  }
  return [
    ['row', String(row.row + 1)],
    ['line', String(row.line)],
    ['input_masked', row.masked],
    ...inputs,
    ['state', row.state],
    ['why', row.why ?? ''],
    ['repeats_row', row.sameAs === null ? '' : String(row.sameAs + 1)],
    ['call', row.call === null ? '' : String(row.call + 1)],
    ['outcome', outcome ?? ''],
    ['billing', billing ?? ''],
    ['http_status', row.httpStatus === null ? '' : String(row.httpStatus)],
    ['message_code', said.code],
    ['failure', row.failureCode ?? ''],
    ['order_id', said.id],
    ['answered_at', row.settledAt === null ? '' : new Date(row.settledAt).toISOString()],
    ['result_of', result.of],
    // In a column of its own: who counts order_ids counts no order twice. What is new comes last, for scripts that count columns.
    ['earlier_order_id', said.earlier],
    // As orders are exported: tells what was recorded from what the service said.
    ['resolved', row.resolved ?? ''],
    // Likewise: what a sandbox calls billed cost nothing.
    ['kind', row.order === null ? '' : row.simulated ? 'sandbox' : 'live'],
    ['result', result.json],
  ];
}

type Cells = ReturnType<typeof resultCells>;

/** What stands in each column: the user's own by its number, one of ours by the name that it has where the user has none of that name. */
export type ColumnOrder = readonly (number | string)[];

/** The columns of a CSV of results: the user's own first, the batch's, one for each path of a result, the whole result. */
export interface ResultColumns {
  readonly own: readonly OwnColumn[];
  readonly paths: readonly string[];
  /** As the header that stands there names them: an earlier version may have begun it, and its user may have moved them. Absent = today's. */
  readonly order?: ColumnOrder | undefined;
}

/** Before the path of a result field, so that none is taken for a column of the batch. */
const ofResult = 'result.';

export function isOfResult(name: string): boolean {
  return name.startsWith(ofResult);
}

/** Most columns of result fields; what there is beyond stands in the whole result. */
export const mostPaths = 1000;

/** A row with what came of it, for one line. */
export interface ResultLine {
  readonly cells: Cells;
  /** In the order of the own columns; null where they are not kept. */
  readonly own: readonly string[] | null;
}

function maskedOwn({ mask: kind }: OwnColumn, cell: string, said: OwnInput): string {
  return kind === null ? coverData(cell, said) : mask(kind, cell);
}

/** The cells of the user's own columns as they are. */
export function ownCells(columns: readonly OwnColumn[], own: readonly string[]): readonly string[] {
  return columns.map((_, index) => own[index] ?? '');
}

/** The same, masked. Of a row with more or fewer cells than the file has columns nobody knows which cell is what: all are covered. */
export function maskedCells(
  operation: Operation,
  { why }: Pick<BatchRow, 'why'>,
  fields: RowFields | undefined,
  columns: readonly OwnColumn[],
  own: readonly string[],
): readonly string[] {
  const cells = ownCells(columns, own);
  if (why === 'uneven') return cells.map((cell) => mask('all', cell));
  const said = saidBy(operation, fields, columns, cells);
  return columns.map((column, index) => maskedOwn(column, cells[index] ?? '', said));
}

/** A name that the user has taken for a column of theirs gets a number; so does one that would be read as theirs with its number. */
function unlike(name: string, taken: readonly OwnColumn[]): string {
  const isAlike = taken.some(
    (one) => name.startsWith(one.name) && /^(?:_\d+)*$/.test(name.slice(one.name.length)),
  );
  if (!isAlike) return name;
  let more = 2;
  while (taken.some((one) => one.name === `${name}_${more}`)) more += 1;
  return `${name}_${more}`;
}

/** Names for an object, which keeps one of each: the second of two alike gets a number. */
function distinct(columns: readonly OwnColumn[]): readonly string[] {
  const names = new Set<string>();
  // Asked of each line of a file, most of which have no two alike.
  const all = columns.map(({ name }) => name);
  if (new Set(all).size === all.length) return all;
  for (const { name } of columns) {
    const taken = [...columns, ...[...names].map((one) => ({ name: one, mask: null }))];
    names.add(names.has(name) ? unlike(name, taken) : name);
  }
  return [...names];
}

/** The columns of a file that is begun today. */
export function orderOf({ own, paths }: ResultColumns, cells: Cells): ColumnOrder {
  const names = cells.map(([name]) => name);
  const flat = paths.map((path) => `${ofResult}${path}`);
  return [...own.keys(), ...names.slice(0, -1), ...flat, ...names.slice(-1)];
}

export function resultHeader(columns: ResultColumns, cells: Cells): string {
  const { own } = columns;
  const names = orderOf(columns, cells).map((one) =>
    typeof one === 'number' ? (own[one]?.name ?? '') : unlike(one, own),
  );
  return csvLine(names.map(oneLine));
}

/** See ResultColumns; undefined where nobody knows which value would stand in which column. */
export function orderOfHeader(header: string, own: readonly OwnColumn[]): ColumnOrder | undefined {
  const names = csvCells(header);
  const order: (number | string)[] = names.map((name) => {
    const bare = name.replace(/_\d+$/, '');
    return unlike(bare, own) === name ? bare : name;
  });
  const isInPlace = order[own.length] === 'row';
  const renamed = [...own.entries()].flatMap(([at, { name }]) => {
    const [written] = csvCells(csvCell(oneLine(name)));
    const isIt = (place: number): boolean => names[place] === written && typeof order[place] === 'string';
    const place = isIt(at) ? at : names.findIndex((_, one) => isIt(one));
    if (place >= 0) order[place] = at;
    return place >= 0 ? [] : [at];
  });
  // What its user calls otherwise by now is known by its place alone.
  if (renamed.some((at) => !isInPlace || typeof order[at] === 'number')) return undefined;
  for (const at of renamed) order[at] = at;
  const first = order.indexOf('row');
  const isOnce = (name: string): boolean =>
    order.includes(name) && order.indexOf(name) === order.lastIndexOf(name);
  if (!isOnce('row') || !isOnce('result')) return undefined;
  // What its user has put before ours is theirs, whatever they call it.
  return order.map((one, at) =>
    typeof one === 'string' && at < first && order.includes(one, first) ? '' : one,
  );
}

/** Whether a line, of which the end is missing, is the beginning of a header of ours. */
export function beginsHeader(line: string, own: readonly OwnColumn[]): boolean {
  const begin = csvLine([...own.map(({ name }) => oneLine(name)), unlike('row', own), '']).trimEnd();
  return begin.startsWith(line) || line.startsWith(begin);
}

/** The paths of results that have a column. */
export function pathsIn(order: ColumnOrder): readonly string[] {
  return order.flatMap((one) =>
    typeof one === 'string' && one.startsWith(ofResult) ? [one.slice(ofResult.length)] : [],
  );
}

/** By the names of the columns: what none is for is left out, what nothing is known of stays empty. Of two alike each is taken once. */
export function csvResultLine(columns: ResultColumns, { cells, own: given }: ResultLine): string {
  const flat = flatten(cells.at(-1)?.[1] ?? '');
  const left = [...cells];
  const values = (columns.order ?? orderOf(columns, cells)).map((one) => {
    if (typeof one === 'number') return given?.[one] ?? '';
    const at = left.findIndex(([name]) => name === one);
    if (at >= 0) return left.splice(at, 1)[0]?.[1] ?? '';
    return one.startsWith(ofResult) ? (flat.get(one.slice(ofResult.length)) ?? '') : '';
  });
  return csvLine(values.map(oneLine));
}

export function ndjsonResultLine(columns: readonly OwnColumn[], { cells, own }: ResultLine): string {
  const parts = cells.map(([name, value]) => {
    const number = name === 'row' || name === 'line';
    const json = number ? value : name === 'result' && value !== '' ? value : JSON.stringify(value);
    return `${JSON.stringify(name)}:${json}`;
  });
  if (own !== null && columns.length > 0) {
    const pairs = distinct(columns).map(
      (name, index) => `${JSON.stringify(name)}:${JSON.stringify(own[index] ?? '')}`,
    );
    parts.push(`"own":{${pairs.join(',')}}`);
  }
  return `{${parts.join(',')}}\n`;
}

/**
 * A line (a header, too), without its end, of one set of columns as one of another that has more paths, which stand before the whole result. Its
 * cells stay as they are written; one without a result, which its user left there, stays as a whole.
 */
export function widened(line: string, from: ResultColumns, to: ResultColumns): string {
  const cells = writtenCells(line);
  const at = from.order?.indexOf('result') ?? cells.length - 1;
  const written = cells[at];
  if (written === undefined) return line;
  const result = cellText(written);
  const flat = result === unlike('result', to.own) ? null : flatten(result);
  const more = to.paths
    .slice(from.paths.length)
    .map((path) => (flat === null ? unlike(`${ofResult}${path}`, to.own) : (flat.get(path) ?? '')));
  return cells.toSpliced(at, 0, ...more.map((cell) => csvCell(oneLine(cell)))).join(',');
}
