import type { CoolDown, GuardQuestion, LearnedLimit, Meter, MeterWindow } from '../calls/guardPorts.ts';
import type { Store } from './store.ts';

/** Whose limit: operation, environment, last characters of the key. */
type Who = readonly [operation: string, environment: string, keyTail: string | null];

/** Times are kept this long; no window asked about is longer. Source of the longest, a day: service-interface, "Limits". */
const keptMs = 2 * 24 * 3_600_000;

/** Calls counted at most where the limit is not known or is passed by far: a reading must stay fast. */
const counted = 20_000;

const minuteMs = 60_000;

function whoOf(question: GuardQuestion): Who {
  return [question.operation, question.environment, question.keyTail];
}

/** Calls of this key and operation begun after `after` and not later than `until`, not provably unsent. */
function countBegun(store: Store, who: Who, after: number, until: number, most: number): number {
  const row = store
    .sql(
      `SELECT count(*) AS n FROM (SELECT 1 FROM begun WHERE operation = ? AND environment = ? AND key_tail IS ? AND at > ?
         AND at <= ? LIMIT ?)`,
    )
    .get(...who, after, until, most);
  return Number(row?.n ?? 0);
}

/** When the `most`-th newest call leaves the window, the ones before it have left too: then one more fits. */
function freeAt(store: Store, who: Who, window: MeterWindow, now: number): number | null {
  if (window.most === null) return null;
  if (window.most < 1) return Number.MAX_SAFE_INTEGER;
  const row = store
    .sql(
      `SELECT at FROM begun WHERE operation = ? AND environment = ? AND key_tail IS ? AND at > ?
       ORDER BY at DESC LIMIT 1 OFFSET ?`,
    )
    .get(...who, now - window.ms, Math.floor(window.most) - 1);
  return row === undefined ? null : Number(row.at) + window.ms;
}

/** How full each window is: a call begun exactly `ms` ago has left it. */
export function readMeters(store: Store, question: GuardQuestion): readonly Meter[] {
  const who = whoOf(question);
  return question.windows.map((window) => ({
    ...window,
    count: countBegun(
      store,
      who,
      question.now - window.ms,
      Number.MAX_SAFE_INTEGER,
      Math.max(counted, window.most ?? 0),
    ),
    freeAt: freeAt(store, who, window, question.now),
  }));
}

/** What the newest 429s of this key and operation said. */
export function readThrottle(
  store: Store,
  question: GuardQuestion,
): { readonly coolDown: CoolDown | null; readonly learned: LearnedLimit | null } {
  const row = store
    .sql(
      `SELECT t.until, t.guessed, t.calls, t.calls_at, (SELECT id FROM orders WHERE seq = t.seq) AS id FROM throttles t
       WHERE operation = ? AND environment = ? AND key_tail = ?`,
    )
    .get(question.operation, question.environment, question.keyTail ?? '');
  if (row === undefined) return { coolDown: null, learned: null };
  const until = Number(row.until);
  const id = typeof row.id === 'string' ? row.id : null;
  return {
    coolDown: until > question.now ? { until, guessed: row.guessed === 1, id } : null,
    learned: typeof row.calls === 'number' ? { calls: row.calls, at: Number(row.calls_at) } : null,
  };
}

/** A throttled order's part in it, noted when it is settled. */
export interface Throttled {
  readonly seq: number;
  readonly begunAt: number;
  readonly until: number;
  readonly guessed: boolean;
}

/**
 * Keeps the latest end of all cool-downs, and how many calls within a minute led to the newest 429. A call begun during
 * a cool-down was refused for that, so it says nothing of the limit.
 */
export function rememberThrottle(store: Store, who: Who, throttled: Throttled): void {
  const [operation, environment, keyTail] = who;
  const { seq, begunAt, until, guessed } = throttled;
  const calls = countBegun(store, who, begunAt - minuteMs, begunAt, counted);
  store
    .sql(
      `INSERT INTO throttles VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET
         calls = CASE WHEN until > excluded.calls_at OR calls_at > excluded.calls_at THEN calls ELSE excluded.calls END,
         calls_at = CASE WHEN until > excluded.calls_at OR calls_at > excluded.calls_at THEN calls_at ELSE excluded.calls_at END,
         guessed = CASE WHEN until >= excluded.until THEN guessed ELSE excluded.guessed END,
         seq = CASE WHEN until >= excluded.until THEN seq ELSE excluded.seq END,
         until = max(until, excluded.until)`,
    )
    .run(operation, environment, keyTail ?? '', until, guessed ? 1 : 0, seq, calls, begunAt);
}

/** Times no meter asks for any more. */
export function forgetOldTimes(store: Store, now: number): void {
  store.sql('DELETE FROM begun WHERE at < ?').run(now - keptMs);
}
