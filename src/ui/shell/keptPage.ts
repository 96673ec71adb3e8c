import type { PageId } from '../../calls/ports/ids.ts';
import type { Ledger } from '../../calls/ports/ports.ts';

type DraftKeeping = Pick<
  Ledger,
  'saveDraft' | 'loadDraft' | 'draftErasures' | 'deleteDraft' | 'keepDraftAs' | 'erasures'
>;

/** What it takes of the services. */
interface PageKeeping {
  ledger(): Promise<DraftKeeping>;
  now(): number;
}

/**
 * What is kept of one page, sealed, so that a reload loses nothing. It ends with the erasure of an input it holds: the
 * ledger then refuses whatever the page, which may not know yet, saves of it.
 */
export class KeptPage {
  readonly #services: PageKeeping;
  readonly #emptied: () => void;
  /** Erasures this page knows of. */
  #seen: number;
  /** What it is kept under: the page's name, or another once it was put aside. */
  #name: PageId;
  #isAside = false;
  /** How often the user had erased anything as it was put aside or removed, or that what it held was erased by then. */
  #closedAt: number | 'erased' | null = null;
  /** Nothing was typed into it since: an editor of it may still hold what was erased. */
  #isEmptied = false;
  #before: Promise<unknown> = Promise.resolve();
  #saved = false;
  #ended = false;

  /**
   * @param seen erasures known when what is kept was read
   * @param emptied what the page held was erased: it is to be forgotten, and said why
   */
  constructor(services: PageKeeping, page: PageId, seen: number, emptied: () => void) {
    this.#services = services;
    this.#name = page;
    this.#seen = seen;
    this.#emptied = emptied;
  }

  /** Whether there is anything of it; of a page that nobody typed into there is not. */
  get isSaved(): boolean {
    return this.#saved;
  }

  /** One write after the other: a save that waits for its key must not outlive what ends the page. */
  #inTurn<T>(work: (ledger: DraftKeeping) => Promise<T>): Promise<T> {
    const done = this.#before.then(async () => work(await this.#services.ledger()));
    this.#before = Promise.allSettled([done]);
    return done;
  }

  /**
   * False when what the page holds was erased meanwhile: then it is empty now, and this was not kept.
   * @param isNew not where it is only kept from ageing
   */
  async save(bytes: Uint8Array, isNew = true): Promise<boolean> {
    if (this.#ended) return true;
    if (isNew) this.#isEmptied = false;
    this.#saved = true;
    // Of the moment of these bytes: what is learned while this waits is of what they do not know.
    const seen = this.#seen;
    const kept = await this.#inTurn(async (ledger) => this.#ended || this.#write(ledger, bytes, seen));
    if (!kept) await this.look();
    return kept;
  }

  #write(ledger: DraftKeeping, bytes: Uint8Array, seen: number): Promise<boolean> {
    // Under another name nothing was erased yet.
    return ledger.saveDraft(this.#name, bytes, this.#services.now(), Math.min(seen, this.#seen));
  }

  /** Whether the page was emptied by this look. */
  async look(): Promise<boolean> {
    if (this.#ended || !this.#saved) return false;
    const ledger = await this.#services.ledger();
    const [name, isAside] = [this.#name, this.#isAside];
    const erasures = await ledger.draftErasures(name);
    // Put aside and gone, another window has it: what is erased, or sent, there is told to nobody here.
    const isGone = isAside && (await ledger.loadDraft(name)) === null;
    if (this.#ended || (erasures <= this.#seen && !isGone)) return false;
    this.#seen = erasures;
    this.#ended = isGone;
    this.#isEmptied = true;
    this.#emptied();
    return true;
  }

  /**
   * What the page was for is done. This word alone stays, and goes by age: VS Code notes a moment later which tabs are closed, so a
   * window that ends in between leaves one that is brought back.
   */
  async end(word: Uint8Array): Promise<void> {
    this.#ended = true;
    await this.#inTurn((ledger) => this.#write(ledger, word, this.#seen));
  }

  /**
   * The page was closed by its user with something in it that is to be found again, under another name: the ledger takes nothing of
   * what was erased, and the page is emptied then. What is still saved goes there. Where it fails it may be tried anew.
   * @param bytes what the page holds when it is written
   */
  async setAside(bytes: () => Uint8Array, as: PageId): Promise<void> {
    if (this.#ended || this.#name === as) return;
    await this.#inTurn(async (ledger) => {
      await this.#closes(ledger);
      if (await this.#write(ledger, bytes(), this.#seen)) {
        if (await ledger.keepDraftAs(this.#name, as)) [this.#name, this.#seen, this.#isAside] = [as, 0, true];
        return;
      }
      await this.look();
      this.#ended = true;
    });
  }

  async #closes(ledger: DraftKeeping): Promise<void> {
    const erasures = await ledger.erasures();
    const isErased = (await ledger.draftErasures(this.#name)) > this.#seen;
    this.#closedAt ??= isErased || this.#isEmptied ? 'erased' : erasures;
  }

  /**
   * Written once the page is put aside or removed: kept under the name under which it is found again, whoever has taken what was
   * kept there before. Not once the user has erased anything since: nothing tells any more whether this was meant.
   * @returns whether it is kept
   */
  keepLate(bytes: Uint8Array, as: PageId): Promise<boolean> {
    return this.#inTurn(
      async (ledger) =>
        (await ledger.erasures()) === this.#closedAt && ledger.saveDraft(as, bytes, this.#services.now()),
    );
  }

  /** The page was closed by its user. A save that is late would outlive it, so none is made any more. */
  async remove(): Promise<void> {
    if (this.#ended) return;
    this.#ended = true;
    try {
      await this.#inTurn(async (ledger) => {
        await this.#closes(ledger);
        await ledger.deleteDraft(this.#name);
      });
    } catch (error) {
      // To be tried anew.
      this.#ended = false;
      throw error;
    }
  }
}
