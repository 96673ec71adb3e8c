import type { OrderId } from '../calls/ids.ts';
import type { OrderEvent, Resolution, SupportText } from '../calls/ports.ts';
import { openEvent, openNote, sealPasted, sealWords } from './events.ts';
import { resolvableSeq, seqOf } from './lookups.ts';
import { open, type SealingKeys, seal } from './sealing.ts';
import type { Store } from './store.ts';
import { rememberSeal, writeNote, writeResolution } from './writing.ts';

export interface RecordMeans {
  readonly store: Store;
  readonly sealing: SealingKeys;
  /** @throws when nothing can be written */
  readonly mustWrite: () => void;
  readonly changed: () => void;
}

/** The place of a sealed text; its time is in it, as in that of an event. */
function supportPlace(at: number): string {
  return `support.${at}`;
}

/** What the user records about orders: notes, what open ones came to, when to ask again, and what support sent. */
export class Records {
  readonly #means: RecordMeans;
  readonly #store: Store;

  constructor(means: RecordMeans) {
    this.#means = means;
    this.#store = means.store;
  }

  async note(id: OrderId, text: string, now: number): Promise<void> {
    this.#means.mustWrite();
    const { id: sealId, key } = await this.#means.sealing.current();
    const note = text.trim() === '' ? null : { sealId, body: sealWords(key, id, 'noted', text, now) };
    await this.#store.write(() => writeNote(this.#store, seqOf(this.#store, id), now, note));
    this.#means.changed();
  }

  async readNote(id: OrderId): Promise<string> {
    const row = await this.#store.read(() =>
      this.#store
        .sql(
          `SELECT at, seal_id, words FROM events WHERE seq = ? AND kind = 'noted' ORDER BY at DESC LIMIT 1`,
        )
        .get(seqOf(this.#store, id)),
    );
    return openNote(this.#means.sealing, id, row);
  }

  /** Refused for an order that is under way, or that the service settled for good. A later resolution replaces an earlier one. */
  async resolve(id: OrderId, resolution: Resolution): Promise<void> {
    this.#means.mustWrite();
    const { id: sealId, key } = await this.#means.sealing.current();
    const { at, outcome, note } = resolution;
    const words = { sealId, body: sealWords(key, id, 'resolved', note, at) };
    const pasted = resolution.pasted === null ? null : sealPasted(key, id, resolution.pasted, at);
    await this.#store.write(() =>
      writeResolution(this.#store, resolvableSeq(this.#store, id), { outcome, at, pasted }, words),
    );
    this.#means.changed();
  }

  /** Nothing is owed of an order that is settled for good or under way: it is left. */
  async followUp(ids: readonly OrderId[], day: string | null): Promise<number> {
    this.#means.mustWrite();
    const changed = await this.#store.write(() => {
      const set = this.#store.sql('UPDATE orders SET follow_up = ? WHERE id = ? AND attention = 1');
      return ids.reduce((count, id) => count + Number(set.run(day, id).changes), 0);
    });
    if (changed > 0) this.#means.changed();
    return changed;
  }

  async addSupportText(id: OrderId, body: Uint8Array, now: number): Promise<void> {
    this.#means.mustWrite();
    const { id: sealId, key } = await this.#means.sealing.current();
    const sealed = seal(key, id, supportPlace(now), body);
    await this.#store.write(() => {
      this.#store
        .sql('INSERT INTO support_texts (seq, at, seal_id, body) VALUES (?, ?, ?, ?)')
        .run(seqOf(this.#store, id), now, sealId, sealed);
      rememberSeal(this.#store, sealId);
    });
    this.#means.changed();
  }

  async supportTexts(id: OrderId): Promise<readonly SupportText[]> {
    const rows = await this.#store.read(() =>
      this.#store
        .sql('SELECT at, seal_id, body FROM support_texts WHERE seq = ? ORDER BY at, id')
        .all(seqOf(this.#store, id)),
    );
    const found: SupportText[] = [];
    for (const row of rows) {
      const at = Number(row.at);
      const key = await this.#means.sealing.find(String(row.seal_id));
      const { body } = row;
      const opened =
        key === null || !(body instanceof Uint8Array) ? null : open(key, id, supportPlace(at), body);
      found.push({ at, body: opened });
    }
    return found;
  }

  /** @throws when there is no such order */
  async events(id: OrderId): Promise<readonly OrderEvent[]> {
    const rows = await this.#store.read(() =>
      this.#store.sql('SELECT * FROM events WHERE seq = ? ORDER BY at, id').all(seqOf(this.#store, id)),
    );
    const recorded: OrderEvent[] = [];
    for (const row of rows) recorded.push(await openEvent(this.#means.sealing, id, row));
    return recorded;
  }
}
