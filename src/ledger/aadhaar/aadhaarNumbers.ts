import { setImmediate as turn } from 'node:timers/promises';
import type { KeepAadhaar } from '../../calls/ports/aadhaarPorts.ts';
import { isDamaged } from '../../calls/ports/damaged.ts';
import { type OrderId, orderId } from '../../calls/ports/ids.ts';
import type { Clock, NewOrder, Settlement } from '../../calls/ports/ports.ts';
import { candidates } from '../../contract/aadhaar/numbers.ts';
import { lastFours } from '../../contract/aadhaar/reduced.ts';
import { reducedBody, reducedText } from '../../contract/aadhaar/reducing.ts';
import { hasVerhoeffCheckDigit } from '../../contract/hints.ts';
import type { Outcome } from '../../contract/words.ts';
import { isKeyFault } from '../faults.ts';
import { bytesOf, sealedColumns } from '../payloads.ts';
import type { RecordMeans } from '../recording.ts';
import { openedOr, seal } from '../sealing.ts';
import { insertNumbers } from '../writing.ts';
import { unsealed } from '../written.ts';
import {
  type OrderPlace,
  prepareRewriting,
  type Rewriting,
  reducedValue,
  sealedStamp,
  writeRewriting,
} from './aadhaarRewriting.ts';

/** A settlement with the numbers covered, and what else is written with it. */
export interface ReducedSettlement {
  readonly settlement: Settlement;
  /** Whether the order is still as it was when this was made; within the transaction. */
  holds(): boolean;
  /** After the order is settled, in the same transaction. */
  write(at: number): void;
}

export interface NumberMeans extends RecordMeans {
  readonly keep: () => KeepAadhaar;
  readonly now: Clock;
}

/** Orders behind a place, begun before a moment. */
export interface BegunWithin {
  readonly behind?: number;
  readonly before?: number;
  /** Whether what is said of them is so still; within the transaction. */
  holds?(): boolean;
}

/** Outcomes that leave an order open, as `is_open` has it. */
const openOutcomes: ReadonlySet<Outcome> = new Set(['pending', 'held', 'unknown']);

/** How often an order that keeps changing is tried; then it waits for the next look. */
const tries = 4;
/** Orders looked at between two turns of the host. */
const step = 20;

/**
 * The Aadhaar numbers of orders, from the moment an order begins until they are reduced. They are sealed beside the
 * request: whoever reduces needs neither the request fields of then nor to read the request anew.
 */
export class AadhaarNumbers {
  readonly #means: NumberMeans;
  /** Of calls this window began and has not settled: most have none, and nothing is read for them. */
  readonly #underWay = new Map<OrderId, readonly string[]>();
  /** Reduced in this window since traces were last removed from the file. */
  #untidy = 0;

  constructor(means: NumberMeans) {
    this.#means = means;
  }

  /** Orders whose old form may still stand in the file; then they count as removed. */
  takeUntidy(): number {
    const count = this.#untidy;
    this.#untidy = 0;
    return count;
  }

  /** What is not removed yet after all. */
  addUntidy(count: number): void {
    this.#untidy += count;
  }

  /** To be written with the order; null where it has none. */
  sealed(key: Uint8Array, { id, aadhaar }: Pick<NewOrder, 'id' | 'aadhaar'>): Uint8Array | null {
    if (aadhaar.length === 0) return null;
    return seal(key, id, sealedColumns.aadhaar, Buffer.from(JSON.stringify(aadhaar), 'utf8'));
  }

  began({ id, aadhaar }: NewOrder): void {
    this.#underWay.set(id, aadhaar);
  }

