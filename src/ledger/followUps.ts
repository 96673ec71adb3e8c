import { isDamaged } from '../calls/ports/damaged.ts';
import type { OrderId } from '../calls/ports/ids.ts';
import type { FollowUps, SupportText } from '../calls/ports/listPorts.ts';
import { seqOf } from './lookups.ts';
import { coveredBody, type NumbersInLater, type RecordMeans } from './recording.ts';
import { openedOr, seal } from './sealing.ts';
import type { Store } from './store.ts';
import { rememberSeal } from './writing.ts';

/** The place of a sealed text; its time is in it, as in that of an event. */
export function textPlace(now: number): string {
  return `support.${now}`;
}

/** The first millisecond after that one of which there is no text. */
function nextFree(store: Store, seq: number, at: number): number {
  const taken = store.sql('SELECT 1 FROM support_texts WHERE seq = ? AND at = ?');
  let next = at + 1;
  while (taken.get(seq, next) !== undefined) next += 1;
  return next;
}

/** Follow-up days, and what support sent; see schemaFollowUps. */
export class FollowUpRecords implements FollowUps {
  readonly #means: RecordMeans;

  readonly #numbersIn: NumbersInLater;

  constructor(means: RecordMeans, numbersIn: NumbersInLater) {
    this.#means = means;
    this.#numbersIn = numbersIn;
  }

  /** Nothing is owed of an order that is settled for good or under way: it is left. */
  async set(ids: readonly OrderId[], day: string | null): Promise<number> {
    const { store, mustWrite, changed } = this.#means;
    mustWrite();
    const count = await store.write(() => {
      const one = store.sql('UPDATE orders SET follow_up = ? WHERE id = ? AND attention = 1');
      return ids.reduce((sum, id) => sum + Number(one.run(day, id).changes), 0);
    });
    if (count > 0) changed();
    return count;
  }

  due(day: string): Promise<number> {
    const { store } = this.#means;
    return store.read(() =>
      Number(store.sql('SELECT count(*) AS n FROM orders WHERE follow_up <= ?').get(day)?.n ?? 0),
    );
  }

  async addText(id: OrderId, body: Uint8Array, now: number): Promise<void> {
    const { store, sealing, mustWrite, changed } = this.#means;
    mustWrite();
    const { id: sealId, key } = await sealing.current();
    const sealed = seal(key, id, textPlace(now), await coveredBody(id, body, this.#numbersIn));
    await store.write(() => {
      store
        .sql('INSERT INTO support_texts (seq, at, seal_id, body) VALUES (?, ?, ?, ?)')
        .run(seqOf(store, id), now, sealId, sealed);
      rememberSeal(store, sealId);
    });
    changed();
  }

  /** A changed text is another row of another time, by which whoever looked at the first one knows that it is gone; see sealedStamp and Quoted. */
  async changeText(id: OrderId, at: number, body: Uint8Array | null): Promise<number | null> {
    const { store, sealing, mustWrite, changed } = this.#means;
    mustWrite();
    const { id: sealId, key } = await sealing.current();
    const covered = body === null ? null : await coveredBody(id, body, this.#numbersIn);
    const changedAt = await store.write(() => {
      const seq = seqOf(store, id);
      const one = 'SELECT min(id) FROM support_texts WHERE seq = ? AND at = ?';
      const gone = store.sql(`DELETE FROM support_texts WHERE id = (${one})`).run(seq, at);
      if (Number(gone.changes) === 0) return null;
      if (covered === null) return at;
      const next = nextFree(store, seq, at);
      store
        .sql('INSERT INTO support_texts (seq, at, seal_id, body) VALUES (?, ?, ?, ?)')
        .run(seq, next, sealId, seal(key, id, textPlace(next), covered));
      rememberSeal(store, sealId);
      return next;
    });
    if (changedAt !== null) changed();
    return changedAt;
  }

  async texts(id: OrderId): Promise<readonly SupportText[]> {
    const { store, sealing, damages } = this.#means;
    const rows = await store.read(() =>
      store
        .sql('SELECT at, seal_id, body FROM support_texts WHERE seq = ? ORDER BY at, id')
        .all(seqOf(store, id)),
    );
    const found: SupportText[] = [];
    for (const { at: when, seal_id, body } of rows) {
      const at = Number(when);
      const key = await sealing.find(String(seal_id));
      const opened = key === null ? null : openedOr(key, id, textPlace(at), body);
      if (isDamaged(opened)) damages.met('text of support', id);
      found.push({ at, body: opened });
    }
    return found;
  }
}
