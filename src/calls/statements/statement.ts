import { Big } from 'big.js';
import { operations } from '../../contract/operations.ts';
import { maskKindByLook } from '../../contract/personalText.ts';
import type { OperationId } from '../../contract/words.ts';
import {
  gives,
  givesBack,
  isNoCharge,
  isNothing,
  readAmount,
  readCharged,
  refunds,
  signedBy,
} from './statementCells.ts';
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
  readonly column: 'time' | 'amount' | 'credit' | 'charged';
  readonly text: string;
}

export interface StatementReading {
  readonly lines: readonly StatementLine[];
  readonly unreadable: readonly Unreadable[];
  /** Rows without an order_id and without a time, by which nothing can be found: totals, blank lines. */
  readonly skipped: readonly number[];
  /** A date that was read day first and could have its month first, where nothing shows which it is. */
  readonly dayFirst: string | null;
}

/** Names that providers give such columns; the first that fits wins. Compared in lower case, letters and digits only. */
const names: Readonly<Record<Exclude<keyof StatementColumns, 'clock'>, readonly RegExp[]>> = {
  orderId: [
    /^orderid$/,
    /order(id|no|number|ref)/,
    /^(order|txn|transaction|reference|ref|request)(id|no|number)?$/,
  ],
  time: [/^(time|timestamp|datetime)$/, /(created|charged|billed|requested|called)(at|on)/, /time|date/],
  amount: [/^amount$/, /debit|withdraw/, /amount|price|cost|charges?$|fee|inr|rupees/],
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
const isBalance = (name: string): boolean => /balance/.test(name) && !/debit|deduct|charge|used/.test(name);

/** Guesses by the header's words; each column is used once, in the order of what matters most. */
export function guessStatementColumns(header: readonly string[]): StatementColumns {
  const taken = new Set<number>();
  const guess = (what: keyof typeof names): number | null => {
    for (const pattern of names[what]) {
      const at = header.findIndex((name, index) => {
        const word = squeezed(name);
        return !taken.has(index) && pattern.test(word) && !isBalance(word);
      });
      if (at < 0) continue;
      taken.add(at);
      return at;
    }
    return null;
  };
  const orderId = guess('orderId');
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

function chargeOf({ orderId, amount }: StatementLine): string {
  return JSON.stringify([orderId, amount === null ? null : Big(amount).toFixed()]);
}

/** @param said the word of each line that says whether it is charged */
function withCredits(lines: readonly StatementLine[], said: readonly string[]): StatementLine[] {
  const charges = new Set(lines.filter(({ charged }) => charged).map(chargeOf));
  return lines.map((line, index) => {
    const isCredit =
      line.orderId !== null && givesBack.test(said[index] ?? '') && charges.has(chargeOf(line));
    return isCredit ? { ...line, amount: signedBy('credit', line.amount) } : line;
  });
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
): { readonly line: StatementLine; readonly gave: boolean; readonly unreadable: readonly Unreadable[] } {
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
  const taken = read('amount', readAmount);
  const back = read('credit', readAmount);
  const isBack = cell('credit') !== '' && Number(back ?? 1) !== 0;
  const isCredit = isBack && Number(taken ?? 0) === 0;
  const amount = isCredit
    ? signedBy('credit', back)
    : isBack && back !== null && taken !== null
      ? Big(taken).minus(back).toFixed()
      : signedBy(cell('charged'), taken);
  const said = read('charged', readCharged);
  const orderId = cell('orderId') === '' ? null : cell('orderId');
  const written = cells[columns.amount ?? -1]?.trim() ?? '';
  const isTaken = amount === null ? !isNoCharge(written) && !isNothing(written) : Big(amount).gt(0);
  const isRefund = refunds.test(cell('charged'));
  // A word of success tells of a credit that it was given.
  const charged = !isCredit && (said ?? isTaken);
  return {
    line: {
      ...{ row, orderId, at, amount, charged, operation: readOperationName(cell('operation')) },
      ...(day === undefined ? {} : { day }),
      ...(dayEnds === null ? {} : { dayEnds }),
      ...(isRefund ? { refund: true } : {}),
    },
    gave: isCredit || isRefund || gives.test(cell('charged')) || /^\(|cr\.?$/i.test(written),
    unreadable,
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
  const lines: StatementLine[] = [];
  const said: string[] = [];
  const gave: boolean[] = [];
  const unreadable: Unreadable[] = [];
  const skipped: number[] = [];
  for (const { line: row, cells } of rows) {
    const reading = readLine(cells, row, columns, zone);
    if (isTotal(reading.line)) skipped.push(row);
    else {
      lines.push(reading.line);
      said.push(cells[columns.charged ?? -1]?.trim() ?? '');
      gave.push(reading.gave);
    }
    unreadable.push(...reading.unreadable);
  }
  const dayFirst = readDayFirst(rows.map(({ cells }) => statedTime(cells, columns)));
  return { lines: withCredits(withSigns(lines, gave, said), said), unreadable, skipped, dayFirst };
}

const totalWord = /^(grand |sub[- ]?)?totals?\b|^कुल/i;

/** By which nothing can be found: a total below the table has its word where the others have an order_id, and no time. */
function isTotal({ orderId, at }: StatementLine): boolean {
  return at === null && (orderId === null || totalWord.test(orderId));
}

/**
 * A wallet may write what it takes with a minus: then most of its lines have one, those apart that say that they give back. Else a line with
 * a minus gives back what another one of its order_id took, whatever a word of success says.
 * @param gave of each line, whether it says by itself that it gives back
 */
function withSigns(
  lines: readonly StatementLine[],
  gave: readonly boolean[],
  said: readonly string[],
): readonly StatementLine[] {
  const isBelow = ({ amount }: StatementLine): boolean => amount !== null && Big(amount).lt(0);
  const ofOrders = lines.filter(
    ({ orderId, amount }, at) => orderId !== null && amount !== null && gave[at] !== true,
  );
  const above = ofOrders.filter((line) => !isBelow(line));
  const below = ofOrders.length - above.length;
  const isTurned = below > 1 && below > above.length;
  const taken = new Set(above.map(({ orderId }) => orderId));
  return lines.map((line, at) => {
    const { amount, charged, orderId } = line;
    if (amount === null || gave[at] === true) return line;
    if (!isTurned) return { ...line, charged: charged && !(isBelow(line) && taken.has(orderId)) };
    const isCharged = isBelow(line) && readCharged(said[at] ?? '') !== false;
    return { ...line, amount: Big(amount).neg().toFixed(), charged: isCharged };
  });
}

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
