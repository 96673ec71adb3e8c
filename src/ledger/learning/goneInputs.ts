import type { SealingKeys } from '../sealing.ts';
import type { Store } from '../store.ts';
import { writtenOrNull } from '../written.ts';
import { type Asked, Prints } from './prints.ts';
import { untellShape } from './untelling.ts';

interface Leaving extends Asked {
  readonly operation: string;
}

/** Prints of inputs leave with the last order of their input, and those of texts that may be theirs; counts stay, and hold nothing of them. */
export class GoneInputs {
  readonly #store: Store;
  readonly #sealing: SealingKeys;

  constructor(store: Store, sealing: SealingKeys) {
    this.#store = store;
    this.#sealing = sealing;
  }

  /** What makes prints; `none` when nothing is printed, null when the key that made them cannot be had: then all prints of the operation go. */
  async prints(): Promise<Prints | 'none' | null> {
    const any = await this.#store.read(() => this.#store.sql('SELECT 1 FROM fact_inputs LIMIT 1').get());
    if (any === undefined) return 'none';
    try {
      const prints = new Prints(await this.#sealing.current());
      const by = await this.#store.read(() => this.#store.sql('SELECT seal FROM learning').get());
      // By another key nothing is found that the one before has printed; nothing else finds it either.
      return by?.seal === prints.seal ? prints : null;
    } catch {
      // Erasing must not wait for a key. Who erases is told of a key that is gone elsewhere.
      return null;
    }
  }

  /** Deletes orders and what is printed of inputs of which none is left; within a transaction that writes. @param ids JSON */
  deleting(ids: string, prints: Prints | 'none' | null, erase: () => number): number {
    if (prints === 'none') return erase();
    const leaving = this.#store
      .sql(
        'SELECT id, operation, place, fingerprint FROM orders WHERE id IN (SELECT value FROM json_each(?))',
      )
      .all(ids)
      .map(
        (row): Leaving => ({
          id: String(row.id),
          operation: String(row.operation),
          place: String(row.place),
          fingerprint: writtenOrNull(row.fingerprint),
        }),
      );
    const erased = erase();
    const shapes = new Set(
      leaving.flatMap((one) => (this.#isLeft(one) ? [] : [...this.#remove(one, prints)])),
    );
    for (const learned of shapes) untellShape(this.#store, learned);
    return erased;
  }

  #isLeft({ id, operation, place, fingerprint }: Leaving): boolean {
    const left =
      fingerprint === null
        ? this.#store.sql('SELECT 1 FROM orders WHERE id = ?').get(id)
        : this.#store
            .sql('SELECT 1 FROM orders WHERE fingerprint = ? AND operation = ? AND place = ? LIMIT 1')
            .get(fingerprint, operation, place);
    return left !== undefined;
  }

  /** Returns the rows of `learned` that have counted it. */
  #remove({ id, operation, place, fingerprint }: Leaving, prints: Prints | null): readonly number[] {
    const print = prints?.input({ id, place, fingerprint }) ?? null;
    const shapes = this.#store
      .sql('SELECT id FROM learned WHERE operation = ? AND place = ?')
      .all(operation, place)
      .map((row) => Number(row.id));
    return shapes.filter((shape) => {
      const gone =
        print === null
          ? this.#store.sql('DELETE FROM fact_inputs WHERE learned = ?').run(shape)
          : this.#store.sql('DELETE FROM fact_inputs WHERE learned = ? AND print = ?').run(shape, print);
      return Number(gone.changes) > 0;
    });
  }
}
