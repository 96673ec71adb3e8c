const tables = `
CREATE TABLE batches (
  id TEXT PRIMARY KEY,
  operation TEXT NOT NULL,
  environment TEXT NOT NULL,
  kind TEXT NOT NULL,
  origin TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  state TEXT NOT NULL,
  seal_id TEXT NOT NULL,
  words BLOB NOT NULL,
  holder TEXT,
  held_until INTEGER NOT NULL DEFAULT 0,
  emptied INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE TABLE batch_rows (
  id INTEGER PRIMARY KEY,
  batch TEXT NOT NULL REFERENCES batches (id) ON DELETE CASCADE,
  row INTEGER NOT NULL,
  line INTEGER NOT NULL,
  call INTEGER,
  draft_id TEXT,
  state TEXT NOT NULL,
  why TEXT,
  flawed INTEGER NOT NULL,
  paid_twin TEXT,
  paid_accepted INTEGER NOT NULL DEFAULT 0,
  pending_accepted INTEGER NOT NULL DEFAULT 0,
  same_as INTEGER,
  masked TEXT NOT NULL,
  repeat_key TEXT,
  fingerprint TEXT,
  order_ref TEXT,
  seal_id TEXT,
  input BLOB
) STRICT;`;

const indexes = `
CREATE UNIQUE INDEX batch_rows_place ON batch_rows (batch, row);
CREATE INDEX batch_rows_waiting ON batch_rows (batch, state, call);
CREATE INDEX batch_rows_call ON batch_rows (batch, call) WHERE call IS NOT NULL;
CREATE INDEX batch_rows_repeat ON batch_rows (batch, repeat_key) WHERE repeat_key IS NOT NULL;
CREATE INDEX batch_rows_draft ON batch_rows (draft_id) WHERE draft_id IS NOT NULL;
CREATE INDEX batch_rows_order ON batch_rows (order_ref) WHERE order_ref IS NOT NULL;
CREATE INDEX batch_rows_input ON batch_rows (fingerprint) WHERE fingerprint IS NOT NULL;
CREATE INDEX batch_rows_same ON batch_rows (batch, same_as) WHERE same_as IS NOT NULL;
CREATE INDEX batches_newest ON batches (created_at);`;

/** Where an order leaves its row: `undecided` while nobody knows what became of the call. */
const follow = `UPDATE batch_rows SET
    state = CASE WHEN new.state = 'in-flight' THEN 'sent'
      WHEN (new.state = 'lost' OR new.outcome = 'unknown') AND coalesce(new.resolved, 'still-open') = 'still-open' THEN 'undecided'
      ELSE 'done' END,
    why = CASE WHEN (new.state = 'lost' OR (new.state = 'settled' AND new.outcome = 'unknown'))
      AND coalesce(new.resolved, 'still-open') = 'still-open' THEN 'unknown' END
  WHERE order_ref = new.id AND state IN ('sent', 'undecided', 'done');`;

const triggers = `
CREATE TRIGGER batch_begun AFTER INSERT ON orders WHEN new.draft_id GLOB 'batch-*' BEGIN
  UPDATE batch_rows SET state = 'sent', why = NULL, order_ref = new.id WHERE draft_id = new.draft_id AND state = 'waiting';
END;
CREATE TRIGGER batch_answered AFTER UPDATE OF state, outcome, resolved ON orders WHEN new.draft_id GLOB 'batch-*' BEGIN
  ${follow}
END;
CREATE TRIGGER batch_input_dropped AFTER UPDATE OF payloads_kept ON orders
  WHEN new.payloads_kept = 0 AND old.payloads_kept = 1 AND new.draft_id GLOB 'batch-*' BEGIN
  UPDATE batch_rows SET seal_id = NULL, input = NULL WHERE order_ref = new.id;
END;
CREATE TRIGGER batch_order_erased AFTER DELETE ON orders WHEN old.draft_id GLOB 'batch-*' BEGIN
  UPDATE batch_rows SET masked = '' WHERE (batch, same_as) IN (SELECT batch, row FROM batch_rows WHERE order_ref = old.id);
  UPDATE batch_rows SET state = 'done', why = 'erased', masked = '', fingerprint = NULL, repeat_key = NULL, seal_id = NULL, input = NULL
    WHERE order_ref = old.id;
END;`;

/**
 * Version 4: batches and their rows, inputs sealed like payloads. Triggers keep a row's state in step with its order in
 * one transaction, so that no end of a window can come between the two: a row is sent when its order is begun, and an
 * order that is erased takes the row's input along.
 */
export const batches4 = [tables, indexes, triggers].join('\n');
