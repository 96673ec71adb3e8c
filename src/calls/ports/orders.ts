import type { Billing, Evidence, OperationId, Outcome, Phrase } from '../../contract/words.ts';
import type { DriftGrade, Observed } from '../../shapes/model.ts';
import type { AadhaarReduced, HoldsAadhaar } from './aadhaarPorts.ts';
import type { BatchId, DraftId, OrderId } from './ids.ts';
import type { Resolution } from './orderEvents.ts';

export type EnvironmentKind = 'sandbox' | 'live';

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

/** Why there was no whole answer; stable, kept with the order. `reset` occurs whether or not the request left. */
export type FailureCode =
  | 'dns'
  | 'refused'
  | 'unreachable'
  | 'connect-timeout'
  | 'tls'
  | 'certificates'
  | 'proxy'
  | 'invalid-request'
  | 'deadline'
  | 'cancelled'
  | 'reset'
  | 'truncated'
  | 'too-large'
  | 'malformed'
  | 'encoding'
  | 'closed'
  | 'other';

/**
 * Whose calls the service counts together: limits apply "per API key and per service" (docs/service.md, "Limits"). How
 * the user spells the environment's name does not matter to it.
 */
export interface Account {
  /** Origin of the service, or `embeddedPlace`. Twins belong to it alone, whatever key they were sent with. */
  readonly place: string;
  /** Keyed hash of the API key, see Ledger.keyHash; empty when none goes along. */
  readonly keyHash: string;
}

/** What is known when a call is about to leave. Written durably before its first byte. */
export interface NewOrder extends Account, HoldsAadhaar {
  readonly id: OrderId;
  /** The draft it came from: a second begin with the same draft is refused (a double click is one call). */
  readonly draftId: DraftId;
  readonly operation: OperationId;
  /** As it is named now; counting goes by `identity`. */
  readonly environment: string;
  /** Whose spend and budget it counts to, see identityOf. */
  readonly identity: string;
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
  /** InputPrint.whole; null until there is one. */
  readonly fingerprint: string | null;
  /** InputPrint.parts. */
  readonly parts: readonly string[];
  /** The local calendar day it leaves on, `2026-11-21`, and the window's run it leaves in: what budgets count by. */
  readonly day: string;
  readonly session: string;
  /** Rupees in decimal notation as the user has set it for one call, or null. */
  readonly price: string | null;
  /** The row of a batch it answers, counted from 0, or null. */
  readonly batch: { readonly id: BatchId; readonly row: number } | null;
  readonly requestBody: Uint8Array;
}

/** After a 429: until when the service asked to wait, ms; `guessed` when it did not say so readably. */
export interface AskedWait {
  readonly until: number;
  readonly guessed: boolean;
  /** The sandbox answered so to an input made for it, whatever its meters say: nothing is learned of a limit. Absent = no. */
  readonly planted?: true;
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
  /** Null when there was a whole answer. */
  readonly failureCode: FailureCode | null;
  readonly totalMs: number;
  /** Null without a 429. */
  readonly coolDown: AskedWait | null;
  /** Everything that came back, sealed: head, timing and the raw bytes of the body. */
  readonly answer: SealedAnswer;
  /** What this call taught of the service's shapes; null = nothing, or it could not be told. Settling never depends on it. */
  readonly observed: Observed | null;
}

/** The parts of an Exchange that are kept sealed. */
export interface SealedAnswer {
  readonly head: AnswerHead | null;
  readonly timing: Timing;
  readonly wireBytes: number;
  readonly body: Uint8Array;
  /** The sentence of a failure, or null. */
  readonly failure: Phrase | null;
  /** As Exchange.oddities. */
  readonly oddities?: readonly Phrase[];
}

type NotInLists = 'requestBody' | 'aadhaar' | 'day' | 'session' | 'parts' | 'place' | 'keyHash';

type SettledInLists = Omit<Settlement, 'settledAt' | 'totalMs' | 'coolDown' | 'answer' | 'observed'>;

/** An order as the lists show it: readable without the ledger key. While in flight its outcome is `unknown`. */
export interface OrderSummary extends Omit<NewOrder, NotInLists>, SettledInLists, AadhaarReduced {
  /** `in-flight` until settled; `settled` with everything below set; `lost` = past its deadline without an answer. */
  readonly state: 'in-flight' | 'settled' | 'lost';
  readonly settledAt: number | null;
  readonly totalMs: number | null;
  readonly hasNote: boolean;
  /** What the user recorded an open order came to, or null. The service's own answer stays as it was. */
  readonly resolved: Resolution['outcome'] | null;
  readonly resolvedAt: number | null;
  /** False when only the metadata is kept: by the user's choice, by retention, or while it is under way. */
  readonly payloadsKept: boolean;
  /** The local calendar day the user wants to ask about it, `2026-11-24`; only while something is owed. */
  readonly followUp: string | null;
  /** The highest grade in which its answer departed from what was learned before it; null = in none, or too little was known. */
  readonly drift: DriftGrade | null;
}
