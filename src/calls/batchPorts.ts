import type { Billing, OperationId, Outcome } from '../contract/words.ts';
import type { EnvironmentKind } from './ports.ts';

/** Request fields of one row by name; a list has one entry a line. */
export type RowFields = Readonly<Record<string, string>>;

/**
 * `waiting` to be sent; `sent` = its order is begun; `done` = answered; `undecided` = it may have been billed, or may
 * be answered elsewhere, so that only the user may send it; `skipped` = not sent, see RowWhy.
 */
export type RowState = 'waiting' | 'sent' | 'done' | 'undecided' | 'skipped';

/**
 * Why a row was skipped, is undecided, or is done without an answer: `uneven` = it has more or fewer cells than the header; `invalid` = it looks
 * wrong; `duplicate` = an earlier row says the same; `paid` = the same input was paid before; `left` = the user left it;
 * `pending` = an order for the same input is open; `unknown` = its own order has no known outcome; `left-unknown` = so, and
 * the user left it at that; `erased` = its
 * input was erased.
 */
export type RowWhy =
  | 'uneven'
  | 'invalid'
  | 'duplicate'
  | 'paid'
  | 'left'
  | 'pending'
  | 'unknown'
  | 'left-unknown'
  | 'erased';

export interface NewBatch {
  readonly id: string;
  readonly operation: OperationId;
  readonly environment: string;
  readonly kind: EnvironmentKind;
  /** Empty for the embedded sandbox, whose port changes. */
  readonly origin: string;
  /** What the rows came from, for people: a file's name without its folder. */
  readonly source: string;
  readonly createdAt: number;
}

/** Where results are written besides the ledger. */
export interface ResultsTarget {
  readonly file: string;
  readonly format: 'csv' | 'ndjson';
  readonly masked: boolean;
}

/** A row as the planner makes it. */
export interface NewBatchRow {
  /** Place in the file, from 0. */
  readonly row: number;
  /** Line of the file, from 1. */
  readonly line: number;
  /** The call it goes with, from 0; rows of one call leave together. Null = it never leaves. */
  readonly call: number | null;
  readonly state: 'waiting' | 'undecided' | 'skipped';
  readonly why: RowWhy | null;
  /** It looks wrong, although it may be sent. */
  readonly flawed: boolean;
  /** An order for the same input was paid before: our id of it. */
  readonly paidTwin: string | null;
  /** The earlier row that it repeats. */
  readonly sameAs: number | null;
  readonly masked: string;
  /** Equal for rows that say the same; null when it never leaves. */
  readonly repeatKey: string | null;
  /** Keyed hash of the call's body. */
  readonly fingerprint: string | null;
  /** Kept sealed; null when it never leaves. */
  readonly fields: RowFields | null;
}

/** One call that can leave. */
export interface BatchCall {
  readonly batch: string;
  readonly call: number;
  /** Names this sending of it; the ledger refuses a second order with the same one. */
  readonly draftId: string;
  /** In file order. */
  readonly rows: readonly { readonly row: number; readonly fields: RowFields }[];
  /** The user wants it sent although the same input was paid before. */
  readonly paidAccepted: boolean;
  /** The user wants it sent although an order for the same input may still be answered. */
  readonly pendingAccepted: boolean;
}

/** A row with what came of it, for lists and results. */
export interface BatchRow {
  readonly row: number;
  readonly line: number;
  readonly call: number | null;
  readonly state: RowState;
  readonly why: RowWhy | null;
  readonly sameAs: number | null;
  readonly masked: string;
  /** Our id of its order, or null. */
  readonly order: string | null;
  /** From the order, where there is one. */
  readonly outcome: Outcome | null;
  readonly billing: Billing | null;
  readonly httpStatus: number | null;
  readonly messageCode: string | null;
  readonly failureCode: string | null;
  readonly orderId: string | null;
  readonly settledAt: number | null;
}

/** Rows and calls in one state for one reason. */
export interface TallyRow {
  readonly state: RowState;
  readonly why: RowWhy | null;
  readonly flawed: boolean;
  readonly paid: boolean;
  readonly rows: number;
  readonly calls: number;
}

export interface Batch extends NewBatch {
  /** `planning` until the user has started it. */
  readonly state: 'planning' | 'started';
  readonly results: ResultsTarget | null;
  readonly tally: readonly TallyRow[];
  /** Another window runs it now. */
  readonly heldElsewhere: boolean;
  /** The window that ran it last ended without giving it back. */
  readonly interrupted: boolean;
}

/** What the answered rows of a batch came to. */
export interface OutcomeTally {
  readonly outcome: Outcome;
  readonly billing: Billing;
  readonly messageCode: string | null;
  readonly rows: number;
  readonly calls: number;
}

/** Orders with the same input in one environment: our ids, or null. */
export interface Twins {
  readonly paid: string | null;
  readonly pending: string | null;
}

/** What the user lets through at the start. */
export interface BatchChoice {
  readonly sendFlawed: boolean;
  readonly sendPaid: boolean;
  readonly results: ResultsTarget | null;
}

export interface RowPage {
  readonly rows: readonly BatchRow[];
  /** Pass as `after` to read on; null at the end. */
  readonly next: number | null;
}

/**
 * Batches in the ledger's file. The state of a row follows its order by itself: begun → `sent`, answered → `done`,
 * without a known outcome → `undecided`, all within the transaction that writes the order.
 */
export interface BatchStore {
  create(batch: NewBatch): Promise<void>;
  addRows(batch: string, rows: readonly NewBatchRow[]): Promise<void>;
  /** The first row of each repeat key that the batch holds already. */
  firstRows(batch: string, keys: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** In the order of the fingerprints. */
  twins(environment: string, fingerprints: readonly string[]): Promise<readonly Twins[]>;
  /** The user's start: what is not let through becomes `skipped`. */
  start(batch: string, choice: BatchChoice): Promise<void>;
  get(batch: string, holder: string, now: number): Promise<Batch | null>;
  /** Newest first. */
  list(holder: string, now: number): Promise<readonly Batch[]>;
  /** Those that another window holds, or held when it ended; few, and found at once. */
  held(holder: string, now: number): Promise<readonly Batch[]>;
  outcomes(batch: string): Promise<readonly OutcomeTally[]>;
  /** The first call that waits, beginning at `from`, or null. Rejects when the key that sealed its rows is gone. */
  nextCall(batch: string, from: number): Promise<BatchCall | null>;
  /** Sets a waiting call aside. */
  setAside(batch: string, call: number, state: 'undecided' | 'skipped', why: RowWhy): Promise<void>;
  /** The user's word on undecided rows for one reason: each call is sent anew, once, or left. Returns the rows. */
  decide(batch: string, why: RowWhy, what: 'again' | 'leave'): Promise<number>;
  rows(batch: string, after: number | null, limit: number): Promise<RowPage>;
  /** The rows of one call, in file order. */
  callRows(batch: string, call: number): Promise<readonly BatchRow[]>;
  /** Fields of rows whose input is kept, by row. */
  fields(batch: string, rows: readonly number[]): Promise<ReadonlyMap<number, RowFields>>;
  /** Takes or keeps the right to run it for `forMs`; false when another window has it. */
  hold(batch: string, holder: string, now: number, forMs: number): Promise<boolean>;
  release(batch: string, holder: string): Promise<void>;
  /** Removes it with its inputs and traces; its orders stay. False when another window runs it. */
  erase(batch: string, holder: string, now: number): Promise<boolean>;
  /** Removes a plan that was not started; sealed as it was, it needs no rewriting of the file. */
  discard(batch: string): Promise<void>;
}
