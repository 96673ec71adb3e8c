/** Something heavy that starts at its first use and is shared from then on; a failed start may be tried again. */
export interface Once<T> {
  get(): Promise<T>;
  /** What was started, or null if nobody ever asked for it or it did not start. */
  started(): Promise<T | null>;
}

export function once<T>(start: () => Promise<T>): Once<T> {
  let held: Promise<T> | null = null;
  return {
    get(): Promise<T> {
      held ??= start().catch((error: unknown) => {
        held = null;
        throw error;
      });
      return held;
    },
    async started(): Promise<T | null> {
      if (held === null) return null;
      return held.catch(() => null);
    },
  };
}
