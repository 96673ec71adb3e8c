import type {
  Batch,
  BatchCall,
  BatchChoice,
  BatchRow,
  BatchStore,
  Decision,
  NewBatch,
  NewBatchRow,
  RowFields,
  RowInput,
  RowPage,
  RowsAndCalls,
  RowWhy,
  Twins,
  UnfinishedBatch,
} from '../calls/ports/batchPorts.ts';
import { type Damaged, isDamaged } from '../calls/ports/damaged.ts';
import type { InputPrint } from '../calls/ports/guardPorts.ts';
import type { BatchId, DraftId, OrderId } from '../calls/ports/ids.ts';
import type { Clock } from '../calls/ports/ports.ts';
import { billedOf, outcomesOf, rowsIn } from './batchCounting.ts';
import { eraseRows } from './batchErasing.ts';
import { type BatchPlan, nameless, newPlan, openPlan, planColumn, wholePlan } from './batchPlan.ts';
import {
  batchOf,
  canHaveWritten,
  keptInputs,
  rowsAfter,
  rowsOfCall,
  undecidedDrafts,
  unfinishedOf,
  type WaitingCall,
  waitingCall,
} from './batchReading.ts';
import {
  type Aside,
  countSentAnew,
  decideRows,
  forgetLeft,
  holdBatch,
  insertBatch,
  insertRow,
  setCallAside,
  startBatch,
} from './batchWriting.ts';
import { inputColumn, inputOwner, rowInputOf } from './quotedRows.ts';
import type { RecordMeans } from './recording.ts';
import { openedOr, seal } from './sealing.ts';
import type { Store } from './store.ts';
import { newestTwins } from './twins.ts';
import { rememberSeal, type Sealed } from './writing.ts';

export const sealedBatchColumns = { words: planColumn, input: inputColumn } as const;

function sealed(key: Uint8Array, sealId: string, owner: string, column: string, value: unknown): Sealed {
  return { sealId, body: seal(key, owner, column, Buffer.from(JSON.stringify(value), 'utf8')) };
}

export interface BatchMeans extends RecordMeans {
  readonly now: Clock;
  /** Makes good that the clock was set; within a transaction that writes. */
  readonly keepClock: () => void;
  /** Removes what deleting leaves behind in the file. */
  readonly scrub: (changes: number) => Promise<void>;
}

/** See BatchStore. */
export class BatchTables implements BatchStore {
  readonly #means: BatchMeans;
  readonly #store: Store;

  constructor(means: BatchMeans) {
    this.#means = means;
    this.#store = means.store;
  }

