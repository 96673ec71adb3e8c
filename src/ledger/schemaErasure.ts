/**
 * How often an input that a page held was erased. A page that does not know of the last time must not save: what it holds
 * is what was erased. Such a row stays, empty, until it is as old as drafts get.
 */
export const erasure7 = 'ALTER TABLE drafts ADD COLUMN erasures INTEGER NOT NULL DEFAULT 0;';
