import type { Clock } from '../calls/ports/ports.ts';
import { fingerprintOf } from './fingerprint.ts';
import { asksByWord, type Forgotten, type Opening, openText, quotes } from './forgotten.ts';
import { sealedColumns } from './payloads.ts';
import type { Store } from './store.ts';

const utf8 = new TextEncoder();

/**
 * Drafts that hold what is erased. They are few and their keys are at hand, so each is opened and compared: that finds
 * more than a print kept beside it could, another spelling and a corrected row of a batch included.
 */
export class ErasedDrafts {
  readonly #store: Store;
  readonly #now: Clock;

  constructor(store: Store, now: Clock) {
    this.#store = store;
    this.#now = now;
  }

  any(): Promise<boolean> {
    return this.#store.read(
      () => this.#store.sql('SELECT 1 FROM drafts WHERE length(body) > 0 LIMIT 1').get() !== undefined,
    );
  }

  /** Empties every draft, where nobody can tell what one holds. Returns how many. */
  emptyAll(): Promise<number> {
    return this.#store.write(() => this.#emptyThose(() => true));
  }

  /** Empties every draft that holds what is to be forgotten. Returns how many. */
  empty(opening: Opening, forgotten: Forgotten): Promise<number> {
    return this.#store.write(() =>
      this.#emptyThose((id, sealId, body) => {
        const kept = openText(opening.keys, sealId, id, sealedColumns.draft, body);
        // Nobody loses what nobody can open.
        return kept === null || holds(opening, kept, forgotten);
      }),
    );
  }

  #emptyThose(isHit: (id: string, sealId: unknown, body: unknown) => boolean): number {
    const empty = this.#store.sql(
      `UPDATE drafts SET body = x'', seal_id = '', erasures = erasures + 1, saved_at = ? WHERE id = ?`,
    );
    const kept = this.#store.sql('SELECT id, seal_id, body FROM drafts WHERE length(body) > 0').all();
    const hit = kept.filter(({ id, seal_id, body }) => isHit(String(id), seal_id, body));
    for (const { id } of hit) empty.run(this.#now(), String(id));
    return hit.length;
  }
}

function holds(opening: Opening, kept: string, forgotten: Forgotten): boolean {
  const { reader, printKey } = opening;
  return (
    quotes(reader, kept, forgotten) ||
    reader
      .bodies(kept)
      .some(
        ({ operation, body }) =>
          forgotten.prints.has(fingerprintOf(printKey, operation, utf8.encode(body))) ||
          asksByWord(opening, forgotten, operation, body),
      )
  );
}
