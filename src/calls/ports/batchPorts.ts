import type { MaskKind, RequestField } from '../../contract/shapes.ts';
import type { Billing, OperationId, Outcome } from '../../contract/words.ts';
import type { InputPrint, Spend } from './guardPorts.ts';
import type { BatchId, DraftId, OrderId } from './ids.ts';
import type { Resolution } from './orderEvents.ts';
import type { EnvironmentKind, FailureCode } from './orders.ts';

/** Request fields of one row by name; a list has one entry a line. */
export type RowFields = Readonly<Record<string, string>>;

/** A column of the user's own file, carried along into the results. */
export interface OwnColumn {
  readonly name: string;
  /** How its cells are masked: as the field it fills, or by its name. Null = by their look alone. */
  readonly mask: MaskKind | null;
}

/** What is kept, sealed, of a row. */
export interface RowInput {
  /** Null when it never leaves. */
  readonly fields: RowFields | null;
  /** The cells of the user's own columns; null where they are not carried along. */
  readonly own: readonly string[] | null;
  /** InputPrint.whole of its call's body, where it was asked for from the ledger: it outlives a number that was reduced. */
  readonly print?: string | null;
}

/**
 * `waiting` to be sent; `sent` = its order is begun; `done` = answered; `undecided` = it may have been billed, or may
 * be answered elsewhere, so that only the user may send it; `skipped` = not sent, see RowWhy.
 */
export type RowState = 'waiting' | 'sent' | 'done' | 'undecided' | 'skipped';

/**
 * Why a row was skipped, is undecided, or is done without an answer: `uneven` = it has more or fewer cells than the header; `invalid` = it looks
 * wrong; `duplicate` = an earlier row says the same; `paid` = the same input was paid before, or, while it is undecided, some input of its call; `left` = the user left it;
 * `pending` = an order for the same input is open; `unknown` = its own order has no known outcome; `left-unknown` = so, and
 * it is not sent again: the user left it at that, or its input is no longer kept whole; `erased` = its input was erased,
 * and where the row is done perhaps its answer, too; `damaged` = its input, or that of a row of its call, cannot be read.
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
  | 'erased'
  | 'damaged';

export interface NewBatch {
  readonly id: BatchId;
  readonly operation: OperationId;
  /** As it was named then. */
  readonly environment: string;
  /** By which the environment is found again, whatever it is called meanwhile; see identityOf. */
  readonly identity: string;
  readonly kind: EnvironmentKind;
  /** Empty for the embedded sandbox, whose port changes. */
  readonly origin: string;
  /** As it was confirmed, path prefix included. Kept sealed. */
  readonly baseUrl: string;
  /** What the rows came from, for people: a file's name without its folder. */
  readonly source: string;
  readonly createdAt: number;
  /** The request fields its rows were planned with: they leave as these make them, whatever is corrected later. Kept sealed. */
  readonly fields: readonly RequestField[];
  /** The columns of the user's file; null or absent where they are not carried along. Kept sealed. */
  readonly columns?: readonly OwnColumn[] | null;
}

/** Where results are written besides the ledger. */
export interface ResultsTarget {
  /** A path of the machine where the batch was started, or the address of a file that VS Code alone reaches. */
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
  /** Orders for the same input that are not open, see Twins: those that are not accepted. */
  readonly paidTwins: readonly OrderId[];
  /** Orders for the same input that are still open. */
  readonly openTwins: readonly OrderId[];
  /** Orders whose input the user wants sent all the same, by name: chosen before the rows were read, as a re-run is. */
  readonly accepted: readonly OrderId[];
  /** Those of them that were not open when the row was planned: one that is open again when it is to leave is asked about. Absent = none. */
  readonly acceptedOver?: readonly OrderId[];
  /** The earlier row that it repeats. */
  readonly sameAs: number | null;
  readonly masked: string;
  /** Equal for rows that say the same; null when it never leaves. */
  readonly repeatKey: string | null;
  /** InputPrint.whole of the call's body: what leaves must still have it. */
  readonly fingerprint: string | null;
  /** Kept sealed; null when it never leaves. */
  readonly fields: RowFields | null;
  /** See RowInput. Of a row that never leaves they are kept until they stand in the results. */
  readonly own?: readonly string[] | null;
}

/** One call that can leave. */
export interface BatchCall {
  readonly batch: BatchId;
  readonly call: number;
  /** Names this sending of it; the ledger refuses a second order with the same one. */
  readonly draftId: DraftId;
  /** See NewBatchRow. */
  readonly fingerprint: string | null;
  /** In file order. */
  readonly rows: readonly {
    readonly row: number;
    readonly fields: RowFields;
    readonly own?: readonly string[] | null;
  }[];
  /** Orders with the same input that were paid before, or may have been: the user passes these, by name. */
  readonly acceptedPaid: readonly OrderId[];
  /** Orders with the same input that were open when the user passed them, by name; what they came to since is passed too. */
  readonly acceptedOpen: readonly OrderId[];
}

