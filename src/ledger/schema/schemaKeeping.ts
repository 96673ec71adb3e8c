/**
 * Version 14: what its user has agreed to keep of the orders that are here (`agreed`), and what is chosen and not agreed to yet: since
 * when, when that was asked, and whether they said to leave earlier ones. A file of a version before agrees by itself where nothing
 * of it would go.
 */
export const keeping14 = `
CREATE TABLE keeping (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  agreed TEXT NOT NULL,
  wanted TEXT,
  since INTEGER,
  asked_at INTEGER,
  left_alone INTEGER NOT NULL DEFAULT 0
) STRICT;
INSERT INTO keeping (id, agreed) VALUES (1, 'everything');`;
