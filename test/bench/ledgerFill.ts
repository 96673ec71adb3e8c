import { createHash, randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Weights of what the invented orders came to; a thousandth each. */
const results = [
  { weight: 620, outcome: 'verified', code: 'OK', billing: 'billed', status: 200 },
  { weight: 150, outcome: 'negative', code: 'NO_RECORD_FOUND', billing: 'billed', status: 422 },
  { weight: 90, outcome: 'negative', code: 'VERIFICATION_FAILED', billing: 'billed', status: 422 },
  { weight: 60, outcome: 'rejected', code: 'INVALID_INPUT', billing: 'free', status: 422 },
  { weight: 40, outcome: 'throttled', code: 'RATE_LIMITED', billing: 'free', status: 429 },
  { weight: 20, outcome: 'refunded', code: 'REQUEST_FAILED', billing: 'refunded', status: 400 },
  { weight: 10, outcome: 'not-sent', code: null, billing: 'free', status: null },
  { weight: 6, outcome: 'pending', code: 'ACCEPTED', billing: 'billed', status: 202 },
  { weight: 3, outcome: 'unknown', code: null, billing: 'unknown', status: null },
  { weight: 1, outcome: 'held', code: 'PROVIDER_NO_RESPONSE', billing: 'billed', status: 202 },
] as const;

type Result = (typeof results)[number];

const operations = ['rc-advanced', 'credit-report', 'aadhaar-pan-link', 'email-bulk'] as const;
const environments = ['sandbox', 'acme-test', 'acme-prod', 'beta-prod', 'zeta-prod'] as const;
const threeYears = 3 * 365 * 24 * 3_600_000;

/** The counts that triggers would have kept. */
const fillCounts = `
UPDATE orders SET day = date(begun_at / 1000, 'unixepoch', 'localtime'), identity = 'name:' || environment,
  repeat = seq % 3 = 0 AND billing = 'billed';
INSERT INTO spend SELECT identity, day, operation, coalesce(message_code, ''), outcome, billing, '', repeat, environment, count(*)
  FROM orders GROUP BY 1, 2, 3, 4, 5, 6, 8, 9;
INSERT INTO latency SELECT environment, day, operation,
    (SELECT bucket FROM latency_steps WHERE from_ms <= total_ms ORDER BY from_ms DESC LIMIT 1), count(*)
  FROM orders WHERE http_status IS NOT NULL GROUP BY 1, 2, 3, 4;
INSERT INTO begun (seq, operation, place, key_hash, at) SELECT seq, operation, place, key_hash, begun_at FROM orders
  WHERE begun_at > (SELECT max(begun_at) FROM orders) - 172800000 AND outcome <> 'not-sent';`;

/** The same numbers at every run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function pick<T>(values: readonly [T, ...T[]], at: number): T {
  return values[Math.floor(at * values.length)] ?? values[0];
}

function resultAt(at: number): Result {
  let rest = at * 1000;
  for (const result of results) {
    rest -= result.weight;
    if (rest < 0) return result;
  }
  return results[0];
}

export function fingerprintOf(n: number): string {
  return createHash('sha256').update(`input ${n}`).digest('hex').slice(0, 32);
}

export function orderIdOf(n: number): string {
  return `ORD-${createHash('sha256').update(`order ${n}`).digest('hex').slice(0, 16).toUpperCase()}`;
}

/** Puts invented orders into an empty ledger's file, newest last; indexes and triggers are made anew afterwards. */
export function fillLedger(folder: string, count: number, now: number): void {
  const db = new DatabaseSync(join(folder, 'orders.sqlite'));
  db.exec('PRAGMA synchronous = OFF; PRAGMA cache_size = -200000; PRAGMA temp_store = MEMORY');
  const made = db
    .prepare(
      `SELECT type, name, sql FROM sqlite_master WHERE type IN ('index', 'trigger') AND sql IS NOT NULL`,
    )
    .all();
  for (const { type, name } of made) db.exec(`DROP ${String(type)} ${String(name)}`);
  db.exec('BEGIN');
  insertAll(db, count, now);
  for (const { sql } of made) db.exec(String(sql));
  db.exec(fillCounts);
  db.exec('COMMIT; PRAGMA wal_checkpoint(TRUNCATE)');
  db.close();
  // Else the first durable write afterwards would wait for all of this.
  const file = openSync(join(folder, 'orders.sqlite'), 'r+');
  fsyncSync(file);
  closeSync(file);
}

/** Turns the ledger into one whose every call was begun today with one key to one operation, the meters' worst case. */
export function beginAllToday(folder: string, now: number): void {
  const db = new DatabaseSync(join(folder, 'orders.sqlite'));
  db.exec('PRAGMA synchronous = OFF; DELETE FROM begun');
  db.prepare(
    `INSERT INTO begun (seq, operation, place, key_hash, at)
     SELECT seq, 'rc-advanced', 'https://api.example.invalid', 'hash of 9f3a', ? - seq % 86000000 FROM orders`,
  ).run(now);
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  db.close();
}

function insertAll(db: DatabaseSync, count: number, now: number): void {
  const order = db.prepare(
    `INSERT INTO orders (seq, id, draft_id, operation, environment, kind, origin, key_tail, machine, begun_at, deadline_at,
       masked_input, fingerprint, state, settled_at, outcome, billing, evidence, http_status, message_code, order_id,
       total_ms, payloads_kept, facet, place, key_hash)
     VALUES (?, ?, ?, ?, ?, 'live', 'https://api.example.invalid', '9f3a', 'bench', ?, ?, ?, ?, 'settled', ?, ?, ?, 'stated',
       ?, ?, ?, 812.5, 1, ?, 'https://api.example.invalid', 'hash of 9f3a')`,
  );
  const payload = db.prepare('INSERT INTO payloads VALUES (?, ?, ?, ?, ?, ?)');
  const facet = db.prepare(
    'INSERT INTO facets (operation, environment, outcome, message_code, billing, attention, has_note) VALUES (?, ?, ?, ?, ?, ?, 0)',
  );
  const facets = new Map<string, number | bigint>();
  const next = numbers(20_261_121);
  const [request, head, body] = [randomBytes(120), randomBytes(300), randomBytes(400)];
  for (let n = 1; n <= count; n += 1) {
    const operation = pick(operations, next());
    const environment = pick(environments, next() ** 2);
    const { outcome, code, billing, status } = resultAt(next());
    const name = `${operation} ${environment} ${outcome} ${code}`;
    const attention = ['pending', 'held', 'unknown'].includes(outcome) ? 1 : 0;
    const known =
      facets.get(name) ??
      facet.run(operation, environment, outcome, code ?? '', billing, attention).lastInsertRowid;
    facets.set(name, known);
    const begunAt = Math.floor(now - threeYears + (threeYears * n) / (count + 1));
    const orderId = billing === 'billed' ? orderIdOf(n) : null;
    const masked = `XX••••••${String(n % 10_000).padStart(4, '0')}`;
    const uuid = createHash('sha256').update(`id ${n}`).digest('hex').slice(0, 36);
    order.run(
      n,
      uuid,
      `draft.${uuid}`,
      operation,
      environment,
      begunAt,
      begunAt + 60_000,
      masked,
      // Every third input is sent again once.
      fingerprintOf(n % 3 === 0 ? n - 1 : n),
      begunAt + 813,
      outcome,
      billing,
      status,
      code,
      orderId,
      known,
    );
    payload.run(n, 'bench-key', request, 'bench-key', head, body);
  }
}
