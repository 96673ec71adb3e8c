import type { SQLInputValue, StatementSync } from 'node:sqlite';
import { setImmediate as turn } from 'node:timers/promises';
import { pastedPlace, sealWords, wordsPlace } from './events.ts';
import { textPlace } from './followUps.ts';
import { type Forgotten, isUnquotable, type Opening, openText, quotes } from './forgotten.ts';
import type { SealingKey, SealingKeys } from './sealing.ts';
import type { Store } from './store.ts';
import { rememberSeal } from './writing.ts';

/** Sealed texts opened in one reading, some milliseconds each; between two the host does other things. */
const step = 500;

export interface Place {
  readonly id: number;
  readonly kind: 'noted' | 'resolved' | 'support';
  readonly order: string;
  readonly at: number;
}

/** What people wrote down of orders that are not erased themselves, and rows of batches. */
export class Quoted {
  readonly #store: Store;
  readonly #sealing: SealingKeys;

  constructor(store: Store, sealing: SealingKeys) {
    this.#store = store;
    this.#sealing = sealing;
  }

  /** Notes, outcomes recorded and texts of support that quote it, but those of these orders. */
  async places(opening: Opening, forgotten: Forgotten, but: ReadonlySet<string>): Promise<Place[]> {
    if (isUnquotable(forgotten)) return [];
    const found: Place[] = [];
    for (const read of [eventsAfter, textsAfter]) {
      for (let after = 0; ; ) {
        const rows = await this.#store.read(() => read(this.#store, after));
        const last = rows.at(-1);
        if (last === undefined) break;
        after = last.id;
        found.push(
          ...rows.filter(
            (row) =>
              !but.has(row.order) &&
              row.texts(opening.keys).some((text) => quotes(opening.reader, text, forgotten)),
          ),
        );
        await turn();
      }
    }
    return found;
  }

  /**
   * Takes the words away; that an outcome was recorded stays. What was written in their place meanwhile is another word, known by its time:
   * SQLite gives the id of the newest row that is gone to the next. Returns how many.
   */
  async erase(places: readonly Place[]): Promise<number> {
    if (places.length === 0) return 0;
    const current = await this.#sealing.current();
    return this.#store.write(() => places.reduce((sum, place) => sum + this.#erase(place, current), 0));
  }

  #erase({ id, kind, order, at }: Place, { id: sealId, key }: SealingKey): number {
    const sql = (text: string): StatementSync => this.#store.sql(text);
    const seq = sql('SELECT seq FROM orders WHERE id = ?').get(order)?.seq;
    if (seq === undefined) return 0;
    const changes = (text: string, ...before: readonly SQLInputValue[]): number =>
      Number(sql(text).run(...before, id, at, seq).changes);
    if (kind === 'support') return changes('DELETE FROM support_texts WHERE id = ? AND at = ? AND seq = ?');
    if (kind === 'resolved') {
      rememberSeal(this.#store, sealId);
      return changes(
        `UPDATE events SET words = ?, seal_id = ?, pasted = NULL WHERE kind = 'resolved' AND id = ? AND at = ? AND seq = ?`,
        sealWords(key, order, 'resolved', '', at),
        sealId,
      );
    }
    const dropped = changes(`DELETE FROM events WHERE kind = 'noted' AND id = ? AND at = ? AND seq = ?`);
    sql(
      `UPDATE orders SET has_note = EXISTS (SELECT 1 FROM events e WHERE e.seq = orders.seq AND e.kind = 'noted') WHERE seq = ?`,
    ).run(seq);
    return dropped;
  }
}

interface Row extends Place {
  readonly texts: (keys: Opening['keys']) => readonly string[];
}

function eventsAfter(store: Store, after: number): Row[] {
  const rows = store
    .sql(
      `SELECT e.id, e.kind, e.at, e.seal_id, e.words, e.pasted, o.id AS owner FROM events e JOIN orders o ON o.seq = e.seq
       WHERE e.id > ? AND e.kind IN ('noted', 'resolved') ORDER BY e.id LIMIT ${step}`,
    )
    .all(after);
  return rows.map((row) => {
    const kind = row.kind === 'resolved' ? 'resolved' : 'noted';
    const [order, at] = [String(row.owner), Number(row.at)];
    const texts: Row['texts'] = (keys) =>
      [
        openText(keys, row.seal_id, order, wordsPlace(kind, at), row.words),
        openText(keys, row.seal_id, order, pastedPlace(at), row.pasted),
      ].filter((text) => text !== null);
    return { id: Number(row.id), kind, order, at, texts };
  });
}

function textsAfter(store: Store, after: number): Row[] {
  const rows = store
    .sql(
      `SELECT s.id, s.at, s.seal_id, s.body, o.id AS owner FROM support_texts s JOIN orders o ON o.seq = s.seq
       WHERE s.id > ? ORDER BY s.id LIMIT ${step}`,
    )
    .all(after);
  return rows.map((row) => {
    const [order, at] = [String(row.owner), Number(row.at)];
    const texts: Row['texts'] = (keys) =>
      [openText(keys, row.seal_id, order, textPlace(at), row.body)].filter((text) => text !== null);
    return { id: Number(row.id), kind: 'support', order, at, texts };
  });
}
