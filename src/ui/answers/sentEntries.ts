import { plainlyNamed } from '../../calls/batch/join.ts';
import { type SentEntry, sentEntries } from '../../contract/bulk.ts';
import type { OperationId } from '../../contract/words.ts';

/** The entries of a bulk call in the order in which they were sent; to join rows of its answer to them. */
export class SentEntries {
  readonly entries: readonly SentEntry[];
  /** Where each is, by what it asks about: at several places where it was sent repeatedly. */
  private readonly places = new Map<string, number[]>();
  /** What it asks about, by all that it may be named by. */
  private readonly wanted: ReadonlyMap<string, string>;

  constructor(operation: OperationId, requestBody: Uint8Array | null) {
    this.entries = requestBody === null ? [] : sentEntries(operation, new TextDecoder().decode(requestBody));
    for (const [place, { key }] of this.entries.entries()) {
      const places = this.places.get(key);
      if (places === undefined) this.places.set(key, [place]);
      else places.push(place);
    }
    this.wanted = new Map([
      ...this.entries.map(({ key, whole }) => [whole, key] as const),
      ...this.entries.map(({ key }) => [key, key] as const),
    ]);
  }

  /**
   * For one list, whose items are given in their order: the place of the one entry that an item names, or null where it
   * names none or several. Of an entry that was sent repeatedly each further item goes to the next place.
   */
  placing(): (item: unknown) => number | null {
    const met = new Map<string, number>();
    return (item) => {
      const key = plainlyNamed(item, this.wanted);
      if (key === null) return null;
      const places = this.places.get(key) ?? [];
      const times = met.get(key) ?? 0;
      met.set(key, times + 1);
      return places[Math.min(times, places.length - 1)] ?? null;
    };
  }
}
