import type { OperationId } from '../../contract/words.ts';
import type { LatencyRow } from '../ports/usagePorts.ts';

/** Times of whole answers, ms. Read out of buckets: exact to a bucket's width. */
export interface Percentiles {
  readonly operation: OperationId;
  readonly calls: number;
  readonly p50: number;
  readonly p90: number;
  readonly p99: number;
}

/** One row for each bucket, shortest times first. */
function merged(rows: readonly LatencyRow[]): LatencyRow[] {
  const same = Map.groupBy(rows, ({ fromMs }) => fromMs);
  return [...same.values()]
    .flatMap(([first, ...more]) =>
      first === undefined
        ? []
        : [{ ...first, calls: more.reduce((sum, { calls }) => sum + calls, first.calls) }],
    )
    .sort((a, b) => a.fromMs - b.fromMs);
}

/**
 * The time within which a share of the calls was answered. The call it falls on is sought by rank; within its bucket calls
 * are taken to lie evenly. Null without calls.
 * @param share 0 to 1
 */
export function percentile(rows: readonly LatencyRow[], share: number): number | null {
  const buckets = merged(rows);
  const total = buckets.reduce((sum, { calls }) => sum + calls, 0);
  if (total === 0) return null;
  const rank = Math.max(1, Math.ceil(share * total));
  let before = 0;
  for (const { fromMs, toMs, calls } of buckets) {
    if (before + calls >= rank) {
      // The last bucket has no end to count towards.
      return toMs === Number.MAX_SAFE_INTEGER ? fromMs : fromMs + ((rank - before) / calls) * (toMs - fromMs);
    }
    before += calls;
  }
  return null;
}

/** One entry for each operation that was answered at all. */
export function percentiles(rows: readonly LatencyRow[]): readonly Percentiles[] {
  const groups = Map.groupBy(rows, ({ operation }) => operation);
  return [...groups].flatMap(([operation, own]) => {
    const calls = own.reduce((sum, row) => sum + row.calls, 0);
    const [p50, p90, p99] = [percentile(own, 0.5), percentile(own, 0.9), percentile(own, 0.99)];
    return p50 === null || p90 === null || p99 === null ? [] : [{ operation, calls, p50, p90, p99 }];
  });
}
