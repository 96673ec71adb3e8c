import { type Billing, type OperationId, type Outcome, type Phrase, plain } from '../../contract/words.ts';
import type { DriftGrade } from '../../shapes/model.ts';
import type { KeepsAadhaar } from './aadhaarPorts.ts';
import type { BatchStore } from './batchPorts.ts';
import type { Damaged } from './damaged.ts';
import type { KeptDocuments } from './documentPorts.ts';
import type { DraftStore, Erasing, Retained } from './erasurePorts.ts';
import type { Admission, GuardFacts, GuardQuestion, InputPrint } from './guardPorts.ts';
import type { BatchId, OrderId } from './ids.ts';
import type { Keeping, KeepPolicy } from './keepingPorts.ts';
import type { LedgerKeys } from './keyPorts.ts';
import type { LedgerProblem } from './ledgerProblems.ts';
import type { FollowUps, OrderSort, OrdersPart } from './listPorts.ts';
import type { OrderEvent, Resolution } from './orderEvents.ts';
import type {
  Account,
  AnswerHead,
  EnvironmentKind,
  FailureCode,
  NewOrder,
  OrderSummary,
  SealedAnswer,
  Settlement,
  Timing,
} from './orders.ts';
import type { Learning } from './shapePorts.ts';
import type { Transfer } from './transferPorts.ts';
import type { KnownIdentity, Usage, UsageQuery } from './usagePorts.ts';

export type {
  AnswerHead,
  EnvironmentKind,
  FailureCode,
  NewOrder,
  OrderEvent,
  OrderSummary,
  Resolution,
  SealedAnswer,
  Settlement,
  Timing,
};

/** Milliseconds since the epoch; injected everywhere, so that tests own the time. */
export type Clock = () => number;
/** Makes a new unique id. */
export type NewId = () => string;

/** Where a call would go, asked about before its order is written. */
export interface CallWay {
  readonly url: string;
  readonly connectTimeoutMs: number;
}

/** One call as it leaves: exact bytes, no key in the URL. */
export interface CallRequest extends CallWay {
  /** The one that `refuses` was asked about: the call goes the way that was found then. Absent = none was. */
  readonly way?: CallWay;
  /** The Bearer key, or `null` to send none (answered MISSING_API_KEY, which an explorer may want to see). */
  readonly apiKey: string | null;
  /** JSON exactly as it shall leave. */
  readonly body: Uint8Array;
  /** Overall deadline in ms from now. */
  readonly deadlineMs: number;
  /** Bytes after decompression. */
  readonly maxResponseBytes: number;
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
      /** In what the body was not as its Content-Encoding says, though it could be read; absent = in nothing. */
      readonly oddities?: readonly Phrase[];
    }
  | {
      readonly kind: 'failed';
      /** `no` only when provably nothing was handed to the socket. */
      readonly sent: 'no' | 'maybe';
      readonly code: FailureCode;
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
  /**
   * Why a call cannot be sent as this computer is set up now, or null: a proxy or certificates that cannot be used. Asked before an
   * order is written, so that none is that could not have left; may take as long as a connection may. Absent = nothing is known before.
   */
  refuses?(way: CallWay): Promise<Phrase | null>;
  send(request: CallRequest, cancel: AbortSignal): Promise<Exchange>;
}

/** Payloads of an order; `sealed` when the key that sealed them is not here. */
export type OrderPayloads =
  | { readonly kind: 'open'; readonly requestBody: Uint8Array; readonly answer: SealedAnswer | null }
  /** The request, the answer or both; the other one as it was written. */
  | {
      readonly kind: 'damaged';
      readonly requestBody: Uint8Array | Damaged;
      readonly answer: SealedAnswer | Damaged | null;
    }
  | { readonly kind: 'sealed' }
  /** Erased or never kept, by the user's choice. */
  | { readonly kind: 'not-kept' };

/** Several values of one field mean "one of them"; several fields mean "all of them". Absent = no condition. */
export interface OrderFilter {
  /** Names, as they were when the orders left. */
  readonly environments?: readonly string[];
  /** Whose orders, see identityOf. No index knows it: to be asked of few, as of the names that these had; see countedTo. */
  readonly identities?: readonly string[];
  readonly operations?: readonly OperationId[];
  readonly outcomes?: readonly Outcome[];
  readonly messageCodes?: readonly string[];
  /** As the user recorded it, see billingAsRecorded: as Spend counts. */
  readonly billings?: readonly Billing[];
  readonly hasNote?: boolean;
  /** Only the orders of this batch. */
  readonly batch?: BatchId;
  /** Only those whose input had been billed in their environment before. */
  readonly repeats?: true;
  /** Only those whose answer departed from what was learned, in one of these grades as its highest. Empty = none. */
  readonly drifts?: readonly DriftGrade[];
  /** Only what a sandbox simulated, or only what may have been billed. No index knows it: to be asked of few. */
  readonly kind?: EnvironmentKind;
  /** begunAt, ms: from inclusive, to exclusive. */
  readonly from?: number;
  readonly to?: number;
}

export interface OrderQuery {
  /** Newest first where it is absent. A place of one sort is none of another. */
  readonly sort?: OrderSort;
  /** `attention` = an outcome or a clear billing is owed, see owedBy; `rest` = all the others, in flight included. */
  readonly group: 'attention' | 'rest' | 'all';
  readonly filter?: OrderFilter;
  readonly limit: number;
  readonly after: string | null;
}

