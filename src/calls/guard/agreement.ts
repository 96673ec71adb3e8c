import { standing } from './admission.ts';
import { freeAfter, type Obstacle, passesWithTime } from './obstacles.ts';

/** What a user has agreed to for one call that has not left yet. */
export interface Agreement {
  /** Where it was to go when they were asked: environment, address and key. */
  readonly target: string;
  /** Ids of the obstacles they passed. */
  readonly accepted: ReadonlySet<string>;
  /** Ids of all they were shown. */
  readonly shown: ReadonlySet<string>;
  /** They chose to wait, and to send when the wait is over. */
  readonly waits: boolean;
}

export type NextStep =
  | { readonly kind: 'send' }
  | { readonly kind: 'wait'; readonly until: number }
  | { readonly kind: 'ask' };

/**
 * What follows from an agreement once the way was checked again: send if nothing stands there that they did not see,
 * wait on if only time is missing, ask about anything new.
 * @param target where it would go now
 */
export function nextStep(agreement: Agreement, target: string, found: readonly Obstacle[]): NextStep {
  if (agreement.target !== target) return { kind: 'ask' };
  const left = standing(found, agreement.accepted);
  const isNews = found.some((one) => !agreement.shown.has(one.id) && !passesWithTime(one));
  if (isNews) return { kind: 'ask' };
  if (left.length === 0) return { kind: 'send' };
  const until = left.every(passesWithTime) ? freeAfter(left) : null;
  return agreement.waits && until !== null ? { kind: 'wait', until } : { kind: 'ask' };
}
