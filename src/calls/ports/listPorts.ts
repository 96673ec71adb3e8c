import type { Damaged } from './damaged.ts';
import type { OrderId } from './ids.ts';
import type { OrderSummary } from './orders.ts';

/** Each is read through an index; within one value the newest come first, of inputs the oldest or newest as the rest. */
export type OrderSortBy =
  | 'when'
  | 'due'
  | 'input'
  | 'operation'
  | 'environment'
  | 'outcome'
  | 'code'
  | 'billing';

export interface OrderSort {
  readonly by: OrderSortBy;
  readonly descending: boolean;
}

/** A part of a list. */
export interface OrdersPart {
  readonly orders: readonly OrderSummary[];
  /** Pass to the next `list`; null at the end. */
  readonly next: string | null;
}

/** What support sent about an order, as the user pasted it; kept sealed. */
export interface SupportText {
  readonly at: number;
  /** Null when the key that sealed it is gone. */
  readonly body: Uint8Array | Damaged | null;
}

/** When to ask about open orders again, and what came back. */
export interface FollowUps {
  /** @param day a local calendar day, null = none. Orders that are owed nothing are left. Returns how many were changed. */
  set(ids: readonly OrderId[], day: string | null): Promise<number>;
  /** Orders whose follow-up day is this local day or earlier. */
  due(day: string): Promise<number>;
  addText(id: OrderId, body: Uint8Array, now: number): Promise<void>;
  /**
   * Puts another text in the place of the one of that time, or nothing. What was changed is of a time of its own, right after, which is
   * returned. Null where it is gone, or was changed by another window: then nothing is written.
   */
  changeText(id: OrderId, at: number, body: Uint8Array | null): Promise<number | null>;
  /** Oldest first. */
  texts(id: OrderId): Promise<readonly SupportText[]>;
}
