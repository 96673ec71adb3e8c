import type { NewBatchRow, RowWhy } from '../ports/batchPorts.ts';
import type { OrderId } from '../ports/ids.ts';
import type { ReviewGroup } from './reviewChoices.ts';

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

export function groupOf(row: NewBatchRow): ReviewGroup {
  if (row.why === 'uneven') return 'wrong';
  if (row.sameAs !== null) return 'repeat';
  if (row.openTwins.length > 0) return 'open';
  if (row.paidTwins.length > 0) return 'paid';
  return row.flawed ? 'wrong' : 'ready';
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