  async create(batch: NewBatch): Promise<void> {
    this.#means.mustWrite();
    const { id, key } = await this.#means.sealing.current();
    const kept = sealed(key, id, batch.id, sealedBatchColumns.words, newPlan(batch));
    await this.#store.write(() => {
      this.#means.keepClock();
      insertBatch(this.#store, batch, kept);
    });
  }

  async addRows(batch: BatchId, rows: readonly NewBatchRow[]): Promise<void> {
    const { id, key } = await this.#means.sealing.current();
    const made = rows.map((row) => ({
      row,
      input: this.#sealedInput(key, id, batch, row),
    }));
    await this.#store.write(() => {
      for (const { row, input } of made) insertRow(this.#store, batch, row, input);
      rememberSeal(this.#store, id);
    });
  }

  #sealedInput(key: Uint8Array, id: string, batch: BatchId, row: NewBatchRow): Sealed | null {
    const { fields, own = null } = row;
    if (fields === null && own === null) return null;
    return sealed(
      key,
      id,
      inputOwner(batch, row.row),
      sealedBatchColumns.input,
      own === null ? fields : [fields, own],
    );
  }

  firstRows(batch: BatchId, keys: readonly string[]): Promise<ReadonlyMap<string, number>> {
    return this.#store.read(() => {
      // A row that repeats another has no key of its own.
      const find = this.#store.sql('SELECT row FROM batch_rows WHERE batch = ? AND repeat_key = ? LIMIT 1');
      const found = new Map<string, number>();
      for (const key of keys) {
        const row = find.get(batch, key)?.row;
        if (typeof row === 'number') found.set(key, row);
      }
      return found;
    });
  }

  twins(place: string, inputs: readonly InputPrint[]): Promise<readonly Twins[]> {
    return this.#store.snapshot(() => newestTwins(this.#store, place, inputs));
  }

  async start(batch: BatchId, choice: BatchChoice): Promise<void> {
    this.#means.mustWrite();
    const known = wholePlan(await openPlan(this.#means, batch));
    const { id, key } = await this.#means.sealing.current();
    const words: BatchPlan = { ...known, results: choice.results };
    const kept = sealed(key, id, batch, sealedBatchColumns.words, words);
    await this.#store.write(() => {
      this.#means.keepClock();
      startBatch(this.#store, batch, choice, kept, this.#means.now());
    });
    this.#means.changed();
  }

  async get(batch: BatchId, holder: string, now: number): Promise<Batch | null> {
    const row = await this.#store.read(() =>
      this.#store.sql('SELECT * FROM batches WHERE id = ?').get(batch),
    );
    return row === undefined ? null : this.#whole(row, holder, now);
  }

  async exists(): Promise<boolean> {
    return this.#store.read(() => this.#store.sql('SELECT 1 FROM batches LIMIT 1').get() !== undefined);
  }

  async list(holder: string, now: number): Promise<readonly Batch[]> {
    const rows = await this.#store.read(() =>
      this.#store.sql('SELECT * FROM batches ORDER BY created_at DESC LIMIT 200').all(),
    );
    return Promise.all(rows.map((row) => this.#whole(row, holder, now)));
  }

  async held(holder: string, now: number): Promise<readonly Batch[]> {
    const rows = await this.#store.read(() =>
      this.#store.sql('SELECT * FROM batches WHERE holder IS NOT NULL AND holder <> ?').all(holder),
    );
    return Promise.all(rows.map((row) => this.#whole(row, holder, now)));
  }

  async unfinished(
    now: number,
  ): Promise<{ readonly batches: readonly UnfinishedBatch[]; readonly nextAt: number | null }> {
    const { batches, nextAt } = await this.#store.snapshot(() => unfinishedOf(this.#store, now));
    const named = batches.map(async (one) => {
      const words = await openPlan(this.#means, one.id).catch(() => nameless);
      const { source, results } = isDamaged(words) ? nameless : words;
      // Where nothing is left to send, what is left is to write the results.
      return one.waiting + one.undecided > 0 || results !== null ? [{ ...one, source }] : [];
    });
    return { batches: (await Promise.all(named)).flat(), nextAt };
  }

  async #whole(row: Readonly<Record<string, unknown>>, holder: string, now: number): Promise<Batch> {
    const readable = await this.#store.read(() => batchOf(this.#store, row, holder, now));
    const words = await openPlan(this.#means, readable.id);
    const { source, results, baseUrl, fields, columns: own } = isDamaged(words) ? nameless : words;
    return {
      ...readable,
      source,
      results,
      baseUrl: baseUrl ?? null,
      fields: fields ?? null,
      columns: own ?? null,
    };
  }

  wrote(
    batch: BatchId,
    rows: readonly number[],
    ids: readonly (readonly [number, string])[],
  ): Promise<boolean> {
    return this.#store.read(() => canHaveWritten(this.#store, batch, rows, ids));
  }

  readonly outcomes: BatchStore['outcomes'] = (id) => outcomesOf(this.#store, id);

  readonly billed: BatchStore['billed'] = (id) => billedOf(this.#store, id);

  async nextCall(batch: BatchId, from: number): Promise<BatchCall | null> {
    for (;;) {
      const found = await this.#store.read(() => waitingCall(this.#store, batch, from));
      if (found === null) return null;
      wholePlan(await openPlan(this.#means, batch));
      const rows = await this.#rowsOf(batch, found);
      if (rows !== null) return { ...found, batch, rows };
      await this.setAside(batch, found.call, 'skipped', 'damaged', []);
    }
  }

  /** Null where one of them is damaged: no call is made of less than was planned. */
  async #rowsOf(batch: BatchId, { rows }: WaitingCall): Promise<BatchCall['rows'] | null> {
    const opened: { row: number; fields: RowFields; own: readonly string[] | null }[] = [];
    for (const { row, sealId, input } of rows) {
      const kept = await this.#open(batch, row, sealId, input);
      if (isDamaged(kept)) return null;
      if (kept === null || kept.fields === null) {
        throw new Error('the key that sealed the rows of this batch is gone, so they cannot be sent');
      }
      opened.push({ row, fields: kept.fields, own: kept.own });
    }
    return opened;
  }

  async #open(
    batch: BatchId,
    row: number,
    sealId: string,
    input: Uint8Array,
  ): Promise<RowInput | Damaged | null> {
    const key = await this.#means.sealing.find(sealId);
    if (key === null) return null;
    const opened = openedOr(key, inputOwner(batch, row), sealedBatchColumns.input, input);
    if (!isDamaged(opened)) return rowInputOf(opened);
    this.#means.damages.met('row', `${batch}.${row}`);
    return opened;
  }

  async setAside(
    batch: BatchId,
    call: number,
    state: Aside['state'],
    why: RowWhy,
    twins: readonly OrderId[],
  ): Promise<void> {
    await this.#store.write(() => setCallAside(this.#store, batch, call, { state, why, twins }));
    this.#means.changed();
  }

  async decide(batch: BatchId, decisions: readonly Decision[]): Promise<void> {
    await this.#store.write(() => {
      for (const decision of decisions) decideRows(this.#store, batch, decision);
    });
    this.#means.changed();
  }

  undecided(batch: BatchId, why: RowWhy): Promise<readonly DraftId[]> {
    return this.#store.read(() => undecidedDrafts(this.#store, batch, why));
  }

  sentAnew(batch: BatchId, why: RowWhy, drafts: readonly DraftId[]): Promise<RowsAndCalls> {
    return this.#store.read(() => countSentAnew(this.#store, batch, why, drafts));
  }

  async rows(batch: BatchId, after: number | null, limit: number): Promise<RowPage> {
    const rows = await this.#store.read(() => rowsAfter(this.#store, batch, after ?? -1, limit));
    return { rows, next: rows.length < limit ? null : (rows.at(-1)?.row ?? null) };
  }

  readonly rowsIn: BatchStore['rowsIn'] = (...asked) => rowsIn(this.#store, ...asked);

  callRows(batch: BatchId, call: number): Promise<readonly BatchRow[]> {
    return this.#store.read(() => rowsOfCall(this.#store, batch, call));
  }

  async fields(batch: BatchId, rows: readonly number[]): Promise<ReadonlyMap<number, RowFields>> {
    const kept = [...(await this.inputs(batch, rows))];
    return new Map(kept.flatMap(([row, { fields }]) => (fields === null ? [] : [[row, fields] as const])));
  }

  async forgetLeft(batch: BatchId): Promise<void> {
    await this.#store.write(() => forgetLeft(this.#store, batch));
  }

  async inputs(batch: BatchId, rows: readonly number[]): Promise<ReadonlyMap<number, RowInput>> {
    const kept = await this.#store.read(() => keptInputs(this.#store, batch, rows));
    const found = new Map<number, RowInput>();
    for (const { row, seal_id, input, fingerprint } of kept) {
      if (!(input instanceof Uint8Array)) continue;
      const opened = await this.#open(batch, Number(row), String(seal_id), input);
      const print = typeof fingerprint === 'string' ? fingerprint : null;
      if (opened !== null && !isDamaged(opened)) found.set(Number(row), { ...opened, print });
    }
    return found;
  }

  hold(batch: BatchId, holder: string, now: number, forMs: number): Promise<boolean> {
    return this.#store.write(() => {
      this.#means.keepClock();
      return holdBatch(this.#store, batch, holder, now, forMs);
    });
  }

  async release(batch: BatchId, holder: string): Promise<void> {
    await this.#store.write(() =>
      this.#store
        .sql('UPDATE batches SET holder = NULL, held_until = 0 WHERE id = ? AND holder = ?')
        .run(batch, holder),
    );
  }

  async erase(batch: BatchId, holder: string, now: number): Promise<boolean> {
    this.#means.mustWrite();
    // From here on it is a plan that nobody started: nothing of it leaves, even if the window ends in between.
    const taken = await this.#store.write(() =>
      this.#store
        .sql(
          `UPDATE batches SET state = 'planning' WHERE id = ? AND (holder IS NULL OR holder = ? OR held_until < ?)`,
        )
        .run(batch, holder, now),
    );
    if (taken.changes === 0) return false;
    const erased = await eraseRows(this.#store, batch);
    await this.#store.write(() => this.#store.sql('DELETE FROM batches WHERE id = ?').run(batch));
    await this.#means.scrub(erased + 1);
    this.#means.changed();
    return true;
  }

  async discard(batch: BatchId): Promise<void> {
    const row = await this.#store.read(() =>
      this.#store.sql('SELECT state FROM batches WHERE id = ?').get(batch),
    );
    if (row?.state !== 'planning') return;
    await eraseRows(this.#store, batch);
    await this.#store.write(() => this.#store.sql('DELETE FROM batches WHERE id = ?').run(batch));
  }
}
