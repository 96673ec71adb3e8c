import { readAnswer, readFailure } from '../contract/read.ts';
import { decodeBody } from '../contract/readBody.ts';
import { readRetryAfter } from '../contract/retryAfter.ts';
import type { Reading } from '../contract/shapes.ts';
import type { AnswerHead, Exchange, NewOrder, Settlement } from './ports.ts';

/** What an exchange means, whether an answer came or not. */
export function readExchange(operation: NewOrder['operation'], exchange: Exchange): Reading {
  return exchange.kind === 'answered'
    ? readAnswer(operation, { status: exchange.head.status }, exchange.body)
    : readFailure(exchange.sent, exchange.code);
}

/** What the ledger keeps of an exchange. */
export function settlementOf(exchange: Exchange, reading: Reading, settledAt: number): Settlement {
  const answered = exchange.kind === 'answered';
  return {
    settledAt,
    outcome: reading.outcome,
    billing: reading.billing,
    evidence: reading.evidence,
    httpStatus: exchange.head?.status ?? null,
    messageCode: reading.messageCode,
    orderId: reading.orderId,
    failureCode: answered ? null : exchange.code,
    totalMs: exchange.timing.totalMs,
    coolDown: reading.outcome === 'throttled' ? coolDownOf(exchange.head, settledAt) : null,
    answer: {
      head: exchange.head,
      timing: exchange.timing,
      wireBytes: answered ? exchange.wireBytes : (exchange.partialBody?.byteLength ?? 0),
      body: answered ? exchange.body : (exchange.partialBody ?? new Uint8Array()),
      failure: answered ? null : exchange.what,
    },
  };
}

/** Assumed where the service does not say readably how long to wait: its window is a minute (service-interface, "Limits"). */
const guessedWaitMs = 60_000;

/** Until when a throttled caller is asked to wait. */
export function coolDownOf(
  head: AnswerHead | null,
  settledAt: number,
): { readonly until: number; readonly guessed: boolean } {
  const header = head?.headers.find(([name]) => name.toLowerCase() === 'retry-after')?.[1] ?? null;
  const wait = readRetryAfter(header, settledAt);
  return 'seconds' in wait
    ? { until: settledAt + wait.seconds * 1000, guessed: false }
    : { until: settledAt + guessedWaitMs, guessed: true };
}

/** Decoding and parsing this many bytes takes long enough for others in the extension host to notice. */
const largeBytes = 1_000_000;

/**
 * As readExchange. Receiving, decoding, parsing and writing a large answer must not be one long stop.
 * @param turn lets others go on
 */
export async function readInTurns(
  operation: NewOrder['operation'],
  exchange: Exchange,
  turn: () => Promise<void>,
): Promise<Reading> {
  if (exchange.kind !== 'answered' || exchange.body.byteLength < largeBytes) {
    return readExchange(operation, exchange);
  }
  await turn();
  const text = decodeBody(exchange.body);
  await turn();
  return readAnswer(operation, { status: exchange.head.status }, text);
}
