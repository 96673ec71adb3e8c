import type { Damaged } from './damaged.ts';
import type { DraftId, OrderId, PageId } from './ids.ts';
import type { OrderSummary } from './orders.ts';

/**
 * Live and billed, or perhaps: whoever sends the same input again is warned by it. What is under way may still be, and is not erased.
 * @param billing as it was recorded, see billingAsRecorded; a facet of the ledger has it so
 */
export function wasPaid({ kind, state, billing }: Pick<OrderSummary, 'kind' | 'state' | 'billing'>): boolean {
  return kind === 'live' && state !== 'in-flight' && (billing === 'billed' || billing === 'unknown');
}

export interface Erased {
  readonly orders: number;
  /** Open orders that were left alone because nobody may lose them silently. */
  readonly leftOpen: number;
}

/** What retention took. */
export interface Retained extends Erased {
  /** The key could not be had: requests and answers with Aadhaar numbers that are due stay until it can. */
  readonly waitsForKey?: true;
}

/** What there is of some inputs beside the orders with the very same. */
export interface HeldElsewhere {
  /** Orders whose request, another one, names an identifier of them: they are erased as well. */
  readonly orders: number;
  /** Of these, those of which something has to be found out, see owedBy. */
  readonly open: number;
  /** Of these, those that are left because they are under way. */
  readonly underWay: number;
  /** Of these, those that were paid for, or perhaps, see wasPaid. */
  readonly paid: number;
  /** Calls of several entries that name one and ask about others: they stay. */
  readonly shared: number;
  /** Orders that show the same and stay, as nobody can tell what they asked: it is no longer kept, or cannot be opened. */
  readonly untold: number;
  /** Notes, outcomes recorded and texts of support that quote them, of orders that stay. */
  readonly quotes: number;
  /** Rows of batches that wait and will never be sent, those of the same calls included. */
  readonly waiting: number;
}

/** In the place of a draft whose sealing key is gone. */
export type KeyGone = 'key-gone';

/**
 * What is kept of pages while they are open, and of forms that were closed with something unsent in them, sealed like
 * payloads. It ends with the erasure of an input it holds.
 */
export interface DraftStore {
  /** False, and not kept, when an input the draft held was erased more often than the page has `seen`; absent = never. */
  saveDraft(page: PageId, draft: Uint8Array, now: number, seen?: number): Promise<boolean>;
  loadDraft(page: PageId): Promise<Uint8Array | Damaged | KeyGone | null>;
  deleteDraft(page: PageId): Promise<void>;
  /** How often an input that was kept of this page was erased. */
  draftErasures(page: PageId): Promise<number>;
  /** Pages of which something is kept and whose names begin so, the last saved first. */
  pagesBeginning(start: string): Promise<readonly PageId[]>;
  /**
   * Keeps under another name what is kept of a page, as of the time it was saved. Of two windows that ask at once one is
   * told true. False where there is nothing, or nothing that can be opened, or something of the other name: that stays where it is.
   * `briefly`: where another program holds the history it throws within a second, rather than in some three.
   */
  keepDraftAs(from: PageId, to: PageId, patience?: 'briefly'): Promise<boolean>;
  /** The print of what was sent under this id, empty where nobody knows it any more: its order was erased, or printed with another key. Null = nothing was. */
  sentUnder(draft: DraftId): Promise<string | null>;
}

/** What the user erases. It takes every draft that holds an input of what is erased along, in all windows. */
export interface Erasing {
  /** Erases orders whole, traces in the file included. Those still in flight are left: their answer is on its way. */
  erase(ids: readonly OrderId[]): Promise<Erased>;
  eraseSettledBefore(before: number): Promise<Erased>;
  /**
   * The orders with these inputs and those whose request names an identifier of them, and all that quotes them: rows of batches, and
   * notes and texts of other orders. A call of several entries that asks about others, too, stays.
   */
  eraseInput(...fingerprints: readonly string[]): Promise<Erased>;
  /** The orders with these inputs, and drafts and rows of batches with the very same: what else names an identifier of them stays. */
  eraseRequest(...fingerprints: readonly string[]): Promise<Erased>;
  heldElsewhere(fingerprints: readonly string[]): Promise<HeldElsewhere>;
  /** How often the user erased something, in whatever window: what else remembers inputs forgets them then. */
  erasures(): Promise<number>;
  /** Histories that could not be read and were set aside; names of files. What they hold cannot be told. */
  setAside(): Promise<readonly string[]>;
  eraseSetAside(): Promise<void>;
}
