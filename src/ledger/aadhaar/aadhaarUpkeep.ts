import type { AadhaarStore, KeepAadhaar, OldOrdersProgress } from '../../calls/ports/aadhaarPorts.ts';
import { asksByAadhaar } from '../../contract/aadhaar/numbers.ts';
import { operationById } from '../../contract/operations.ts';
import type { Operation } from '../../contract/shapes.ts';
import type { Eraser } from '../erasing.ts';
import { countPlaces } from '../lists.ts';
import type { RecordMeans } from '../recording.ts';
import type { AadhaarNumbers } from './aadhaarNumbers.ts';
import { OldOrders } from './aadhaarOld.ts';
import { looksAfterRows } from './aadhaarRows.ts';

/** So many at most are counted before the question. */
const mostCounted = 1000;
/** Another window that starts at the same time does not ask, too. */
const askedMs = 600_000;

export interface UpkeepMeans extends RecordMeans {
  readonly keep: () => KeepAadhaar;
  readonly mayWrite: boolean;
  readonly numbers: AadhaarNumbers;
  readonly eraser: Eraser;
}

/** See AadhaarStore. */
export class AadhaarUpkeep implements AadhaarStore {
  readonly #means: UpkeepMeans;
  #running: Promise<number> | null = null;

  constructor(means: UpkeepMeans) {
    this.#means = means;
  }

  /** One at a time: a slow disk may take longer than the time to the next. */
  keepUp(now: number): Promise<number> {
    this.#running ??= this.#keepUp(now).finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async #keepUp(now: number): Promise<number> {
    if (!this.#means.mayWrite) return 0;
    const reduced = this.#means.keep() === 'asOtherData' ? 0 : await this.#reduceDue(now);
    await this.#tidy(now);
    if (reduced > 0) this.#means.changed();
    return reduced;
  }

  async #reduceDue(now: number): Promise<number> {
    const { numbers } = this.#means;
    const reduced = await numbers.reduceDue(now);
    const rows = await looksAfterRows(this.#means, now);
    numbers.addUntidy(rows);
    return reduced + rows;
  }

  async #tidy(now: number): Promise<void> {
    const { numbers, eraser } = this.#means;
    const untidy = numbers.takeUntidy();
    if (untidy === 0) return;
    try {
      if (!(await eraser.tidy(untidy, now))) numbers.addUntidy(1);
    } catch (error) {
      numbers.addUntidy(untidy);
      throw error;
    }
  }

  async claimOffer(operations: readonly Operation[], now: number): Promise<number | null> {
    const { store, keep, mayWrite } = this.#means;
    if (!mayWrite || keep() === 'asOtherData') return null;
    const mine = await store.read(() => store.sql('SELECT state, asked_at FROM aadhaar_old').get());
    if (mine?.state !== 'due' || now - Number(mine.asked_at ?? 0) < askedMs) return null;
    const filter = { operations: operations.filter(asksByAadhaar).map(({ id }) => id) };
    const count = await store.read(() => countPlaces(store, { group: 'all', filter }, mostCounted));
    if (count === 0) return null;
    const claimed = await store.write(() =>
      store
        .sql(`UPDATE aadhaar_old SET asked_at = ? WHERE state = 'due' AND coalesce(asked_at, 0) < ?`)
        .run(now, now - askedMs + 1),
    );
    return claimed.changes === 0 ? null : count;
  }

  async answerOffer(answer: 'keep' | 'later'): Promise<void> {
    const { store, mustWrite } = this.#means;
    mustWrite();
    if (answer === 'later') return;
    await store.write(() => store.sql(`UPDATE aadhaar_old SET state = 'keep' WHERE state = 'due'`).run());
  }

  async reduceOld(
    operations: readonly Operation[],
    now: number,
    tell: (progress: OldOrdersProgress) => void,
    cancelled: () => boolean,
  ): Promise<OldOrdersProgress> {
    this.#means.mustWrite();
    const byId = new Map(operations.map((operation) => [operation.id, operation] as const));
    const old = new OldOrders(this.#means, (id) => byId.get(id) ?? operationById(id));
    const progress = await old.run(now, tell, cancelled);
    if (old.isOver) {
      const rows = await looksAfterRows(this.#means, now);
      this.#means.numbers.takeUntidy();
      if (progress.reduced + rows > 0) await this.#means.eraser.finish(progress.reduced + rows);
    }
    if (progress.reduced > 0) this.#means.changed();
    return progress;
  }
}
