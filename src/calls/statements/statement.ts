import { Big } from 'big.js';
import { operations } from '../../contract/operations.ts';
import { maskKindByLook } from '../../contract/personalText.ts';
import type { OperationId } from '../../contract/words.ts';
import {
  isBalance,
  isForeign,
  isNoCharge,
  isNothing,
  readAmount,
  readDirection,
  readOrderId,
  readSaying,
  refunds,
} from './statementCells.ts';
import { signed, type Unsigned, wayOf } from './statementSigns.ts';
import { dateAlone, endOfDay, joinedTime, readDayFirst, readTime, type Zone } from './statementTimes.ts';

/** Which column of a statement holds what; positions counted from 0, null = none does. */
export interface StatementColumns {
  readonly orderId: number | null;
  readonly time: number | null;
  /** The time of day, where the column of times has dates alone; absent = as null. */
  readonly clock?: number | null;
  readonly amount: number | null;
  /** What is given back, where that has a column of its own beside the amount that is taken; absent = as null. */
  readonly credit?: number | null;
  /** Says yes or no; without it a line is charged when its amount is above zero. */
  readonly charged: number | null;
  readonly operation: number | null;
}

/** One line of the provider's statement, read. */
export interface StatementLine {
  /** The line of the file it stands in, from 1. */
  readonly row: number;
  readonly orderId: string | null;
  readonly at: number | null;
  /** Year-month-day, where the statement gives no time of day; `at` is then the day's first moment. */
  readonly day?: string;
  /** The first moment after that day, ms since the epoch. */
  readonly dayEnds?: number;
  /** Rupees in decimal notation, negative for a credit. */
  readonly amount: string | null;
  readonly charged: boolean;
  readonly operation: OperationId | null;
  /** Its word is one of refunds, not of money that came into the wallet. */
  readonly refund?: true;
}

/** A cell that could not be read: its line still takes part, without it. */
interface Unreadable {
  readonly row: number;
  readonly column: 'orderId' | 'time' | 'amount' | 'credit' | 'charged';
  readonly text: string;
}

export interface StatementReading {
  readonly lines: readonly StatementLine[];
  readonly unreadable: readonly Unreadable[];
  /** Rows without an order_id and without a time, by which nothing can be found: totals, blank lines. */
  readonly skipped: readonly number[];
  /** A date that was read day first and could have its month first, where nothing shows which it is. */
  readonly dayFirst: string | null;
  /** Some lines are charges for no more than that they have a minus, as most have. */
  readonly minusTaken: boolean;
}

/** Names that providers give such columns; the first that fits wins. Compared in lower case, letters and digits only. */
const names: Readonly<Record<Exclude<keyof StatementColumns, 'clock'>, readonly RegExp[]>> = {
  orderId: [
    /^orderid$/,
    /order(id|no|number|ref)/,
    /^(order|txn|transaction|reference|ref|request)(id|no|number)?$/,
  ],
  time: [/^(time|timestamp|datetime)$/, /(created|charged|billed|requested|called)(at|on)/, /time|date/],
  // An estimate says what somebody expected, and our own export has one.
  amount: [/^amount$/, /debit|withdraw/, /^(?!.*estimat).*(amount|price|cost|charges?$|fee|inr|rupees)/],
  credit: [/credit|deposit|refund/],
  charged: [/^(is)?(charged|billed|billable|chargeable)$/, /^(billing|charge)?status$/, /^(type|drcr|crdr)$/],
  operation: [/^(operation|service|api|endpoint|product)(name)?$/, /operation|service|endpoint|api/],
};

