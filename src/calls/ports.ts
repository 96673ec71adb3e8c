import type { Billing, Evidence, OperationId, Outcome, Phrase } from '../contract/words.ts';

/** Milliseconds since the epoch; injected everywhere, so that tests own the time. */
export type Clock = () => number;
/** Makes a new unique id. */
export type NewId = () => string;

export type EnvironmentKind = 'sandbox' | 'live';

/** One call as it leaves: exact bytes, no key in the URL. */
export interface CallRequest {
  readonly url: string;
  /** The Bearer key, or `null` to send none (answered MISSING_API_KEY, which an explorer may want to see). */
  readonly apiKey: string | null;
  /** JSON exactly as typed. */
  readonly body: Uint8Array;
  /** Overall deadline in ms from now. */
  readonly deadlineMs: number;
  readonly connectTimeoutMs: number;
  /** Bytes after decompression. */
  readonly maxResponseBytes: number;
}

/** All in ms from the start of the call; `null` = that point was not reached. */
export interface Timing {
  readonly connectedMs: number | null;
  readonly firstByteMs: number | null;
  readonly totalMs: number;
}

export interface AnswerHead {
  readonly status: number;
  readonly statusText: string;
  /** In order, names as sent, duplicates kept. */
  readonly headers: readonly (readonly [string, string])[];
}

/** What one call over the wire came to. Never thrown: failures are values. */
export type Exchange =
  | {
      readonly kind: 'answered';
      readonly head: AnswerHead;
      /** After decompression; exactly the bytes that came otherwise. */
      readonly body: Uint8Array;
      /** Bytes on the wire, before decompression. */
      readonly wireBytes: number;
      readonly timing: Timing;
    }
  | {
      readonly kind: 'failed';
      /** `no` only when provably nothing was handed to the socket. */
      readonly sent: 'no' | 'maybe';
      /**
       * A stable code of ours, e.g. `dns`, `refused`, `tls`, `connect-timeout`, `deadline`, `cancelled`, `reset`, `truncated`, `too-large`, `proxy`, `unreachable`, `certificates`, `malformed`,
       * `encoding`, `closed`, `invalid-request`, `other`. `reset` occurs with both `no` and `maybe`. */
      readonly code: string;
      /** One sentence for the user. */
      readonly what: Phrase;
      /** The library's own error code, for the log; never contains a body, key or URL. */
      readonly cause: string;
      /** Set when headers came but the body did not arrive whole. */
      readonly head: AnswerHead | null;
      readonly partialBody: Uint8Array | null;
      readonly timing: Timing;
    };

/** One POST, one deadline, cancellable; no retry, no redirect. */
export interface Transport {
  send(request: CallRequest, cancel: AbortSignal): Promise<Exchange>;
}

/** What is known when a call is about to leave. Written durably before its first byte. */
export interface NewOrder {
  readonly id: string;
  /** The draft it came from: a second begin with the same draft is refused (a double click is one call). */
  readonly draftId: string;
  readonly operation: OperationId;
  readonly environment: string;
  readonly kind: EnvironmentKind;
  /** Scheme, host, port of the environment; never the key. */
  readonly origin: string;
  /** Last four characters of the key, or null. */
  readonly keyTail: string | null;
  /** Name of the machine the call leaves from. */
  readonly machine: string;
  readonly begunAt: number;
  /** When an unsettled order counts as unknown. */
  readonly deadlineAt: number;
  /** The input as it may be shown without the ledger key, masked. */
  readonly maskedInput: string;
  /** Keyed hash of operation and body, for finding the same input again without keeping it readable; null until there is one. */
  readonly fingerprint: string | null;
  readonly requestBody: Uint8Array;
}

/** What a call came to, written durably before it is shown. */
export interface Settlement {
  readonly settledAt: number;
  readonly outcome: Outcome;
  readonly billing: Billing;
  readonly evidence: Evidence;
  readonly httpStatus: number | null;
  readonly messageCode: string | null;
  readonly orderId: string | null;
  /** Our failure code when there was no whole answer, see Exchange. */
  readonly failureCode: string | null;
  readonly totalMs: number;
  /** Everything that came back, sealed: head, timing and the raw bytes of the body. */
  readonly answer: SealedAnswer;
}

