import type { KeepPolicy } from '../../src/calls/ports/keepingPorts.ts';

const dayMs = 86_400_000;

/** When a draft that is kept no longer was saved, by our own reading of what is promised: a month at most, a day where little is kept. */
export function oldestDraft({ keep, payloadDays, orderDays }: KeepPolicy, now: number): number {
  const limits = [
    keep === 'everything' ? 30 : 1,
    payloadDays || Number.POSITIVE_INFINITY,
    orderDays || Number.POSITIVE_INFINITY,
  ];
  return now - Math.min(...limits) * dayMs;
}
