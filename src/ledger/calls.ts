import type { Admission } from '../calls/ports/guardPorts.ts';
import type { OrderId } from '../calls/ports/ids.ts';
import { LedgerRefusal, type NewOrder, type Settlement } from '../calls/ports/ports.ts';
import type { AadhaarNumbers } from './aadhaar/aadhaarNumbers.ts';
import { admitOrder } from './admitting.ts';
import { movedAway, unsealable, unwritable } from './faults.ts';
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
    this.#means.mustWrite();
    let done: 'done' | 'settled' | 'moved' = 'moved';
    // An answer is written in any case: in the end whole, to be reduced when it is looked after next.
    for (let tries = triesToReduce; done === 'moved'; tries -= 1) {
      done = await this.#trySettling(id, settlement, tries > 0);
    }
    if (done === 'settled') throw new Error('this order is settled already, or unknown');
    await this.#means.numbers.settled(id, settlement.outcome);
    this.#means.changed();
  }

  async #trySettling(
    id: OrderId,
    settlement: Settlement,
    reducing: boolean,
  ): Promise<'done' | 'settled' | 'moved'> {
    const { sealing, store, keepClock, numbers } = this.#means;
    const { id: sealId, key } = await sealing.current();
    const reduced = reducing ? await numbers.forSettling(id, settlement) : null;
    const kept = reduced?.settlement ?? settlement;
    const answer = { sealId, ...(await sealAnswer(key, id, kept.answer)) };
    return store.write(() => {
      if (reduced !== null && !reduced.holds()) return 'moved';
      keepClock();
      if (!settleOrder(store, id, kept, answer)) return 'settled';
      reduced?.write(settlement.settledAt);
      return 'done';
    }, patience.answer);
  }
}
