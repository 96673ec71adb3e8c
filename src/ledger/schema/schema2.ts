const names = `id, draft_id, operation, environment, kind, origin, key_tail, machine, begun_at, deadline_at, masked_input,
  fingerprint, state, settled_at, resolved_at, outcome, billing, evidence, http_status, message_code, order_id,
  failure_code, total_ms`;

const table = `
ALTER TABLE orders RENAME TO orders1;
CREATE TABLE orders (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  draft_id TEXT NOT NULL UNIQUE,
  operation TEXT NOT NULL,
  environment TEXT NOT NULL,
  kind TEXT NOT NULL,
  origin TEXT NOT NULL,
  key_tail TEXT,
  machine TEXT NOT NULL,
  begun_at INTEGER NOT NULL,
  deadline_at INTEGER NOT NULL,
  masked_input TEXT NOT NULL,
  fingerprint TEXT,
  state TEXT NOT NULL,
  settled_at INTEGER,
  outcome TEXT NOT NULL,
  billing TEXT NOT NULL,
  evidence TEXT NOT NULL,
  http_status INTEGER,
  message_code TEXT,
  order_id TEXT,
  failure_code TEXT,
  total_ms REAL,
  has_note INTEGER NOT NULL DEFAULT 0,
  resolved TEXT,
  resolved_at INTEGER,
  payloads_kept INTEGER NOT NULL DEFAULT 0,
  facet INTEGER,
  attention INTEGER NOT NULL GENERATED ALWAYS AS (
    (state = 'lost' OR (state = 'settled' AND outcome IN ('pending', 'held', 'unknown')))
    AND coalesce(resolved, 'still-open') = 'still-open') VIRTUAL,
  is_open INTEGER NOT NULL GENERATED ALWAYS AS (
    state = 'in-flight' OR ((state = 'lost' OR (state = 'settled' AND outcome IN ('pending', 'held', 'unknown')))
    AND coalesce(resolved, 'still-open') = 'still-open')) VIRTUAL
) STRICT;
CREATE TABLE payloads (
  seq INTEGER PRIMARY KEY REFERENCES orders (seq) ON DELETE CASCADE,
  request_seal TEXT,
  request_body BLOB,
  answer_seal TEXT,
  answer_head BLOB,
  answer_body BLOB
) STRICT;
CREATE TABLE events (
  id INTEGER PRIMARY KEY,
  seq INTEGER NOT NULL REFERENCES orders (seq) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  at INTEGER NOT NULL,
  outcome TEXT,
  seal_id TEXT,
  words BLOB,
  pasted BLOB
) STRICT;
CREATE TABLE facets (
  id INTEGER PRIMARY KEY,
  operation TEXT NOT NULL,
  environment TEXT NOT NULL,
  outcome TEXT NOT NULL,
  message_code TEXT NOT NULL,
  billing TEXT NOT NULL,
  attention INTEGER NOT NULL,
  has_note INTEGER NOT NULL,
  UNIQUE (operation, environment, outcome, message_code, billing, attention, has_note)
) STRICT;
CREATE TABLE seals (id TEXT PRIMARY KEY, told INTEGER NOT NULL DEFAULT 0) STRICT;`;

const copy = `
INSERT INTO orders (seq, ${names}, payloads_kept)
  SELECT seq, ${names}, answer_body IS NOT NULL FROM orders1;
INSERT INTO payloads SELECT seq, seal_id, request_body, seal_id, answer_head, answer_body FROM orders1;
INSERT OR IGNORE INTO seals (id) SELECT seal_id FROM orders1 WHERE seal_id IS NOT NULL;
DROP TABLE orders1;`;

const indexes = `
CREATE INDEX orders_newest ON orders (begun_at, seq, facet);
CREATE INDEX orders_facet ON orders (facet, begun_at, seq);
CREATE INDEX orders_attention ON orders (begun_at) WHERE attention = 1;
CREATE INDEX orders_in_flight ON orders (deadline_at) WHERE state = 'in-flight';
CREATE INDEX orders_kept ON orders (begun_at) WHERE payloads_kept = 1 AND is_open = 0;
CREATE INDEX orders_meter ON orders (operation, environment, begun_at);
CREATE INDEX orders_order_id ON orders (order_id COLLATE NOCASE, begun_at) WHERE order_id IS NOT NULL;
CREATE INDEX orders_fingerprint ON orders (fingerprint, begun_at) WHERE fingerprint IS NOT NULL;
CREATE INDEX orders_masked ON orders (masked_input COLLATE NOCASE, begun_at);
CREATE INDEX events_order ON events (seq, at);
CREATE INDEX events_words ON events (at) WHERE kind IN ('noted', 'resolved');`;

const facet = `
  INSERT OR IGNORE INTO facets (operation, environment, outcome, message_code, billing, attention, has_note)
    VALUES (new.operation, new.environment, new.outcome, coalesce(new.message_code, ''), new.billing, new.attention, new.has_note);
  UPDATE orders SET facet = (
    SELECT id FROM facets WHERE operation = new.operation AND environment = new.environment AND outcome = new.outcome
      AND message_code = coalesce(new.message_code, '') AND billing = new.billing AND attention = new.attention
      AND has_note = new.has_note) WHERE seq = new.seq;`;

/** The second one also gives every copied order its facet. */
const triggers = `
CREATE TRIGGER orders_begun AFTER INSERT ON orders BEGIN ${facet} END;
CREATE TRIGGER orders_changed AFTER UPDATE OF state, outcome, message_code, billing, resolved, has_note ON orders BEGIN ${facet} END;
UPDATE orders SET has_note = has_note;`;

/**
 * Version 2: payloads, notes and resolutions in tables of their own, so that rows stay small and a list never walks
 * over a body. A facet is one combination of everything the history can be filtered by; there are few of them, and an
 * index by facet and time finds the newest of any filter in logarithmic time. Triggers keep facets, so no write can
 * forget them.
 */
export const orders2 = [table, copy, indexes, triggers].join('\n');