function squeezed(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

/** Whether the first row names columns: none of its cells is a time, an amount or an id, and some hold something. */
export function isStatementHeader(cells: readonly string[]): boolean {
  return (
    cells.some((cell) => cell.trim() !== '') &&
    cells.every(
      (cell) =>
        readTime(cell, 'utc') === null &&
        readAmount(cell) === null &&
        !/[^\s@]@[^\s@]+\.[^\s@]|\d{4}/.test(cell) &&
        maskKindByLook(cell) === null,
    )
  );
}

const dateName = /^(?!.*(time|updated)).*date/;
const clockName = /^(txn|transaction|order|request|call)?time(ofday)?$/;

/** A date and the time of day, where a header has a column for each and its time is one of them. */
function apart(
  header: readonly string[],
  time: number | null,
  taken: Set<number>,
): { readonly time: number | null; readonly clock: number | null } {
  const find = (pattern: RegExp): number =>
    header.findIndex((name, at) => (at === time || !taken.has(at)) && pattern.test(squeezed(name)));
  const [date, clock] = [find(dateName), find(clockName)];
  if (date < 0 || clock < 0 || (time !== date && time !== clock)) return { time, clock: null };
  taken.add(date).add(clock);
  return { time: date, clock };
}

/** What is left in the wallet is no amount of a line; what was taken from it is. */
const isLeft = (name: string): boolean => /balance/.test(name) && !/debit|deduct|charge|used/.test(name);

/**
 * Guesses by the header's words; each column is used once, in the order of what matters most.
 * @param known the column that is known to have the order_ids, whatever it is called; null = it is guessed, too
 */
export function guessStatementColumns(
  header: readonly string[],
  known: number | null = null,
): StatementColumns {
  const taken = new Set<number>(known === null ? [] : [known]);
  const guess = (what: keyof typeof names): number | null => {
    for (const pattern of names[what]) {
      const at = header.findIndex((name, index) => {
        const word = squeezed(name);
        return !taken.has(index) && pattern.test(word) && !isLeft(word);
      });
      if (at < 0) continue;
      taken.add(at);
      return at;
    }
    return null;
  };
  const orderId = known ?? guess('orderId');
  const whole = guess('time');
  const { time, clock } = apart(header, whole, taken);
  const charged = guess('charged');
  const amount = guess('amount');
  const isDebit = /debit|withdraw/.test(squeezed(header[amount ?? -1] ?? ''));
  const credit = isDebit ? guess('credit') : null;
  const operation = guess('operation');
  return {
    ...{
      orderId,
      time,
      ...(clock === null ? {} : { clock }),
      amount,
      ...(credit === null ? {} : { credit }),
    },
    ...{ charged, operation },
  };
}

/** An operation by its id, its title or its path, however they are spelled. */
export function readOperationName(text: string): OperationId | null {
  const wanted = squeezed(text);
  const found = operations.find(
    ({ id, title, path }) =>
      squeezed(id) === wanted || squeezed(title) === wanted || wanted.endsWith(squeezed(path)),
  );
  return found?.id ?? null;
}

/** What a row says of its time, from one column or two. */
export function statedTime(cells: readonly string[], { time, clock = null }: StatementColumns): string {
  const cell = (at: number | null): string => cells[at ?? -1]?.trim() ?? '';
  return joinedTime(cell(time), cell(clock));
}

function readLine(
  cells: readonly string[],
  row: number,
  columns: StatementColumns,
  zone: Zone,
): Unsigned<StatementLine> & { readonly unreadable: readonly Unreadable[] } {
  const unreadable: Unreadable[] = [];
  const cell = (column: keyof StatementColumns): string => {
    const text = cells[columns[column] ?? -1]?.trim() ?? '';
    return isNothing(text) ? '' : text;
  };
  const time = statedTime(cells, columns);
  const read = <T>(column: Unreadable['column'], parse: (text: string) => T | null): T | null => {
    const text = column === 'time' ? time : cell(column);
    const value = parse(text);
    if (text !== '' && value === null) unreadable.push({ row, column, text });
    return value;
  };
  const at = read('time', (text) => readTime(text, zone));
  const day = at === null ? undefined : dateAlone(time);
  const dayEnds = day === undefined ? null : endOfDay(time, zone);
  const rupees = cells.some(isForeign) ? () => null : readAmount;
  const taken = read('amount', rupees);
  const back = read('credit', rupees);
  const word = cells.some(isBalance) ? 'free' : read('charged', readSaying);
  // Many have the way in one column and what became of it in another.
  const way = cells.map(readDirection).find((one) => one !== null) ?? null;
  const said = word === null || word === 'done' ? (way ?? word) : word;
  const orderId = read('orderId', readOrderId);
  const written = cells[columns.amount ?? -1]?.trim() ?? '';
  const isBack = back !== null && Number(back) !== 0;
  const net = isBack
    ? Big(taken ?? 0)
        .abs()
        .minus(Big(back).abs())
    : null;
  const amount = net?.toFixed() ?? taken;
  // Beside a column of credits an empty cell takes nothing; else it says nothing.
  const isEmpty = isNothing(written) || (written === '' && (columns.credit ?? -1) >= 0);
  const isTaken =
    amount === null ? !isEmpty && (said !== null || !isNoCharge(written)) : Number(amount) !== 0;
  return {
    line: {
      ...{ row, orderId, at, amount, charged: said === 'charged' || isTaken },
      operation: readOperationName(cell('operation')),
      ...(day === undefined ? {} : { day }),
      ...(dayEnds === null ? {} : { dayEnds }),
      ...(refunds.test(cell('charged')) ? { refund: true } : {}),
    },
    ...{ way: wayOf(said, written, net), sign: Number(taken), unreadable },
  };
}

/**
 * Reads the rows below the header.
 * @param zone what a time without a zone means
 */
export function readStatement(
  rows: readonly { readonly line: number; readonly cells: readonly string[] }[],
  columns: StatementColumns,
  zone: Zone,
): StatementReading {
  const lines: Unsigned<StatementLine>[] = [];
  const unreadable: Unreadable[] = [];
  const skipped: number[] = [];
  for (const { line: row, cells } of rows) {
    const { unreadable: unread, ...reading } = readLine(cells, row, columns, zone);
    const { orderId, at } = reading.line;
    const isTotal =
      at === null && [orderId ?? '', statedTime(cells, columns)].some((text) => totalWord.test(text));
    const isLeftOut = isTotal || isAside(cells, columns, reading.line);
    // By what has neither nothing can be found.
    if (isLeftOut || (at === null && orderId === null)) skipped.push(row);
    else lines.push(reading);
    if (!isLeftOut) unreadable.push(...unread);
  }
  const dayFirst = readDayFirst(rows.map(({ cells }) => statedTime(cells, columns)));
  return { ...signed(lines), unreadable, skipped, dayFirst };
}

/** Not a line: a note of several words, or the header once more, as a page of a document begins. */
function isAside(
  cells: readonly string[],
  columns: StatementColumns,
  { orderId, at, amount }: StatementLine,
): boolean {
  if (orderId === null || at !== null || amount !== null) return false;
  const [, another] = cells.filter((cell) => cell.trim() !== '');
  // A statement of order_ids alone has nothing else.
  if (another === undefined) return /\s/.test(orderId) && (columns.time ?? columns.amount) !== null;
  const again = guessStatementColumns(cells);
  return again.orderId === columns.orderId && again.time !== null && again.time === columns.time;
}

/** It stands where the others have an order_id or a time. */
const totalWord = /^(grand |sub[- ]?)?totals?\b|^कुल/i;

/**
 * From the first to the last moment a statement speaks of, ms since the epoch; a date alone is its whole day. Without
 * any time it is no span: from is after to.
 */
export function statementSpan(lines: readonly StatementLine[]): {
  readonly from: number;
  readonly to: number;
} {
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { at, dayEnds } of lines) {
    if (at === null) continue;
    from = Math.min(from, at);
    to = Math.max(to, dayEnds === undefined ? at : dayEnds - 1);
  }
  return { from, to };
}
