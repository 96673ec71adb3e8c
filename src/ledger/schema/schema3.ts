import { latencySteps } from '../latencySteps.ts';

/** The local day of an order that was written without one, by a window that still runs the version before. */
const localDay = `date(begun_at / 1000, 'unixepoch', 'localtime')`;

const columns = `
ALTER TABLE orders ADD COLUMN day TEXT NOT NULL DEFAULT '';
ALTER TABLE orders ADD COLUMN session TEXT NOT NULL DEFAULT '';
ALTER TABLE orders ADD COLUMN price TEXT;
ALTER TABLE orders ADD COLUMN batch TEXT;
ALTER TABLE orders ADD COLUMN batch_row INTEGER;
ALTER TABLE orders ADD COLUMN repeat INTEGER NOT NULL DEFAULT 0;`;

const tables = `
CREATE TABLE spend (
  environment TEXT NOT NULL,
  day TEXT NOT NULL,
  operation TEXT NOT NULL,
  message_code TEXT NOT NULL,
  outcome TEXT NOT NULL,
  billing TEXT NOT NULL,
  price TEXT NOT NULL,
  repeat INTEGER NOT NULL,
  calls INTEGER NOT NULL,
  PRIMARY KEY (environment, day, operation, message_code, outcome, billing, price, repeat)
) STRICT, WITHOUT ROWID;
CREATE TABLE session_spend (
  session TEXT NOT NULL,
  environment TEXT NOT NULL,
  price TEXT NOT NULL,
  last_at INTEGER NOT NULL,
  calls INTEGER NOT NULL,
  PRIMARY KEY (session, environment, price)
) STRICT, WITHOUT ROWID;
CREATE TABLE latency (
  environment TEXT NOT NULL,
  day TEXT NOT NULL,
  operation TEXT NOT NULL,
  bucket INTEGER NOT NULL,
  calls INTEGER NOT NULL,
  PRIMARY KEY (environment, day, operation, bucket)
) STRICT, WITHOUT ROWID;
CREATE TABLE latency_steps (bucket INTEGER PRIMARY KEY, from_ms REAL NOT NULL UNIQUE) STRICT;
INSERT INTO latency_steps VALUES ${latencySteps.map(({ bucket, fromMs }) => `(${bucket}, ${fromMs.toFixed(6)})`).join(', ')};
CREATE TABLE begun (
  id INTEGER PRIMARY KEY,
  seq INTEGER UNIQUE REFERENCES orders (seq) ON DELETE SET NULL,
  operation TEXT NOT NULL,
  environment TEXT NOT NULL,
  key_tail TEXT,
  at INTEGER NOT NULL
) STRICT;
CREATE TABLE throttles (
  operation TEXT NOT NULL,
  environment TEXT NOT NULL,
  key_tail TEXT NOT NULL,
  until INTEGER NOT NULL,
  guessed INTEGER NOT NULL,
  seq INTEGER REFERENCES orders (seq) ON DELETE SET NULL,
  calls INTEGER,
  calls_at INTEGER,
  PRIMARY KEY (operation, environment, key_tail)
) STRICT;`;

const counted = (row: string): string => `${row}.billing IN ('billed', 'unknown')`;

const key = (row: string): string =>
  `environment = ${row}.environment AND operation = ${row}.operation AND outcome = ${row}.outcome
    AND billing = ${row}.billing AND message_code = coalesce(${row}.message_code, '')
    AND price = coalesce(${row}.price, '') AND repeat = ${row}.repeat`;

const addToSpend = (day: string): string => `
  INSERT INTO spend VALUES (new.environment, ${day}, new.operation, coalesce(new.message_code, ''), new.outcome,
    new.billing, coalesce(new.price, ''), new.repeat, 1) ON CONFLICT DO UPDATE SET calls = calls + 1;`;

const toSession = (by: string): string =>
  `UPDATE session_spend SET calls = calls ${by} WHERE session = new.session AND environment = new.environment
    AND price = coalesce(new.price, '');`;

const dayWritten = `CASE new.day WHEN '' THEN date(new.begun_at / 1000, 'unixepoch', 'localtime') ELSE new.day END`;

