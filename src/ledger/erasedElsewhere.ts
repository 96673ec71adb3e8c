import type { InputReader } from '../calls/ports/inputReader.ts';
import { ErasedDrafts } from './erasedDrafts.ts';
import { type Forgotten, forgottenOf, type Opening, openingOf } from './forgotten.ts';
import { seqsOfInput } from './lookups.ts';
import type { LedgerOptions } from './options.ts';
import { Quoted } from './quoted.ts';
import { eraseRowsQuoting } from './quotedRows.ts';
import type { SealingKeys } from './sealing.ts';
import type { Store } from './store.ts';

/** What is erased elsewhere is opened and told by. */
export interface ErasingMeans extends Pick<LedgerOptions, 'inputs' | 'now'> {
  readonly sealing: SealingKeys;
}

/** What holds an input beside its own orders: drafts of pages, rows of batches, what was written down of other orders. */
export class ErasedElsewhere {
  readonly #store: Store;
  readonly #sealing: SealingKeys;
  readonly #inputs: () => Promise<InputReader | null>;
  readonly #drafts: ErasedDrafts;
  readonly #quoted: Quoted;

  constructor(store: Store, { sealing, inputs, now }: ErasingMeans) {
    this.#store = store;
    this.#sealing = sealing;
    this.#inputs = inputs ?? (async () => null);
    this.#drafts = new ErasedDrafts(store, now);
    this.#quoted = new Quoted(store, sealing);
  }

  /** Drafts that hold an input of these orders. Returns how many were emptied. */
  async drafts(seqs: readonly number[]): Promise<number> {
    if (!(await this.#drafts.any())) return 0;
    const found = await this.#look(seqs, []);
    return found === null ? this.#drafts.emptyAll() : this.#drafts.empty(found.opening, found.forgotten);
  }

  /** All of an input but the orders that are it. Returns how much was changed. @param seqs those orders */
  async everywhere(seqs: readonly number[], fingerprint: string): Promise<number> {
    const found = await this.#look(seqs, [fingerprint]);
    if (found === null) return this.#drafts.emptyAll();
    const { opening, forgotten } = found;
    const drafts = await this.#drafts.empty(opening, forgotten);
    const places = await this.#quoted.places(opening, forgotten, new Set(seqs));
    const quotes = await this.#quoted.erase(places);
    return drafts + quotes + (await eraseRowsQuoting(this.#store, opening, forgotten));
  }

  async countQuotes(fingerprints: readonly string[]): Promise<number> {
    const seqs = await this.#store.read(() => fingerprints.flatMap((one) => seqsOfInput(this.#store, one)));
    const found = await this.#look(seqs, fingerprints);
    if (found === null) return 0;
    return (await this.#quoted.places(found.opening, found.forgotten, new Set(seqs))).length;
  }

  /** Null where nobody knows what texts say. */
  async #look(
    seqs: readonly number[],
    prints: readonly string[],
  ): Promise<{ readonly opening: Opening; readonly forgotten: Forgotten } | null> {
    const reader = await this.#inputs();
    if (reader === null) return null;
    const opening = await openingOf(this.#store, this.#sealing, reader);
    return { opening, forgotten: await forgottenOf(this.#store, opening, seqs, prints) };
  }
}
