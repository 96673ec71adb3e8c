import { type BatchId, draftOfBatch, type OrderId } from '../../../src/calls/ports/ids.ts';
import type { NewOrder, OrderSummary, Resolution, Settlement } from '../../../src/calls/ports/ports.ts';
import type { Billing, OperationId, Outcome } from '../../../src/contract/words.ts';
import type { Plan, PlanRow } from './modelPlans.ts';

/** An order as the model keeps it. */
export interface Row {
  readonly seq: number;
  readonly order: NewOrder;
  state: 'in-flight' | 'settled' | 'lost';
  outcome: Outcome;
  billing: Billing;
  settlement: Settlement | null;
  /** How many orders were settled before it and with it, by when that was written. */
  settledAs: number;
  resolved: Resolution['outcome'] | null;
  resolvedAt: number | null;
  payloads: boolean;
  /** As meters and deadlines have it: they move along when the clock is set. */
  meterAt: number;
  deadlineAt: number;
}

/** One account's throttling. */
export interface Cooling {
  until: number;
  since: number;
  /** The latest end among the waits of a day at most. */
  sane: number;
  guessed: boolean;
  order: OrderId;
  calls: number;
  callsAt: number;
}

/** All windows' history: what a transaction sees is what all the others left. */
export class ModelStore {
  seq = 0;
  settled = 0;
  readonly rows = new Map<OrderId, Row>();
  /** Every row there ever was: counts outlive erased orders. */
  readonly counted: Row[] = [];
  readonly drafts = new Set<string>();
  readonly pages = new Map<string, Uint8Array>();
  readonly savedAt = new Map<string, number>();
  /** How often what a page held was erased. */
  readonly erasures = new Map<string, number>();
  readonly cooling = new Map<string, Cooling>();
  readonly plans = new Map<BatchId, Plan>();
  readonly now: () => number;

  constructor(now: () => number) {
    this.now = now;
  }

  /** A call of a batch leaves only while its rows wait. */
  waits(draft: string): boolean {
    for (const { batch, rows, state } of this.plans.values()) {
      const mine = rows.some(
        (row) => row.state === 'waiting' && draftOfBatch(batch.id, row.call ?? -1, row.again) === draft,
      );
      if (mine) return state === 'started';
    }
    return false;
  }

  /** The clock was set: what is kept by it moves along. */
  shift(by: number): void {
    for (const row of this.counted) {
      row.meterAt += by;
      if (row.state === 'in-flight') row.deadlineAt += by;
    }
    for (const one of this.cooling.values()) {
      one.until += by;
      one.since += by;
      one.sane += by;
      one.callsAt += by;
    }
    for (const plan of this.plans.values()) plan.heldUntil += by;
  }

  #planRows(): PlanRow[] {
    return [...this.plans.values()].flatMap(({ rows }) => rows);
  }

  /** The state of a row follows its order within the same transaction. */
  followed(row: Row): void {
    const { id, batch, draftId } = row.order;
    const plan = batch === null ? undefined : this.plans.get(batch.id);
    if (plan === undefined) return;
    for (const one of plan.rows) {
      if (row.state === 'in-flight') {
        if (one.state !== 'waiting' || one.call === null) continue;
        if (draftOfBatch(plan.batch.id, one.call, one.again) !== draftId) continue;
        one.order = id;
      } else if (one.order !== id || !['sent', 'undecided', 'done'].includes(one.state)) continue;
      const isUnknown = row.state === 'lost' || row.outcome === 'unknown';
      const isLeft = one.why === 'left-unknown';
      const isTold = row.resolved !== null && row.resolved !== 'still-open';
      if (row.state === 'in-flight') one.state = 'sent';
      else one.state = isUnknown && !isTold && !isLeft ? 'undecided' : 'done';
      if (!isUnknown || isTold || !isLeft) one.why = one.state === 'undecided' ? 'unknown' : null;
    }
  }

  /** What is forgotten of an order is forgotten of its row. */
  erased(row: Row): void {
    for (const one of this.#planRows()) {
      if (one.order !== row.order.id) continue;
      one.state = 'done';
      forget(one);
    }
  }

  /** A row of this input that waits is never sent. */
  forgetInput(fingerprint: string): void {
    for (const one of this.#planRows()) {
      if (one.fingerprint !== fingerprint || one.state === 'sent') continue;
      if (one.order === null) one.state = 'skipped';
      forget(one);
    }
  }
}

function forget(row: PlanRow): void {
  row.why = 'erased';
  row.masked = '';
  row.fingerprint = null;
  row.fields = null;
}

export function accountOf(place: string, keyHash: string, operation: OperationId): string {
  return `${operation} ${place} ${keyHash}`;
}

export function isOpenRow({ state, outcome, resolved }: Row): boolean {
  if (resolved !== null && resolved !== 'still-open') return false;
  return state !== 'settled' || outcome === 'pending' || outcome === 'held' || outcome === 'unknown';
}

/** Retention leaves it alone. */
export function isOwedRow(row: Row): boolean {
  const isRecorded = row.resolved !== null && row.resolved !== 'still-open';
  return isOpenRow(row) || (row.state === 'settled' && row.billing === 'unknown' && !isRecorded);
}

export function summaryOf(row: Row): OrderSummary {
  const { settlement, order } = row;
  const { requestBody, day, session, parts, place, keyHash, aadhaar, ...rest } = order;
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
    followUp: null,
    // Nor shapes.
    drift: null,
    resolved: row.resolved,
    resolvedAt: row.resolvedAt,
    payloadsKept: row.payloads && settlement !== null,
    // The model keeps no numbers to reduce: its inputs are invented.
    aadhaarReducedAt: null,
  };
}
