import type { Retained } from './erasurePorts.ts';

/** From the most to the least. */
export const keepChoices = ['everything', 'metadata', 'open-only'] as const;

/** What the user wants kept of settled orders. */
export type Keep = (typeof keepChoices)[number];

/** What the user wants kept; open orders (unsettled, pending, held, unknown) are always kept whole. */
export interface KeepPolicy {
  readonly keep: Keep;
  /** Days; 0 = for ever. */
  readonly payloadDays: number;
  readonly orderDays: number;
  /** Orders begun before are kept as `keep` says here: their user has not agreed yet that less is kept of them, too. */
  readonly earlier?: { readonly keep: Keep; readonly before: number };
}

/** So many at most are counted before the question. */
export const mostHeld = 1000;

/** What stays of earlier orders until their user has said whether it goes. */
export interface HeldBack {
  readonly keep: Exclude<Keep, 'everything'>;
  /** `mostHeld` = so many or more. */
  readonly orders: number;
}

/**
 * Keeps orders as a setting says. Who sets it to less has new orders in mind: what earlier ones hold was paid for, and warns of
 * paying twice, so it stays until its user has agreed, however the setting was changed and whether VS Code ran or not.
 */
export interface Keeping {
  /** @param since orders begun from then on are no earlier ones, where the choice is seen here for the first time; ms */
  apply(policy: KeepPolicy, now: number, since?: number): Promise<Retained>;
  /** What waits for the user's word; null = nothing, or they were asked of late, here or in another window. Whoever is told asks. */
  claim(now: number): Promise<HeldBack | null>;
  /** `keep` = earlier orders stay as they are, as long as the choice does. False where another choice was made meanwhile. */
  answer(choice: Keep, answer: 'erase' | 'keep'): Promise<boolean>;
}
