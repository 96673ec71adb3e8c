import type { Column } from '../../contract/listColumns.ts';
import { columnsOf } from '../../shapes/columns.ts';
import type { LearnedShape } from '../../shapes/model.ts';

/** Different inputs before a list has usual columns. */
const enoughInputs = 5;

/**
 * The columns that a list of an answer usually has, in the order in which they were learned: also those that this answer
 * lacks, so that tables of two answers stand alike. `[]` where too little is known.
 * @param keys that lead to the list from the root of the body
 */
export function usualColumns(shape: LearnedShape | null, keys: readonly string[]): readonly Column[] {
  if (shape === null) return [];
  const known = columnsOf(
    shape,
    keys.map((key) => ({ key })),
  );
  const most = Math.max(0, ...known.map(({ inputs }) => inputs));
  return most < enoughInputs ? [] : known.filter(({ inputs }) => inputs * 2 >= most);
}
