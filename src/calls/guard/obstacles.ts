import type { Refusal } from '../../contract/messageCodes.ts';
import type { Phrase } from '../../contract/words.ts';
import type { OrderId } from '../ports/ids.ts';
import type { BudgetLimitId, BudgetPeriod } from './userLimits.ts';

/** Where a limit is known from: the service's documents, the user's settings, or a 429 that was seen. */
export type LimitSource = 'documented' | 'set' | 'learned';

/** What helps against a refusal that is nearly certain. */
export type Repair = Refusal['repair'];

/** What lets calls leave again: a higher budget, a price to count by, or settings that can be read. */
export type BudgetCure = 'budget' | 'price' | 'settings';

/** How many addresses of a bulk input an order has; undefined of one that has all of them. */
export interface TwinShare {
  readonly here: number;
  readonly all: number;
  /** Those that no order has which is told of. */
  readonly fresh: number;
}

type What =
  /** An order with the same input that is still open. Passed only by a choice made for this very order. */
  | { readonly kind: 'pending-twin'; readonly order: OrderId; readonly share?: TwinShare | undefined }
  /** An order with the same input that was billed or may have been, and is not open. */
  | {
      readonly kind: 'paid-twin';
      readonly order: OrderId;
      readonly billed: boolean;
      /** Its user recorded that nothing came of it, or that it was given back: there is no paid answer to look at. */
      readonly unanswered?: boolean;
      /** Its user recorded that it cost nothing in the end, where the answer left that open; absent = it did, or may have. */
      readonly costless?: 'not-billed' | 'refunded' | undefined;
      readonly share?: TwinShare | undefined;
    }
  /** `order` = the throttled one, null once that was erased. */
  | {
      readonly kind: 'cool-down';
      readonly until: number;
      readonly guessed: boolean;
      /** Longer than a day: doubted aloud, and the user may lift it. */
      readonly doubtful: boolean;
      readonly order: OrderId | null;
    }
  | {
      readonly kind: 'meter';
      readonly most: number;
      readonly count: number;
      /** When one more call fits, ms since the epoch; null = not known. */
      readonly freeAt: number | null;
      readonly source: LimitSource;
    }
  /** Nobody but the user raises a budget. `limit` null = the budget cannot be read. */
  | { readonly kind: 'budget-stop'; readonly limit: BudgetLimitId | null; readonly cure: BudgetCure }
  | {
      readonly kind: 'budget-warning';
      readonly period: BudgetPeriod;
      readonly limit: BudgetLimitId;
      readonly cure: 'budget';
    }
  /** The service will probably refuse, free of charge. */
  | { readonly kind: 'refusal'; readonly repair: Repair };

/** Something that stands in the way of a call or should be known before it leaves. */
export type Obstacle = What & {
  /** The same for the same obstacle, whenever it is looked at; what a user accepts is accepted by it. */
  readonly id: string;
  readonly what: Phrase;
};

export type ObstacleKind = Obstacle['kind'];

/** What must be accepted before a call leaves; the others are only told. */
export function stops({ kind }: Obstacle): boolean {
  return kind !== 'budget-warning' && kind !== 'refusal';
}

/** Whether waiting makes it go away. */
export function passesWithTime({ kind }: Obstacle): boolean {
  return kind === 'meter' || kind === 'cool-down';
}

/** When waiting has helped against all of them, ms since the epoch; null when that is not known or waiting does not help. */
export function freeAfter(obstacles: readonly Obstacle[]): number | null {
  let latest: number | null = null;
  for (const one of obstacles) {
    if (one.kind !== 'meter' && one.kind !== 'cool-down') continue;
    const at = one.kind === 'meter' ? one.freeAt : one.until;
    if (at === null) return null;
    latest = Math.max(latest ?? at, at);
  }
  return latest;
}
