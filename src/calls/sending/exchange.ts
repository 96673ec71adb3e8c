import { coverCode } from '../../contract/coverText.ts';
import { orderIdWithin } from '../../contract/orderIdWithin.ts';
import type { OwnInput } from '../../contract/ownInput.ts';
import { readAnswer, readFailure } from '../../contract/read.ts';
import { decodeBody } from '../../contract/readBody.ts';
import { type PartRead, readPart } from '../../contract/readPart.ts';
import { retryAfterOf } from '../../contract/retryAfter.ts';
import type { Operation, Reading } from '../../contract/shapes.ts';
import type { Observed } from '../../shapes/model.ts';
import type { AskedWait } from '../ports/orders.ts';
import type { AnswerHead, Exchange, SealedAnswer, Settlement } from '../ports/ports.ts';

type Answered = Extract<Exchange, { kind: 'answered' }>;

/** What an exchange means, whether an answer came whole, in part, or not. */
export function readExchange(operation: Operation, exchange: Exchange): Reading {
  if (exchange.kind === 'answered') {
    return marked(exchange, readAnswer(operation, { status: exchange.head.status }, exchange.body));
  }
  const { sent, code, head, partialBody } = exchange;
  return readFailure(sent, code, head === null || partialBody === null ? null : partOf(partialBody));
}

/** Where text stands around the envelope its order_id alone is read, as of an answer that came whole. */
function partOf(body: Uint8Array): PartRead {
  const part = readPart(body);
  const isSilent = part.orderId === null && part.messageCode === null && part.charged === null;
  return isSilent ? { ...part, orderId: orderIdWithin(decodeBody(body).text) } : part;
}

/** What was odd on the wire stands first: it says how the rest was read. */
function marked({ oddities = [] }: Answered, reading: Reading): Reading {
  if (oddities.length === 0) return reading;
  const marks = oddities.map(
    (what) => ({ kind: 'fault', paths: [], expected: null, found: null, what }) as const,
  );
  return { ...reading, deviations: [...marks, ...reading.deviations] };
}

/**
 * What the ledger keeps of an exchange. The order_id is kept as it came, for the service must find the order by it; a code
 * that is not documented is kept covered, for lists and counts keep it in clear. The answer, sealed, has both exactly.
 * @param own what was asked about
 * @param observed what it taught, see observing.ts
 */
export function settlementOf(
  exchange: Exchange,
  reading: Reading,
  settledAt: number,
  own: OwnInput | null = null,
  observed: Observed | null = null,
): Settlement {
  const answered = exchange.kind === 'answered';
  // A gateway's 429 asks for a pause as the service's does, whatever stands in it.
  const throttled = reading.outcome === 'throttled' || exchange.head?.status === 429;
  return {
    settledAt,
    outcome: reading.outcome,
    billing: reading.billing,
    evidence: reading.evidence,
    httpStatus: exchange.head?.status ?? null,
    messageCode: reading.messageCode === null ? null : keptCode(reading.messageCode, own),
    orderId: reading.orderId,
    failureCode: answered ? null : exchange.code,
    totalMs: exchange.timing.totalMs,
    coolDown: throttled ? coolDownOf(exchange.head, settledAt) : null,
    observed,
    answer: answerOf(exchange),
  };
}

/** Lists, facets and counts hold it again and again: of a long one they hold the beginning. */
const longestCode = 200;

/** Covered before it is cut, for half a datum has no pattern; no further than more of it could be kept. */
function keptCode(code: string, own: OwnInput | null): string {
  const covered = coverCode(code.slice(0, 5 * longestCode), own);
  return covered.length > longestCode ? `${covered.slice(0, longestCode)}…` : covered;
}

/** What came, as it came: nothing of it is read here. */
function answerOf(exchange: Exchange): SealedAnswer {
  const { head, timing } = exchange;
  if (exchange.kind === 'failed') {
    const body = exchange.partialBody ?? new Uint8Array();
    return { head, timing, wireBytes: body.byteLength, body, failure: exchange.what };
  }
  const { wireBytes, body, oddities } = exchange;
  return { head, timing, wireBytes, body, failure: null, ...(oddities === undefined ? {} : { oddities }) };
}

/** Assumed where the service does not say readably how long to wait: its window is a minute (docs/service.md, "Limits"). */
const guessedWaitMs = 60_000;

const lost = readFailure('maybe', 'other');
/** Made as this loads, so that nothing can fail in it. */
const unread: Reading = {
  ...lost,
  meaning: { text: 'An answer came, but it could not be read here. It is kept as it came.' },
};
const neverSent = readFailure('no', 'other');

/** What is kept of an exchange that could not be read, whatever failed: the answer as it came, and no word on what it means. */
export function unreadSettlement(
  exchange: Exchange,
  settledAt: number,
): { readonly reading: Reading; readonly settlement: Settlement } {
  const { head, timing } = exchange;
  const answered = exchange.kind === 'answered';
  const reading = answered ? unread : exchange.sent === 'no' ? neverSent : lost;
  const { outcome, billing, evidence } = reading;
  return {
    reading,
    settlement: {
      ...{ settledAt, outcome, billing, evidence, messageCode: null, orderId: null },
      httpStatus: head?.status ?? null,
      failureCode: answered ? null : exchange.code,
      totalMs: timing.totalMs,
      // Whatever its body says.
      coolDown: head?.status === 429 ? pauseOf(head, settledAt) : null,
      observed: null,
      answer: answerOf(exchange),
    },
  };
}

/** As coolDownOf; by our guess where even that cannot be read. */
function pauseOf(head: AnswerHead, settledAt: number): AskedWait {
  try {
    return coolDownOf(head, settledAt);
  } catch {
    return { until: settledAt + guessedWaitMs, guessed: true };
  }
}

/** The sandbox says in its note (sandbox/router.ts) that an input was made for this answer. A service that says so, too, only keeps its limit from being learned. */
function isPlanted([name, value]: readonly [name: string, value: string]): boolean {
  return name.toLowerCase() === 'x-sandbox-note' && value.startsWith('magic input ');
}

/** Until when a throttled caller is asked to wait. */
export function coolDownOf(head: AnswerHead | null, settledAt: number): AskedWait {
  const headers = head?.headers ?? [];
  const wait = retryAfterOf(headers, settledAt);
  const planted = headers.some(isPlanted) ? { planted: true as const } : {};
  return 'seconds' in wait
    ? { until: settledAt + wait.seconds * 1000, guessed: false, ...planted }
    : { until: settledAt + guessedWaitMs, guessed: true, ...planted };
}

/** Decoding and parsing this many bytes takes long enough for others in the extension host to notice. */
const largeBytes = 1_000_000;

/**
 * As readExchange. Receiving, decoding, parsing and writing a large answer must not be one long stop.
 * @param turn lets others go on
 */
export async function readInTurns(
  operation: Operation,
  exchange: Exchange,
  turn: () => Promise<void>,
): Promise<Reading> {
  if (exchange.kind !== 'answered' || exchange.body.byteLength < largeBytes) {
    return readExchange(operation, exchange);
  }
  await turn();
  const text = decodeBody(exchange.body);
  await turn();
  return marked(exchange, readAnswer(operation, { status: exchange.head.status }, text));
}