/** A row with what came of it, for lists and results. */
export interface BatchRow {
  readonly row: number;
  readonly line: number;
  readonly call: number | null;
  readonly state: RowState;
  readonly why: RowWhy | null;
  readonly sameAs: number | null;
  /** Of that row, which lists name by it; absent where it repeats none. */
  readonly sameLine?: number;
  readonly masked: string;
  /** Our id of its order, or null. */
  readonly order: OrderId | null;
  /** From the order, where there is one. */
  readonly outcome: Outcome | null;
  readonly billing: Billing | null;
  /** What its user recorded of it. */
  readonly resolved: Resolution['outcome'] | null;
  /** It could not be billed, whatever its answer says. Absent = it could, or there is none. */
  readonly simulated?: true;
  readonly httpStatus: number | null;
  readonly messageCode: string | null;
  readonly failureCode: FailureCode | null;
  readonly orderId: string | null;
  /** Of a row that was skipped as `paid`: the order_id of the newest order that its input was paid for with. It is no order of this batch. */
  readonly earlierOrderId: string | null;
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

export interface Batch extends Omit<NewBatch, 'fields' | 'baseUrl'> {
  /** Null for one that was planned before it was kept, or that cannot be opened. */
  readonly baseUrl: string | null;
  /** Null for one that was planned before fields were kept, or that cannot be opened. */
  readonly fields: readonly RequestField[] | null;
  /** `planning` until the user has started it. */
  readonly state: 'planning' | 'started';
  readonly results: ResultsTarget | null;
  readonly tally: readonly TallyRow[];
  /** Another window runs it now. */
  readonly heldElsewhere: boolean;
  /** The window that ran it last ended without giving it back. */
  readonly interrupted: boolean;
}

/** A batch that nobody runs although something of it is left: it was cancelled, waits for a decision, or its window ended. */
export interface UnfinishedBatch
  extends Pick<NewBatch, 'id' | 'operation' | 'environment' | 'kind' | 'source' | 'createdAt'> {
  /** See Batch: its results may be incomplete, too. */
  readonly interrupted: boolean;
  /** Rows not sent yet. */
  readonly waiting: number;
  /** Rows that only the user may send. */
  readonly undecided: number;
}

/** What the answered rows of a batch came to, as their user recorded it where the service left that open: see outcomeAsRecorded. */
export interface OutcomeTally {
  readonly outcome: Outcome;
  readonly billing: Billing;
  readonly messageCode: string | null;
  /** What its user recorded, in which they count apart from those that came to the same by themselves; absent = nothing for good. */
  readonly resolved?: Exclude<Resolution['outcome'], 'still-open'>;
  readonly rows: number;
  /** Of these rows, those whose input is still kept: only they can be run again. */
  readonly kept: number;
  /** Of these rows, those whose order is open: it was not answered for good, and nobody recorded what came of it. */
  readonly open: number;
  readonly calls: number;
}

/** What was billed, and the calls of which it is not known. */
export interface BatchSpend extends Pick<Spend, 'byPrice'> {
  readonly unclear: number;
}

/** Rows that came to one of these, or that are in one of these states without an order that tells. */
export type RowGroup =
  | { readonly kind: 'outcome'; readonly among: readonly CameTo[] }
  | { readonly kind: 'state'; readonly among: readonly Pick<TallyRow, 'state' | 'why'>[] };

type CameTo = Pick<OutcomeTally, 'outcome' | 'billing' | 'messageCode' | 'resolved'>;

/** All orders that the guard names for an input at one place, see GuardFacts: who passes fewer of them is stopped. The newest first. */
export interface Twins {
  readonly paid: readonly OrderId[];
  readonly pending: readonly OrderId[];
}

/** What the user decides about undecided rows for one reason. */
export interface Decision {
  readonly why: RowWhy;
  readonly what: 'again' | 'leave';
  /** The calls the user was asked about, see BatchStore.undecided: others, undecided since, stay so. */
  readonly drafts: readonly DraftId[];
}

export interface RowsAndCalls {
  readonly rows: number;
  readonly calls: number;
}

/** What the user lets through at the start. Rows whose twins were accepted before count as not paid. */
export interface BatchChoice {
  readonly sendFlawed: boolean;
  readonly sendPaid: boolean;
  readonly results: ResultsTarget | null;
  /**
   * The batch whose waiting rows these are, planned anew, and their places there: they are left in the same transaction,
   * and what is kept of them goes. Null for a batch of its own.
   */
  readonly insteadOf: { readonly batch: BatchId; readonly rows: readonly number[] } | null;
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
  addRows(batch: BatchId, rows: readonly NewBatchRow[]): Promise<void>;
  /** The first row of each repeat key that the batch holds already. */
  firstRows(batch: BatchId, keys: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** In the order of the inputs. */
  twins(place: string, inputs: readonly InputPrint[]): Promise<readonly Twins[]>;
  /**
   * The user's start: what is not let through becomes `skipped`. Rejects, with nothing written, when the rows it stands for
   * do not all wait any more, or another window runs their batch.
   */
  start(batch: BatchId, choice: BatchChoice): Promise<void>;
  get(batch: BatchId, holder: string, now: number): Promise<Batch | null>;
  /** Whether there is any. */
  exists(): Promise<boolean>;
  /** Newest first. */
  list(holder: string, now: number): Promise<readonly Batch[]>;
  /** Those that another window holds, or held when it ended; few, and found at once. */
  held(holder: string, now: number): Promise<readonly Batch[]>;
  /** Newest first; costs little, however long they are. A name that cannot be opened is '': the history is read without keys. `nextAt`: when the next hold ends unless its window renews it, or null. */
  unfinished(now: number): Promise<{
    readonly batches: readonly UnfinishedBatch[];
    readonly nextAt: number | null;
  }>;
  outcomes(batch: BatchId): Promise<readonly OutcomeTally[]>;
  /** Of all its calls that came to an end, also where a row was sent anew since. */
  billed(batch: BatchId): Promise<BatchSpend>;
  /** The first call that waits, beginning at `from`, or null. One that is damaged is skipped for good: it must not stop what waits behind it. Rejects when the key that sealed its rows is gone, or nobody can tell how the batch was planned. */
  nextCall(batch: BatchId, from: number): Promise<BatchCall | null>;
  /** Sets a waiting call aside. @param twins the orders it was set aside for: sent anew, it passes these by name */
  setAside(
    batch: BatchId,
    call: number,
    state: 'undecided' | 'skipped',
    why: RowWhy,
    twins: readonly OrderId[],
  ): Promise<void>;
  /**
   * The user's word on undecided rows, all of it or nothing: each call is sent anew, once, or left. Sent anew, a call
   * passes the orders it was undecided for, and no other.
   */
  decide(batch: BatchId, decisions: readonly Decision[]): Promise<void>;
  /** The calls that are undecided for this reason now, to be decided about; by their drafts, in the order of the calls. */
  undecided(batch: BatchId, why: RowWhy): Promise<readonly DraftId[]>;
  /** What of them would be sent anew: a call of which something is no longer kept ends unsent. */
  sentAnew(batch: BatchId, why: RowWhy, drafts: readonly DraftId[]): Promise<RowsAndCalls>;
  rows(batch: BatchId, after: number | null, limit: number): Promise<RowPage>;
  /** Those of a group, in the order of the input. Reads every row of the batch. @param offset in rows of the group */
  rowsIn(batch: BatchId, group: RowGroup, offset: number, limit: number): Promise<readonly BatchRow[]>;
  /**
   * Whether the rows of a results file can be this batch's: none of them waits without ever having been sent (what is sent
   * anew was), and of the order_ids beside them one is its row's, where any can be compared.
   * @param ids rows with the order_id beside them, without an apostrophe before it
   */
  wrote(
    batch: BatchId,
    rows: readonly number[],
    ids: readonly (readonly [row: number, orderId: string])[],
  ): Promise<boolean>;
  /** The rows of one call, in file order. */
  callRows(batch: BatchId, call: number): Promise<readonly BatchRow[]>;
  /** Fields of rows whose input is kept, by row. */
  fields(batch: BatchId, rows: readonly number[]): Promise<ReadonlyMap<number, RowFields>>;
  /** All that is kept of rows, by row. */
  inputs(batch: BatchId, rows: readonly number[]): Promise<ReadonlyMap<number, RowInput>>;
  /** Forgets the cells of rows that never leave: they stand in the results. */
  forgetLeft(batch: BatchId): Promise<void>;
  /** Takes or keeps the right to run it for `forMs`; false when another window has it. */
  hold(batch: BatchId, holder: string, now: number, forMs: number): Promise<boolean>;
  release(batch: BatchId, holder: string): Promise<void>;
  /** Removes it with its inputs and traces; its orders stay. False when another window runs it. */
  erase(batch: BatchId, holder: string, now: number): Promise<boolean>;
  /** Removes a plan that was not started; sealed as it was, it needs no rewriting of the file. */
  discard(batch: BatchId): Promise<void>;
}
