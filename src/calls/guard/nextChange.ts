import type { GuardFacts } from '../ports/guardPorts.ts';
import { localDay } from '../usage/periods.ts';
import { spanInTime } from '../usage/usagePeriods.ts';
import type { KnownLimit } from './limits.ts';

/**
 * When what a preflight tells of counts changes by time alone, ms since the epoch; null while nothing is counted. Windows slide; what
 * was spent is told by the day and the month. A wait's end is not among them: obstacles say it.
 */
export function nextChange(
  { meters, spent }: Pick<GuardFacts, 'meters' | 'spent'>,
  [, day]: readonly [minute: KnownLimit, day: KnownLimit],
  now: number,
): number | null {
  const [minute, hours] = meters.map(({ fallsAt }) => fallsAt);
  const today = localDay(now);
  const ends = [
    minute,
    // Told only beside its limit.
    day.most === null ? null : hours,
    spent.month.calls === 0 ? null : spanInTime({ from: today, to: today }).to,
  ].filter((at) => typeof at === 'number');
  return ends.length === 0 ? null : Math.min(...ends);
}
