import { type CountedAs, recordedTriggers } from './schemaRecorded.ts';

/** As before (schemaRecorded.ts), and for two more words: billed though no result came, and not billed at all. */
export const billingAsTold: CountedAs = (row) =>
  `CASE WHEN ${row}.resolved IN ('refunded', 'not-billed') AND (${row}.billing = 'unknown'
      OR ${row}.billing = 'billed' AND ${row}.outcome IN ('pending', 'held', 'unknown'))
      THEN iif(${row}.resolved = 'refunded', 'refunded', 'free')
    WHEN ${row}.billing = 'unknown' AND ${row}.resolved IN ('verified', 'negative', 'no-result')
      OR ${row}.resolved = 'no-result' AND ${row}.outcome IN ('pending', 'held', 'unknown') THEN 'billed'
    ELSE ${row}.billing END`;

/**
 * Version 14: what its user has agreed to keep of the orders that are here (`agreed`), and what is chosen and not agreed to yet: of which
 * orders, since when, when that was asked, and whether they said to leave earlier ones. A file of a version before agrees by itself where nothing
 * of it would go. And what two more recorded outcomes count as: no order of before has them.
 */
export const keeping14 = `
CREATE TABLE keeping (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  agreed TEXT NOT NULL,
  wanted TEXT,
  until_seq INTEGER,
  since INTEGER,
  asked_at INTEGER,
  left_alone INTEGER NOT NULL DEFAULT 0
) STRICT;
INSERT INTO keeping (id, agreed) VALUES (1, 'everything');${recordedTriggers(billingAsTold, 'spend_recorded')}`;
