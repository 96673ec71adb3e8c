import type { Store } from './store.ts';

/**
 * Answers that say they were free, of orders that are twins all the same, like those that do not say. Where the code says that
 * the lookup ran, the documents know no such answer, and the advice beside it is to look into the wallet: it may have been
 * billed. Where nothing had come of it yet, its user looked, and recorded that it was billed without a result. The indexes and
 * triggers of twins pass both over; hardly any history has one, and no other reads by these statements. A facet says what an
 * order counts as: those that the service itself had billed before the same was recorded are read so, too, and found as ever.
 */
export function hasRanFree(store: Store): boolean {
  const facet = `SELECT 1 FROM facets WHERE outcome IN ('verified', 'negative') AND billing = 'free'
    OR outcome IN ('pending', 'held', 'unknown') AND billing = 'billed' AND attention = 0 LIMIT 1`;
  return store.sql(facet).get() !== undefined;
}

/** Beside an answer that is final a version before may have left a word: its answer counts. */
const paidAsRecorded = `resolved = 'no-result' AND outcome IN ('pending', 'held', 'unknown')`;

/** As twins.ts asks for what was paid with an input. */
export const ranInput = `fingerprint = ?1 AND place = ?2 AND is_open = 0
  AND (billing IN ('billed', 'unknown') OR resolved IN ('verified', 'negative') OR outcome IN ('verified', 'negative') OR ${paidAsRecorded})`;

/** The same of one entry. */
export const ranPart = `input_parts p CROSS JOIN orders r ON r.seq = p.seq WHERE p.fingerprint = j.value AND p.place = ?2
  AND (p.twin = ?3 OR (p.twin = 0 AND (r.outcome IN ('verified', 'negative') OR ${paidAsRecorded})))`;
