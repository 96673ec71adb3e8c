/** What a window still lets through. */
export interface Allowance {
  /** Length in ms. */
  readonly ms: number;
  readonly most: number;
  /** Calls in it now. */
  readonly used: number;
  /** Ms until the next call fits where none does now. */
  readonly freeIn: number;
}

/**
 * About the time for so many calls under these windows, in ms: what fits now leaves at once, the rest as the windows move
 * on. What the calls themselves take comes on top.
 */
export function timeNeeded(calls: number, allowances: readonly Allowance[]): number {
  const times = allowances.map(({ ms, most, used, freeIn }) => {
    const left = calls - Math.max(0, most - used);
    if (left <= 0 || most <= 0) return 0;
    // A full window lets the next ones through as soon as its oldest call leaves it; of others that moment is not known.
    const next = used < most ? ms : Math.min(ms, freeIn);
    return next + (Math.ceil(left / most) - 1) * ms;
  });
  return Math.max(0, ...times);
}

/**
 * Least time for so many calls under these windows, in ms; 0 = none of them waits. What went before may leave a window that
 * is not full at any moment, so of these calls alone it is sure that so many of them take a window each.
 */
export function leastTime(calls: number, allowances: readonly Allowance[]): number {
  const times = allowances.map(({ ms, most, used, freeIn }) => {
    if (calls <= Math.max(0, most - used) || most <= 0) return 0;
    const sure = Math.floor((calls - 1) / most) * ms + (used < most ? 0 : Math.min(ms, freeIn));
    return Math.max(1, sure);
  });
  return Math.max(0, ...times);
}
