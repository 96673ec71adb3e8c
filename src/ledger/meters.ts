import {
  type Account,
  type CoolDown,
  type GuardQuestion,
  type LearnedLimit,
  learnedMost,
  type Meter,
  type MeterWindow,
} from '../calls/ports/guardPorts.ts';
import { orderId } from '../calls/ports/ids.ts';
import type { AskedWait } from '../calls/ports/orders.ts';
import type { OperationId } from '../contract/words.ts';
import type { Store } from './store.ts';

/** Whose limit. */
type Who = readonly [place: string, keyHash: string, operation: string];

/** Times are kept this long; no window asked about is longer. Source of the longest, a day: docs/service.md, "Limits". */
const keptMs = 2 * 24 * 3_600_000;

/** Calls counted at most where the limit is not known or is passed by far: a reading must stay fast. */
const counted = 20_000;

const minuteMs = 60_000;

/** Nobody believes a longer wait without asking; see calls/guard/waits.ts. */
const doubtfulMs = 24 * 3_600_000;

/** Of a throttle kept and another (`excluded`): of their waits, and of those that nobody doubts, the one that ends later. */
export const laterWaits = `
  since = CASE WHEN until >= excluded.until THEN since ELSE excluded.since END,
  guessed = CASE WHEN until >= excluded.until THEN guessed ELSE excluded.guessed END,
  seq = CASE WHEN until >= excluded.until THEN seq ELSE excluded.seq END,
  until = max(until, excluded.until),
  sane_since = CASE WHEN sane_until >= excluded.sane_until THEN sane_since ELSE excluded.sane_since END,
  sane_guessed = CASE WHEN sane_until >= excluded.sane_until THEN sane_guessed ELSE excluded.sane_guessed END,
  sane_until = max(sane_until, excluded.sane_until)`;

function whoOf(question: GuardQuestion): Who {
  return [question.place, question.keyHash, question.operation];
}

interface Begun {
  readonly count: number;
  /** Null where there are none. */
  readonly oldest: number | null;
}

/** Calls of this account and operation begun after `after` and not later than `until`, not provably unsent. */
function begunWithin(store: Store, who: Who, after: number, until: number, most: number): Begun {
  const row = store
    .sql(
      `SELECT count(*) AS n, min(at) AS at FROM (SELECT at FROM begun WHERE place = ? AND key_hash = ? AND operation = ? AND at > ? AND at <= ?
         ORDER BY at LIMIT ?)`,
    )
    .get(...who, after, until, most);
  const count = Number(row?.n ?? 0);
  return { count, oldest: count === 0 ? null : Number(row?.at) };
}

/** When the `most`-th newest call leaves the window, the ones before it have left too: then one more fits. */
function freeAt(store: Store, who: Who, window: MeterWindow, now: number): number | null {
  if (window.most === null) return null;
  if (window.most < 1) return Number.MAX_SAFE_INTEGER;
  const row = store
    .sql(
      `SELECT at FROM begun WHERE place = ? AND key_hash = ? AND operation = ? AND at > ? ORDER BY at DESC LIMIT 1 OFFSET ?`,
    )
    .get(...who, now - window.ms, Math.floor(window.most) - 1);
  return row === undefined ? null : Number(row.at) + window.ms;
}

/** How full each window is: a call begun exactly `ms` ago has left it. */
export function readMeters(
  store: Store,
  question: GuardQuestion,
  learned: LearnedLimit | null,
): readonly Meter[] {
  const who = whoOf(question);
  return question.windows.map((asked) => {
    const window = { ...asked, most: asked.most ?? (asked.learns ? learnedMost(learned) : null) };
    const from = question.now - window.ms;
    const most = Math.max(counted, window.most ?? 0);
    const { count, oldest } = begunWithin(store, who, from, Number.MAX_SAFE_INTEGER, most);
    return {
      ...window,
      count,
      freeAt: freeAt(store, who, window, question.now),
      fallsAt: oldest === null ? null : oldest + window.ms,
    };
  });
}

