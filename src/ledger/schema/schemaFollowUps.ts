const followUps = `
ALTER TABLE orders ADD COLUMN follow_up TEXT;
CREATE INDEX orders_follow_up ON orders (follow_up, begun_at) WHERE follow_up IS NOT NULL;
CREATE TRIGGER follow_up_done AFTER UPDATE OF state, outcome, billing, resolved ON orders
WHEN new.follow_up IS NOT NULL AND new.attention = 0 BEGIN
  UPDATE orders SET follow_up = NULL WHERE seq = new.seq;
END;`;

const supportTexts = `
CREATE TABLE support_texts (
  id INTEGER PRIMARY KEY,
  seq INTEGER NOT NULL REFERENCES orders (seq) ON DELETE CASCADE,
  at INTEGER NOT NULL,
  seal_id TEXT NOT NULL,
  body BLOB NOT NULL
) STRICT;
CREATE INDEX support_texts_order ON support_texts (seq, at);
CREATE TRIGGER support_texts_dropped AFTER UPDATE OF payloads_kept ON orders
WHEN new.payloads_kept = 0 AND old.payloads_kept = 1 BEGIN
  DELETE FROM support_texts WHERE seq = new.seq;
END;`;

/** The orders of an input that was billed before, newest of each facet first. */
const repeats = `CREATE INDEX orders_repeat ON orders (facet, begun_at) WHERE repeat = 1;`;

/**
 * Follow-up days (local calendar days, `2026-11-24`) beside the orders that are owed something, what support sent about
 * an order, sealed, and an index of repeats. A follow-up goes when nothing is owed any more, what support sent goes with
 * the payloads or with the order: triggers and foreign keys see to it, so that no write can forget it.
 */
export const followUps6 = [followUps, supportTexts, repeats].join('\n');
