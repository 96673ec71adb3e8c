import type { Phrase } from '../../contract/words.ts';
import type { CoolDown, GuardFacts } from '../ports/guardPorts.ts';
import { said } from '../usage/periods.ts';
import { dayMs, type KnownLimit } from './limits.ts';
import type { LimitSource, Obstacle } from './obstacles.ts';

/** The service asked to wait. */
export function coolDownObstacle({ since, until, guessed, id }: CoolDown, now: number): Obstacle {
  const doubtful = until - since > dayMs;
  const what = doubtful
    ? {
        text: 'The service answered 429 and asked to wait until {0}, which is more than a day. If you doubt that, lift the wait.',
        args: [said(until, now)],
      }
    : coolDownWords(guessed, said(until, now));
  return { kind: 'cool-down', id: `cool-down:${until}`, until, guessed, doubtful, order: id, what };
}

function coolDownWords(guessed: boolean, when: string): Phrase {
  return guessed
    ? {
        text: 'The service answered 429 without a readable Retry-After. One minute is assumed, until {0}; sending earlier lengthens the wait.',
        args: [when],
      }
    : {
        text: 'The service answered 429 and asked to wait until {0}. Sending earlier lengthens the wait.',
        args: [when],
      };
}

function reached(limit: KnownLimit, count: number, source: LimitSource): Phrase {
  const args = [limit.most ?? 0, count];
  if (source === 'set' && limit.most === 1) {
    return limit.ms >= dayMs
      ? { text: 'The limit you set for 24 hours is reached: {1} of {0} call.', args }
      : { text: 'The limit you set for a minute is reached: {1} of {0} call.', args };
  }
  if (limit.ms >= dayMs) {
    return source === 'set'
      ? { text: 'The limit you set for 24 hours is reached: {1} of {0} calls.', args }
      : { text: 'The documented limit of 24 hours is reached: {1} of {0} calls.', args };
  }
  if (source === 'set') return { text: 'The limit you set for a minute is reached: {1} of {0} calls.', args };
  if (source === 'documented') {
    return { text: 'The documented limit of a minute is reached: {1} of {0} calls.', args };
  }
  return {
    text: 'Limit seen: {0} per minute, {1} sent in this one.',
    args,
  };
}

/** Windows that are full. `facts.meters` belong to `limits`, in that order. */
export function meterObstacles(
  facts: Pick<GuardFacts, 'meters'>,
  limits: readonly KnownLimit[],
  now: number,
): readonly Obstacle[] {
  return limits.flatMap((limit, index): readonly Obstacle[] => {
    const count = facts.meters[index]?.count ?? 0;
    const { source, most, ms } = limit;
    if (most === null || source === null || count < most) return [];
    const freeAt = facts.meters[index]?.freeAt ?? null;
    const reachedText = reached(limit, count, source);
    return [
      {
        kind: 'meter',
        id: `meter:${ms}:${most}`,
        most,
        count,
        freeAt,
        source,
        what:
          freeAt === null
            ? {
                text: '{0} Sending now will probably be answered 429.',
                args: [reachedText],
              }
            : {
                text: '{0} One more fits at {1}; sending earlier will probably be answered 429.',
                args: [reachedText, said(freeAt, now)],
              },
      },
    ];
  });
}
