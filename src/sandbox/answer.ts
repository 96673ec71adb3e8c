import { documentedCode, type MessageCode } from '../contract/documentedCodes.ts';
import { operationById } from '../contract/operations.ts';
import type { OperationId } from '../contract/words.ts';
import { emulations } from './emulation.ts';
import { errorCodeOf, freeEnvelope, inventedParts, messageOf, orderEnvelope } from './envelope.ts';
import { type FaultId, undocumentedCode } from './magicRow.ts';
import { Invention } from './results/invent.ts';
import type { Ruling } from './router.ts';
import { subjectOf } from './subject.ts';

/** An answer before it is sent; faults.ts may still spoil it. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON in two pieces; what an enormous, deep or exact answer is filled with goes between them. */
  readonly head: string;
  readonly tail: string;
}

/** Seconds in the Retry-After of the magic 429, and how far ahead the one with a date looks. */
const magicWait = { seconds: 30, dateMs: 45_000 };
const hole = '@@sandbox-fills-this@@';
const quotedHole = JSON.stringify(hole);
const fillable: readonly (FaultId | null)[] = ['enormous', 'deep', 'exact-text'];

function retryAfter(ruling: Ruling, now: number): Readonly<Record<string, string>> {
  if (ruling.code !== 'RATE_LIMITED' || ruling.fault === 'retry-after-absent') return {};
  if (ruling.fault === 'retry-after-date') {
    return { 'Retry-After': new Date(now + magicWait.dateMs).toUTCString() };
  }
  if (ruling.fault === 'retry-after-unreadable') return { 'Retry-After': 'soon' };
  const seconds = ruling.waitMs === null ? magicWait.seconds : Math.ceil(ruling.waitMs / 1000);
  return { 'Retry-After': String(seconds) };
}

/**
 * Contradicts the documents in the ways a client should notice, billed all the same: another data.order_id, an unknown
 * error_code, a documented field missing (where fields are documented), one of another type, a new one.
 */
function deviate(envelope: Record<string, unknown>, orderId: string, result: Record<string, unknown>) {
  const { pdf_url, credit_report_link, ...kept } = result;
  const second = Object.keys(kept)[1];
  const retyped = second === undefined ? {} : { [second]: 20261121 };
  return {
    ...envelope,
    data: {
      order_id: `${orderId}-other`,
      error_code: 'not_in_the_documents',
      result: { ...kept, ...retyped, field_not_in_the_documents: 'invented by the sandbox' },
    },
  };
}

function orderBody(
  operation: OperationId,
  ruling: Ruling,
  code: MessageCode,
  orderId: string,
  origin: string,
) {
  const input = ruling.input ?? { fields: {}, strings: [], amount: null, expected: [] };
  const maker = emulations[operation].result;
  const subject = subjectOf(operation, input);
  const invent = new Invention(`${operation}\n${input.strings.join('\n')}`, origin);
  const plain = code === 'OK' ? maker.verified(subject, input, invent) : maker.empty(subject, input);
  const result = fillable.includes(ruling.fault) ? { ...plain, [maker.bulkField]: hole } : plain;
  const envelope = orderEnvelope(documentedCode(code), orderId, errorCodeOf(operation, code), result);
  switch (ruling.fault) {
    case 'unknown-code':
      return {
        ...envelope,
        message: 'A code no document names (invented by the sandbox)',
        message_code: undocumentedCode,
      };
    case 'charged-missing': {
      const { charged, ...rest } = envelope;
      return rest;
    }
    case 'deviations':
      return deviate(envelope, orderId, result);
    case 'null-body':
      return null;
    case 'array-body':
      return [envelope];
    default:
      return envelope;
  }
}

function bodyOf(ruling: Ruling, code: MessageCode, orderId: string | null, origin: string): unknown {
  const row = documentedCode(code);
  if (orderId !== null && ruling.operation !== null) {
    return orderBody(ruling.operation, ruling, code, orderId, origin);
  }
  const short =
    ruling.waitMs !== null && ruling.operation !== null && operationById(ruling.operation).shortRateLimitBody;
  if (short || ruling.fault === 'short-429') return { success: false, message: messageOf(row), data: null };
  return freeEnvelope(row);
}

/**
 * The documented answer to a ruling with a code, spoiled as far as its text goes. `orderId` is set when it was billed;
 * `origin` is the sandbox's, whose documents are linked to.
 */
export function answerTo(
  ruling: Ruling,
  code: MessageCode,
  orderId: string | null,
  now: number,
  origin: string,
): Answer {
  const row = documentedCode(code);
  const text = JSON.stringify(bodyOf(ruling, code, orderId, origin));
  // The last one: what the request echoes comes before it.
  const at = fillable.includes(ruling.fault) ? text.lastIndexOf(quotedHole) : -1;
  const wait = retryAfter(ruling, now);
  // The documents show neither its unit nor its form.
  const invented = [...inventedParts(ruling.operation, row), ...Object.keys(wait)].join(', ');
  return {
    status: ruling.fault === 'deviations' ? 200 : row.http,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      ...wait,
      ...(invented === '' ? {} : { 'X-Sandbox-Invented': invented }),
      // It may name a field of the user's, of any script; a header takes Latin letters alone.
      ...(ruling.note === null
        ? {}
        : { 'X-Sandbox-Note': ruling.note.replace(/[^\x20-\x7e]+/gu, encodeURIComponent) }),
    },
    head: at < 0 ? text : text.slice(0, at),
    tail: at < 0 ? '' : text.slice(at + quotedHole.length),
  };
}
