import type { OrderId } from '../../src/calls/ports/ids.ts';
import type { CallRequest, NewOrder, Settlement } from '../../src/calls/ports/ports.ts';
import type { Agreed } from '../../src/calls/sending/wanted.ts';
import type { Billing, OperationId, Outcome } from '../../src/contract/words.ts';
import type { InputName } from './inputs.ts';
import type { BatchPlan } from './plans.ts';
import type { Random } from './random.ts';
import type { Meaning } from './service/bodies.ts';
import type { Entry } from './service/service.ts';
import type { PlainEnvironment } from './settings.ts';

/** One question as it was put to the user, and what they answered. */
export interface Asked {
  readonly at: number;
  /** Where the call was to go, by our own reading of the settings and keys it showed. */
  readonly target: string;
  /** Obstacles that were named; ids of our own making. */
  readonly named: readonly string[];
  readonly answer: string;
  /** Those of `named` that the answer passes. */
  readonly passed: readonly string[];
  /** The user agreed to go on. */
  readonly agreed: boolean;
}

/** Somebody's wish to send one call. */
export interface Wish {
  readonly number: number;
  readonly draft: string;
  readonly window: number;
  readonly operation: OperationId;
  readonly asker: 'proven' | 'unproven' | 'notes' | 'standing';
  /** Names that need no question: a batch's twins, as its start or a decision accepted them. */
  readonly passed: ReadonlySet<string>;
  /** Null = the environment the window has chosen. */
  readonly to: Agreed | null;
  readonly random: Random;
  /** What is to leave; null where a batch makes it. */
  readonly bytes: Uint8Array | null;
  readonly batch: { readonly id: string; readonly call: number } | null;
  readonly asked: Asked[];
  /** Uptime of the last word of the user: what is decided after it is read after it. */
  heardAt: number;
  /** Asked when it is about to leave: why it must not any more, or null. */
  readonly withdrawn: () => string | null;
  result: string | null;
}

/** An order as the simulator itself keeps count of it. */
export interface Kept {
  readonly id: OrderId;
  readonly seq: number;
  readonly order: NewOrder;
  readonly wish: Wish | null;
  readonly window: number;
  readonly environment: PlainEnvironment;
  readonly spender: string;
  readonly place: string;
  readonly key: string | null;
  readonly input: InputName;
  readonly micros: number | null;
  /** Uptime of the reading of the clock that it was judged by. */
  readonly begunAt: number;
  /** Uptime at which it was written. */
  readonly writtenAt: number;
  /** Uptime from which on nobody waits for its answer. */
  readonly deadline: number;
  state: 'in-flight' | 'settled' | 'lost';
  outcome: Outcome;
  billing: Billing;
  resolved: string | null;
  /** When that was, by the clock of then. */
  resolvedAt: number;
  erased: boolean;
  /** Erased by the user's own word, or dropped by retention. */
  payloads: boolean;
  call: Call | null;
  settlement: Settlement | null;
}

/** A call on its way. */
export interface Call {
  readonly number: number;
  readonly request: CallRequest;
  readonly kept: Kept | null;
  /** As the service wrote it down; null while, or where, it did not arrive. */
  entry: Entry | null;
  /** What its window was told; null until then. */
  told: {
    readonly meaning: Meaning;
    readonly waitMs: number | null;
    readonly cools: boolean;
    readonly at: number;
  } | null;
}

/** The service asked an account to pause; by uptime. */
export interface Throttle {
  until: number;
  /** The latest end among the waits of a day at most: what a lift of another one leaves. */
  sane: number;
  /** Calls within a minute that led to the newest 429 outside of a pause: at least and at most, for two may fall in one ms. */
  calls: readonly [least: number, most: number];
  callsAt: number;
  /** The wait last taken away, and when: a question read before that names it still. */
  lifted: { readonly until: number; readonly at: number } | null;
}

export function accountName(operation: string, place: string, key: string | null): string {
  return `${operation} ${place} ${key}`;
}

/** What is kept of a page: the text that stands there, and whether its input was erased since it was kept. */
export interface KeptPage {
  readonly body: string;
  isErased: boolean;
  /** How often that happened to this page. */
  erasures: number;
  /** By the clock: when it was kept or erased. */
  at: number;
  /** Uptime of the last erasure. */
  erasedAt: number;
}

/** Everything that truly happened in a run. */
export class Trace {
  wishCount = 0;
  readonly wishes = new Map<string, Wish>();
  readonly orders = new Map<string, Kept>();
  readonly calls: Call[] = [];
  readonly throttles = new Map<string, Throttle>();
  /** Keys by the hash the ledger made of them. */
  readonly keyHashes = new Map<string, string | null>();
  /** Whose hash it is: of which key, and where. */
  readonly hashed = new Map<string, string>();

  /** What the ledger hashed to find it again. */
  readonly prints = new Map<string, InputName>();
  /** Identities that one was known by before, as windows said. */
  readonly earlier = new Map<string, Set<string>>();
  readonly drafts = new Set<string>();
  readonly plans = new Map<string, BatchPlan>();
  readonly pages = new Map<string, KeptPage>();
}

export function isOpen({ state, outcome, resolved }: Kept): boolean {
  if (resolved !== null && resolved !== 'still-open') return false;
  return state !== 'settled' || outcome === 'pending' || outcome === 'held' || outcome === 'unknown';
}

/** Its outcome is owed, or whether it was billed: retention leaves it alone. */
export function isOwed(kept: Kept): boolean {
  const { state, billing, resolved } = kept;
  const isRecorded = resolved !== null && resolved !== 'still-open';
  return isOpen(kept) || (state === 'settled' && billing === 'unknown' && !isRecorded);
}

/** The provider may have run the lookup, and nothing of it is open. */
export function isPaid(kept: Kept): boolean {
  if (isOpen(kept)) return false;
  return (
    kept.billing === 'billed' ||
    kept.billing === 'unknown' ||
    // It can be recorded of what was open alone.
    kept.resolved === 'no-result' ||
    [kept.outcome, kept.resolved].some((one) => one === 'verified' || one === 'negative')
  );
}

/** Whether it was billed, as the service said, whatever the user recorded since. */
export function mayBeBilled({ billing }: Kept): boolean {
  return billing === 'billed' || billing === 'unknown';
}

/** It counts as spent: what the user recorded as refunded, or not billed, does not. */
export function isSpent(kept: Kept): boolean {
  return kept.resolved !== 'refunded' && kept.resolved !== 'not-billed' && mayBeBilled(kept);
}
