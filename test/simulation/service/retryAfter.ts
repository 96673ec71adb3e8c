/** How long an answer of 429 asks to wait, in all the ways it can be said or left unsaid. */
import type { Random } from '../random.ts';

export interface Pause {
  readonly headers: readonly (readonly [string, string])[];
  /** From the moment the answer is read; null = not said readably. */
  readonly waitMs: number | null;
}

const most = 2 ** 31;

/**
 * @param seconds what the service means
 * @param serviceNow the service's own clock
 * @param absurd how often it is a wait that nobody believes
 */
export function pauseFor(random: Random, seconds: number, serviceNow: number, absurd: number): Pause {
  const form = random.weighted({ seconds: 10, zero: 1, date: 2, absurd, words: 1, none: 2, negative: 1 });
  switch (form) {
    case 'seconds':
      return { headers: [['Retry-After', String(seconds)]], waitMs: seconds * 1000 };
    case 'zero':
      return { headers: [['retry-after', '0']], waitMs: 0 };
    case 'date': {
      const date = new Date(serviceNow).toUTCString();
      const until = new Date(serviceNow + seconds * 1000).toUTCString();
      return {
        headers: [
          ['date', date],
          ['retry-after', until],
        ],
        waitMs: seconds * 1000,
      };
    }
    case 'absurd':
      return { headers: [['Retry-After', '99999999999999999999']], waitMs: most * 1000 };
    case 'words':
      return { headers: [['Retry-After', 'soon']], waitMs: null };
    case 'negative':
      return { headers: [['Retry-After', '-5']], waitMs: null };
    case 'none':
      return { headers: [], waitMs: null };
  }
}
