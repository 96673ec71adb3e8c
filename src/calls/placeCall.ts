import { readAnswer, readFailure } from '../contract/read.ts';
import { decodeBody } from '../contract/readBody.ts';
import { readPart } from '../contract/readPart.ts';
import { retryAfterOf } from '../contract/retryAfter.ts';
import type { Reading } from '../contract/shapes.ts';
import type { Phrase } from '../contract/words.ts';
import type { Admission } from './guardPorts.ts';
import {
  type AnswerHead,
  asLedgerRefusal,
  type CallRequest,
  type Clock,
  type Exchange,
  type Ledger,
  type NewOrder,
  type Settlement,
  type Transport,
} from './ports.ts';

/** One call, planned and confirmed. */
export interface PlannedCall {
  readonly order: NewOrder;
  /** Asked again in the moment the order is written; null where nothing is guarded. */
  readonly admission: Admission | null;
  readonly request: CallRequest;
}

export type CallResult =
  /** The order could not be written first, so nothing left this computer. */
  | {
      readonly kind: 'not-begun';
      readonly why: Phrase;
      /** True when the guard refused: what it saw has changed since the user was asked. */
      readonly guard: boolean;
    }
  | {
      readonly kind: 'settled';
      readonly exchange: Exchange;
      readonly reading: Reading;
      readonly settlement: Settlement;
      /** Set when the answer came but could not be written: show it, warn, and settle again. */
      readonly unsettled: Phrase | null;
    };

export interface CallDeps {
  readonly ledger: Pick<Ledger, 'begin' | 'settle'>;
  readonly transport: Transport;
  readonly now: Clock;
}

/** What an exchange means, whether an answer came whole, in part, or not. */
export function readExchange(operation: NewOrder['operation'], exchange: Exchange): Reading {
  if (exchange.kind === 'answered') {
    return readAnswer(operation, { status: exchange.head.status }, exchange.body);
  }
  const { sent, code, head, partialBody } = exchange;
  return readFailure(sent, code, head === null || partialBody === null ? null : readPart(partialBody));
}

/** What the ledger keeps of an exchange. */
export function settlementOf(exchange: Exchange, reading: Reading, settledAt: number): Settlement {
  const answered = exchange.kind === 'answered';
  // A gateway's 429 asks for a pause as the service's does, whatever stands in it.
  const throttled = reading.outcome === 'throttled' || exchange.head?.status === 429;
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
    coolDown: throttled ? coolDownOf(exchange.head, settledAt) : null,
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
  const wait = retryAfterOf(head?.headers ?? [], settledAt);
  return 'seconds' in wait
    ? { until: settledAt + wait.seconds * 1000, guessed: false }
    : { until: settledAt + guessedWaitMs, guessed: true };
}

/**
 * One call from click to paper (design §4): on disk before its first byte leaves, settled before it is shown. Never
 * sends twice, never throws for what the network or the service did.
 */
export async function placeCall(deps: CallDeps, call: PlannedCall, cancel: AbortSignal): Promise<CallResult> {
  try {
    await deps.ledger.begin(call.order, call.admission ?? undefined);
  } catch (error) {
    return { kind: 'not-begun', why: whyNotBegun(error), guard: asLedgerRefusal(error)?.reason === 'guard' };
  }
  const exchange = await sendOnce(deps, call.request, cancel);
  const reading = await readInTurns(call.order.operation, exchange);
  const settlement = settlementOf(exchange, reading, deps.now());
  try {
    await deps.ledger.settle(call.order.id, settlement);
    return { kind: 'settled', exchange, reading, settlement, unsettled: null };
  } catch (error) {
    const unsettled: Phrase = {
      text: 'The answer is shown but could not be written to the order history: {0}. Copy it before closing.',
      args: [error instanceof Error ? error.message : String(error)],
    };
    return { kind: 'settled', exchange, reading, settlement, unsettled };
  }
}

/** Decoding and parsing this many bytes takes long enough for others in the extension host to notice. */
const largeBytes = 1_000_000;

/** Receiving, decoding, parsing and writing a large answer must not be one long stop: timers and sockets come between. */
function othersFirst(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}

async function readInTurns(operation: NewOrder['operation'], exchange: Exchange): Promise<Reading> {
  if (exchange.kind !== 'answered' || exchange.body.byteLength < largeBytes) {
    return readExchange(operation, exchange);
  }
  await othersFirst();
  const text = decodeBody(exchange.body);
  await othersFirst();
  return readAnswer(operation, { status: exchange.head.status }, text);
}

/** A transport promises never to throw; should it, the request may be out, and the order must not stay open. */
async function sendOnce(deps: CallDeps, request: CallRequest, cancel: AbortSignal): Promise<Exchange> {
  const startedAt = deps.now();
  try {
    return await deps.transport.send(request, cancel);
  } catch (error) {
    return {
      kind: 'failed',
      sent: 'maybe',
      code: 'other',
      what: { text: 'The call failed in a way nobody foresaw; it may have left.' },
      cause: error instanceof Error ? error.name : typeof error,
      head: null,
      partialBody: null,
      timing: { connectedMs: null, firstByteMs: null, totalMs: deps.now() - startedAt },
    };
  }
}

function whyNotBegun(error: unknown): Phrase {
  const refusal = asLedgerRefusal(error);
  if (refusal !== null) return refusal.what;
  return {
    text: 'Not sent: the order could not be written to the order history first ({0}). Nothing was billed.',
    args: [error instanceof Error ? error.message : String(error)],
  };
}
