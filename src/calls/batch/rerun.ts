import type { Outcome } from '../../contract/words.ts';
import type { BatchRow, OutcomeTally } from '../batchPorts.ts';

/** What an answered row came to, as one choice of *Re-run Failed*. */
export interface RerunGroup extends OutcomeTally {
  /** `free`: the first sending was not billed. `billed`: it was, or may have been, and the next one is billed again. */
  readonly again: 'free' | 'billed';
}

const failed: ReadonlySet<Outcome> = new Set([
  'throttled',
  'failed',
  'refused',
  'refunded',
  'rejected',
  'not-sent',
]);

/**
 * Groups of rows that may be wanted again, free ones first. A verified row is no failure, and one that is still open
 * (pending, held) must not be sent beside its order.
 */
export function rerunGroups(outcomes: readonly OutcomeTally[]): readonly RerunGroup[] {
  const groups = outcomes.flatMap((one): RerunGroup[] => {
    if (one.outcome === 'verified' || one.outcome === 'pending' || one.outcome === 'held') return [];
    const free = failed.has(one.outcome) && (one.billing === 'free' || one.billing === 'refunded');
    return [{ ...one, again: free ? 'free' : 'billed' }];
  });
  return groups.toSorted((a, b) => Number(a.again === 'billed') - Number(b.again === 'billed'));
}

export function isInGroup(row: BatchRow, group: OutcomeTally): boolean {
  return (
    (row.state === 'done' || row.state === 'undecided') &&
    row.outcome === group.outcome &&
    row.billing === group.billing &&
    row.messageCode === group.messageCode
  );
}
