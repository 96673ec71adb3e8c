import { guessStatementColumns, isStatementHeader } from './statement.ts';
import { readAmount } from './statementCells.ts';
import { readTime } from './statementTimes.ts';

/** Titles, account and period stand in fewer lines above a header. */
const lookedAt = 30;

interface Row {
  readonly cells: readonly string[];
}

function held({ cells }: Row): number {
  return cells.filter((cell) => cell.trim() !== '').length;
}

/** How many of the columns that are looked for a row names; 0 = it is no header by which lines can be found. */
function named({ cells }: Row): number {
  const guess = guessStatementColumns(cells);
  const places = Object.values(guess).filter((at) => at !== null);
  return guess.orderId === null && guess.time === null ? 0 : places.length;
}

/** A time, an amount, a word or nothing, for each cell: lines of one table are mostly alike in it. */
function kinds({ cells }: Row): string {
  const kind = (cell: string): string =>
    readTime(cell, 'utc') !== null ? 't' : readAmount(cell) !== null ? 'n' : cell.trim() === '' ? ' ' : 'w';
  return cells.map(kind).join('').trimEnd();
}

/** Whether a row has what the words of a header promise: an id with a digit, or else a time. */
function isLineBelow(header: Row, { cells }: Row): boolean {
  const { orderId, time } = guessStatementColumns(header.cells);
  if (orderId !== null) return /\d/.test(cells[orderId] ?? '');
  return time !== null && readTime(cells[time] ?? '', 'utc') !== null;
}

/**
 * The header among the rows, -1 = none. It holds words alone, in any language; lines stand below it, and none like them above.
 * Of several the one that names most wins, and of those that name as much the last, which is nearest to its lines.
 */
function headerAmong(rows: readonly Row[]): number {
  const words = rows.map(({ cells }) => isStatementHeader(cells));
  let [best, most] = [-1, 0];
  for (const [at, row] of rows.entries()) {
    const header = rows[best];
    if (words[at] !== true) {
      // Another table may stand below the lines of this one.
      if (header !== undefined && named(header) > 1 && isLineBelow(header, row)) break;
      continue;
    }
    const line = rows.find((one, place) => place > at && words[place] !== true && held(one) > 1);
    const like = line === undefined ? null : kinds(line);
    const isAbove = rows
      .slice(0, at)
      .every((one, place) => words[place] || (like !== null && kinds(one) !== like));
    const size = held(row) + named(row);
    if (held(row) > 1 && isAbove && size >= most) [best, most] = [at, size];
  }
  return best;
}

/**
 * Where the table begins below the titles of a statement: at its header, or else at the first row of more than one cell.
 * @returns the place of the row, from 0, and whether it names the columns
 */
export function statementStart(rows: readonly Row[]): { readonly at: number; readonly isNamed: boolean } {
  const first = rows.slice(0, lookedAt);
  const header = headerAmong(first);
  const table = first.findIndex((row) => held(row) > 1);
  const at = header >= 0 ? header : Math.max(0, table);
  return { at, isNamed: isStatementHeader(first[at]?.cells ?? []) };
}
