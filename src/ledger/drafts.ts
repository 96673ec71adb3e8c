import type { PageId } from '../calls/ids.ts';
import { columns } from './payloads.ts';
import { open, type SealingKeys, seal } from './sealing.ts';
import type { Store } from './store.ts';
import { writeDraft } from './writing.ts';

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

  async save(page: PageId, draft: Uint8Array, now: number): Promise<void> {
    if (!this.#mayWrite) return;
    const { id: sealId, key } = await this.#sealing.current();
    const body = seal(key, page, columns.draft, draft);
    await this.#store.write(() => writeDraft(this.#store, page, now, { sealId, body }));
  }

  async load(page: PageId): Promise<Uint8Array | null> {
    const row = await this.#store.read(() =>
      this.#store.sql('SELECT seal_id, body FROM drafts WHERE id = ?').get(page),
    );
    if (row === undefined || !(row.body instanceof Uint8Array)) return null;
    const key = await this.#sealing.find(String(row.seal_id));
    return key === null ? null : open(key, page, columns.draft, row.body);
  }

  async delete(page: PageId): Promise<void> {
    if (!this.#mayWrite) return;
    await this.#store.write(() => this.#store.sql('DELETE FROM drafts WHERE id = ?').run(page));
  }
}
