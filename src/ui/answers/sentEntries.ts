import { plainlyNamed } from '../../calls/batch/join.ts';
import { bulkEntries, entryKey } from '../../contract/bulk.ts';
import type { OperationId } from '../../contract/words.ts';

/** The entries of a bulk call in the order in which they were sent; to join rows of its answer to them. */
export class SentEntries {
  readonly entries: readonly string[];
  private readonly places: ReadonlyMap<string, number>;
  private readonly wanted: ReadonlySet<string>;

  constructor(operation: OperationId, requestBody: Uint8Array | null) {
    this.entries = requestBody === null ? [] : bulkEntries(operation, new TextDecoder().decode(requestBody));
    this.places = new Map(this.entries.map((entry, place) => [entryKey(entry), place]));
    this.wanted = new Set(this.places.keys());
  }

  /** The place of the one entry that an item names, or null where it names none or several. */
  readonly placeIn = (item: unknown): number | null => {
    const entry = plainlyNamed(item, this.wanted);
    return entry === null ? null : (this.places.get(entry) ?? null);
  };
}
