import { coverHeaders } from '../../contract/coverHeaders.ts';
import { coverCode, coverId } from '../../contract/coverText.ts';
import type { OwnInput } from '../../contract/ownInput.ts';
import { orderId as asOrderId, draftId } from '../ports/ids.ts';
import type { OrderPayloads, OrderSummary } from '../ports/ports.ts';

/** One order for a file. Bodies are text; what is not UTF-8 goes out as base64 and says so. */
export interface ExportRow {
  readonly order: OrderSummary;
  readonly note: string;
  readonly payloads: OrderPayloads | null;
  /** Documents kept with the order: counted, and not exported. Absent = none. */
  readonly documents?: number;
  /** What was asked about, covered wherever the service repeats it; null = not known. */
  readonly own?: OwnInput | null;
  /** True where the user chose to let everything leave as it came. */
  readonly exact?: boolean;
}

/** How a text leaves: as it is, or masked. */
export type BodyText = (
  order: OrderSummary,
  body: Uint8Array,
  part: 'request' | 'answer',
  own: OwnInput | null,
) => string;

function isoOrEmpty(at: number | null): string {
  return at === null ? '' : new Date(at).toISOString();
}

/** The flat part of an order: names and order are the CSV's columns and stay as they are; scripts depend on them. */
export function flatRow({
  order,
  note,
  own = null,
  exact = false,
}: ExportRow): readonly (readonly [name: string, value: string])[] {
  const { messageCode, orderId } = order;
  return [
    ['id', order.id],
    ['begun_at', isoOrEmpty(order.begunAt)],
    ['settled_at', isoOrEmpty(order.settledAt)],
    ['environment', order.environment],
    ['kind', order.kind],
    ['origin', order.origin],
    ['operation', order.operation],
    ['state', order.state],
    ['outcome', order.outcome],
    ['billing', order.billing],
    ['billing_evidence', order.evidence],
    ['http_status', order.httpStatus === null ? '' : String(order.httpStatus)],
    ['message_code', exact ? (messageCode ?? '') : coverCode(messageCode ?? '', own)],
    ['order_id', exact ? (orderId ?? '') : coverId(orderId ?? '', own)],
    ['failure', order.failureCode ?? ''],
    ['total_ms', order.totalMs === null ? '' : String(order.totalMs)],
    ['input_masked', order.maskedInput],
    ['machine', order.machine],
    ['key_tail', order.keyTail ?? ''],
    ['resolved', order.resolved ?? ''],
    ['resolved_at', isoOrEmpty(order.resolvedAt)],
    ['note', note],
    ['aadhaar_reduced_at', isoOrEmpty(order.aadhaarReducedAt)],
  ];
}

/** RFC 4180, and safe to open in a spreadsheet: a cell that would be read as a formula gets an apostrophe before it. */
export function csvCell(value: string): string {
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

export function csvHeader(): string {
  return csvLine(flatRow({ order: emptyOrder, note: '', payloads: null }).map(([name]) => name));
}

/** One JSON object on one line, with request and answer as text. */
export function ndjsonLine(row: ExportRow, text: BodyText): string {
  const flat: Record<string, unknown> = Object.fromEntries(flatRow(row));
  const { order, payloads, own = null, exact = false } = row;
  flat.payloads = payloads?.kind ?? 'not-kept';
  if (row.documents) flat.documents_not_included = row.documents;
  if (payloads?.kind === 'open') {
    flat.request = text(order, payloads.requestBody, 'request', own);
    if (payloads.answer !== null) {
      flat.answer = text(order, payloads.answer.body, 'answer', own);
      flat.headers = coverHeaders(payloads.answer.head?.headers ?? [], own, exact);
      flat.timing = payloads.answer.timing;
    }
  }
  return `${JSON.stringify(flat)}\n`;
}

/** File name of a raw body: sorts by time, holds nothing personal. */
export function rawFileName(order: OrderSummary, part: 'request' | 'answer'): string {
  const time = new Date(order.begunAt).toISOString().replaceAll(/[:.]/g, '-');
  return `${time}_${order.operation}_${order.id.slice(0, 8)}.${part}`;
}

const emptyOrder: OrderSummary = {
  price: null,
  batch: null,
  id: asOrderId(''),
  draftId: draftId(''),
  operation: 'rc-advanced',
  environment: '',
  kind: 'sandbox',
  origin: '',
  keyTail: null,
  machine: '',
  begunAt: 0,
  deadlineAt: 0,
  maskedInput: '',
  fingerprint: null,
  state: 'in-flight',
  settledAt: null,
  outcome: 'unknown',
  billing: 'unknown',
  evidence: 'not-known',
  httpStatus: null,
  messageCode: null,
  orderId: null,
  failureCode: null,
  totalMs: null,
  hasNote: false,
  resolved: null,
  resolvedAt: null,
  payloadsKept: false,
  followUp: null,
  drift: null,
  aadhaarReducedAt: null,
};
