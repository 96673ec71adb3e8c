import type { DatabaseSync } from 'node:sqlite';
import {
  addToSpend,
  counted,
  dayWritten,
  facetTriggers,
  fillOrder,
  identitySql,
  keySql,
  placeSql,
  spendKey,
  twin,
} from './schema5Words.ts';

/** Everything that names what changes; made anew at the end. */
const dropped = `
DROP TRIGGER orders_begun;
DROP TRIGGER orders_changed;
DROP TRIGGER spend_begun;
DROP TRIGGER spend_session;
DROP TRIGGER spend_changed;
DROP TRIGGER spend_given_back;
DROP TRIGGER spend_taken_after_all;
DROP TRIGGER begun_unsent;
DROP TRIGGER batch_answered;
DROP INDEX orders_attention;
DROP INDEX orders_meter;
DROP INDEX orders_billed_input;
DROP INDEX orders_open_input;
DROP INDEX orders_answered;`;

/** Defaults are for orders that a window of the version before still writes; `orders_named` fills them. */
const orders = `
ALTER TABLE orders DROP COLUMN attention;
ALTER TABLE orders ADD COLUMN attention INTEGER GENERATED ALWAYS AS (
  (state = 'lost' OR (state = 'settled' AND (outcome IN ('pending', 'held', 'unknown') OR billing = 'unknown')))
  AND coalesce(resolved, 'still-open') = 'still-open') VIRTUAL;
ALTER TABLE orders ADD COLUMN identity TEXT NOT NULL DEFAULT '';
ALTER TABLE orders ADD COLUMN place TEXT NOT NULL DEFAULT '';
ALTER TABLE orders ADD COLUMN key_hash TEXT NOT NULL DEFAULT '';
UPDATE orders SET place = ${placeSql('orders')}, key_hash = ${keySql('orders')},
  identity = CASE WHEN kind = 'sandbox' AND environment = 'Sandbox' THEN 'embedded'
    ELSE (SELECT names.identity FROM names WHERE names.environment = orders.environment) END;`;

const parts = `
CREATE TABLE input_parts (
  fingerprint TEXT NOT NULL,
  place TEXT NOT NULL,
  twin INTEGER NOT NULL,
  begun_at INTEGER NOT NULL,
  seq INTEGER NOT NULL REFERENCES orders (seq) ON DELETE CASCADE,
  PRIMARY KEY (fingerprint, place, twin, begun_at, seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX input_parts_order ON input_parts (seq);`;

/** When the answer came that asked for a wait of version 4, as well as it is known. */
const since = 'coalesce(o.settled_at, t.calls_at, t.until)';

/** Of a wait of at most a day; 0 of a longer one, which is doubtful. */
const sane = (value: string): string => `CASE WHEN t.until - ${since} <= 86400000 THEN ${value} ELSE 0 END`;

const meters = `
ALTER TABLE begun RENAME TO begun4;
DROP INDEX begun_meter;
DROP INDEX begun_at;
CREATE TABLE begun (
  id INTEGER PRIMARY KEY,
  seq INTEGER UNIQUE REFERENCES orders (seq) ON DELETE SET NULL,
  operation TEXT NOT NULL,
  place TEXT NOT NULL,
  key_hash TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT;
INSERT INTO begun SELECT b.id, b.seq, b.operation, coalesce(o.place, n.place), coalesce('tail:' || b.key_tail, ''), b.at
  FROM begun4 b JOIN names n ON n.environment = b.environment LEFT JOIN orders o ON o.seq = b.seq;
DROP TABLE begun4;
ALTER TABLE throttles RENAME TO throttles4;
DROP INDEX throttles_order;
CREATE TABLE throttles (
  operation TEXT NOT NULL,
  place TEXT NOT NULL,
  key_hash TEXT NOT NULL,
  until INTEGER NOT NULL,
  since INTEGER NOT NULL,
  guessed INTEGER NOT NULL,
  seq INTEGER REFERENCES orders (seq) ON DELETE SET NULL,
  calls INTEGER,
  calls_at INTEGER,
  sane_until INTEGER NOT NULL,
  sane_since INTEGER NOT NULL,
  sane_guessed INTEGER NOT NULL,
  PRIMARY KEY (place, key_hash, operation)
) STRICT;
INSERT INTO throttles SELECT t.operation, coalesce(o.place, n.place),
    coalesce(o.key_hash, CASE WHEN n.identity = 'embedded' THEN '' ELSE 'tail:' || t.key_tail END), t.until,
    ${since}, t.guessed, t.seq, t.calls, t.calls_at, ${sane('t.until')}, ${sane(since)}, ${sane('t.guessed')}
  FROM throttles4 t JOIN names n ON n.environment = t.environment LEFT JOIN orders o ON o.seq = t.seq
  WHERE true ORDER BY t.until
  ON CONFLICT DO UPDATE SET until = excluded.until, since = excluded.since, guessed = excluded.guessed, seq = excluded.seq,
    calls = CASE WHEN calls_at > excluded.calls_at THEN calls ELSE excluded.calls END,
    calls_at = CASE WHEN calls_at > excluded.calls_at THEN calls_at ELSE excluded.calls_at END,
    sane_since = CASE WHEN sane_until >= excluded.sane_until THEN sane_since ELSE excluded.sane_since END,
    sane_guessed = CASE WHEN sane_until >= excluded.sane_until THEN sane_guessed ELSE excluded.sane_guessed END,
    sane_until = max(sane_until, excluded.sane_until);
DROP TABLE throttles4;`;

