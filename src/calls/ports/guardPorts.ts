import type { OperationId, Phrase } from '../../contract/words.ts';
import type { OrderId } from './ids.ts';
import type { Account, OrderSummary } from './orders.ts';

export type { Account };

/** A sliding window of time in which calls are counted, per account and operation. */
export interface MeterWindow {
  /** Length in ms: 60,000 for the minute, 86,400,000 for the day. */
  readonly ms: number;
  /** Calls allowed in it; null = not known. */
  readonly most: number | null;
  /** Where `most` is null, a limit learned from a 429 holds instead, see learnedMost. */
  readonly learns: boolean;
}

/** The place of the embedded sandbox, whose port is another at each start. */
export const embeddedPlace = 'embedded-sandbox';

/** Keyed hashes by which the same input is found again without keeping it readable. */
export interface InputPrint {
  /** Of operation and canonical body. */
  readonly whole: string;
  /** Of the same with a number as a text, or the other way round: who was asked about so is a twin. No order keeps these. */
  readonly alike?: readonly string[];
  /**
   * Of what else the body may say: where a key is there twice, with each of its values. Both ways it is a twin, so an order keeps them
   * among its parts; no other body is taken for this one by them.
   */
  readonly readings?: readonly string[];
  /**
   * Of each entry of a bulk call, in any order, none twice: adding or reordering others does not change them. Where its fields have
   * other names than we assume, of the whole under those, too: its user may take the names back.
   */
  readonly parts: readonly string[];
}

/** What the ledger is asked before a call leaves. */
export interface GuardQuestion extends Account {
  readonly operation: OperationId;
  /**
   * Identities whose calls count as this environment's spend: its own first, then the one it had by its name alone before
   * it was given an id. See identitiesOf.
   */
  readonly spenders: readonly string[];
  /** Of the input that would leave; null while none is typed: then there are no twins. */
  readonly input: InputPrint | null;
  readonly now: number;
  /** The local calendar day of `now`, as `2026-11-21`; its month is the first seven characters. */
  readonly day: string;
  /** This window's run, from activation until it closes or reloads. */
  readonly session: string;
  readonly windows: readonly MeterWindow[];
}

/** How full a window is. */
export interface Meter extends MeterWindow {
  /**
   * Calls begun in it and not provably unsent; those in flight count. One begun exactly `ms` ago has left it. Counted up
   * to `most` or 20,000, whichever is more. Erasing orders does not lower it.
   */
  readonly count: number;
  /**
   * When one more call fits by our clock, ms since the epoch; null when one fits now or `most` is not known. The service
   * counts from when a call arrives: who waits adds a margin. MAX_SAFE_INTEGER when `most` is below 1.
   */
  readonly freeAt: number | null;
  /** When the count falls next by time alone, the oldest call leaving, ms since the epoch; null while the window is empty. */
  readonly fallsAt: number | null;
}

/** The service asked to wait; per account and operation, known to every window and after a restart. */
export interface CoolDown {
  /** Ms since the epoch, after `now`. */
  readonly until: number;
  /** When the answer came that asked for it. */
  readonly since: number;
  /** True when Retry-After was absent or unreadable: one minute is then our guess. */
  readonly guessed: boolean;
  /** Our id of the throttled order; null once that was erased: the service's wish outlives it. */
  readonly id: OrderId | null;
}

/**
 * A limit seen rather than documented: a 429 came at the `calls`-th call within a minute. One that came during a
 * cool-down teaches nothing and is not taken.
 */
export interface LearnedLimit {
  readonly calls: number;
  /** When that call was begun, ms since the epoch. */
  readonly at: number;
}

/** Calls a minute takes going by what was learned; null when that says nothing. A 429 at the very first call teaches nothing about a minute. */
export function learnedMost(learned: LearnedLimit | null): number | null {
  return learned === null || learned.calls < 2 ? null : learned.calls - 1;
}

/** Calls that were billed or may have been: billing `billed` or `unknown` as UsageRow has it, those in flight included. */
export interface Spend {
  readonly calls: number;
  /** The same calls by the price that was set when each left: rupees in decimal notation; null = no price was set. */
  readonly byPrice: readonly { readonly price: string | null; readonly calls: number }[];
}

/** Which entries of an input the twins that were found for it have. */
export interface KnownEntries {
  /** Of the input, none twice. */
  readonly all: number;
  /** Those that none of the twins has. */
  readonly fresh: number;
  /** By the id of a twin how many of them it has; of one that was found by the whole input alone nothing. */
  readonly within: Readonly<Record<string, number>>;
}

/** Everything the ledger knows that matters before a call; read in one moment. */
export interface GuardFacts {
  /** One for each window asked about, in that order; `most` is the learned limit where that holds. */
  readonly meters: readonly Meter[];
  readonly coolDown: CoolDown | null;
  /** From the newest 429 of this key and operation; null when there was none. */
  readonly learned: LearnedLimit | null;
  /** Of the question's spenders, all operations and keys. */
  readonly spent: { readonly session: Spend; readonly day: Spend; readonly month: Spend };
  /** Of this operation and these spenders today. */
  readonly operationToday: Spend;
  /** Of these calls, those of which nobody knows whether they were billed. */
  readonly unclearToday: number;
  /**
   * Orders of this input at this place that are still open: in flight, pending, held, unknown or lost, and not recorded
   * otherwise. The newest one; of a bulk input the newest of each entry, none twice, newest first. Newest is what was
   * written last, whatever the clock said then.
   */
  readonly pendingTwins: readonly OrderSummary[];
  /**
   * Likewise, those for which the provider may have run the lookup and which are not open: billed, billing unknown, or
   * verified or negative, by the answer or by what the user recorded, whatever is said of the money.
   */
  readonly paidTwins: readonly OrderSummary[];
  /** Null for an input of less than two entries, and where there is no twin. */
  readonly entries: KnownEntries | null;
  /** Newest whole answer to this account, whatever the operation; for what is certain to be refused. */
  readonly lastAnswer: Pick<OrderSummary, 'operation' | 'messageCode' | 'settledAt' | 'id'> | null;
}

/**
 * Asked again inside the transaction that writes the order, so that two windows cannot both take the last place: a
 * sentence refuses the order (LedgerRefusal `guard`), null lets it be written.
 */
export interface Admission {
  readonly question: GuardQuestion;
  readonly admit: (facts: GuardFacts) => Phrase | null;
}
