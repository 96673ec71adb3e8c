import { coverHeaders } from '../../contract/coverHeaders.ts';
import { coverCode, coverId } from '../../contract/coverText.ts';
import type { OwnInput } from '../../contract/ownInput.ts';
import { isDamaged, readableOf } from '../ports/damaged.ts';
import type { OrderPayloads, OrderSummary, Resolution } from '../ports/ports.ts';
import { costAsRecorded } from './orderCost.ts';

/** Bytes that were kept, or a sentence in the place of what cannot be read. */
export type KeptText = Uint8Array | string;

/** What was learned of an order elsewhere than from its call, oldest first. */
export interface ExportBeside {
  readonly recorded: readonly (Pick<Resolution, 'at' | 'outcome' | 'note'> & {
    /** As the user pasted it; null = none was. */
    readonly answer: KeptText | null;
  })[];
  readonly support: readonly { readonly at: number; readonly text: KeptText }[];
}

/** One order for a file. Bodies are text; what is not UTF-8 goes out as base64 and says so. */
export interface ExportRow {
  readonly order: OrderSummary;
  readonly note: string;
  readonly payloads: OrderPayloads | null;
  /** Documents kept with the order: counted, and not exported. Absent = none. */
  readonly documents?: number;
  /** Absent = nothing. */
  readonly beside?: ExportBeside;
  /** What was asked about, covered wherever the service repeats it; null = not known. */
  readonly own?: OwnInput | null;
  /** What of it is damaged, in a sentence; absent or '' = nothing. */
  readonly damaged?: string;
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

type Told = Required<Pick<ExportRow, 'order' | 'note' | 'own' | 'exact' | 'damaged'>>;

/** The CSV's columns; names and order stay as they are, for scripts depend on them: a new one goes to the end. */
const columns: readonly (readonly [name: string, cell: (told: Told) => string])[] = [
  ['id', ({ order }) => order.id],
  ['begun_at', ({ order }) => isoOrEmpty(order.begunAt)],
  ['settled_at', ({ order }) => isoOrEmpty(order.settledAt)],
  ['environment', ({ order }) => order.environment],
  ['kind', ({ order }) => order.kind],
  ['origin', ({ order }) => order.origin],
  ['operation', ({ order }) => order.operation],
  ['state', ({ order }) => order.state],
  ['outcome', ({ order }) => order.outcome],
  ['billing', ({ order }) => order.billing],
  ['billing_evidence', ({ order }) => order.evidence],
  ['http_status', ({ order }) => String(order.httpStatus ?? '')],
  [
    'message_code',
    ({ order, own, exact }) => wordAs(exact, order.messageCode, (code) => coverCode(code, own)),
  ],
  ['order_id', ({ order, own, exact }) => wordAs(exact, order.orderId, (id) => coverId(id, own))],
  ['failure', ({ order }) => order.failureCode ?? ''],
  ['total_ms', ({ order }) => String(order.totalMs ?? '')],
  ['input_masked', ({ order }) => order.maskedInput],
  ['machine', ({ order }) => order.machine],
  ['key_tail', ({ order }) => order.keyTail ?? ''],
  ['resolved', ({ order }) => order.resolved ?? ''],
  ['resolved_at', ({ order }) => isoOrEmpty(order.resolvedAt)],
  ['note', ({ note }) => note],
  ['aadhaar_reduced_at', ({ order }) => isoOrEmpty(order.aadhaarReducedAt)],
  ['damaged', ({ damaged }) => damaged],
  ['follow_up', ({ order }) => order.followUp ?? ''],
  ['cost_estimated', ({ order }) => costAsRecorded(order) ?? ''],
];

/** A word of the service's; '' for one that is not there. */
function wordAs(exact: boolean, word: string | null, covered: (word: string) => string): string {
  if (word === null) return '';
  return exact ? word : covered(word);
}

/** The flat part of an order, by the names of the CSV's columns. */
export function flatRow({
  order,
  note,
  own = null,
  exact = false,
  damaged = '',
}: ExportRow): readonly (readonly [name: string, value: string])[] {
  return columns.map(([name, cell]) => [name, cell({ order, note, own, exact, damaged })] as const);
}

/** RFC 4180, and safe to open in a spreadsheet: a cell that would be read as a formula gets an apostrophe before it; a number is none. */
export function csvCell(value: string): string {
  const isFormula = /^[=+\-@\t\r\n＝＋－＠]/.test(value) && !/^-\d+(\.\d+)?$/.test(value);
  const safe = isFormula ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

export function csvHeader(): string {
  return csvLine(columns.map(([name]) => name));
}

/** The members of a line for it; none where nothing is kept of it. A note is the user's own words, which leave where all does. */
function besideMembers(
  { order, beside, own = null, exact = false }: ExportRow,
  text: BodyText,
): Readonly<Record<string, unknown>> {
  const shown = (kept: KeptText): string =>
    typeof kept === 'string' ? kept : text(order, kept, 'answer', own);
  const recorded = (beside?.recorded ?? []).map(({ at, outcome, note, answer }) => ({
    at: isoOrEmpty(at),
    outcome,
    ...(exact ? { note } : {}),
    ...(answer === null ? {} : { answer: shown(answer) }),
  }));
  const support = (beside?.support ?? []).map((one) => ({ at: isoOrEmpty(one.at), text: shown(one.text) }));
  return {
    ...(recorded.length > 0 ? { recorded } : {}),
    ...(support.length > 0 ? { support } : {}),
  };
}

/** One JSON object on one line, with request and answer as text. */
export function ndjsonLine(row: ExportRow, text: BodyText): string {
  const flat: Record<string, unknown> = Object.fromEntries(flatRow(row));
  const { order, payloads, own = null, exact = false } = row;
  flat.payloads = payloads?.kind ?? 'not-kept';
  if (row.documents) flat.documents_not_included = row.documents;
  if (payloads?.kind === 'open' || payloads?.kind === 'damaged') {
    const { requestBody } = payloads;
    // Of what is damaged there is no member, rather than an empty one: `damaged` says why.
    if (!isDamaged(requestBody)) flat.request = text(order, requestBody, 'request', own);
    const answer = readableOf(payloads.answer);
    if (answer !== null) {
      flat.answer = text(order, answer.body, 'answer', own);
      flat.headers = coverHeaders(answer.head?.headers ?? [], own, exact);
      flat.timing = answer.timing;
    }
  }
  Object.assign(flat, besideMembers(row, text));
  return `${JSON.stringify(flat)}\n`;
}

/** File name of a raw body: sorts by time, holds nothing personal. */
export function rawFileName(order: OrderSummary, part: 'request' | 'answer'): string {
  const time = new Date(order.begunAt).toISOString().replaceAll(/[:.]/g, '-');
  return `${time}_${order.operation}_${order.id.slice(0, 8)}.${part}`;
}