  /** Null where nothing has to be done with this settlement. */
  async forSettling(id: OrderId, settlement: Settlement): Promise<ReducedSettlement | null> {
    const { store, sealing, keep } = this.#means;
    if (this.#underWay.get(id)?.length === 0) return null;
    const place = await store.read(() => this.#placeOf(id));
    const numbers = place === null ? [] : (this.#underWay.get(id) ?? (await this.#kept(place)));
    if (place === null) return null;
    if (numbers.length === 0) return this.#reducedBefore(id, settlement);
    if (openOutcomes.has(settlement.outcome) || keep() === 'asOtherData') {
      // A lost order that its user closed has lost its numbers already: a late answer brings them back to be reduced.
      const { id: sealId, key } = await sealing.current();
      const sealed = this.sealed(key, { id, aadhaar: numbers });
      const write = (): void => {
        if (sealed !== null && this.#isKept(place)) insertNumbers(store, place.seq, sealId, sealed);
      };
      return { settlement, holds: () => true, write };
    }
    const rewriting = await prepareRewriting(store, sealing, place, numbers);
    const reduced = await reducedSettlement(settlement, numbers);
    // A request that nobody can open any more is as good as gone.
    if (rewriting === null) return { settlement: reduced, holds: () => true, write: () => undefined };
    return {
      settlement: reduced,
      holds: () => sealedStamp(store, place) === rewriting.stamp,
      write: (at) => {
        writeRewriting(store, rewriting, at);
        this.#untidy += 1;
      },
    };
  }

  /** A backup brings the answer of an order that was reduced meanwhile: nothing knows its numbers any more, and they would stay in it. */
  async #reducedBefore(id: OrderId, settlement: Settlement): Promise<ReducedSettlement | null> {
    const { body, head } = settlement.answer;
    const found = candidates(`${new TextDecoder().decode(body)} ${JSON.stringify(head)}`);
    const numbers = found.length === 0 ? [] : ((await this.#inReduced(id, found)) ?? []);
    if (numbers.length === 0) return null;
    const reduced = await reducedSettlement(settlement, numbers);
    return { settlement: reduced, holds: () => true, write: () => undefined };
  }

  /** The settlement is on disk. An order that its user closed before its answer came may be due at once. */
  async settled(id: OrderId, outcome: Outcome): Promise<void> {
    const isNone = this.#underWay.get(id)?.length === 0;
    this.#underWay.delete(id);
    if (!isNone && openOutcomes.has(outcome)) await this.afterClosing(id);
  }

  /** Reduces an order that may have been closed just now. What fails here is done by the next upkeep, which says why. */
  async afterClosing(id: OrderId): Promise<void> {
    if (this.#means.keep() === 'asOtherData') return;
    try {
      const place = await this.#means.store.read(() => this.#placeOf(id));
      if (place !== null && (await this.reduce(place, this.#means.now()))) this.#means.changed();
    } catch {
      // What was recorded is recorded: this must not look like its failure.
    }
  }

  /**
   * Reduces closed orders that still have their numbers. Returns how many.
   * @param leaving retention is about to take requests and answers of those begun then: nothing would tell any more what to
   * look for in what stays, notes and late texts, so it is reduced whatever the user keeps
   */
  async reduceDue(at: number, leaving: BegunWithin | null = null): Promise<number> {
    let reduced = 0;
    let after = -1;
    for (;;) {
      const places = await this.due(after, step, leaving ?? {});
      for (const place of places) {
        if (await this.reduce(place, at, leaving)) reduced += 1;
        await turn();
      }
      after = places.at(-1)?.seq ?? after;
      if (places.length < step) return reduced;
    }
  }

  /** See reduceDue. False where a locked keyring is in the way: what else is due must not wait for that. */
  async reduceLeaving(at: number, ...leaving: readonly BegunWithin[]): Promise<boolean> {
    try {
      for (const begun of leaving) await this.reduceDue(at, begun);
      return true;
    } catch (error) {
      if (!isKeyFault(error)) throw error;
      return false;
    }
  }

  /**
   * False when there is nothing to reduce, it is open, nobody can open it, it keeps changing, or is not to leave after all.
   * @param leaving its request goes right after: what is damaged of it need not be read. What stays is reduced whether anybody can
   * open its numbers or not, as nothing could reduce it afterwards
   */
  async reduce(place: OrderPlace, at: number, leaving: BegunWithin | null = null): Promise<boolean> {
    const { store, sealing } = this.#means;
    for (let left = tries; left > 0; left -= 1) {
      const numbers = await this.#opened(place);
      if (numbers === null ? leaving === null : numbers.length === 0) return false;
      const rewriting = await prepareRewriting(store, sealing, place, numbers, leaving !== null);
      if (rewriting === null) return false;
      const isLeft = (): boolean => leaving?.holds?.() === false;
      const done = await store.write(() => (isLeft() ? 'left' : this.writeClosed(place, rewriting, at)));
      if (done !== 'moved') return done === 'done';
    }
    return false;
  }

  /** Within a transaction: another window may have changed or reopened the order since. */
  writeClosed(place: OrderPlace, rewriting: Rewriting, at: number): 'done' | 'moved' | 'open' {
    const { store } = this.#means;
    if (sealedStamp(store, place) !== rewriting.stamp) return 'moved';
    if (store.sql('SELECT is_open FROM orders WHERE seq = ?').get(place.seq)?.is_open !== 0) return 'open';
    writeRewriting(store, rewriting, at);
    this.#untidy += 1;
    return 'done';
  }

  /**
   * The numbers in a text that is added to an order whose own were reduced: those that end as its own do. Of one whose own nobody can
   * open any more, and will reduce, all. Of any other order none: while it is open the text is kept whole, and reduced with it.
   * @param isAnswer a recorded answer, the only one there is and paid for: what is no number of anybody's, by its check digit, stays
   */
  async inLater(id: OrderId, text: string, isAnswer = false): Promise<readonly string[]> {
    const found = candidates(text).filter((one) => !isAnswer || hasVerhoeffCheckDigit(one));
    if (found.length === 0) return [];
    const inReduced = await this.#inReduced(id, found);
    if (inReduced !== null) return inReduced;
    const place = await this.#means.store.read(() => this.#placeOf(id));
    const isLost =
      place !== null && this.#means.keep() !== 'asOtherData' && (await this.#opened(place)) === null;
    return isLost ? found : [];
  }

  /** Those of them that may be the own of an order that was reduced; null where it was not. */
  async #inReduced(id: OrderId, found: readonly string[]): Promise<readonly string[] | null> {
    const { store, sealing } = this.#means;
    const row = await store.read(() =>
      store
        .sql(
          `SELECT p.request_seal, p.request_body FROM orders o LEFT JOIN payloads p ON p.seq = o.seq
           WHERE o.id = ? AND o.aadhaar_reduced_at IS NOT NULL`,
        )
        .get(id),
    );
    if (row === undefined) return null;
    const sealed = bytesOf(row.request_body);
    // Retention took the request: what is no number of anybody's, by its check digit, is nothing to cover.
    if (sealed === null) return found.filter(hasVerhoeffCheckDigit);
    const key = await sealing.find(String(row.request_seal));
    const request = key === null ? null : openedOr(key, id, sealedColumns.request, sealed);
    // Nobody can tell which of them was its own: none is kept whole.
    if (request === null || isDamaged(request)) return found;
    const ends = lastFours(new TextDecoder().decode(request));
    return found.filter((number) => ends.includes(number.slice(-4)));
  }

  #placeOf(id: OrderId): OrderPlace | null {
    const row = this.#means.store.sql('SELECT seq FROM orders WHERE id = ?').get(id);
    return row === undefined ? null : { seq: Number(row.seq), id };
  }

  #isKept({ seq }: OrderPlace): boolean {
    return this.#means.store.sql('SELECT 1 FROM payloads WHERE seq = ?').get(seq) !== undefined;
  }

  async #kept(place: OrderPlace): Promise<readonly string[]> {
    return (await this.#opened(place)) ?? [];
  }

  /** Null where nobody can open them. */
  async #opened({ seq, id }: OrderPlace): Promise<readonly string[] | null> {
    const { store, sealing } = this.#means;
    const row = await store.read(() =>
      store.sql('SELECT seal_id, body FROM aadhaar_numbers WHERE seq = ?').get(seq),
    );
    if (row === undefined) return [];
    const key = await sealing.find(String(row.seal_id));
    const opened = key === null ? null : openedOr(key, id, sealedColumns.aadhaar, row.body);
    return opened === null || isDamaged(opened) ? null : unsealed(opened);
  }

  /** Closed orders that still have their numbers, after a place. */
  due(
    after: number,
    limit: number,
    { behind = -1, before = Number.MAX_SAFE_INTEGER }: BegunWithin = {},
  ): Promise<readonly OrderPlace[]> {
    const { store } = this.#means;
    return store.read(() =>
      store
        .sql(
          `SELECT n.seq, o.id FROM aadhaar_numbers n CROSS JOIN orders o ON o.seq = n.seq
           WHERE n.seq > ? AND o.is_open = 0 AND o.begun_at < ? ORDER BY n.seq LIMIT ?`,
        )
        .all(Math.max(after, behind), before, limit)
        .map((row) => ({ seq: Number(row.seq), id: orderId(String(row.id)) })),
    );
  }
}

async function reducedSettlement(settlement: Settlement, numbers: readonly string[]): Promise<Settlement> {
  const { answer, orderId: theirs, messageCode } = settlement;
  const { head, failure } = reducedValue({ head: answer.head, failure: answer.failure }, numbers);
  return {
    ...settlement,
    orderId: theirs === null ? null : reducedText(theirs, numbers),
    messageCode: messageCode === null ? null : reducedText(messageCode, numbers),
    answer: { ...answer, head, failure, body: await reducedBody(answer.body, numbers, turn) },
  };
}
