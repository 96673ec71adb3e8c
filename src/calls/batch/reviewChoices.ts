import type { SourceRow } from './reading.ts';

/**
 * What a row is at the review: `wrong` = it looks wrong or has another number of cells; `repeat` = an earlier row says the
 * same; `paid` and `open` = there is such an order for its input; `ready` = nothing speaks against it. Money first: a row
 * that looks wrong and was paid before is `paid`.
 */
export type ReviewGroup = 'wrong' | 'repeat' | 'paid' | 'open' | 'ready';

export const reviewGroups: readonly ReviewGroup[] = ['wrong', 'repeat', 'paid', 'open', 'ready'];

/** What the user said that holds for another look at the same rows. A yes does not: what it accepted may be another order. */
export interface KeptChoices {
  readonly corrections: readonly { readonly before: readonly string[]; readonly cells: readonly string[] }[];
  /** Rows left out, by their cells in the file. */
  readonly leftOut: readonly (readonly string[])[];
  /** Groups left out that would leave by themselves. */
  readonly groupsOff: readonly ReviewGroup[];
}

export const noChoices: KeptChoices = { corrections: [], leftOut: [], groupsOff: [] };

/** Where what was said before belongs among these rows. */
export function placed(
  rows: readonly SourceRow[],
  { corrections, leftOut }: KeptChoices,
): {
  readonly corrections: ReadonlyMap<number, readonly string[]>;
  readonly leftOut: readonly number[];
  readonly lost: number;
} {
  const wanted = new Set(
    [...corrections.map(({ before }) => before), ...leftOut].map((cells) => cells.join('\0')),
  );
  const places = new Map<string, number[]>();
  if (wanted.size > 0) {
    for (const [index, { cells }] of rows.entries()) {
      const key = cells.join('\0');
      if (wanted.has(key)) places.set(key, [...(places.get(key) ?? []), index]);
    }
  }
  const taken = new Map(places);
  let lost = 0;
  const found = new Map<number, readonly string[]>();
  for (const { before, cells } of corrections) {
    const [row, ...more] = places.get(before.join('\0')) ?? [];
    if (row === undefined) lost += 1;
    else found.set(row, cells);
    places.set(before.join('\0'), more);
  }
  const left: number[] = [];
  for (const before of leftOut) {
    const [row, ...more] = taken.get(before.join('\0')) ?? [];
    if (row === undefined) lost += 1;
    else left.push(row);
    taken.set(before.join('\0'), more);
  }
  return { corrections: found, leftOut: left, lost };
}
