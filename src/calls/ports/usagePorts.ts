import type { Billing, OperationId, Outcome } from '../../contract/words.ts';

/** How many calls came to the same thing on one day. Counts only, nothing of an input; they outlive erased orders. */
export interface UsageRow {
  readonly day: string;
  readonly environment: string;
  readonly operation: OperationId;
  readonly messageCode: string | null;
  readonly outcome: Outcome;
  readonly billing: Billing;
  readonly price: string | null;
  /** The same input had been billed in this environment before. */
  readonly repeat: boolean;
  readonly calls: number;
}

/** Calls whose whole answer took `fromMs` to `toMs`. */
export interface LatencyRow {
  readonly operation: OperationId;
  readonly fromMs: number;
  readonly toMs: number;
  readonly calls: number;
}

export interface UsageQuery {
  /** Local days, both inclusive. */
  readonly from: string;
  readonly to: string;
  /** null = all. */
  readonly environment: string | null;
}

export interface Usage {
  readonly rows: readonly UsageRow[];
  readonly latency: readonly LatencyRow[];
}
