import { batchId, draftId, orderId } from '../calls/ports/ids.ts';
import type { FailureCode, OrderSummary } from '../calls/ports/ports.ts';
import { written, writtenOrNull } from './written.ts';

/** Columns of a row that every list reads; never a payload. */
export const summaryColumns = `seq, id, draft_id, operation, environment, identity, kind, origin, key_tail, machine, begun_at, deadline_at,
  masked_input, fingerprint, state, settled_at, outcome, billing, evidence, http_status, message_code, order_id, failure_code, total_ms,
  has_note, resolved, resolved_at, payloads_kept, price, batch, batch_row, follow_up, aadhaar_reduced_at, drift`;

type Row = Readonly<Record<string, unknown>>;

function text(row: Row, column: string): string {
  const value = row[column];
  if (typeof value !== 'string') throw new Error(`the order history holds no ${column} where one must be`);
  return value;
}

function textOrNull(row: Row, column: string): string | null {
  const value = row[column];
  return typeof value === 'string' ? value : null;
}

function numberOrNull(row: Row, column: string): number | null {
  const value = row[column];
  return typeof value === 'number' ? value : null;
}

const failureCodes: Readonly<Record<FailureCode, true>> = {
  dns: true,
  refused: true,
  unreachable: true,
  'connect-timeout': true,
  tls: true,
  certificates: true,
  proxy: true,
  'invalid-request': true,
  deadline: true,
  cancelled: true,
  reset: true,
  truncated: true,
  'too-large': true,
  malformed: true,
  encoding: true,
  closed: true,
  other: true,
};

function isFailureCode(value: string): value is FailureCode {
  return Object.hasOwn(failureCodes, value);
}

/** A code that another version wrote, and this one does not know, is some other failure. */
export function failureCodeOf(value: unknown): FailureCode | null {
  if (typeof value !== 'string') return null;
  return isFailureCode(value) ? value : 'other';
}

function batchOf(row: Row): OrderSummary['batch'] {
  const id = textOrNull(row, 'batch');
  return id === null ? null : { id: batchId(id), row: Number(row.batch_row) };
}

/** A row as the port knows it. The words in it were written by this code: they are taken as they stand. */
export function summaryOf(row: Row): OrderSummary {
  return {
    id: orderId(text(row, 'id')),
    draftId: draftId(text(row, 'draft_id')),
    operation: written(text(row, 'operation')),
    environment: text(row, 'environment'),
    identity: text(row, 'identity'),
    kind: written(text(row, 'kind')),
    origin: text(row, 'origin'),
    keyTail: textOrNull(row, 'key_tail'),
    machine: text(row, 'machine'),
    begunAt: Number(row.begun_at),
    deadlineAt: Number(row.deadline_at),
    maskedInput: text(row, 'masked_input'),
    fingerprint: textOrNull(row, 'fingerprint'),
    price: textOrNull(row, 'price'),
    batch: batchOf(row),
    state: written(text(row, 'state')),
    settledAt: numberOrNull(row, 'settled_at'),
    outcome: written(text(row, 'outcome')),
    billing: written(text(row, 'billing')),
    evidence: written(text(row, 'evidence')),
    httpStatus: numberOrNull(row, 'http_status'),
    messageCode: textOrNull(row, 'message_code'),
    orderId: textOrNull(row, 'order_id'),
    failureCode: failureCodeOf(row.failure_code),
    totalMs: numberOrNull(row, 'total_ms'),
    hasNote: row.has_note === 1,
    resolved: writtenOrNull(row.resolved),
    resolvedAt: numberOrNull(row, 'resolved_at'),
    payloadsKept: row.payloads_kept === 1,
    followUp: textOrNull(row, 'follow_up'),
    aadhaarReducedAt: numberOrNull(row, 'aadhaar_reduced_at'),
    drift: writtenOrNull(row.drift),
  };
}

/** Where an order stands in a list: by time, then by the order in which they were written. */
export interface ListPlace {
  readonly begunAt: number;
  readonly seq: number;
}

export function cursorOf(place: ListPlace): string {
  return `${place.begunAt}.${place.seq}`;
}

export function readCursor(cursor: string): ListPlace {
  const match = /^(-?\d+)\.(\d+)$/.exec(cursor);
  if (match === null) throw new Error('this is no place in the order history');
  return { begunAt: Number(match[1]), seq: Number(match[2]) };
}