const spend = `
ALTER TABLE spend RENAME TO spend4;
CREATE TABLE spend (
  identity TEXT NOT NULL,
  day TEXT NOT NULL,
  operation TEXT NOT NULL,
  message_code TEXT NOT NULL,
  outcome TEXT NOT NULL,
  billing TEXT NOT NULL,
  price TEXT NOT NULL,
  repeat INTEGER NOT NULL,
  environment TEXT NOT NULL,
  calls INTEGER NOT NULL,
  PRIMARY KEY (identity, day, operation, message_code, outcome, billing, price, repeat, environment)
) STRICT, WITHOUT ROWID;
INSERT INTO spend SELECT n.identity, s.day, s.operation, s.message_code, s.outcome, s.billing, s.price, s.repeat,
    s.environment, s.calls
  FROM spend4 s JOIN names n ON n.environment = s.environment;
DROP TABLE spend4;
ALTER TABLE session_spend RENAME TO session_spend4;
DROP INDEX session_spend_last;
CREATE TABLE session_spend (
  session TEXT NOT NULL,
  identity TEXT NOT NULL,
  price TEXT NOT NULL,
  last_at INTEGER NOT NULL,
  calls INTEGER NOT NULL,
  PRIMARY KEY (session, identity, price)
) STRICT, WITHOUT ROWID;
INSERT INTO session_spend SELECT s.session, n.identity, s.price, max(s.last_at), sum(s.calls)
  FROM session_spend4 s JOIN names n ON n.environment = s.environment GROUP BY 1, 2, 3;
DROP TABLE session_spend4;
CREATE TABLE earlier_identities (
  identity TEXT NOT NULL,
  earlier TEXT NOT NULL,
  PRIMARY KEY (identity, earlier)
) STRICT, WITHOUT ROWID;`;

const batches = `
ALTER TABLE batches ADD COLUMN identity TEXT NOT NULL DEFAULT '';
UPDATE batches SET identity = (SELECT n.identity FROM names n WHERE n.environment = batches.environment);
ALTER TABLE batch_rows ADD COLUMN open_twins TEXT NOT NULL DEFAULT '[]';
ALTER TABLE batch_rows ADD COLUMN paid_twins TEXT NOT NULL DEFAULT '[]';
ALTER TABLE batch_rows ADD COLUMN accepted_open TEXT NOT NULL DEFAULT '[]';
ALTER TABLE batch_rows ADD COLUMN accepted_paid TEXT NOT NULL DEFAULT '[]';
UPDATE batch_rows SET paid_twins = json_array(paid_twin),
  accepted_paid = CASE paid_accepted WHEN 1 THEN json_array(paid_twin) ELSE '[]' END WHERE paid_twin IS NOT NULL;
ALTER TABLE batch_rows DROP COLUMN paid_twin;
ALTER TABLE batch_rows DROP COLUMN paid_accepted;
ALTER TABLE batch_rows DROP COLUMN pending_accepted;`;

const clock = `
CREATE TABLE clock (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  machine TEXT NOT NULL,
  wall INTEGER NOT NULL,
  uptime INTEGER NOT NULL
) STRICT;`;

const indexes = `
CREATE INDEX orders_attention ON orders (begun_at) WHERE attention = 1;
CREATE INDEX orders_paid_input ON orders (fingerprint, place, begun_at) WHERE fingerprint IS NOT NULL AND is_open = 0
  AND (billing IN ('billed', 'unknown') OR resolved IN ('verified', 'negative'));
CREATE INDEX orders_open_input ON orders (fingerprint, place, begun_at) WHERE is_open = 1 AND fingerprint IS NOT NULL;
CREATE INDEX orders_answered ON orders (place, key_hash, settled_at)
  WHERE http_status IS NOT NULL AND failure_code IS NULL;
CREATE INDEX begun_meter ON begun (place, key_hash, operation, at);
CREATE INDEX begun_at ON begun (at);
CREATE INDEX throttles_order ON throttles (seq);
CREATE INDEX spend_environment ON spend (environment, day);
CREATE INDEX session_spend_last ON session_spend (last_at);`;

const toSession = (by: string): string =>
  `UPDATE session_spend SET calls = calls ${by} WHERE session = new.session AND identity = new.identity
    AND price = coalesce(new.price, '');`;

const unknownCall = `(new.state = 'lost' OR (new.state = 'settled' AND new.outcome = 'unknown'))
      AND coalesce(new.resolved, 'still-open') = 'still-open'`;

