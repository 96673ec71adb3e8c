/**
 * Documents kept with an order, sealed: their facts and their bytes. They go with the payloads or with the order: a
 * trigger and a foreign key see to it, so that no write can forget it.
 */
export const documents8 = `
CREATE TABLE documents (
  id INTEGER PRIMARY KEY,
  seq INTEGER NOT NULL REFERENCES orders (seq) ON DELETE CASCADE,
  at INTEGER NOT NULL,
  seal_id TEXT NOT NULL,
  facts BLOB NOT NULL,
  body BLOB NOT NULL
) STRICT;
CREATE INDEX documents_order ON documents (seq, at);
CREATE TRIGGER documents_dropped AFTER UPDATE OF payloads_kept ON orders
WHEN new.payloads_kept = 0 AND old.payloads_kept = 1 BEGIN
  DELETE FROM documents WHERE seq = new.seq;
END;`;
