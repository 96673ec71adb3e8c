import type { Batch, BatchRow, RowWhy, TallyRow, UnfinishedBatch } from '../calls/ports/batchPorts.ts';
import {
  type BatchId,
  batchDrafts,
  batchId,
  type DraftId,
  draftId,
  type OrderId,
  orderId,
} from '../calls/ports/ids.ts';
import type { EnvironmentKind } from '../calls/ports/ports.ts';
import type { OperationId } from '../contract/words.ts';
import { failureCodeOf } from './rows.ts';
import type { Store } from './store.ts';
import { written, writtenOrNull } from './written.ts';

type Row = Readonly<Record<string, unknown>>;

export function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function numberOrNull(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}

export function batchRowOf(row: Row): BatchRow {
  return {
    row: Number(row.row),
    line: Number(row.line),
    call: numberOrNull(row.call),
    state: written(row.state),
    why: writtenOrNull(row.why),
    sameAs: numberOrNull(row.same_as),
    ...(typeof row.same_line === 'number' ? { sameLine: row.same_line } : {}),
    masked: String(row.masked),
    order: typeof row.order_ref === 'string' ? orderId(row.order_ref) : null,
    outcome: writtenOrNull(row.outcome),
    billing: writtenOrNull(row.billing),
    resolved: writtenOrNull(row.resolved),
    ...(row.kind === 'sandbox' ? { simulated: true as const } : {}),
    httpStatus: numberOrNull(row.http_status),
    messageCode: textOrNull(row.message_code),
    failureCode: failureCodeOf(row.failure_code),
    orderId: textOrNull(row.order_id),
    earlierOrderId: textOrNull(row.earlier_order_id),
    settledAt: numberOrNull(row.settled_at),
  };
}

/** Twins are named newest first; one that may have been paid comes after those that were. */
const earlierOrderId = `CASE WHEN r.state = 'skipped' AND r.why = 'paid' THEN (
    SELECT e.order_id FROM json_each(r.paid_twins) t CROSS JOIN orders e ON e.id = t.value
    WHERE e.order_id IS NOT NULL ORDER BY e.billing <> 'billed', t.key LIMIT 1) END`;

export const rowsWithOrders = `
  SELECT r.row, r.line, r.call, r.state, r.why, r.same_as, r.masked, r.order_ref, o.outcome, o.billing, o.resolved, o.kind,
    o.http_status, o.message_code, o.failure_code, o.order_id, o.settled_at, ${earlierOrderId} AS earlier_order_id,
    (SELECT s.line FROM batch_rows s WHERE s.batch = r.batch AND s.row = r.same_as) AS same_line
  FROM batch_rows r LEFT JOIN orders o ON o.id = r.order_ref WHERE r.batch = ?`;

export function rowsAfter(store: Store, batch: BatchId, after: number, limit: number): BatchRow[] {
  const rows = store.sql(`${rowsWithOrders} AND r.row > ? ORDER BY r.row LIMIT ?`);
  return rows.all(batch, after, limit).map(batchRowOf);
}

/** See BatchStore.wrote; the draft of what is sent anew has a number of its own behind that of its call. */
export function canHaveWritten(
  store: Store,
  batch: BatchId,
  rows: readonly number[],
  ids: readonly (readonly [number, string])[],
): boolean {
  const unsent = store
    .sql(
      `SELECT 1 FROM batch_rows WHERE batch = ? AND state = 'waiting' AND draft_id NOT GLOB '*.*-*'
       AND row IN (SELECT value FROM json_each(?)) LIMIT 1`,
    )
    .get(batch, JSON.stringify(rows));
  if (unsent !== undefined) return false;
  const compared = store
    .sql(
      `SELECT max(ltrim(o.order_id, '''') = h.value ->> 1) AS same FROM json_each(?) h
       JOIN batch_rows r ON r.batch = ? AND r.row = h.value ->> 0
       JOIN orders o ON o.id = r.order_ref AND o.order_id <> ''`,
    )
    .get(JSON.stringify(ids), batch);
  return compared?.same !== 0;
}

export function rowsOfCall(store: Store, batch: BatchId, call: number): BatchRow[] {
  const rows = store.sql(`${rowsWithOrders} AND r.call = ?`).all(batch, call).map(batchRowOf);
  return rows.sort((a, b) => a.row - b.row);
}

/** It has a twin that was paid, or may have been, and that the user has not passed by name. */
export const stopped = `(paid_twins <> '[]' AND (accepted_paid = '[]' OR EXISTS (
  SELECT 1 FROM json_each(paid_twins) t WHERE t.value NOT IN (SELECT value FROM json_each(accepted_paid)))))`;

function tallyOf(store: Store, batch: BatchId): TallyRow[] {
  return store
    .sql(
      `SELECT state, why, flawed, ${stopped} AS paid, count(*) AS n, count(DISTINCT call) AS calls
       FROM batch_rows WHERE batch = ? GROUP BY state, why, flawed, paid`,
    )
    .all(batch)
    .map((row) => ({
      state: written(row.state),
      why: writtenOrNull(row.why),
      flawed: row.flawed === 1,
      paid: row.paid === 1,
      rows: Number(row.n),
      calls: Number(row.calls),
    }));
}

