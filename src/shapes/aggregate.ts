import type { StoredPlace } from './enumerations.ts';
import type { RangeFact } from './facts.ts';
import type { LearnedShape } from './model.ts';
import { type FactSet, type ShapeHead, Tally } from './tally.ts';

export type { FactSet, ShapeHead };

/** What the ledger holds of one shape. */
export interface Stored {
  readonly sets: Iterable<FactSet>;
  readonly ranges: Iterable<RangeFact>;
  /** By the place's own text, see facts.ts. */
  readonly places: ReadonlyMap<string, StoredPlace>;
}

/**
 * The shape that sets of facts make. A set that was first seen after `asOf` is left out whole, so that a field which went
 * missing later has never been missing then. One that its inputs left for a later one counts as one input: what it says was
 * known then, by how many nobody can tell any more.
 */
export function aggregate(
  head: ShapeHead,
  { sets, ranges, places }: Stored,
  asOf = Number.POSITIVE_INFINITY,
): LearnedShape {
  const tally = new Tally(places);
  const all = [...sets];
  // Where no input is left at all there is nothing to tell, of then either.
  const least = asOf < Number.POSITIVE_INFINITY && all.some(({ inputs }) => inputs > 0) ? 1 : 0;
  for (const set of all) if (set.since <= asOf) tally.add({ ...set, inputs: Math.max(set.inputs, least) });
  return tally.shape(head, ranges, places, asOf);
}
