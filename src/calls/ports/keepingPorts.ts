import type { Retained } from './erasurePorts.ts';
import type { OrderId } from './ids.ts';

/** From the most to the least. */
export const keepChoices = ['everything', 'metadata', 'open-only'] as const;

/** What the user wants kept of settled orders. */
export type Keep = (typeof keepChoices)[number];

/** Told by their places in the file: the clock may have been set, and a backup brings orders of any time. */
export interface EarlierOrders {
  readonly keep: Keep;
  /** The last of them. */
  readonly upTo: number;
  /** Batches planned before are earlier ones; ms. */
  readonly since: number;
}

/** What the user wants kept; open orders (unsettled, pending, held, unknown) are always kept whole. */
export interface KeepPolicy {
  readonly keep: Keep;
  /** Days; 0 = for ever. */
  readonly payloadDays: number;
  readonly orderDays: number;
  /** Earlier orders are kept as `keep` says here: their user has not agreed yet that less is kept of them, too. */
  readonly earlier?: EarlierOrders;
}

/** So many at most are counted before the question. */
export const mostHeld = 1000;

/** What stays of earlier orders until their user has said whether it goes: another question where it is since another time, or of more places. */
export interface HeldBack extends Pick<EarlierOrders, 'upTo' | 'since'> {
  readonly keep: Exclude<Keep, 'everything'>;
  /** `mostHeld` = so many or more. */
  readonly orders: number;
}

/**
 * Keeps orders as a setting says. Who sets it to less has new orders in mind: what earlier ones hold was paid for, and warns of
 * paying twice, so it stays until its user has agreed, however the setting was changed and whether VS Code ran or not.
 */
export interface Keeping {
  /** @param settled just now, and so no earlier one, where the choice is seen here for the first time */
  apply(policy: KeepPolicy, now: number, settled?: OrderId): Promise<Retained>;
  /** What waits for the user's word; null = nothing, or they were asked of late, here or in another window. Whoever is told asks. */
  claim(now: number): Promise<HeldBack | null>;
  /** `keep` = earlier orders stay as they are, as long as the choice does. False where another choice was made meanwhile, or a backup brought others. */
  answer(held: HeldBack, answer: 'erase' | 'keep'): Promise<boolean>;
}
