import type { Admission } from '../calls/ports/guardPorts.ts';
import type { OrderId } from '../calls/ports/ids.ts';
import { LedgerRefusal, type NewOrder, type Settlement } from '../calls/ports/ports.ts';
import type { AadhaarNumbers } from './aadhaar/aadhaarNumbers.ts';
import { admitOrder } from './admitting.ts';
import { isBusy, movedAway, unsealable, unwritable } from './faults.ts';
import { LearningBroke, type Teaching } from './learning/teaching.ts';
import { sealAnswer, sealedColumns } from './payloads.ts';
import type { RecordMeans } from './recording.ts';
import { seal } from './sealing.ts';
import { patience } from './store.ts';
import { settleOrder } from './writing.ts';

export interface CallMeans extends RecordMeans {
  /** Makes good that the clock was set; within a transaction that writes. */
  readonly keepClock: () => void;
  /** Why nothing can be written, or null. */
  readonly readOnly: LedgerRefusal | null;
  readonly numbers: AadhaarNumbers;
  readonly teaching: Teaching;
}

/** How often what was made ready is made anew, when the order changes meanwhile. */
const triesToReduce = 4;

/** What is written of one call: before it leaves, and when its answer is here. */
export class Calls {
  readonly #means: CallMeans;

  constructor(means: CallMeans) {
    this.#means = means;
  }

  async begin(order: NewOrder, admission?: Admission): Promise<void> {
    const { readOnly, sealing, store, keepClock, numbers, changed } = this.#means;
    if (readOnly !== null) throw readOnly;
    const { id: sealId, key } = await sealing.current().catch((error: unknown) => {
      throw unsealable(error);
    });
    if (!store.inPlace) throw new LedgerRefusal('unwritable', movedAway);
    const body = seal(key, order.id, sealedColumns.request, order.requestBody);
    const aadhaar = numbers.sealed(key, order);
    try {
      await store.write(() => {
        keepClock();
        admitOrder(store, order, { sealId, body, aadhaar }, admission);
      });
    } catch (error) {
      throw error instanceof LedgerRefusal ? error : unwritable(error);
    }
    numbers.began(order);
    changed();
  }

  async settle(id: OrderId, settlement: Settlement): Promise<void> {
    if (!(await this.settleOpen(id, settlement)))
      throw new Error('this order is settled already, or unknown');
  }

  /** False when it was settled already, or is unknown. */
  async settleOpen(id: OrderId, settlement: Settlement): Promise<boolean> {
    this.#means.mustWrite();
    let done: 'done' | 'settled' | 'moved' = 'moved';
    // An answer is written in any case: in the end whole, to be reduced when it is looked after next.
    for (let tries = triesToReduce; done === 'moved'; tries -= 1) {
      done = await this.#trySettling(id, settlement, tries > 0);
    }
    if (done === 'settled') return false;
    await this.#means.numbers.settled(id, settlement.outcome);
    this.#means.changed();
    return true;
  }

  async #trySettling(
    id: OrderId,
    settlement: Settlement,
    reducing: boolean,
  ): Promise<'done' | 'settled' | 'moved'> {
    const { sealing, store, keepClock, numbers, teaching } = this.#means;
    const current = await sealing.current();
    const { id: sealId, key } = current;
    const reduced = reducing ? await numbers.forSettling(id, settlement) : null;
    const kept = reduced?.settlement ?? settlement;
    const answer = { sealId, ...(await sealAnswer(key, id, kept.answer)) };
    // What failed to be observed may yet be learned from the answer that is kept.
    const teaches = kept.observed !== null || kept.failureCode !== null;
    const write = (learns: boolean) => (): 'done' | 'settled' | 'moved' => {
      if (reduced !== null && !reduced.holds()) return 'moved';
      keepClock();
      if (!settleOrder(store, id, kept, answer)) return 'settled';
      reduced?.write(settlement.settledAt);
      if (learns) teaching.settled(id, kept.observed, settlement.settledAt, current);
      return 'done';
    };
    try {
      const done = await store.write(write(teaches), patience.answer);
      // One that taught nothing says nothing of what an earlier one, kept out by a lock, had taught.
      if (teaches && done === 'done') teaching.confirm();
      return done;
    } catch (error) {
      // Whatever failed, up to the commit itself, may be what learning wrote: the answer is written once more without.
      if (!teaches || isBusy(error)) throw error;
      const done = await store.write(write(false), patience.answer);
      if (!(error instanceof LearningBroke)) teaching.undone(error);
      return done;
    }
  }
}
