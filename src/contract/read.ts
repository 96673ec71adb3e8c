import * as z from 'zod/mini';
import { chargeContradictions } from './charges.ts';
import { deviationsOf } from './deviations.ts';
import { envelopeFields } from './envelope.ts';
import { fault, finding } from './findings.ts';
import { type MessageCodeRow, messageCodeRow } from './messageCodes.ts';
import { orderIdWithin } from './orderIdWithin.ts';
import {
  askWithOrderId,
  contradictedCharge,
  doubledCode,
  type Explanation,
  type Instead,
  lostCall,
  missingCode,
  notAnEnvelope,
  notRefunded,
  notSent,
  short429,
  unknownCode,
} from './outcomes.ts';
import { type DecodedBody, decodeBody, type ReadBody, readBody } from './readBody.ts';
import { type PartRead, readPart } from './readPart.ts';
import { hasResult } from './resultDeviations.ts';
import { resultValues, withoutMissing } from './resultValues.ts';
import type { Operation, Reading } from './shapes.ts';
import type { Billing, Deviation, Evidence, Phrase } from './words.ts';

/**
 * What an answer says: the envelope first, whatever the HTTP status; `charged` decides the money, `message_code` the
 * meaning (docs/service.md, "Response envelope", "Errors"; docs/design.md, "Outcome and billing"). Takes any bytes and never throws.
 */
export function readAnswer(
  operation: Operation,
  head: { readonly status: number },
  body: Uint8Array | string | DecodedBody,
): Reading {
  const read = readBody(body);
  if (read.kind === 'unreadable') {
    const reading = unreadable([read.why], head.status, read.instead);
    return { ...(brokenOff(reading, body) ?? within(reading, body)), result: [] };
  }
  const reading = readObject(operation, head.status, read);
  const result = resultValues(operation, read.json, read.fields);
  const promised = hasResult(rowOf(reading.messageCode));
  return { ...reading, result: promised ? result : withoutMissing(result) };
}

/** An answer whose end nobody announced may break off unnoticed: then it is read as far as it came. */
function brokenOff(reading: Said, body: Uint8Array | string | DecodedBody): Said | null {
  const part = partOf(readPart(body));
  if (part === null) return null;
  const deviations = [...reading.deviations, ...part.deviations];
  return { ...reading, ...part, ...lostCall('truncated', part.billing === 'billed'), deviations };
}

/** An envelope with other text around it says nothing for certain, but its order can be asked about. */
function within(reading: Said, body: Uint8Array | string | DecodedBody): Said {
  const { text } = typeof body === 'object' && 'text' in body ? body : decodeBody(body);
  const orderId = orderIdWithin(text);
  if (orderId === null) return reading;
  const found = finding({}, 'The order_id is that of an envelope with other text around it.');
  return { ...reading, orderId, advice: askWithOrderId, deviations: [...reading.deviations, found] };
}

/** All of a reading but the result's fields. */
type Said = Omit<Reading, 'result'>;

function readObject(about: Operation, status: number, read: ReadBody): Said {
  if (isShort429(read.fields, status)) return readShort429(about, read);
  if (!isEnvelope(read.fields)) return notOurs(status, read);
  return readEnvelope(about, status, read);
}

const string = z.string();
const boolean = z.boolean();
const shortBody = z.strictObject({
  success: z.literal(false),
  message: z.string(),
  data: z.null(),
});
const marks = envelopeFields.filter((field) => field.marks === true);

/** As documented for two operations ("Error body shapes" 4): what it does not say is inferred, so it may hold no more. */
function isShort429(fields: ReadBody['fields'], status: number): boolean {
  return status === 429 && shortBody.safeParse(fields).success;
}

function isEnvelope(fields: ReadBody['fields']): boolean {
  return marks.some(({ path }) => Object.hasOwn(fields, path));
}

function readShort429(operation: Operation, { fields, deviations }: ReadBody): Said {
  const message = textOf(fields.message);
  const found = [...deviations];
  if (!operation.shortRateLimitBody) {
    found.push(fault({}, 'The short form of 429 is not documented for this operation.'));
  }
  if (message !== short429.message) {
    found.push(
      fault(
        { path: 'message', expected: short429.message },
        'The message of this 429 is not the documented one: {0}',
        short429.message,
      ),
    );
  }
  return {
    ...nothingSaid,
    shape: 'short-429',
    outcome: short429.outcome,
    billing: short429.billing,
    evidence: short429.evidence,
    message,
    meaning: short429.meaning,
    advice: short429.advice,
    deviations: found,
  };
}

const nothingSaid = {
  messageCode: null,
  message: null,
  orderId: null,
  contradictsCharge: false,
  fromPart: false,
} as const;

/** An object, as documented, that is none of the service's. */
function notOurs(status: number, { fields, deviations }: ReadBody): Said {
  const why = fault({}, 'It has none of message_code, charged, status_code and order_id.');
  return { ...unreadable([why, ...deviations], status, 'other'), message: textOf(fields.message) };
}

