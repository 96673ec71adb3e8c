import type { HeldElsewhere } from '../calls/ports/erasurePorts.ts';
import type { OrderId } from '../calls/ports/ids.ts';
import type { InputReader } from '../calls/ports/inputReader.ts';
import { ErasedDrafts } from './erasedDrafts.ts';
import { type Forgotten, forgottenOf, type Opening, openingOf } from './forgotten.ts';
import { idsOfInput } from './lookups.ts';
import type { LedgerOptions } from './options.ts';
import { type Naming, ordersNaming } from './ordersNaming.ts';
import { type Place, Quoted } from './quoted.ts';
import { countNeverSent, eraseRowsWith } from './quotedRows.ts';
import type { SealingKeys } from './sealing.ts';
import type { Store } from './store.ts';

/** What is erased elsewhere is opened and told by. */
export interface ErasingMeans extends Pick<LedgerOptions, 'inputs' | 'now'> {
  readonly sealing: SealingKeys;
}

interface Found {
  readonly opening: Opening;
  readonly forgotten: Forgotten;
}

interface Elsewhere {
  readonly changed: number;
  /** Orders that are to go as well. */
  readonly ids: readonly OrderId[];
  /** Of all inputs that go. */
  readonly prints: readonly string[];
}

/** What holds an input beside its own orders: other orders, drafts of pages, rows of batches, what was written down of other orders. */
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
  async drafts(ids: readonly OrderId[]): Promise<number> {
    if (!(await this.#drafts.any())) return 0;
    const found = await this.#look(ids, []);
    return found === null ? this.#drafts.emptyAll() : this.#drafts.empty(found.opening, found.forgotten);
  }

  /** All of these inputs but their orders, and the orders that name them. Returns those, and how much was changed. @param own orders that are one of them */
  async everywhere(
    own: readonly OrderId[],
    prints: readonly string[],
    which: 'named' | 'alone' = 'named',
  ): Promise<Elsewhere> {
    const found = await this.#look(which === 'named' ? own : [], prints);
    if (found === null) return { changed: await this.#drafts.emptyAll(), ids: [], prints };
    const { opening, forgotten } = found;
    const naming = await ordersNaming(this.#store, opening, forgotten, new Set(own));
    const drafts = await this.#drafts.empty(opening, forgotten);
    const quotes = await this.#quoted.erase(await this.#places(found, own, naming));
    const rows = await eraseRowsWith(this.#store, opening, forgotten);
    return {
      changed: drafts + quotes + rows,
      ids: naming.ids,
      prints: [...new Set([...prints, ...naming.prints])],
    };
  }

  /** See Erasing.heldElsewhere. */
  async count(prints: readonly string[]): Promise<HeldElsewhere> {
    const own = await this.#store.read(() => prints.flatMap((one) => idsOfInput(this.#store, one)));
    const found = await this.#look(own, prints);
    if (found === null)
      return { quotes: 0, orders: 0, open: 0, underWay: 0, paid: 0, shared: 0, untold: 0, waiting: 0 };
    const naming = await ordersNaming(this.#store, found.opening, found.forgotten, new Set(own));
    const { ids, open, underWay, paid, shared, untold } = naming;
    const { length } = await this.#places(found, own, naming);
    const waiting = await countNeverSent(this.#store, found.opening, found.forgotten);
    return { quotes: length, orders: ids.length, open, underWay, paid, shared, untold, waiting };
  }

  /** What quotes it in orders that stay. */
  #places({ opening, forgotten }: Found, own: readonly OrderId[], naming: Naming): Promise<Place[]> {
    return this.#quoted.places(opening, forgotten, new Set([...own, ...naming.ids]));
  }

  /** Null where nobody knows what texts say. */
  async #look(ids: readonly OrderId[], prints: readonly string[]): Promise<Found | null> {
    const reader = await this.#inputs();
    if (reader === null) return null;
    const opening = await openingOf(this.#store, this.#sealing, reader);
    return { opening, forgotten: await forgottenOf(this.#store, opening, ids, prints) };
  }
}
