import { guessStatementColumns, isStatementHeader } from './statement.ts';

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
  if (!isStatementHeader(cells)) return 0;
  const guess = guessStatementColumns(cells);
  const places = Object.values(guess).filter((at) => at !== null);
  return guess.orderId === null && guess.time === null ? 0 : places.length;
}

/**
 * Where the table begins below the titles of a statement: at its header, or else at the first row of more than one cell.
 * @returns the place of the row, from 0, and whether it names the columns
 */
export function statementStart(rows: readonly Row[]): { readonly at: number; readonly isNamed: boolean } {
  const first = rows.slice(0, lookedAt);
  let best = first.findIndex((row) => named(row) > 1);
  // A title may hold such words, too; below it, with no other line between, stands the header that has more of them.
  for (let next = best + 1; best >= 0 && next < first.length; next += 1) {
    const row = first[next];
    if (row === undefined || !isStatementHeader(row.cells)) break;
    if (named(row) > named(first[best] ?? row)) best = next;
  }
  const table = first.findIndex((row) => held(row) > 1);
  const at = best >= 0 ? best : Math.max(0, table);
  return { at, isNamed: isStatementHeader(first[at]?.cells ?? []) };
}
