/**
 * The Aadhaar numbers of a request, sealed beside it until they are reduced; when that was; and what the user said of
 * orders that were written before. Those are told by their place (`until_seq`), batches by a word of their own.
 */
export const aadhaar10 = `
ALTER TABLE orders ADD COLUMN aadhaar_reduced_at INTEGER;
CREATE TABLE aadhaar_numbers (
  seq INTEGER PRIMARY KEY REFERENCES payloads (seq) ON DELETE CASCADE,
  seal_id TEXT NOT NULL,
  body BLOB NOT NULL
) STRICT;
ALTER TABLE batches ADD COLUMN aadhaar TEXT NOT NULL DEFAULT 'kept';
UPDATE batches SET aadhaar = 'old';
CREATE TABLE aadhaar_old (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  after_seq INTEGER NOT NULL,
  until_seq INTEGER NOT NULL,
  state TEXT NOT NULL,
  asked_at INTEGER
) STRICT;
INSERT INTO aadhaar_old (id, after_seq, until_seq, state)
  SELECT 1, 0, coalesce(max(seq), 0), iif(max(seq) IS NULL, 'done', 'due') FROM orders;`;

/**
 * Whether who wrote an order looked for numbers in it. A window of the version before knows nothing of that: what it wrote
 * after the file was migrated is looked at like what was written before.
 */
export const numbersTold11 = `
ALTER TABLE orders ADD COLUMN numbers_told INTEGER NOT NULL DEFAULT 0;
CREATE TRIGGER numbers_untold AFTER INSERT ON orders WHEN new.numbers_told = 0 BEGIN
  UPDATE aadhaar_old SET after_seq = iif(state = 'done', new.seq - 1, after_seq), until_seq = new.seq, state = 'due'
    WHERE state <> 'keep';
END;`;
