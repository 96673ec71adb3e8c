import { otherHalf } from '../calls/ports/halves.ts';
import type { Store } from './store.ts';

/**
 * Earlier identities that have spent anything and are not remembered yet. One that never spent is none: who later takes
 * over its name would count to an environment that has nothing to do with it.
 */
export const due = `SELECT others.value FROM json_each(?) others WHERE EXISTS (SELECT 1 FROM spend WHERE identity = others.value)
  AND NOT EXISTS (SELECT 1 FROM earlier_identities WHERE identity = ? AND earlier = others.value)`;

/** Whether `rememberEarlier` would write anything. */
export function earlierDue(store: Store, spenders: readonly string[]): boolean {
  const found = store.sql(`SELECT value FROM (${due}) LIMIT 1`);
  return halves(spenders).some(([own, others]) => found.get(JSON.stringify(others), own) !== undefined);
}

/** Both by which an environment is counted, whichever asks: before the other asks, it may be renamed. */
function halves([own, ...others]: readonly string[]): (readonly [own: string, others: readonly string[]])[] {
  if (own === undefined || others.length === 0) return [];
  return [
    [own, others],
    [otherHalf(own), others.map(otherHalf)],
  ];
}

/**
 * An environment that got its id later brings what its name had spent along, also when it is renamed afterwards: then
 * nobody but the ledger knows the name any more. Within a transaction that writes.
 * @param spenders see GuardQuestion
 */
export function rememberEarlier(store: Store, spenders: readonly string[]): void {
  if (!earlierDue(store, spenders)) return;
  const write = store.sql(
    `INSERT OR IGNORE INTO earlier_identities (earlier, identity) SELECT value, ? FROM (${due})`,
  );
  for (const [own, others] of halves(spenders)) write.run(own, JSON.stringify(others), own);
}

/** The spenders asked about, and what the first of them was before; as JSON. */
export function allSpenders(store: Store, spenders: readonly string[]): string {
  const earlier = store
    .sql('SELECT earlier FROM earlier_identities WHERE identity = ?')
    .all(spenders[0] ?? '')
    .map((row) => String(row.earlier));
  return JSON.stringify([...new Set([...spenders, ...earlier])]);
}
