import { normalFields } from '../../contract/identifiers.ts';
import type { Operation } from '../../contract/shapes.ts';
import type { NewBatchRow, RowWhy } from '../ports/batchPorts.ts';
import type { OrderId } from '../ports/ids.ts';
import type { ColumnMap } from './columns.ts';
import { type ReviewGroup, reviewGroups } from './reviewChoices.ts';
import { fieldsOf } from './rows.ts';

/** A row with what was found about it. */
export interface ReviewRow {
  /** Place among the rows, from 0. */
  readonly row: number;
  readonly line: number;
  /** As they would leave: as in the file, or as the user corrected them. */
  readonly cells: readonly string[];
  /** As in the file; null where they were not corrected. */
  readonly before: readonly string[] | null;
  readonly group: ReviewGroup;
  readonly flawed: boolean;
  readonly uneven: boolean;
  readonly sameAs: number | null;
  /** See NewBatchRow: sent anyway, it passes all of them. */
  readonly paidTwins: readonly OrderId[];
  readonly openTwins: readonly OrderId[];
  readonly masked: string;
  /** It leaves in another spelling than it stands in the file: identifiers in their one form. */
  readonly normalised: boolean;
  readonly repeatKey: string | null;
  /** The user's word on this row; null = as its group. */
  readonly wanted: boolean | null;
  /** It looks wrong as it was corrected, or a correction brought orders in its way: what was said of its group before is no word on that. */
  readonly unseen: boolean;
}

/** What of a group or of all leaves, and what does not. */
export interface ReviewCount {
  readonly rows: number;
  readonly sent: number;
  readonly corrected: number;
}

export function countsOf(
  rows: readonly ReviewRow[],
  isSent: (row: ReviewRow) => boolean,
): Record<ReviewGroup, ReviewCount> {
  const counts = Object.fromEntries(
    reviewGroups.map((group) => [group, { rows: 0, sent: 0, corrected: 0 }]),
  ) as Record<ReviewGroup, { rows: number; sent: number; corrected: number }>;
  for (const row of rows) {
    const count = counts[row.group];
    count.rows += 1;
    if (isSent(row)) count.sent += 1;
    if (row.before !== null) count.corrected += 1;
  }
  return counts;
}

function groupOf(row: NewBatchRow): ReviewGroup {
  if (row.why === 'uneven') return 'wrong';
  if (row.sameAs !== null) return 'repeat';
  if (row.openTwins.length > 0) return 'open';
  if (row.paidTwins.length > 0) return 'paid';
  return row.flawed ? 'wrong' : 'ready';
}

/** What the planner found about a row, of which nothing was said yet. @param before see ReviewRow */
export function reviewed(
  { operation, map }: { readonly operation: Operation; readonly map: ColumnMap },
  one: NewBatchRow,
  cells: readonly string[],
  before: readonly string[] | null,
): ReviewRow {
  const { row, line, flawed, sameAs, paidTwins, openTwins, masked, repeatKey } = one;
  const uneven = one.why === 'uneven';
  const read = fieldsOf(cells, map);
  const normalised = !uneven && normalFields(operation, read) !== read;
  const group = groupOf(one);
  return {
    ...{ row, line, cells, before, group, flawed, uneven, sameAs, paidTwins, openTwins, masked, repeatKey },
    normalised,
    wanted: null,
    unseen: before !== null && flawed,
  };
}

/** Why a row that was left out is. */
export function leftWhy(row: ReviewRow): RowWhy {
  if (row.uneven) return 'uneven';
  switch (row.group) {
    case 'repeat':
      return 'duplicate';
    case 'paid':
      return 'paid';
    case 'wrong':
      return 'invalid';
    default:
      return 'left';
  }
}

export function twinsOf({ paidTwins, openTwins }: ReviewRow): readonly OrderId[] {
  return [...paidTwins, ...openTwins];
}

/** Whether a row has orders in its way now that it had not before. */
export function newTwins(old: ReviewRow, judged: ReviewRow): boolean {
  const known = twinsOf(old);
  return twinsOf(judged).some((twin) => !known.includes(twin));
}

export function same(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((cell, index) => cell === b[index]);
}
