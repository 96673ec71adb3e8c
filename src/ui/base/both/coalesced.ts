/** Does something once for all who ask for it within a time: a batch changes the ledger many times a second. */
export class Coalesced {
  private readonly quietMs: number;
  private readonly work: () => void;
  private timer: NodeJS.Timeout | undefined;

  /** @param quietMs from the first who asks until it is done */
  constructor(quietMs: number, work: () => void) {
    this.quietMs = quietMs;
    this.work = work;
  }

  /** Bound: it is handed on as a listener. */
  readonly ask = (): void => {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.work();
    }, this.quietMs);
  };

  dispose(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }
}
