/** What a window still lets through. */
export interface Allowance {
  /** Length in ms. */
  readonly ms: number;
  readonly most: number;
  /** Calls in it now. */
  readonly used: number;
}

/**
 * Least time for so many calls under these windows, in ms: what fits now leaves at once, the rest as the windows move
 * on. What the calls themselves take comes on top.
 */
export function timeNeeded(calls: number, allowances: readonly Allowance[]): number {
  const times = allowances.map(({ ms, most, used }) => {
    const left = calls - Math.max(0, most - used);
    return left <= 0 || most <= 0 ? 0 : Math.ceil(left / most) * ms;
  });
  return Math.max(0, ...times);
}
