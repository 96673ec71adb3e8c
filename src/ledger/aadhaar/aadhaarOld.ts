import { setImmediate as turn } from 'node:timers/promises';
import type { OldOrdersProgress } from '../../calls/ports/aadhaarPorts.ts';
import { orderId } from '../../calls/ports/ids.ts';
import { aadhaarNumbersIn } from '../../contract/aadhaar/numbers.ts';
import type { Operation } from '../../contract/shapes.ts';
import type { OperationId } from '../../contract/words.ts';
import { bytesOf, sealedColumns } from '../payloads.ts';
import type { RecordMeans } from '../recording.ts';
import { open, unlessBroken } from '../sealing.ts';
import { insertNumbers } from '../writing.ts';
import { written } from '../written.ts';
import type { AadhaarNumbers } from './aadhaarNumbers.ts';
import { type OrderPlace, prepareRewriting, type Rewriting } from './aadhaarRewriting.ts';

/** Orders looked at before a transaction at the latest, and bytes written in one: a few milliseconds. */
const step = 20;
const mostBytes = 1_000_000;

interface OldMeans extends RecordMeans {
  readonly numbers: AadhaarNumbers;
}

interface Made {
  readonly place: OrderPlace;
  readonly rewriting: Rewriting;
}

/** Orders that were written before their numbers were kept beside them: their requests have to be read. */
export class OldOrders {
  readonly #means: OldMeans;
  readonly #operation: (id: OperationId) => Operation;
  #made: Made[] = [];
  #reduced = 0;
  /** True once all were looked at. */
  isOver = false;

  constructor(means: OldMeans, operation: (id: OperationId) => Operation) {
    this.#means = means;
    this.#operation = operation;
  }

  async run(
    now: number,
    tell: (progress: OldOrdersProgress) => void,
    cancelled: () => boolean,
  ): Promise<OldOrdersProgress> {
    const { store } = this.#means;
    const from = await store.read(() => store.sql('SELECT after_seq, until_seq FROM aadhaar_old').get());
    const first = Number(from?.after_seq);
    const until = Number(from?.until_seq);
    let after = first;
    const progress = (): OldOrdersProgress => ({
      looked: after - first,
      of: until - first,
      reduced: this.#reduced,
    });
    while (!cancelled()) {
      const rows = await this.#rows(after, until);
      for (const row of rows) {
        await unlessBroken(() => this.#look(row, now));
        await turn();
      }
      after = rows.length < step ? until : Number(rows.at(-1)?.seq);
      await this.#flush(now, after);
      tell(progress());
      if (after < until) continue;
      await this.#end();
      break;
    }
    return progress();
  }

  #rows(after: number, until: number): Promise<readonly Readonly<Record<string, unknown>>[]> {
    const { store } = this.#means;
    return store.read(() =>
      store
        .sql(
          `SELECT p.seq, o.id, o.operation, o.is_open, p.request_seal, p.request_body FROM payloads p
           CROSS JOIN orders o ON o.seq = p.seq WHERE p.seq > ? AND p.seq <= ? ORDER BY p.seq LIMIT ${step}`,
        )
        .all(after, until),
    );
  }

  async #look(row: Readonly<Record<string, unknown>>, now: number): Promise<void> {
    const { store, sealing, numbers: kept } = this.#means;
    const place: OrderPlace = { seq: Number(row.seq), id: orderId(String(row.id)) };
    const sealed = bytesOf(row.request_body);
    const key = sealed === null ? null : await sealing.find(String(row.request_seal));
    if (sealed === null || key === null) return;
    const body = new TextDecoder().decode(open(key, place.id, sealedColumns.request, sealed));
    const found = aadhaarNumbersIn(this.#operation(written(row.operation)), body);
    if (found.length === 0) return;
    const rewriting = row.is_open === 1 ? null : await prepareRewriting(store, sealing, place, found);
    if (rewriting === null) {
      // Closed, and nobody can open it. Still open, it is from now on an order like those of today.
      if (row.is_open !== 1) return;
      const current = await sealing.current();
      const blob = kept.sealed(current.key, { id: place.id, aadhaar: found });
      if (blob === null) return;
      await store.write(() => {
        const isKept = store.sql('SELECT 1 FROM payloads WHERE seq = ?').get(place.seq) !== undefined;
        if (isKept) insertNumbers(store, place.seq, current.id, blob);
      });
      return;
    }
    this.#made.push({ place, rewriting });
    if (this.#made.reduce((sum, one) => sum + one.rewriting.bytes, 0) > mostBytes)
      await this.#flush(now, null);
  }

  /** @param after what was looked at up to there is written with it; null = not all of it yet */
  async #flush(now: number, after: number | null): Promise<void> {
    const { store, numbers } = this.#means;
    const made = this.#made;
    this.#made = [];
    const moved = await store.write(() => {
      const left = made.filter(
        ({ place, rewriting }) => numbers.writeClosed(place, rewriting, now) !== 'done',
      );
      if (after !== null && left.length === 0) {
        store.sql('UPDATE aadhaar_old SET after_seq = ?').run(after);
      }
      return left;
    });
    this.#reduced += made.length - moved.length;
    // Changed while it was read: looked at anew, open or not.
    for (const { place } of moved) {
      const row = await store.read(() =>
        store
          .sql(
            `SELECT p.seq, o.id, o.operation, o.is_open, p.request_seal, p.request_body FROM payloads p
             CROSS JOIN orders o ON o.seq = p.seq WHERE p.seq = ?`,
          )
          .get(place.seq),
      );
      if (row !== undefined) await unlessBroken(() => this.#look(row, now));
    }
    if (moved.length > 0) await this.#flush(now, after);
  }

  async #end(): Promise<void> {
    const { store } = this.#means;
    await store.write(() => {
      store.sql(`UPDATE aadhaar_old SET state = 'done'`).run();
      store.sql(`UPDATE batches SET aadhaar = 'kept' WHERE aadhaar = 'old'`).run();
    });
    this.isOver = true;
  }
}
