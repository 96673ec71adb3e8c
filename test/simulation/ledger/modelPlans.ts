import type {
  Batch,
  BatchRow,
  NewBatch,
  NewBatchRow,
  ResultsTarget,
  RowState,
  RowWhy,
  TallyRow,
} from '../../../src/calls/ports/batchPorts.ts';
import type { OrderId } from '../../../src/calls/ports/ids.ts';
import type { Row } from './modelRows.ts';

/** A row of a batch as the model keeps it. */
export interface PlanRow
  extends Omit<
    NewBatchRow,
    'state' | 'why' | 'fields' | 'fingerprint' | 'masked' | 'openTwins' | 'paidTwins'
  > {
  state: RowState;
  why: RowWhy | null;
  fields: NewBatchRow['fields'];
  fingerprint: string | null;
  masked: string;
  /** How often it was sent anew. */
  again: number;
  order: OrderId | null;
  acceptedPaid: Set<OrderId>;
  acceptedOpen: Set<OrderId>;
  /** Why it was set aside. */
  openTwins: OrderId[];
  paidTwins: OrderId[];
}

/** A batch as the model keeps it. */
export interface Plan {
  readonly batch: NewBatch;
  state: 'planning' | 'started';
  results: ResultsTarget | null;
  readonly rows: PlanRow[];
  holder: string | null;
  heldUntil: number;
}

export function planRow(row: NewBatchRow): PlanRow {
  return {
    ...row,
    again: 0,
    order: null,
    acceptedPaid: new Set(row.accepted),
    acceptedOpen: new Set(row.accepted),
    openTwins: [...row.openTwins],
    paidTwins: [...row.paidTwins],
  };
}

/** It has a twin that was paid, or may have been, and that was not passed by name. */
export function isStopped({ paidTwins, acceptedPaid }: PlanRow): boolean {
  return paidTwins.some((twin) => !acceptedPaid.has(twin));
}

function tallyOf({ rows }: Plan): TallyRow[] {
  const found = new Map<string, { row: TallyRow; calls: Set<number | null>; rows: number }>();
  for (const row of rows) {
    const { state, why, flawed, call } = row;
    const paid = isStopped(row);
    const key = `${state} ${why} ${flawed} ${paid}`;
    const kept = found.get(key) ?? {
      row: { state, why, flawed, paid, rows: 0, calls: 0 },
      calls: new Set(),
      rows: 0,
    };
    kept.rows += 1;
    if (call !== null) kept.calls.add(call);
    found.set(key, kept);
  }
  return [...found.values()].map((one) => ({ ...one.row, rows: one.rows, calls: one.calls.size }));
}

export function batchOf(plan: Plan, holder: string, now: number): Batch {
  return {
    ...plan.batch,
    state: plan.state,
    results: plan.results,
    tally: tallyOf(plan),
    interrupted: plan.holder !== null && plan.heldUntil < now,
    heldElsewhere: plan.holder !== null && plan.holder !== holder && plan.heldUntil >= now,
  };
}

/** Of what it was paid for with, before the batch; what may have been paid comes last. */
function earlierOrderId({ state, why, paidTwins }: PlanRow, orders: ReadonlyMap<string, Row>): string | null {
  if (state !== 'skipped' || why !== 'paid') return null;
  const known = paidTwins.flatMap((twin) => orders.get(twin) ?? []).filter(orderIdOf);
  return orderIdOf(known.find(({ billing }) => billing === 'billed') ?? known[0]);
}

const orderIdOf = (order: Row | undefined): string | null => order?.settlement?.orderId ?? null;

export function batchRowOf(row: PlanRow, orders: ReadonlyMap<string, Row>): BatchRow {
  const order = row.order === null ? undefined : orders.get(row.order);
  const settlement = order?.settlement ?? null;
  return {
    row: row.row,
    line: row.line,
    call: row.call,
    state: row.state,
    why: row.why,
    sameAs: row.sameAs,
    masked: row.masked,
    order: row.order,
    outcome: order?.outcome ?? null,
    billing: order?.billing ?? null,
    resolved: order?.resolved ?? null,
    httpStatus: settlement?.httpStatus ?? null,
    messageCode: settlement?.messageCode ?? null,
    failureCode: settlement?.failureCode ?? null,
    orderId: settlement?.orderId ?? null,
    earlierOrderId: earlierOrderId(row, orders),
    settledAt: settlement?.settledAt ?? null,
  };
}
