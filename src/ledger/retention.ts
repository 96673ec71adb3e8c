import type { KeepPolicy } from '../calls/ports/keepingPorts.ts';
import type { BegunWithin } from './aadhaar/aadhaarNumbers.ts';

const dayMs = 24 * 3_600_000;

/** Nothing is older. */
export const ever = Number.MIN_SAFE_INTEGER;

function daysBefore(days: number, now: number): number {
  return days > 0 ? now - days * dayMs : Number.MIN_SAFE_INTEGER;
}

/** Settled orders begun before go. */
export function ordersBefore({ keep, orderDays }: KeepPolicy, now: number): number {
  return keep === 'open-only' ? Number.MAX_SAFE_INTEGER : daysBefore(orderDays, now);
}

/** Payloads of settled orders begun before go. */
export function payloadsBefore({ keep, payloadDays }: KeepPolicy, now: number): number {
  return keep === 'metadata' ? Number.MAX_SAFE_INTEGER : daysBefore(payloadDays, now);
}

/** Orders whose payloads go when they are settled. @param holds whether they still are to */
export function leavingBy(policy: KeepPolicy, now: number, holds: () => boolean): readonly BegunWithin[] {
  const { earlier } = policy;
  const after = { behind: earlier?.upTo ?? -1, before: payloadsBefore(policy, now), holds };
  return earlier === undefined
    ? [after]
    : [{ before: payloadsBefore({ ...policy, ...earlier }, now), holds }, after];
}

/**
 * How long a draft is kept that nobody saved or restored, in days. It ends with its page; this is for pages whose end
 * nobody saw: a window that was killed, a restored tab that was closed before it was shown. Nobody wants such a text back
 * after a month. Where little is kept of orders, a day is what a restart of the computer needs. Never longer than what the
 * user wants kept of what was sent. A page that is open saves again each few hours.
 */
function draftDays({ keep, payloadDays, orderDays }: KeepPolicy): number {
  const most = keep === 'everything' ? 30 : 1;
  return Math.min(most, ...[payloadDays, orderDays].filter((days) => days > 0));
}

/** Drafts saved before this time go. */
export function draftsBefore(policy: KeepPolicy, now: number): number {
  return now - draftDays(policy) * dayMs;
}