/** Why an order could not be begun, and its call must not leave, or why nothing can be kept with one. */
export class LedgerRefusal extends Error {
  /**
   * `row-gone` = the call of a batch that it would be does not wait any more; `order-gone` = erased; `settled` = nothing is left to
   * record; `passphrase` = not that of a backup.
   */
  readonly reason:
    | 'same-draft'
    | 'row-gone'
    | 'order-gone'
    | 'settled'
    | 'unwritable'
    | 'newer-schema'
    | 'guard'
    | 'unreadable'
    | 'passphrase';
  readonly what: Phrase;
  constructor(reason: LedgerRefusal['reason'], what: Phrase) {
    super(plain(what));
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
export interface Ledger extends DraftStore, Erasing, KeepsAadhaar {
  /** On disk when it resolves; with an admission, only where that lets it. */
  begin(order: NewOrder, admission?: Admission): Promise<void>;
  /** What matters before a call; the same reading an admission is given. */
  guard(question: GuardQuestion): Promise<GuardFacts>;
  /** Batches and their rows. */
  readonly batches: BatchStore;
  readonly followUps: FollowUps;
  readonly documents: KeptDocuments;
  readonly keeping: Keeping;
  readonly keys: LedgerKeys;
  readonly transfer: Transfer;
  /** What was learned of requests and answers. */
  readonly learning: Learning;
  /** Counts of calls by day. */
  usage(query: UsageQuery): Promise<Usage>;
  /** Everybody whom calls were ever counted to. */
  identities(): Promise<readonly KnownIdentity[]>;
  /** Resolves once the settlement is on disk. A second settle of the same order is refused and changes nothing. */
  settle(id: OrderId, settlement: Settlement): Promise<void>;
  get(id: OrderId): Promise<OrderSummary | null>;
  payloads(id: OrderId): Promise<OrderPayloads>;
  list(query: OrderQuery): Promise<OrdersPart>;
  /** Number of orders that want attention. */
  attentionCount(): Promise<number>;
  /** How many match, counted up to `most` and no further. */
  countUpTo(query: Pick<OrderQuery, 'group' | 'filter'>, most: number): Promise<number>;
  /** Turns every unsettled order past its deadline into `lost`: outcome and billing unknown. Returns the ids. */
  recover(now: number): Promise<readonly OrderId[]>;
  /** Whether any order matches; O(log n). */
  exists(query: Pick<OrderQuery, 'group' | 'filter'>): Promise<boolean>;
  /** begunAt of the oldest and the newest order, or null when there is none. */
  span(): Promise<{ readonly oldest: number; readonly newest: number } | null>;
  /** Values that occur, for the filter's choices. */
  distinct(): Promise<{ readonly environments: readonly string[]; readonly messageCodes: readonly string[] }>;
  /** Orders by anything a person may hold: an order_id anywhere in the text, our id, a code, a masked input, a note's words; newest first. */
  find(text: string, limit: number): Promise<readonly OrderSummary[]>;
  /** Keyed hash of operation and canonical body (key order and white space do not matter where the body is JSON). */
  fingerprint(operation: OperationId, body: Uint8Array): Promise<string>;
  /** The prints of an input, its parts those of `bulkEntries`. */
  inputPrint(operation: OperationId, body: Uint8Array): Promise<InputPrint>;
  /**
   * Keyed hash of an API key, for counting its calls at a place without keeping it readable; empty for no key. Calls that
   * were kept there by the key's last characters alone, before there were hashes, count as this key's from then on.
   */
  keyHash(place: string, key: string | null): Promise<string>;
  /**
   * The user does not believe how long the service asked to wait: nothing waits for it any more. A wait of another 429 that
   * was hidden behind it holds.
   * @param until the end that the user was shown; another wait than that is left alone
   */
  liftCoolDown(account: Account, operation: OperationId, until: number, now: number): Promise<void>;
  /**
   * Orders with this input, newest first.
   * @param orReadAs and those whose request may be read as it, though they are kept as another: of a key given twice, or under other names
   */
  sameInput(fingerprint: string, limit: number, orReadAs?: boolean): Promise<readonly OrderSummary[]>;
  /** The user's note, kept sealed; an empty text removes it. */
  note(id: OrderId, text: string, now: number): Promise<void>;
  /** '' = none; null = the key that sealed it is gone. */
  readNote(id: OrderId): Promise<string | Damaged | null>;
  resolve(id: OrderId, resolution: Resolution): Promise<void>;
  events(id: OrderId): Promise<readonly OrderEvent[]>;
  /** All matching orders, newest first, in small steps: memory does not grow with the ledger. */
  scan(filter: OrderFilter): AsyncIterable<OrderSummary>;
  /** Takes what the policy says, at once. Open orders are never touched. Settings go through `keeping`. */
  applyPolicy(policy: KeepPolicy, now: number): Promise<Retained>;
  /** What the user should know about the store itself: a file set aside, a newer version. One sentence each. */
  problems(): readonly LedgerProblem[];
  /** Fires after any change, also one made by another window (noticed within a second). Returns the way to stop. */
  onDidChange(listener: () => void): () => void;
  close(): Promise<void>;
}
