import type { Phrase } from '../../contract/words.ts';
import type { BatchCall, RowWhy } from '../batchPorts.ts';
import type { GuardFacts } from '../guardPorts.ts';

/** What is to be done with a call now. */
export type Verdict =
  | { readonly kind: 'go' }
  /** Nothing may leave before then; the wait is ours, not a second sending. */
  | { readonly kind: 'wait'; readonly until: number; readonly why: Phrase }
  /** This call stays; the next one may leave. */
  | { readonly kind: 'aside'; readonly state: 'undecided' | 'skipped'; readonly why: RowWhy }
  /** Nothing leaves until the user says so. */
  | { readonly kind: 'stop'; readonly why: Phrase };

/**
 * Twins first (that call stays whatever the limits say), then cool-down and meters. What stops for other reasons, such
 * as a budget, is added by whoever asks.
 */
export function paceOf(call: BatchCall, facts: GuardFacts): Verdict {
  if (facts.pendingTwin !== null && !call.pendingAccepted) {
    return { kind: 'aside', state: 'undecided', why: 'pending' };
  }
  if (facts.paidTwin !== null && !call.paidAccepted && !call.pendingAccepted) {
    return { kind: 'aside', state: 'skipped', why: 'paid' };
  }
  if (facts.coolDown !== null) {
    return {
      kind: 'wait',
      until: facts.coolDown.until,
      why: facts.coolDown.guessed
        ? { text: 'cooling down after a 429 (one minute, our guess)' }
        : { text: 'cooling down after a 429' },
    };
  }
  const full = facts.meters.flatMap(({ freeAt }) => (freeAt === null ? [] : [freeAt]));
  if (full.length === 0) return { kind: 'go' };
  if (full.includes(Number.MAX_SAFE_INTEGER)) {
    return { kind: 'stop', why: { text: 'The limit you set lets no call through.' } };
  }
  return { kind: 'wait', until: Math.max(...full), why: { text: 'waiting for the limit' } };
}