/** As before; but a row that the user left asks for no second word where the order says no more than it did. */
const follow = `UPDATE batch_rows SET
    state = CASE WHEN new.state = 'in-flight' THEN 'sent'
      WHEN ${unknownCall} AND why IS NOT 'left-unknown' THEN 'undecided' ELSE 'done' END,
    why = CASE WHEN ${unknownCall} THEN iif(why IS 'left-unknown', why, 'unknown') END
  WHERE order_ref = new.id AND state IN ('sent', 'undecided', 'done');`;

/** None relies on another having run before: SQLite runs them in no order that it promises. */
const triggers = `${facetTriggers()}
CREATE TRIGGER orders_named AFTER INSERT ON orders WHEN new.identity = '' OR new.day = '' BEGIN ${fillOrder} END;
CREATE TRIGGER batch_answered AFTER UPDATE OF state, outcome, resolved ON orders WHEN new.draft_id GLOB 'batch-*' BEGIN
  ${follow}
END;
CREATE TRIGGER batches_named AFTER INSERT ON batches WHEN new.identity = '' BEGIN
  UPDATE batches SET identity = ${identitySql('new')} WHERE id = new.id;
END;
CREATE TRIGGER input_parts_changed AFTER UPDATE OF state, outcome, billing, resolved ON orders
WHEN ${twin('old')} <> ${twin('new')} BEGIN
  UPDATE input_parts SET twin = ${twin('new')} WHERE seq = new.seq;
END;
CREATE TRIGGER spend_begun AFTER INSERT ON orders BEGIN
  ${addToSpend(identitySql('new'), dayWritten)}
  INSERT INTO begun (seq, operation, place, key_hash, at)
    SELECT new.seq, new.operation, ${placeSql('new')}, ${keySql('new')}, new.begun_at WHERE new.outcome <> 'not-sent';
END;
CREATE TRIGGER spend_session AFTER INSERT ON orders WHEN new.session <> '' AND ${counted('new')} BEGIN
  INSERT INTO session_spend VALUES (new.session, ${identitySql('new')}, coalesce(new.price, ''), new.begun_at, 1)
    ON CONFLICT DO UPDATE SET calls = calls + 1, last_at = max(last_at, new.begun_at);
END;
CREATE TRIGGER spend_changed AFTER UPDATE OF outcome, billing, message_code ON orders
WHEN old.outcome <> new.outcome OR old.billing <> new.billing OR old.message_code IS NOT new.message_code BEGIN
  UPDATE spend SET calls = calls - 1 WHERE day = old.day AND ${spendKey('old')};
  DELETE FROM spend WHERE day = old.day AND ${spendKey('old')} AND calls = 0;
  ${addToSpend('new.identity', 'new.day')}
END;
CREATE TRIGGER spend_given_back AFTER UPDATE OF billing ON orders WHEN ${counted('old')} AND NOT ${counted('new')} BEGIN
  ${toSession('- 1')}
END;
CREATE TRIGGER spend_taken_after_all AFTER UPDATE OF billing ON orders WHEN ${counted('new')} AND NOT ${counted('old')} BEGIN
  ${toSession('+ 1')}
END;
CREATE TRIGGER begun_unsent AFTER UPDATE OF outcome ON orders WHEN new.outcome = 'not-sent' BEGIN
  DELETE FROM begun WHERE seq = new.seq;
END;`;

/** Orders that want attention only now get their facet from the trigger that was just made. */
const facets = `UPDATE orders SET has_note = has_note WHERE state = 'settled' AND billing = 'unknown';`;

/**
 * What each name that was ever written stands for. JavaScript makes the lower case, as the core does: SQLite's `lower`
 * knows ASCII alone. Meters of an environment whose orders are all erased keep the place '', see `adoptKey`.
 */
function nameEnvironments(db: DatabaseSync): void {
  db.exec(
    `CREATE TEMP TABLE names (environment TEXT PRIMARY KEY, identity TEXT NOT NULL, place TEXT NOT NULL) STRICT`,
  );
  const used = db.prepare(
    `SELECT environment, '' AS origin FROM spend UNION SELECT environment, '' FROM session_spend
     UNION SELECT environment, '' FROM begun UNION SELECT environment, '' FROM throttles
     UNION SELECT environment, origin FROM batches ORDER BY origin`,
  );
  const newest = db.prepare(
    'SELECT environment, origin, max(begun_at) AS at FROM orders GROUP BY environment',
  );
  const add = db.prepare('INSERT OR REPLACE INTO names VALUES (?, ?, ?)');
  for (const row of [...used.all(), ...newest.all()]) {
    const name = String(row.environment);
    const own = name === 'Sandbox';
    add.run(
      name,
      own ? 'embedded' : `name:${name.toLowerCase()}`,
      own ? 'embedded-sandbox' : String(row.origin),
    );
  }
}

/**
 * Version 5: whose calls count together goes by place and keyed hash of the key, whose spend by the environment's
 * identity, twins by place and by each entry of a bulk call; what a batch passes is named; and the clock is remembered.
 */
export function accounts5(db: DatabaseSync): void {
  nameEnvironments(db);
  db.exec([dropped, orders, parts, meters, spend, batches, clock, indexes, triggers, facets].join('\n'));
  db.exec('DROP TABLE temp.names');
}