/** What the newest 429s of this account and operation said. */
export function readThrottle(
  store: Store,
  question: GuardQuestion,
): { readonly coolDown: CoolDown | null; readonly learned: LearnedLimit | null } {
  const row = store
    .sql(
      `SELECT t.until, t.since, t.guessed, t.calls, t.calls_at, (SELECT id FROM orders WHERE seq = t.seq) AS id FROM throttles t
       WHERE place = ? AND key_hash = ? AND operation = ?`,
    )
    .get(...whoOf(question));
  if (row === undefined) return { coolDown: null, learned: null };
  const until = Number(row.until);
  const since = Number(row.since);
  const id = typeof row.id === 'string' ? orderId(row.id) : null;
  return {
    coolDown: until > question.now ? { until, since, guessed: row.guessed === 1, id } : null,
    learned: typeof row.calls === 'number' ? { calls: row.calls, at: Number(row.calls_at) } : null,
  };
}

/** A throttled order's part in it, noted when it is settled. */
export interface Throttled extends AskedWait {
  readonly seq: number;
  readonly begunAt: number;
  readonly settledAt: number;
}

/**
 * Keeps the latest end of all cool-downs, beside it that of all that are not doubtful (once a doubtful one is lifted it counts
 * again), and how many calls within a minute led to the newest 429. A call begun during
 * a cool-down was refused for that, so it says nothing of the limit; nor does a planted 429.
 */
export function rememberThrottle(store: Store, who: Who, throttled: Throttled): void {
  const [place, keyHash, operation] = who;
  const { seq, settledAt, until, guessed, planted = false } = throttled;
  const begun = store.sql('SELECT at FROM begun WHERE seq = ?').get(seq);
  // As the meters have it, which move along when the clock is set.
  const begunAt = Number(begun?.at ?? throttled.begunAt);
  const sane = until - settledAt <= doubtfulMs ? [until, settledAt, guessed ? 1 : 0] : [0, 0, 0];
  const { count } = begunWithin(store, who, begunAt - minuteMs, begunAt, counted);
  const [calls, callsAt] = planted ? [null, null] : [count, begunAt];
  store
    .sql(
      `INSERT INTO throttles (operation, place, key_hash, until, since, guessed, seq, calls, calls_at,
         sane_until, sane_since, sane_guessed) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET
         calls = CASE WHEN until > excluded.calls_at OR calls_at > excluded.calls_at OR excluded.calls IS NULL
           THEN calls ELSE excluded.calls END,
         calls_at = CASE WHEN until > excluded.calls_at OR calls_at > excluded.calls_at OR excluded.calls IS NULL
           THEN calls_at ELSE excluded.calls_at END,
         ${laterWaits}`,
    )
    .run(operation, place, keyHash, until, settledAt, guessed ? 1 : 0, seq, calls, callsAt, ...sane);
}

/**
 * See Ledger.liftCoolDown. Where a wait that nobody doubts is hidden behind the lifted one, that one holds from now on,
 * with the time and the order of its own 429.
 */
export function liftThrottle(
  store: Store,
  account: Account,
  operation: OperationId,
  until: number,
  now: number,
): void {
  const who: Who = [account.place, account.keyHash, operation];
  const is = 'place = ? AND key_hash = ? AND operation = ? AND until = ?';
  const hidden = store
    .sql(
      `UPDATE throttles SET until = sane_until, since = sane_since, guessed = sane_guessed,
         seq = (SELECT o.seq FROM orders o WHERE o.place = throttles.place AND o.key_hash = throttles.key_hash
           AND o.settled_at = sane_since AND o.operation = throttles.operation
           AND o.http_status IS NOT NULL AND o.failure_code IS NULL LIMIT 1)
       WHERE ${is} AND sane_until > ? AND sane_until < until`,
    )
    .run(...who, until, now);
  if (hidden.changes > 0) return;
  store
    .sql(`UPDATE throttles SET until = ?, sane_until = 0 WHERE ${is} AND until > ?`)
    .run(now, ...who, until, now);
}

/** Times no meter asks for any more. */
export function forgetOldTimes(store: Store, now: number): void {
  store.sql('DELETE FROM begun WHERE at < ?').run(now - keptMs);
}
