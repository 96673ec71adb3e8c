/**
 * Which key seals (`valid_seal`, one row or none), which windows' own stores were given it, and what windows ask of each
 * other. `survived` = a window that neither made the key nor was handed it found it in its secret storage.
 * `asked_at` and `made_at` are ms since the epoch; `public_key` and `given` see handOver.ts.
 */
export const keys9 = `
CREATE TABLE valid_seal (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  seal TEXT NOT NULL,
  made_at INTEGER NOT NULL,
  survived INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE TABLE seal_stores (seal TEXT NOT NULL, window TEXT NOT NULL, PRIMARY KEY (seal, window)) STRICT, WITHOUT ROWID;
CREATE TABLE seal_requests (
  id TEXT PRIMARY KEY,
  seal TEXT NOT NULL,
  public_key BLOB NOT NULL,
  asked_at INTEGER NOT NULL,
  given BLOB
) STRICT;`;
