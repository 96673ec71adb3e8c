import { setImmediate as turn } from 'node:timers/promises';
import { type Damaged, isDamaged } from '../calls/ports/damaged.ts';
import type { OrderId } from '../calls/ports/ids.ts';
import type { OrderEvent, Resolution } from '../calls/ports/ports.ts';
import { reducedBody, reducedText } from '../contract/aadhaar/reducing.ts';
import type { Damages } from './damages.ts';
import { openEvent, openNote, sealPasted, sealWords } from './events.ts';
import { resolvableSeq, seqOf } from './lookups.ts';
import type { SealingKeys } from './sealing.ts';
import type { Store } from './store.ts';
import { giveWay, writeNote, writeResolution } from './writing.ts';

/** See AadhaarNumbers.inLater. */
export type NumbersInLater = (id: OrderId, text: string, isAnswer?: boolean) => Promise<readonly string[]>;

export interface RecordMeans {
  readonly store: Store;
  readonly sealing: SealingKeys;
  /** @throws when nothing can be written */
  readonly mustWrite: () => void;
  readonly changed: () => void;
  readonly damages: Pick<Damages, 'met'>;
}

/** A text of the user's, without the number of an order that was reduced. @param isAnswer see AadhaarNumbers.inLater */
export async function coveredBody(
  id: OrderId,
  body: Uint8Array,
  numbersIn: NumbersInLater,
  isAnswer = false,
): Promise<Uint8Array> {
  return reducedBody(body, await numbersIn(id, new TextDecoder().decode(body), isAnswer), turn);
}

/** What the user records about orders: notes, and what open ones came to. */
export class Records {
  readonly #means: RecordMeans;
  readonly #store: Store;

  readonly #numbersIn: NumbersInLater;

  constructor(means: RecordMeans, numbersIn: NumbersInLater) {
    this.#means = means;
    this.#numbersIn = numbersIn;
    this.#store = means.store;
  }

  async note(id: OrderId, typed: string, now: number): Promise<void> {
    this.#means.mustWrite();
    const text = reducedText(typed, await this.#numbersIn(id, typed));
    const { id: sealId, key } = await this.#means.sealing.current();
    const note = text.trim() === '' ? null : { sealId, body: sealWords(key, id, 'noted', text, now) };
    await this.#store.write(() => writeNote(this.#store, seqOf(this.#store, id), now, note));
    this.#means.changed();
  }

  async readNote(id: OrderId): Promise<string | Damaged | null> {
    const row = await this.#store.read(() =>
      this.#store
        .sql(
          `SELECT at, seal_id, words FROM events WHERE seq = ? AND kind = 'noted' ORDER BY at DESC LIMIT 1`,
        )
        .get(seqOf(this.#store, id)),
    );
    const note = await openNote(this.#means.sealing, id, row);
    if (isDamaged(note)) this.#means.damages.met('note', id);
    return note;
  }

  /** Refused for an order that is under way, or that the service settled for good. A later resolution replaces an earlier one. */
  async resolve(id: OrderId, resolution: Resolution): Promise<void> {
    this.#means.mustWrite();
    const write = await this.#sealed(id, resolution);
    await this.#store.write(() => write(resolvableSeq(this.#store, id)));
    this.#means.changed();
  }

  /**
   * What was recorded elsewhere of an order that is open here, as far as it is later than all that was recorded here, whose words
   * may have been erased since. Beside an answer that came later it stays in the timeline alone. False where there was nothing to write.
   * @param resolutions in order
   */
  async take(id: OrderId, resolutions: readonly Resolution[]): Promise<boolean> {
    const sealed: { readonly at: number; readonly write: (seq: number) => void }[] = [];
    for (const one of resolutions) sealed.push({ at: one.at, write: await this.#sealed(id, one) });
    return this.#store.write(() => {
      const row = this.#store
        .sql(
          `SELECT o.seq, (SELECT max(e.at) FROM events e WHERE e.seq = o.seq AND e.kind = 'resolved') AS last
           FROM orders o WHERE o.id = ? AND o.attention = 1`,
        )
        .get(id);
      if (row === undefined) return false;
      const later = sealed.filter(({ at }) => row.last === null || at > Number(row.last));
      for (const { write } of later) write(Number(row.seq));
      giveWay(this.#store, Number(row.seq));
      return later.length > 0;
    });
  }

  /** Without the number of an order that was reduced. Returns what writes it, within a transaction. */
  async #sealed(id: OrderId, resolution: Resolution): Promise<(seq: number) => void> {
    const { id: sealId, key } = await this.#means.sealing.current();
    const { at, outcome } = resolution;
    const note = reducedText(resolution.note, await this.#numbersIn(id, resolution.note));
    const words = { sealId, body: sealWords(key, id, 'resolved', note, at) };
    const covered =
      resolution.pasted === null ? null : await coveredBody(id, resolution.pasted, this.#numbersIn, true);
    const pasted = covered === null ? null : sealPasted(key, id, covered, at);
    return (seq) => writeResolution(this.#store, seq, { outcome, at, pasted }, words);
  }

  /** @throws when there is no such order */
  async events(id: OrderId): Promise<readonly OrderEvent[]> {
    const rows = await this.#store.read(() =>
      this.#store.sql('SELECT * FROM events WHERE seq = ? ORDER BY at, id').all(seqOf(this.#store, id)),
    );
    const recorded: OrderEvent[] = [];
    for (const row of rows) {
      const event = await openEvent(this.#means.sealing, id, row);
      if ('damaged' in event)
        this.#means.damages.met(event.kind === 'noted' ? 'note' : 'recorded outcome', id);
      recorded.push(event);
    }
    return recorded;
  }
}