const triggers = `
CREATE TRIGGER spend_begun AFTER INSERT ON orders BEGIN
  UPDATE orders SET day = ${localDay} WHERE seq = new.seq AND day = '';
  ${addToSpend(dayWritten)}
  INSERT INTO begun (seq, operation, environment, key_tail, at)
    SELECT new.seq, new.operation, new.environment, new.key_tail, new.begun_at WHERE new.outcome <> 'not-sent';
END;
CREATE TRIGGER spend_session AFTER INSERT ON orders WHEN new.session <> '' AND ${counted('new')} BEGIN
  INSERT INTO session_spend VALUES (new.session, new.environment, coalesce(new.price, ''), new.begun_at, 1)
    ON CONFLICT DO UPDATE SET calls = calls + 1, last_at = max(last_at, new.begun_at);
END;
CREATE TRIGGER spend_changed AFTER UPDATE OF outcome, billing, message_code ON orders
WHEN old.outcome <> new.outcome OR old.billing <> new.billing OR old.message_code IS NOT new.message_code BEGIN
  UPDATE spend SET calls = calls - 1 WHERE day = old.day AND ${key('old')};
  DELETE FROM spend WHERE day = old.day AND ${key('old')} AND calls = 0;
  ${addToSpend('new.day')}
END;
CREATE TRIGGER spend_given_back AFTER UPDATE OF billing ON orders WHEN ${counted('old')} AND NOT ${counted('new')} BEGIN
  ${toSession('- 1')}
END;
CREATE TRIGGER spend_taken_after_all AFTER UPDATE OF billing ON orders WHEN ${counted('new')} AND NOT ${counted('old')} BEGIN
  ${toSession('+ 1')}
END;
CREATE TRIGGER begun_unsent AFTER UPDATE OF outcome ON orders WHEN new.outcome = 'not-sent' BEGIN
  DELETE FROM begun WHERE seq = new.seq;
END;
CREATE TRIGGER latency_settled AFTER UPDATE OF state ON orders
WHEN new.state = 'settled' AND old.state <> 'settled' AND new.http_status IS NOT NULL AND new.failure_code IS NULL
  AND new.total_ms >= 0 BEGIN
  INSERT INTO latency VALUES (new.environment, new.day, new.operation,
    (SELECT bucket FROM latency_steps WHERE from_ms <= new.total_ms ORDER BY from_ms DESC LIMIT 1), 1)
    ON CONFLICT DO UPDATE SET calls = calls + 1;
END;`;

const indexes = `
CREATE INDEX orders_billed_input ON orders (fingerprint, environment, is_open, begun_at)
  WHERE billing = 'billed' AND fingerprint IS NOT NULL;
CREATE INDEX orders_open_input ON orders (fingerprint, environment, begun_at)
  WHERE is_open = 1 AND fingerprint IS NOT NULL;
CREATE INDEX orders_answered ON orders (environment, key_tail, settled_at)
  WHERE http_status IS NOT NULL AND failure_code IS NULL;
CREATE INDEX orders_batch ON orders (batch, begun_at, seq) WHERE batch IS NOT NULL;
CREATE INDEX begun_meter ON begun (operation, environment, key_tail, at);
CREATE INDEX begun_at ON begun (at);
CREATE INDEX throttles_order ON throttles (seq);
CREATE INDEX session_spend_last ON session_spend (last_at);`;

/** What was a price or a cool-down then, nobody kept; a throttled answer's Retry-After stays sealed. */
const fillCounts = `
UPDATE orders SET day = ${localDay}, repeat = fingerprint IS NOT NULL AND EXISTS (
  SELECT 1 FROM orders AS before WHERE before.fingerprint = orders.fingerprint
    AND before.environment = orders.environment AND before.billing = 'billed' AND before.settled_at <= orders.begun_at);
INSERT INTO spend SELECT environment, day, operation, coalesce(message_code, ''), outcome, billing, '', repeat, count(*)
  FROM orders GROUP BY 1, 2, 3, 4, 5, 6, 8;
INSERT INTO latency SELECT environment, day, operation,
    (SELECT bucket FROM latency_steps WHERE from_ms <= total_ms ORDER BY from_ms DESC LIMIT 1) AS step, count(*)
  FROM orders WHERE state = 'settled' AND http_status IS NOT NULL AND failure_code IS NULL AND total_ms >= 0
  GROUP BY 1, 2, 3, 4;
INSERT INTO begun (seq, operation, environment, key_tail, at)
  SELECT seq, operation, environment, key_tail, begun_at FROM orders
  WHERE begun_at > (SELECT max(begun_at) FROM orders) - 172800000 AND outcome <> 'not-sent';`;

/**
 * Version 3: what the guard asks before a call leaves. `spend`, `session_spend` and `latency` are counts by day or
 * session; `begun` holds the times of the calls of the last two days for the meters; `throttles` the newest cool-down and
 * learned limit of each key and operation. None of them holds anything of an input or an order's id, and all of them
 * outlive erased orders: erasing history must refill no budget and no meter. Triggers keep the counts, so that no write can forget them.
 */
export const orders3 = [columns, tables, indexes, fillCounts, triggers].join('\n');
