/** How the ledger fails, and when. */
export interface Fault {
  /** Null = in every window. */
  readonly window: number | null;
  readonly on: 'reads' | 'writes' | 'all';
  /** The n-th such thing fails, counted from 1. */
  readonly nth: number;
  /** And all that follow it. */
  readonly forGood: boolean;
  /** `after` = it is done all the same, and only said to have failed. */
  readonly when: 'before' | 'after';
  readonly words: string;
}

/** Which reads and writes of the ledger fail. */
export class FaultPlan {
  /** How often something failed. */
  failures = 0;
  #faults: { readonly fault: Fault; met: number }[] = [];

  add(fault: Fault): void {
    this.#faults.push({ fault, met: 0 });
  }

  heal(): void {
    this.#faults = [];
  }

  /** What is wrong with this very read or write, or null. */
  meet(window: number, kind: 'read' | 'write'): Fault | null {
    if (this.#faults.length === 0) return null;
    let found: Fault | null = null;
    for (const one of this.#faults) {
      const { fault } = one;
      if (fault.window !== null && fault.window !== window) continue;
      if (fault.on !== 'all' && fault.on !== `${kind}s`) continue;
      one.met += 1;
      if (one.met === fault.nth || (one.met > fault.nth && fault.forGood)) found ??= fault;
    }
    if (found !== null) this.failures += 1;
    return found;
  }
}
