import { operationById } from '../contract/operations.ts';
import type { OperationId } from '../contract/words.ts';

const second = 1000;
const minute = 60 * second;
const day = 24 * 60 * minute;

/** What each request refused during a throttle adds to the wait, and the longest wait it can build up. Invented. */
export const penaltyMs = 10 * second;
export const longestPenaltyMs = 5 * minute;
/** The documents give RC Details Advanced and Credit Report a minute limit of unknown size. Invented. */
const inventedPerMinute = 30;

export interface SandboxLimits {
  readonly perMinute: number;
  /** null = no day limit. */
  readonly perDay: number | null;
  /** True where the size of the minute limit is the sandbox's invention. */
  readonly invented: boolean;
}

/** The documented limits, and an invented one where the size is not shown (docs/service.md, "Limits"). */
export function sandboxLimits(id: OperationId): SandboxLimits {
  const { perMinute, perDay } = operationById(id).limits;
  return { perMinute: perMinute ?? inventedPerMinute, perDay, invented: perMinute === null };
}

interface Window {
  /** Times of the requests let through in the last 24 hours, oldest first. */
  passed: number[];
  blockedUntil: number;
}

/**
 * Sliding windows per key and operation: one minute and, where documented, 24 hours (whether the documents' "per day"
 * slides too is not shown; here it does). "Immediate retry loops extend the throttle window" is emulated so: the first
 * refusal says when the window has room again; each request refused before that adds 10 seconds, up to 5 minutes from
 * the moment it came. Requests that were refused do not count as sent.
 */
export class SlidingWindows {
  readonly #windows = new Map<string, Window>();

  /** Lets a request through (0) or says how many milliseconds to wait. */
  admit(keyLabel: string, operation: OperationId, now: number): number {
    const id = `${keyLabel} ${operation}`;
    const window = this.#windows.get(id) ?? { passed: [], blockedUntil: 0 };
    this.#windows.set(id, window);
    window.passed = window.passed.filter((at) => at > now - day);
    if (now < window.blockedUntil) {
      const extended = Math.min(window.blockedUntil + penaltyMs, now + longestPenaltyMs);
      window.blockedUntil = Math.max(window.blockedUntil, extended);
    } else {
      const free = roomAt(window.passed, sandboxLimits(operation));
      if (free <= now) {
        window.passed.push(now);
        return 0;
      }
      window.blockedUntil = free;
    }
    return window.blockedUntil - now;
  }

  reset(): void {
    this.#windows.clear();
  }
}

/** When both windows have room for one more request. */
function roomAt(sent: readonly number[], limits: SandboxLimits): number {
  const minuteFree = freeAt(sent, limits.perMinute, minute);
  return limits.perDay === null ? minuteFree : Math.max(minuteFree, freeAt(sent, limits.perDay, day));
}

/** `limit` requests ago must lie a whole window back. */
function freeAt(sent: readonly number[], limit: number, length: number): number {
  const oldest = sent[sent.length - limit];
  return oldest === undefined ? 0 : oldest + length;
}
