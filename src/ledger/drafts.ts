import type { PageId } from '../calls/ports/ids.ts';
import { sealedColumns } from './payloads.ts';
import { open, type SealingKeys, seal } from './sealing.ts';
import type { Store } from './store.ts';
import { rememberSeal } from './writing.ts';

/** What was typed into pages and not sent, sealed like payloads. */
export class Drafts {
  readonly #store: Store;
  readonly #sealing: SealingKeys;
  readonly #mayWrite: boolean;

  constructor(store: Store, sealing: SealingKeys, mayWrite: boolean) {
    this.#store = store;
    this.#sealing = sealing;
    this.#mayWrite = mayWrite;
  }

  /** See Ledger.saveDraft. Whether the page knows of the last erasure is looked at in the statement that writes. */
  async save(page: PageId, draft: Uint8Array, now: number, seen = 0): Promise<boolean> {
    if (!this.#mayWrite) return true;
    const { id: sealId, key } = await this.#sealing.current();
    const body = seal(key, page, sealedColumns.draft, draft);
    return this.#store.write(() => {
      const { changes } = this.#store
        .sql(
          `INSERT INTO drafts (id, saved_at, seal_id, body, erasures) VALUES (?, ?, ?, ?, ?)
           ON CONFLICT (id) DO UPDATE SET saved_at = excluded.saved_at, seal_id = excluded.seal_id, body = excluded.body
           WHERE drafts.erasures <= excluded.erasures`,
        )
        .run(page, now, sealId, body, seen);
      rememberSeal(this.#store, sealId);
      return changes === 1;
    });
  }

  async load(page: PageId): Promise<Uint8Array | null> {
    const row = await this.#store.read(() =>
      this.#store.sql('SELECT seal_id, body FROM drafts WHERE id = ? AND length(body) > 0').get(page),
    );
    if (row === undefined || !(row.body instanceof Uint8Array)) return null;
    const key = await this.#sealing.find(String(row.seal_id));
    return key === null ? null : open(key, page, sealedColumns.draft, row.body);
  }

  erasures(page: PageId): Promise<number> {
    return this.#store.read(() => {
      const row = this.#store.sql('SELECT * FROM drafts WHERE id = ?').get(page);
      // A newer version's file is read as it is, and one that may not be written may be older.
      return Number(row?.erasures ?? 0);
    });
  }

  async delete(page: PageId): Promise<void> {
    if (!this.#mayWrite) return;
    await this.#store.write(() => this.#store.sql('DELETE FROM drafts WHERE id = ?').run(page));
  }
}
