import type { KeepPolicy } from '../calls/ports/ports.ts';

const dayMs = 24 * 3_600_000;

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
