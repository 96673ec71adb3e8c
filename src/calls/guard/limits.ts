import type { Operation } from '../../contract/shapes.ts';
import type { Environment } from '../environments/environments.ts';
import { type LearnedLimit, learnedMost, type MeterWindow } from '../ports/guardPorts.ts';
import type { LimitSource } from './obstacles.ts';

const minuteMs = 60_000;
export const dayMs = 24 * 60 * minuteMs;

/** A window of time with the limit that holds in it. */
export interface KnownLimit extends MeterWindow {
  /** Null where no limit is known. */
  readonly source: LimitSource | null;
}

/**
 * The minute and the day with the limits that hold: what the user has set comes first, for limits are set per merchant
 * account, then what the documents say, then what was learned; of a minute alone, see learnedMost.
 */
export function knownLimits(
  operation: Operation,
  environment: Environment,
  learned: LearnedLimit | null,
): readonly [KnownLimit, KnownLimit] {
  const set = environment.limits?.[operation.id];
  const known = (ms: number, byUser: number | null | undefined, documented: number | null): KnownLimit => {
    if (byUser !== null && byUser !== undefined) return { ms, learns: false, most: byUser, source: 'set' };
    const learns = ms === minuteMs;
    return { ms, learns, most: documented, source: documented === null ? null : 'documented' };
  };
  const minute = known(minuteMs, set?.perMinute, operation.limits.perMinute);
  const day = known(dayMs, set?.perDay, operation.limits.perDay);
  const most = learnedMost(learned);
  if (minute.most !== null || most === null) return [minute, day];
  return [{ ms: minuteMs, learns: true, most, source: 'learned' }, day];
}
