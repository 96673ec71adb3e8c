import type { OrderId } from '../../../src/calls/ids.ts';
import type { NewOrder, OrderSummary, Settlement } from '../../../src/calls/ports.ts';
import type { Billing, OperationId, Outcome } from '../../../src/contract/words.ts';

/** An order as the model keeps it. */
export interface Row {
  readonly seq: number;
  readonly order: NewOrder;
  state: 'in-flight' | 'settled' | 'lost';
  outcome: Outcome;
  billing: Billing;
  settlement: Settlement | null;
  resolved: 'verified' | 'negative' | 'refunded' | 'still-open' | null;
  resolvedAt: number | null;
  payloads: boolean;
}

/** One account's throttling. */
export interface Cooling {
  until: number;
  since: number;
  guessed: boolean;
  order: OrderId;
  calls: number;
  callsAt: number;
}

/** All windows' history: what a transaction sees is what all the others left. */
export class ModelStore {
  seq = 0;
  readonly rows = new Map<OrderId, Row>();
  /** Every row there ever was: counts outlive erased orders. */
  readonly counted: Row[] = [];
  readonly drafts = new Set<string>();
  readonly pages = new Map<string, Uint8Array>();
  readonly cooling = new Map<string, Cooling>();
}

export function accountOf(place: string, keyHash: string, operation: OperationId): string {
  return `${operation} ${place} ${keyHash}`;
}

export function isOpenRow({ state, outcome, resolved }: Row): boolean {
  if (resolved !== null && resolved !== 'still-open') return false;
  return state !== 'settled' || outcome === 'pending' || outcome === 'held' || outcome === 'unknown';
}

export function summaryOf(row: Row): OrderSummary {
  const { settlement, order } = row;
  const { requestBody, day, session, parts, place, keyHash, identity, ...rest } = order;
  return {
    ...rest,
    state: row.state,
    settledAt: settlement?.settledAt ?? null,
    outcome: row.outcome,
    billing: row.billing,
    evidence: settlement?.evidence ?? 'not-known',
    httpStatus: settlement?.httpStatus ?? null,
    messageCode: settlement?.messageCode ?? null,
    orderId: settlement?.orderId ?? null,
    failureCode: settlement?.failureCode ?? null,
    totalMs: settlement?.totalMs ?? null,
    hasNote: false,
    resolved: row.resolved,
    resolvedAt: row.resolvedAt,
    payloadsKept: row.payloads && settlement !== null,
  };
}
