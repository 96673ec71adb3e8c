import type { KnownIdentity } from '../calls/ports/usagePorts.ts';
import type { Store } from './store.ts';

type Earlier = ReadonlyMap<string, readonly string[]>;

function earlierOnes(store: Store): Earlier {
  const found = new Map<string, string[]>();
  for (const row of store.sql('SELECT identity, earlier FROM earlier_identities').all()) {
    const identity = String(row.identity);
    found.set(identity, [...(found.get(identity) ?? []), String(row.earlier)]);
  }
  return found;
}

/** Each found by one step into the primary key. */
function spenders(store: Store): string[] {
  const next = store.sql('SELECT min(identity) AS identity FROM spend WHERE identity > ?');
  const found: string[] = [];
  for (let one = next.get('')?.identity; typeof one === 'string'; one = next.get(one)?.identity)
    found.push(one);
  return found;
}

/** Of counts, not of orders: an index leads from an identity to its counts alone. Every order is among them. */
export function knownIdentities(store: Store): KnownIdentity[] {
  const earlier = earlierOnes(store);
  const names = store.sql('SELECT DISTINCT environment FROM spend WHERE identity = ?');
  // One that was given its id may not have sent anything by it yet.
  return [...new Set([...spenders(store), ...earlier.keys()])].map((identity) => ({
    identity,
    names: names.all(identity).map((row) => String(row.environment)),
    earlier: earlier.get(identity) ?? [],
  }));
}