function unreadable(deviations: readonly Deviation[], status: number, instead: Instead): Said {
  return {
    ...nothingSaid,
    shape: 'not-an-envelope',
    outcome: 'unknown',
    billing: 'unknown',
    evidence: 'not-known',
    ...notAnEnvelope(status, instead),
    deviations,
  };
}

function rowOf(messageCode: string | null): MessageCodeRow | undefined {
  return messageCode === null ? undefined : messageCodeRow(messageCode);
}

function textOf(value: unknown): string | null {
  const read = string.safeParse(value);
  return read.success ? read.data : null;
}

function readEnvelope(operation: Operation, status: number, read: ReadBody): Said {
  const { fields } = read;
  const isDoubled = read.repeated.includes('message_code');
  const messageCode = isDoubled ? null : textOf(fields.message_code);
  const row = rowOf(messageCode);
  const { billing, evidence } = billingOf(read, row);
  return {
    shape: 'envelope',
    outcome: row?.outcome ?? 'unknown',
    billing,
    evidence,
    messageCode,
    message: textOf(fields.message),
    orderId: read.orderIds.outer ?? read.orderIds.inner,
    ...(isDoubled ? doubledCode : explanation(messageCode, row, billing)),
    deviations: [...read.deviations, ...deviationsOf(operation, status, read, row)],
    contradictsCharge: evidence === 'stated' && chargeContradictions(status, fields, row).length > 0,
    fromPart: false,
  };
}

/** Only a `charged` that is a boolean, and the same each time that it is there, says anything. */
export function billingOf(
  { fields, repeated }: ReadBody,
  row: MessageCodeRow | undefined,
): { readonly billing: Billing; readonly evidence: Evidence } {
  const charged = boolean.safeParse(fields.charged);
  if (!charged.success || repeated.includes('charged')) return { billing: 'unknown', evidence: 'not-known' };
  if (charged.data) return { billing: 'billed', evidence: 'stated' };
  return { billing: row?.billing === 'refunded' ? 'refunded' : 'free', evidence: 'stated' };
}

/** Meaning and advice; what `charged` says stands over what the code would mean. */
export function explanation(
  messageCode: string | null,
  row: MessageCodeRow | undefined,
  billing: Billing,
): Explanation {
  if (messageCode === null) return missingCode;
  if (row === undefined) return unknownCode;
  if (billing === row.billing) return { meaning: row.meaning, advice: row.advice };
  // The documents promise the refund; what the answer says of the money stands over that promise.
  const meaning = row.billing === 'refunded' ? notRefunded : row.meaning;
  return { meaning, advice: contradiction(row, billing) };
}

function contradiction(row: MessageCodeRow, billing: Billing): Phrase {
  if (billing === 'unknown') return contradictedCharge.unknown;
  const { text } = billing === 'billed' ? contradictedCharge.billed : contradictedCharge.free;
  return { text, args: [row.code] };
}

/**
 * What a call without a whole answer came to.
 * @param sent `no` only when provably nothing of the request left
 * @param code the stable code of the failure, see Exchange; `no-answer-kept` for an order found without an answer
 * @param came what was read of the part of the answer that came, where there was one
 */
export function readFailure(sent: 'no' | 'maybe', code: string, came: PartRead | null = null): Reading {
  const base = { ...nothingSaid, shape: 'not-an-envelope', deviations: [], result: null } as const;
  if (sent === 'no')
    return { ...base, outcome: 'not-sent', billing: 'free', evidence: 'inferred', ...notSent };
  const lost = {
    ...base,
    outcome: 'unknown',
    billing: 'unknown',
    evidence: 'not-known',
  } as const;
  const part = came === null ? null : partOf(came);
  return { ...lost, ...lostCall(code, part?.billing === 'billed'), ...part };
}

/**
 * What a part adds to the reading of a call whose outcome it cannot tell; null when it says nothing. A "free" counts only
 * where the documents say the same of its code: another `charged`, or another code, may have stood in the rest.
 */
function partOf({
  orderId,
  messageCode,
  charged,
}: PartRead): Pick<
  Reading,
  'orderId' | 'messageCode' | 'billing' | 'evidence' | 'contradictsCharge' | 'fromPart' | 'deviations'
> | null {
  if (orderId === null && messageCode === null && charged === null) return null;
  const row = rowOf(messageCode);
  const known = charged === true || (charged === false && row?.charged === false);
  const free = row?.billing ?? 'free';
  const contradictions = row === undefined ? [] : chargeContradictions(row.http, { charged }, row);
  return {
    orderId,
    messageCode,
    billing: known ? (charged ? 'billed' : free) : 'unknown',
    evidence: known ? 'stated' : 'not-known',
    contradictsCharge: known && contradictions.length > 0,
    fromPart: true,
    deviations: contradictions,
  };
}
