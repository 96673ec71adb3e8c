import type { OperationId } from '../../contract/words.ts';

declare const idOf: unique symbol;

/** A text that names one kind of thing: the compiler refuses to hand a page's name to who asks for a draft's. */
type Id<Kind extends string> = string & { readonly [idOf]: Kind };

/** A form, for as long as it is open; its drafts are kept under it. */
export type PageId = Id<'page'>;
/** One wish to send. The ledger begins at most one order for each, whichever window asks. */
export type DraftId = Id<'draft'>;
/** Our own id of an order; the service's is `order_id`. */
export type OrderId = Id<'order'>;
export type BatchId = Id<'batch'>;

/** For texts that come from outside the types: a message of a page, a row of the ledger, a command's argument. */
export const pageId = (text: string): PageId => text as PageId;
export const draftId = (text: string): DraftId => text as DraftId;
export const orderId = (text: string): OrderId => text as OrderId;
export const batchId = (text: string): BatchId => text as BatchId;

/** The page stays, the turn grows with each call: pressing Send again is a new wish, a repeated message is not. */
export function draftOfPage(page: PageId, turn: number): DraftId {
  return draftId(`${page}.${turn}`);
}

export function pageOfDraft(draft: DraftId): PageId {
  const dot = draft.lastIndexOf('.');
  return pageId(dot === -1 ? draft : draft.slice(0, dot));
}

export function turnOfDraft(draft: DraftId): number {
  return Number(draft.slice(draft.lastIndexOf('.') + 1));
}

/**
 * Begins the names under which forms of an operation are kept that were closed with something unsent in them. No call is
 * ever sent from such a name: what is brought back gets a page, and so draft ids, of its own.
 */
export function closedForms(operation: OperationId): string {
  return `closed-${operation}.`;
}

export function closedForm(operation: OperationId, page: PageId): PageId {
  return pageId(closedForms(operation) + page);
}

/** Whose the draft ids are that were spent before the form was closed: its own, where it was not put aside. */
export function pageOfClosed(operation: OperationId, closed: PageId): PageId {
  const start = closedForms(operation);
  return closed.startsWith(start) ? pageId(closed.slice(start.length)) : closed;
}

/** @param unique a fresh id: a lookup is wished once */
export function draftOfLookup(unique: string): DraftId {
  return draftId(`lookup-${unique}.0`);
}

/** Starts the draft ids of all batches. */
export const batchDrafts = 'batch-';

/**
 * A call of a batch has one draft for ever, so that the ledger itself refuses to send it twice.
 * @param again how often the user has asked to send it anew
 */
export function draftOfBatch(batch: BatchId, call: number, again = 0): DraftId {
  return draftId(`${batchDrafts}${batch}.${call}${again === 0 ? '' : `-${again}`}`);
}
