import { type StoredPlace, untold } from '../../shapes/enumerations.ts';
import type { Store } from '../store.ts';

/** A place with a text that is not in clear and has its print, as JSON. */
const tellable = '*[A-Za-z0-9_-]","text":null*';

/**
 * After an input of a shape was forgotten: asked again, it counts anew, and what it alone has shown must not look like what two
 * have. Returns the places that changed, as they are now; within a transaction that writes.
 * @param learned row of `learned`
 */
export function untellShape(store: Store, learned: number): ReadonlyMap<string, StoredPlace> {
  const places = store
    .sql('SELECT at, stored FROM fact_places WHERE learned = ? AND stored GLOB ?')
    .all(learned, tellable);
  const write = store.sql('UPDATE fact_places SET stored = ? WHERE learned = ? AND at = ?');
  const changed = new Map<string, StoredPlace>();
  for (const row of places) {
    const [at, place] = [String(row.at), untold(JSON.parse(String(row.stored)))];
    changed.set(at, place);
    write.run(JSON.stringify(place), learned, at);
  }
  // Windows that remember the shape read it anew.
  if (changed.size > 0) store.sql('UPDATE learned SET known = known + 1 WHERE id = ?').run(learned);
  return changed;
}
