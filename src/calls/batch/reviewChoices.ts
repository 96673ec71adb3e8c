import type { SourceRow } from './reading.ts';

/**
 * What a row is at the review: `wrong` = it looks wrong or has another number of cells; `repeat` = an earlier row says the
 * same; `paid` and `open` = there is such an order for its input; `ready` = nothing speaks against it. Money first: a row
 * that looks wrong and was paid before is `paid`.
 */
export type ReviewGroup = 'wrong' | 'repeat' | 'paid' | 'open' | 'ready';

export const reviewGroups: readonly ReviewGroup[] = ['wrong', 'repeat', 'paid', 'open', 'ready'];

type Cells = readonly string[];

/** A correction of a row: its cells in the file, which of the rows with these cells it is, and its cells as corrected. */
interface KeptCorrection {
  readonly before: Cells;
  /** From 0; null = an earlier version did not write it. */
  readonly nth: number | null;
  readonly cells: Cells;
}

/** A row left out: its cells in the file, and which of the rows with these cells it is. */
interface KeptOut {
  readonly cells: Cells;
  /** See KeptCorrection. */
  readonly nth: number | null;
}

/** What the user said that holds for another look at the same rows. A yes does not: what it accepted may be another order. */
export interface KeptChoices {
  readonly corrections: readonly KeptCorrection[];
  readonly leftOut: readonly KeptOut[];
  /** Groups left out that would leave by themselves. */
  readonly groupsOff: readonly ReviewGroup[];
}

export const noChoices: KeptChoices = { corrections: [], leftOut: [], groupsOff: [] };

/** Equal for rows with the same cells. */
const keyOf = (cells: Cells): string => cells.join('\0');

/** Of all these rows those with some cells, by their cells, in the order of the file. */
function rowsWith(wanted: ReadonlySet<string>, all: Iterable<Cells>): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>();
  if (wanted.size > 0) {
    let index = 0;
    for (const cells of all) {
      const key = keyOf(cells);
      if (wanted.has(key)) {
        const alike = found.get(key);
        if (alike === undefined) found.set(key, [index]);
        else alike.push(index);
      }
      index += 1;
    }
  }
  return found;
}

/** See ReviewRow. */
interface SaidRow {
  readonly row: number;
  readonly cells: Cells;
  readonly before: Cells | null;
  readonly sameAs: number | null;
  readonly wanted: boolean | null;
}

/** What is to be kept of these rows, all of them in the order of the file. @param isSent whether a row would leave */
export function keptOf<Row extends SaidRow>(
  rows: readonly Row[],
  isSent: (row: Row) => boolean,
): Omit<KeptChoices, 'groupsOff'> {
  // Read anew, the first of rows that say the same stands for them: it must not leave where the one that stood for it did not.
  const isUnsent = (row: Row | undefined): boolean => row !== undefined && !isSent(row);
  const isOut = ({ row, wanted, sameAs }: Row): boolean =>
    wanted === false || (sameAs !== null && sameAs > row && isUnsent(rows[sameAs]));
  const said = rows.filter((row) => row.before !== null || isOut(row));
  const inFile = ({ before, cells }: SaidRow): Cells => before ?? cells;
  const alike = rowsWith(new Set(said.map((row) => keyOf(inFile(row)))), rows.map(inFile));
  const nth = new Map([...alike.values()].flatMap((places) => places.map((row, at) => [row, at] as const)));
  const nthOf = ({ row }: SaidRow): number | null => nth.get(row) ?? null;
  return {
    corrections: said.flatMap((row) =>
      row.before === null ? [] : [{ before: row.before, nth: nthOf(row), cells: row.cells }],
    ),
    leftOut: said.filter(isOut).map((row) => ({ cells: inFile(row), nth: nthOf(row) })),
  };
}

/** For one entry after the other, which of the rows with its cells it takes: where that is not known, the next one. */
function counting(): (key: string, nth: number | null) => number {
  const next = new Map<string, number>();
  return (key, nth) => {
    if (nth !== null) return nth;
    const at = next.get(key) ?? 0;
    next.set(key, at + 1);
    return at;
  };
}

/**
 * Where what was said before belongs among these rows. Where nobody can tell which row was left out, for the row is not
 * there any more or was kept without its number beside a corrected one, no row with its cells leaves.
 */
export function placed(
  rows: readonly SourceRow[],
  { corrections, leftOut }: KeptChoices,
): {
  readonly corrections: ReadonlyMap<number, Cells>;
  readonly leftOut: readonly number[];
  readonly lost: number;
} {
  const corrected = new Set(corrections.map(({ before }) => keyOf(before)));
  const wanted = new Set([...corrected, ...leftOut.map(({ cells }) => keyOf(cells))]);
  const alike = rowsWith(
    wanted,
    rows.map(({ cells }) => cells),
  );
  let lost = 0;
  const found = new Map<number, Cells>();
  const toCorrect = counting();
  for (const { before, nth, cells } of corrections) {
    const key = keyOf(before);
    const row = alike.get(key)?.[toCorrect(key, nth)];
    if (row === undefined || found.has(row)) lost += 1;
    else found.set(row, cells);
  }
  const left = new Set<number>();
  const unsure = new Set<string>();
  const toLeave = counting();
  for (const { cells, nth } of leftOut) {
    const key = keyOf(cells);
    const row = alike.get(key)?.[toLeave(key, nth)];
    if (row === undefined) lost += 1;
    else left.add(row);
    if (row === undefined || (nth === null && corrected.has(key))) unsure.add(key);
  }
  for (const key of unsure) for (const row of alike.get(key) ?? []) left.add(row);
  return { corrections: found, leftOut: [...left].toSorted((a, b) => a - b), lost };
}
