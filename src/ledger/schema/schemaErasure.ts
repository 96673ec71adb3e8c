/**
 * How often an input that a page held was erased. A page that does not know of the last time must not save: what it holds
 * is what was erased. Such a row stays, empty, until it is as old as drafts get.
 */
const drafts = 'ALTER TABLE drafts ADD COLUMN erasures INTEGER NOT NULL DEFAULT 0;';

/** How often the user erased something: by it other windows know that they have to forget what they remember. */
const erasures = `
CREATE TABLE erasures (id INTEGER PRIMARY KEY CHECK (id = 1), count INTEGER NOT NULL) STRICT;
INSERT INTO erasures (id, count) VALUES (1, 0);`;

export const erasure7 = drafts + erasures;
