import type { Billing, OperationId, Outcome } from '../../contract/words.ts';

/** How many calls came to the same thing on one day. Counts only, nothing of an input; they outlive erased orders. */
export interface UsageRow {
  readonly day: string;
  /** As it was named when they left; whose calls they are goes by `identity`. */
  readonly environment: string;
  /** See identityOf. */
  readonly identity: string;
  readonly operation: OperationId;
  readonly messageCode: string | null;
  readonly outcome: Outcome;
  /** As the user recorded it where the service left it open, and else as it was answered; an order's own says what was answered alone. */
  readonly billing: Billing;
  readonly price: string | null;
  /** The same input had been billed in this environment before. */
  readonly repeat: boolean;
  readonly calls: number;
}

/** Whom calls were counted to. Like their counts it outlives erased orders. */
export interface KnownIdentity {
  /** See identityOf. */
  readonly identity: string;
  /** What the environment was called when they left. */
  readonly names: readonly string[];
  /** Identities it had before, whose calls count as its own. */
  readonly earlier: readonly string[];
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