/** The parts of an Exchange that are kept sealed. */
export interface SealedAnswer {
  readonly head: AnswerHead | null;
  readonly timing: Timing;
  readonly wireBytes: number;
  readonly body: Uint8Array;
  /** The sentence of a failure, or null. */
  readonly failure: Phrase | null;
}

/** An order as the lists show it: readable without the ledger key. */
export interface OrderSummary {
  readonly id: string;
  readonly draftId: string;
  readonly operation: OperationId;
  readonly environment: string;
  readonly kind: EnvironmentKind;
  readonly origin: string;
  readonly keyTail: string | null;
  readonly machine: string;
  readonly begunAt: number;
  readonly deadlineAt: number;
  readonly maskedInput: string;
  readonly fingerprint: string | null;
  /** `in-flight` until settled; `settled` with everything below set; `lost` = past its deadline without an answer. */
  readonly state: 'in-flight' | 'settled' | 'lost';
  readonly settledAt: number | null;
  /** `unknown` while in flight. */
  readonly outcome: Outcome;
  readonly billing: Billing;
  readonly evidence: Evidence;
  readonly httpStatus: number | null;
  readonly messageCode: string | null;
  readonly orderId: string | null;
  readonly failureCode: string | null;
  readonly totalMs: number | null;
}

/** Payloads of an order; `sealed` when the key that sealed them is not here. */
export type OrderPayloads =
  | { readonly kind: 'open'; readonly requestBody: Uint8Array; readonly answer: SealedAnswer | null }
  | { readonly kind: 'sealed' };

export interface OrderPage {
  readonly orders: readonly OrderSummary[];
  /** Pass to the next `list`; null at the end. */
  readonly next: string | null;
}

/** Two orders in the list's sense: those that want attention first. */
export interface OrderQuery {
  /** `attention` = pending, held, unknown or lost, not in flight elsewhere; `settled` = all the others. */
  readonly group: 'attention' | 'rest' | 'all';
  readonly limit: number;
  readonly after: string | null;
}

/** Why an order could not be begun: the call must not leave. */
export class LedgerRefusal extends Error {
  readonly reason: 'same-draft' | 'unwritable' | 'newer-schema';
  readonly what: Phrase;
  constructor(reason: 'same-draft' | 'unwritable' | 'newer-schema', what: Phrase) {
    super(what.text);
    this.name = 'LedgerRefusal';
    this.reason = reason;
    this.what = what;
  }
}

/** A refusal made in another bundle is recognised by its shape: `instanceof` knows only this bundle's class. */
export function asLedgerRefusal(error: unknown): LedgerRefusal | null {
  if (error instanceof LedgerRefusal) return error;
  if (!(error instanceof Error) || error.name !== 'LedgerRefusal' || !('what' in error)) return null;
  return error as LedgerRefusal;
}

/** The durable store of orders. All methods reject with LedgerRefusal or an Error whose message names the fault. */
export interface Ledger {
  /** Resolves once the order is on disk. */
  begin(order: NewOrder): Promise<void>;
  /** Resolves once the settlement is on disk. A second settle of the same order is refused and changes nothing. */
  settle(id: string, settlement: Settlement): Promise<void>;
  get(id: string): Promise<OrderSummary | null>;
  payloads(id: string): Promise<OrderPayloads>;
  list(query: OrderQuery): Promise<OrderPage>;
  /** Number of orders that want attention. */
  attentionCount(): Promise<number>;
  /** Calls begun (and not provably unsent) since `sinceMs` for one operation, environment and key, oldest begunAt first. */
  begunSince(
    operation: OperationId,
    environment: string,
    keyTail: string | null,
    sinceMs: number,
  ): Promise<readonly number[]>;
  /** Orders billed (or of unknown billing) since then. */
  billedSince(operation: OperationId, environment: string, sinceMs: number): Promise<number>;
  /** Turns every unsettled order past its deadline into `lost`: outcome and billing unknown. Returns the ids. */
  recover(now: number): Promise<readonly string[]>;
  /** Drafts are sealed like payloads. */
  saveDraft(id: string, draft: Uint8Array, now: number): Promise<void>;
  loadDraft(id: string): Promise<Uint8Array | null>;
  deleteDraft(id: string): Promise<void>;
  /** What the user should know about the store itself: a file set aside, a newer version. One sentence each. */
  problems(): readonly Phrase[];
  /** Fires after any change, also one made by another window (noticed within a second). Returns the way to stop. */
  onDidChange(listener: () => void): () => void;
  close(): Promise<void>;
}
