import type { ShapeHead } from '../../shapes/aggregate.ts';
import { type StoredPlace, untold } from '../../shapes/enumerations.ts';
import type { Store } from '../store.ts';
import { written } from '../written.ts';
import type { Prints } from './prints.ts';

type Row = Readonly<Record<string, unknown>>;

const keyPrint = /~([\w-]{16})/g;

/** Prints of one shape by another key: those of texts that are kept in clear are made anew, all others find nothing any more. */
class Reprint {
  readonly #head: ShapeHead;
  readonly #prints: Prints;
  /** Of keys: the new print by the old. */
  readonly #named = new Map<string, string>();

  constructor(head: ShapeHead, prints: Prints) {
    this.#head = head;
    this.#prints = prints;
  }

  text(text: string): string {
    return text.replace(keyPrint, (all, old: string) => {
      const now = this.#named.get(old);
      return now === undefined ? all : `~${now}`;
    });
  }

  /** Parents first: their names are part of what is printed of a key below. */
  place(at: string, stored: StoredPlace): StoredPlace {
    const name = this.text(at);
    const kept = untold(stored);
    const texts = kept.texts.map((one) => {
      if (one.text === null) return one;
      const print = this.#prints.text(this.#head, `${name}\n${one.text}`);
      if (at.startsWith('keys ')) this.#named.set(one.print, print);
      return { ...one, print };
    });
    return { ...kept, texts };
  }
}

function reprintShape(store: Store, row: Row, prints: Prints): void {
  const id = Number(row.id);
  const head: ShapeHead = {
    operation: written(row.operation),
    place: String(row.place),
    side: written(row.side),
    code: String(row.code),
  };
  const reprint = new Reprint(head, prints);
  // Keys before values, and parents before what lies below them: their text begins its text.
  const places = store
    .sql('SELECT at, stored FROM fact_places WHERE learned = ? ORDER BY at')
    .all(id)
    .map((place) => {
      const at = String(place.at);
      return [reprint.text(at), JSON.stringify(reprint.place(at, JSON.parse(String(place.stored))))] as const;
    });
  store.sql('DELETE FROM fact_places WHERE learned = ?').run(id);
  const place = store.sql('INSERT OR IGNORE INTO fact_places (learned, at, stored) VALUES (?, ?, ?)');
  for (const [at, stored] of places) place.run(id, at, stored);
  const fact = store.sql('UPDATE facts SET text = ? WHERE id = ?');
  for (const one of store.sql('SELECT id, text FROM facts WHERE learned = ?').all(id)) {
    const text = reprint.text(String(one.text));
    if (text !== one.text) fact.run(text, Number(one.id));
  }
  const range = store.sql('UPDATE fact_ranges SET at = ? WHERE learned = ? AND what = ? AND at = ?');
  for (const one of store.sql('SELECT what, at FROM fact_ranges WHERE learned = ?').all(id)) {
    const at = reprint.text(String(one.at));
    if (at !== one.at) range.run(at, id, String(one.what), String(one.at));
  }
  store.sql('UPDATE learned SET known = known + 1 WHERE id = ?').run(id);
}

/**
 * What was learned under another key, from now on by these prints; within a transaction that writes. Inputs cannot be printed
 * anew from here: those that are asked about again count once more.
 */
export function reprintLearned(store: Store, prints: Prints): void {
  store.sql('DELETE FROM fact_inputs').run();
  const shapes = store.sql('SELECT id, operation, place, side, code FROM learned').all();
  for (const row of shapes) reprintShape(store, row, prints);
  store.sql('INSERT OR REPLACE INTO learning (id, seal) VALUES (1, ?)').run(prints.seal);
}
