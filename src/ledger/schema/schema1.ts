/** Version 1: orders with their payloads in one table. */
export const orders1 = `
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
  resolved_at INTEGER,
  outcome TEXT NOT NULL,
  billing TEXT NOT NULL,
  evidence TEXT NOT NULL,
  http_status INTEGER,
  message_code TEXT,
  order_id TEXT,
  failure_code TEXT,
  total_ms REAL,
  attention INTEGER NOT NULL DEFAULT 0,
  seal_id TEXT,
  request_body BLOB,
  answer_head BLOB,
  answer_body BLOB
) STRICT;
CREATE INDEX orders_attention ON orders (begun_at DESC, seq DESC) WHERE attention = 1;
CREATE INDEX orders_rest ON orders (begun_at DESC, seq DESC) WHERE attention = 0;
CREATE INDEX orders_newest ON orders (begun_at DESC, seq DESC);
CREATE INDEX orders_in_flight ON orders (deadline_at) WHERE state = 'in-flight';
CREATE INDEX orders_meter ON orders (operation, environment, begun_at);
CREATE INDEX orders_order_id ON orders (order_id) WHERE order_id IS NOT NULL;
CREATE INDEX orders_fingerprint ON orders (fingerprint, begun_at) WHERE fingerprint IS NOT NULL;
CREATE TABLE drafts (id TEXT PRIMARY KEY, saved_at INTEGER NOT NULL, seal_id TEXT NOT NULL, body BLOB NOT NULL) STRICT;
`;
