import type { Store } from './store.ts';

/**
 * Answers whose code says that the lookup ran, and whose `charged` says that it was free. The documents know none, and the
 * advice beside such a one is to look into the wallet: it may have been billed, so it is a twin like those that do not
 * say. The indexes and triggers of twins pass it over; hardly any history has one, and no other reads by these statements.
 */
export function hasRanFree(store: Store): boolean {
  const facet = `SELECT 1 FROM facets WHERE outcome IN ('verified', 'negative') AND billing = 'free' LIMIT 1`;
  return store.sql(facet).get() !== undefined;
}

/** As twins.ts asks for what was paid with an input. */
export const ranInput = `fingerprint = ?1 AND place = ?2 AND is_open = 0
  AND (billing IN ('billed', 'unknown') OR resolved IN ('verified', 'negative') OR outcome IN ('verified', 'negative'))`;

/** The same of one entry. */
export const ranPart = `input_parts p CROSS JOIN orders r ON r.seq = p.seq WHERE p.fingerprint = j.value AND p.place = ?2
  AND (p.twin = ?3 OR (p.twin = 0 AND r.outcome IN ('verified', 'negative')))`;
