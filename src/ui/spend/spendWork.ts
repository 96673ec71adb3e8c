import type { SpendSnapshot } from './start/spendTree.ts';

/** What the spend view shows; lives in the runtime. */
export interface SpendWork {
  read(): Promise<SpendSnapshot>;
}
