import type { PageId } from '../../calls/ports/ids.ts';
import type { Ledger } from '../../calls/ports/ports.ts';

/** What it takes of the services. */
interface PageKeeping {
  ledger(): Promise<Pick<Ledger, 'saveDraft' | 'draftErasures' | 'deleteDraft' | 'keepDraftAs'>>;
  now(): number;
}

/**
 * What is kept of one page, sealed, so that a reload loses nothing. It ends with the erasure of an input it holds: the
 * ledger then refuses whatever the page, which may not know yet, saves of it.
 */
export class KeptPage {
  readonly page: PageId;
  readonly #services: PageKeeping;
  readonly #emptied: () => void;
  /** Erasures this page knows of. */
  #seen: number;
  #saved = false;
  #ended = false;

  /**
   * @param seen erasures known when what is kept was read
   * @param emptied what the page held was erased: it is to be forgotten, and said why
   */
  constructor(services: PageKeeping, page: PageId, seen: number, emptied: () => void) {
    this.#services = services;
    this.page = page;
    this.#seen = seen;
    this.#emptied = emptied;
  }

  /** Whether there is anything of it; of a page that nobody typed into there is not. */
  get isSaved(): boolean {
    return this.#saved;
  }

  /** False when what the page holds was erased meanwhile: then it is empty now, and this was not kept. */
  async save(bytes: Uint8Array): Promise<boolean> {
    if (this.#ended) return true;
    this.#saved = true;
    // Of the moment of these bytes: what is learned while this waits is of what they do not know.
    const seen = this.#seen;
    const ledger = await this.#services.ledger();
    const kept = await ledger.saveDraft(this.page, bytes, this.#services.now(), seen);
    if (!kept) await this.look();
    return kept;
  }

  /** Whether the page was emptied by this look. */
  async look(): Promise<boolean> {
    if (this.#ended || !this.#saved) return false;
    const ledger = await this.#services.ledger();
    const erasures = await ledger.draftErasures(this.page);
    if (this.#ended || erasures <= this.#seen) return false;
    this.#seen = erasures;
    this.#emptied();
    return true;
  }

  /**
   * What the page was for is done. This word alone stays, and goes by age: VS Code notes a moment later which tabs are closed, so a
   * window that ends in between leaves one that is brought back.
   */
  async end(word: Uint8Array): Promise<void> {
    this.#ended = true;
    const ledger = await this.#services.ledger();
    await ledger.saveDraft(this.page, word, this.#services.now(), this.#seen);
  }

  /**
   * The page was closed by its user with something in it that is to be found again, under another name: the ledger takes nothing of
   * what was erased, and nothing is saved under the old name any more.
   */
  async setAside(bytes: Uint8Array, as: PageId): Promise<void> {
    if (this.#ended) return;
    this.#ended = true;
    const ledger = await this.#services.ledger();
    const kept = await ledger.saveDraft(this.page, bytes, this.#services.now(), this.#seen);
    if (kept) await ledger.keepDraftAs(this.page, as);
  }

  /** The page was closed by its user. A save that is late would outlive it, so none is made any more. */
  async remove(): Promise<void> {
    if (this.#ended) return;
    this.#ended = true;
    await (await this.#services.ledger()).deleteDraft(this.page);
  }
}
