import type { OrderId } from '../ports/ids.ts';
import {
  type BudgetCure,
  freeAfter,
  type Obstacle,
  type ObstacleKind,
  passesWithTime,
  type Repair,
} from './obstacles.ts';
import type { BudgetLimitId } from './userLimits.ts';

/** What can be offered where something stands in the way; the safest comes first. */
export type Choice =
  | { readonly kind: 'open-order'; readonly order: OrderId; readonly paid: boolean }
  | { readonly kind: 'repair'; readonly repair: Repair }
  /** `limit` = the first that stops it and has this cure. */
  | { readonly kind: 'change-budget'; readonly cure: BudgetCure; readonly limit: BudgetLimitId | null }
  | { readonly kind: 'wait' }
  /** The wait the service asked for is not believed: from now on nobody waits for it. */
  | { readonly kind: 'lift' }
  /** `plain` = nothing stands in the way; `anyway` = in spite of a twin; `now` = before a wait is over. */
  | { readonly kind: 'send'; readonly how: 'plain' | 'anyway' | 'now' }
  /** A pending twin is passed by a choice of its own; what else stands in the way is asked about next. */
  | { readonly kind: 'pass-twin' };

/** What its user can do about what only they can mend. */
export type Remedy = Extract<Choice, { kind: 'repair' | 'change-budget' | 'lift' }>;

/** Null where time mends it, or nothing but a word. */
export function remedyOf(one: Obstacle): Remedy | null {
  switch (one.kind) {
    case 'budget-stop':
      return { kind: 'change-budget', cure: one.cure, limit: one.limit };
    case 'refusal':
      return { kind: 'repair', repair: one.repair };
    case 'cool-down':
      return one.doubtful ? { kind: 'lift' } : null;
    default:
      return null;
  }
}

function twinOf(obstacles: readonly Obstacle[], kind: ObstacleKind): Choice | null {
  const twin = obstacles.find((one) => one.kind === kind);
  if (twin?.kind === 'pending-twin') return { kind: 'open-order', order: twin.order, paid: false };
  if (twin?.kind !== 'paid-twin') return null;
  return { kind: 'open-order', order: twin.order, paid: twin.unanswered !== true };
}

function remedies(obstacles: readonly Obstacle[]): readonly Choice[] {
  return obstacles.map(remedyOf).filter((one) => one !== null);
}

/** What to offer for what stands in the way. A stopped budget offers nothing that sends. */
export function choicesFor(obstacles: readonly Obstacle[]): readonly Choice[] {
  const waits = obstacles.filter(passesWithTime);
  const pending = twinOf(obstacles, 'pending-twin');
  const twin = pending ?? twinOf(obstacles, 'paid-twin');
  const first: readonly Choice[] = twin === null ? [] : [twin];
  const stopped = obstacles.filter((one) => one.kind === 'budget-stop');
  const cures = stopped.filter(
    ({ cure }, at) => stopped.findIndex((earlier) => earlier.cure === cure) === at,
  );
  if (cures.length > 0) return [...first, ...remedies(cures)];
  if (pending !== null && waits.length > 0) return [...first, { kind: 'pass-twin' }];
  const repairs = remedies(obstacles.filter(({ kind }) => kind === 'refusal'));
  const doubtful = obstacles.some((one) => one.kind === 'cool-down' && one.doubtful);
  const wait: readonly Choice[] = doubtful
    ? [{ kind: 'lift' }]
    : freeAfter(waits) === null
      ? []
      : [{ kind: 'wait' }];
  const how = waits.length > 0 ? 'now' : twin === null ? 'plain' : 'anyway';
  return [...first, ...repairs, ...wait, { kind: 'send', how }];
}

/** The ids a choice accepts, out of what was shown. */
export function acceptedBy(choice: Choice, shown: readonly Obstacle[]): readonly string[] {
  switch (choice.kind) {
    case 'send':
      return shown.map(({ id }) => id);
    case 'wait':
    // The lifted wait is gone by then; a full window is a question of its own.
    case 'lift':
      return shown.filter((one) => !passesWithTime(one)).map(({ id }) => id);
    case 'pass-twin':
      return shown.filter(({ kind }) => kind === 'pending-twin').map(({ id }) => id);
    default:
      return [];
  }
}

/**
 * What was accepted for this call before and still is. Whoever waits no longer means to pass a wait, also one that a clock
 * set back brings in view again; ids begin with their kind.
 */
export function stillAccepted(choice: Choice, accepted: ReadonlySet<string>): readonly string[] {
  return [...accepted].filter((id) => choice.kind !== 'wait' || !/^(?:cool-down|meter):/.test(id));
}
