/** Index of the first entry that is not before the moment. */
export function lowerBound(sorted: readonly { readonly at: number }[], moment: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle]?.at ?? 0) < moment) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** In the order of their times; what has none is left out. */
export function byTimeOf<T>(
  all: readonly T[],
  timeOf: (one: T) => number | null,
): { readonly at: number; readonly one: T }[] {
  return all
    .flatMap((one) => {
      const at = timeOf(one);
      return at === null ? [] : [{ at, one }];
    })
    .sort((a, b) => a.at - b.at);
}