/** A row of `batches` without what is sealed in it. */
export function batchOf(
  store: Store,
  row: Row,
  holder: string,
  now: number,
): Omit<Batch, 'source' | 'results' | 'fields' | 'baseUrl'> {
  const id = batchId(String(row.id));
  return {
    id,
    operation: written(row.operation),
    environment: String(row.environment),
    identity: String(row.identity),
    kind: written(row.kind),
    origin: String(row.origin),
    createdAt: Number(row.created_at),
    state: row.state === 'started' ? 'started' : 'planning',
    tally: tallyOf(store, id),
    interrupted: row.holder !== null && Number(row.held_until) < now,
    heldElsewhere: row.holder !== null && row.holder !== holder && Number(row.held_until) >= now,
  };
}

/** See BatchStore.unfinished. */
export function unfinishedOf(
  store: Store,
  now: number,
): { batches: Omit<UnfinishedBatch, 'source'>[]; nextAt: number | null } {
  // Counted in the index by state: a tally reads every row.
  const rows = (state: string): string =>
    `(SELECT count(*) FROM batch_rows r WHERE r.batch = b.id AND r.state = '${state}')`;
  const found = store
    .sql(
      `SELECT id, operation, environment, kind, created_at, holder IS NOT NULL AS interrupted,
         ${rows('waiting')} AS waiting, ${rows('undecided')} AS undecided
       FROM batches b WHERE state = 'started' AND iif(interrupted, held_until < ?, waiting + undecided > 0)
       ORDER BY created_at DESC`,
    )
    .all(now)
    .map((row) => ({
      id: batchId(String(row.id)),
      operation: written<OperationId>(row.operation),
      environment: String(row.environment),
      kind: written<EnvironmentKind>(row.kind),
      createdAt: Number(row.created_at),
      interrupted: row.interrupted === 1,
      waiting: Number(row.waiting),
      undecided: Number(row.undecided),
    }));
  const next = store
    .sql('SELECT min(held_until) AS at FROM batches WHERE holder IS NOT NULL AND held_until >= ?')
    .get(now);
  return { batches: found, nextAt: numberOrNull(next?.at) };
}

export interface WaitingCall {
  readonly call: number;
  readonly draftId: DraftId;
  readonly fingerprint: string | null;
  readonly acceptedPaid: readonly OrderId[];
  readonly acceptedOpen: readonly OrderId[];
  readonly rows: readonly { readonly row: number; readonly sealId: string; readonly input: Uint8Array }[];
}

/** See BatchStore.undecided. */
export function undecidedDrafts(store: Store, batch: BatchId, why: RowWhy): DraftId[] {
  const rows = store
    .sql(
      `SELECT draft_id FROM batch_rows WHERE batch = ? AND state = 'undecided' AND why = ? AND draft_id IS NOT NULL
       ORDER BY call`,
    )
    .all(batch, why);
  // Made distinct here: asked to, SQLite sorts them all once more.
  return [...new Set(rows.map((row) => draftId(String(row.draft_id))))];
}

/** The draft is a batch's call that does not wait any more: its rows were left or erased after they were read. */
export function isGone(store: Store, draft: DraftId): boolean {
  if (!draft.startsWith(batchDrafts)) return false;
  const waits = store.sql(
    // A batch that is being erased is a plan again, see BatchTables.erase.
    `SELECT 1 FROM batch_rows r JOIN batches b ON b.id = r.batch
     WHERE r.draft_id = ? AND r.state = 'waiting' AND b.state = 'started' LIMIT 1`,
  );
  return waits.get(draft) === undefined;
}

/** Order ids that several rows hold as JSON, each once. */
function ordersIn(rows: readonly Row[], column: string): OrderId[] {
  // Written by this code alone, as a list of ids.
  const lists: readonly (readonly string[])[] = rows.map((row) => JSON.parse(String(row[column])));
  return [...new Set(lists.flat())].map(orderId);
}

export function waitingCall(store: Store, batch: BatchId, from: number): WaitingCall | null {
  const next = store
    .sql(
      `SELECT call FROM batch_rows WHERE batch = ? AND state = 'waiting' AND call >= ? ORDER BY call LIMIT 1`,
    )
    .get(batch, from);
  if (next === undefined) return null;
  const call = Number(next.call);
  const rows = store
    .sql(
      `SELECT row, draft_id, fingerprint, accepted_paid, accepted_open, seal_id, input FROM batch_rows
       WHERE batch = ? AND state = 'waiting' AND call = ?`,
    )
    .all(batch, call)
    // Sorted here: asked to, SQLite walks all rows of the batch in order instead of finding these few.
    .sort((a, b) => Number(a.row) - Number(b.row));
  const [first] = rows;
  if (first === undefined) return null;
  return {
    call,
    draftId: draftId(String(first.draft_id)),
    fingerprint: textOrNull(first.fingerprint),
    acceptedPaid: ordersIn(rows, 'accepted_paid'),
    acceptedOpen: ordersIn(rows, 'accepted_open'),
    rows: rows.map((row) => {
      if (!(row.input instanceof Uint8Array)) throw new Error('a row that waits has no input any more');
      return { row: Number(row.row), sealId: String(row.seal_id), input: row.input };
    }),
  };
}

/** The inputs of these rows that are kept, sealed. */
export function keptInputs(store: Store, batch: BatchId, rows: readonly number[]): readonly Row[] {
  return store
    .sql(
      `SELECT row, seal_id, input, fingerprint FROM batch_rows
       WHERE batch = ? AND row IN (SELECT value FROM json_each(?)) AND input IS NOT NULL`,
    )
    .all(batch, JSON.stringify(rows));
}
