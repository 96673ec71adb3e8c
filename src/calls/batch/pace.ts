import type { Phrase } from '../../contract/words.ts';
import { type Remedy, remedyOf } from '../guard/choices.ts';
import { freeAfter, type Obstacle, passesWithTime } from '../guard/obstacles.ts';
import type { RowWhy } from '../ports/batchPorts.ts';
import type { OrderId } from '../ports/ids.ts';

/** What is to be done with a call that may not leave now. */
export type Verdict =
  /** Nothing may leave before then; the wait is ours, not a second sending. */
  | { readonly kind: 'wait'; readonly until: number; readonly why: Phrase }
  /** This call stays, for the sake of these orders; the next one may leave. */
  | {
      readonly kind: 'aside';
      readonly state: 'undecided' | 'skipped';
      readonly why: RowWhy;
      readonly twins: readonly OrderId[];
    }
  /** Nothing leaves until the user says so. `remedy`: what they can do about it. */
  | { readonly kind: 'stop'; readonly why: Phrase; readonly remedy: Remedy | null };

function ordersOf(obstacles: readonly Obstacle[], kind: 'pending-twin' | 'paid-twin'): readonly OrderId[] {
  return obstacles.flatMap((one) => (one.kind === kind ? [one.order] : []));
}

/** Of what lasts until then: beside a full meter a cool-down may be over long before. */
function waitWords(obstacles: readonly Obstacle[], until: number): Phrase {
  const cooling = obstacles.find((one) => one.kind === 'cool-down' && one.until === until);
  if (cooling?.kind !== 'cool-down') return { text: 'waiting for the limit' };
  return cooling.guessed
    ? { text: 'cooling down after a 429 (one minute, assumed)' }
    : { text: 'cooling down after a 429' };
}

/**
 * What a batch makes of what stands in the way of one of its calls: twins first, for that call stays whatever the limits
 * say, then what only the user can mend, then what time mends.
 * @param obstacles those that the call's sender has not accepted; at least one
 * @param rows how many leave with the call
 */
export function paceOf(obstacles: readonly Obstacle[], rows: number): Verdict {
  const pending = ordersOf(obstacles, 'pending-twin');
  if (pending.length > 0) return { kind: 'aside', state: 'undecided', why: 'pending', twins: pending };
  const paid = ordersOf(obstacles, 'paid-twin');
  if (paid.length > 0) {
    // Of several rows one may be paid for: what that says of the others is not ours to decide.
    return { kind: 'aside', state: rows > 1 ? 'undecided' : 'skipped', why: 'paid', twins: paid };
  }
  const hard = obstacles.find((one) => !passesWithTime(one));
  if (hard !== undefined) return { kind: 'stop', why: hard.what, remedy: remedyOf(hard) };
  const doubtful = obstacles.find((one) => one.kind === 'cool-down' && one.doubtful);
  if (doubtful !== undefined) return { kind: 'stop', why: doubtful.what, remedy: remedyOf(doubtful) };
  const until = freeAfter(obstacles);
  if (until === null || until === Number.MAX_SAFE_INTEGER) {
    return { kind: 'stop', why: { text: 'The limit you set allows no calls.' }, remedy: null };
  }
  return { kind: 'wait', until, why: waitWords(obstacles, until) };
}
