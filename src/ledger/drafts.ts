import { type Damaged, isDamaged } from '../calls/ports/damaged.ts';
import type { KeyGone } from '../calls/ports/erasurePorts.ts';
import { type PageId, pageId } from '../calls/ports/ids.ts';
import type { Damages } from './damages.ts';
import { sealedColumns } from './payloads.ts';
import { openedOr, type SealingKeys, seal } from './sealing.ts';
import { patience, type Store } from './store.ts';
import { rememberSeal } from './writing.ts';

/** Above every character the name of a page can hold. */
const afterAll = '\u{10ffff}';

/** What was typed into pages and not sent, sealed like payloads. */
export class Drafts {
  readonly #store: Store;
  readonly #sealing: SealingKeys;
  readonly #mayWrite: boolean;
  readonly #damages: Pick<Damages, 'met'>;

  constructor(store: Store, sealing: SealingKeys, mayWrite: boolean, damages: Pick<Damages, 'met'>) {
    this.#store = store;
    this.#sealing = sealing;
    this.#mayWrite = mayWrite;
    this.#damages = damages;
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

  async load(page: PageId): Promise<Uint8Array | Damaged | KeyGone | null> {
    const row = await this.#row(page);
    return row === undefined ? null : this.#opened(page, row);
  }

  #row(page: PageId): Promise<Record<string, unknown> | undefined> {
    return this.#store.read(() =>
      this.#store.sql('SELECT seal_id, body FROM drafts WHERE id = ? AND length(body) > 0').get(page),
    );
  }

  async #opened(page: PageId, row: Record<string, unknown>): Promise<Uint8Array | Damaged | KeyGone> {
    const key = await this.#sealing.find(String(row.seal_id));
    if (key === null) return 'key-gone';
    const draft = openedOr(key, page, sealedColumns.draft, row.body);
    if (isDamaged(draft)) this.#damages.met('kept form', page);
    return draft;
  }

  erasures(page: PageId): Promise<number> {
    return this.#store.read(() => {
      const row = this.#store.sql('SELECT * FROM drafts WHERE id = ?').get(page);
      // A newer version's file is read as it is, and one that may not be written may be older.
      return Number(row?.erasures ?? 0);
    });
  }

  /** See DraftStore.pagesBeginning. */
  beginning(start: string): Promise<readonly PageId[]> {
    return this.#store.read(() =>
      this.#store
        .sql('SELECT id, saved_at FROM drafts WHERE id >= ? AND id < ? AND length(body) > 0')
        .all(start, start + afterAll)
        .toSorted((a, b) => Number(b.saved_at) - Number(a.saved_at))
        .map(({ id }) => pageId(String(id))),
    );
  }

  /** See DraftStore.keepDraftAs. One statement: an erasure finds it before or after. */
  async keepAs(from: PageId, to: PageId, patient: 'briefly' | 'ordinary' = 'ordinary'): Promise<boolean> {
    const row = this.#mayWrite ? await this.#row(from) : undefined;
    if (row === undefined || !(row.body instanceof Uint8Array)) return false;
    const was = row.body;
    const draft = await this.#opened(from, row);
    if (!(draft instanceof Uint8Array)) return false;
    const { id: sealId, key } = await this.#sealing.current();
    const body = seal(key, to, sealedColumns.draft, draft);
    return this.#store.write(() => {
      // Erased, taken by another window or saved anew meanwhile, it is not this one any more.
      const { changes } = this.#store
        .sql(
          'UPDATE OR IGNORE drafts SET id = ?, seal_id = ?, body = ?, erasures = 0 WHERE id = ? AND body = ?',
        )
        .run(to, sealId, body, from, was);
      rememberSeal(this.#store, sealId);
      return changes === 1;
    }, patience[patient]);
  }

  async delete(page: PageId): Promise<void> {
    if (!this.#mayWrite) return;
    await this.#store.write(() => this.#store.sql('DELETE FROM drafts WHERE id = ?').run(page));
  }
}
