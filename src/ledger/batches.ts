import type {
  Batch,
  BatchCall,
  BatchChoice,
  BatchRow,
  BatchStore,
  NewBatch,
  NewBatchRow,
  OutcomeTally,
  ResultsTarget,
  RowFields,
  RowPage,
  RowWhy,
  Twins,
} from '../calls/batchPorts.ts';
import { eraseRows } from './batchErasing.ts';
import { batchOf, outcomesOf, rowsAfter, rowsOfCall, twinsOf, waitingCall } from './batchReading.ts';
import { decideRows, holdBatch, insertBatch, insertRow, rememberSeal, startBatch } from './batchWriting.ts';
import { open, type SealingKeys, seal } from './sealing.ts';
import type { Store } from './store.ts';
import type { Sealed } from './writing.ts';

const columns = { words: 'batch_words', input: 'batch_input' } as const;

/** What of a batch is sealed: names and paths of the user's files may be personal. */
interface Words {
  readonly source: string;
  readonly results: ResultsTarget | null;
}

function sealed(key: Uint8Array, sealId: string, owner: string, column: string, value: unknown): Sealed {
  return { sealId, body: seal(key, owner, column, Buffer.from(JSON.stringify(value), 'utf8')) };
}

function inputOwner(batch: string, row: number): string {
  return `${batch}.${row}`;
}

export interface BatchMeans {
  readonly store: Store;
  readonly sealing: SealingKeys;
  /** @throws when nothing can be written */
  readonly mustWrite: () => void;
  readonly changed: () => void;
  /** Removes what deleting leaves behind in the file. */
  readonly scrub: (changes: number) => Promise<void>;
}

/** See BatchStore. */
export class Batches implements BatchStore {
  readonly #means: BatchMeans;
  readonly #store: Store;

  constructor(means: BatchMeans) {
    this.#means = means;
    this.#store = means.store;
  }

  async create(batch: NewBatch): Promise<void> {
    this.#means.mustWrite();
    const { id, key } = await this.#means.sealing.current();
    const words: Words = { source: batch.source, results: null };
    const kept = sealed(key, id, batch.id, columns.words, words);
    await this.#store.write(() => insertBatch(this.#store, batch, kept));
  }

  async addRows(batch: string, rows: readonly NewBatchRow[]): Promise<void> {
    const { id, key } = await this.#means.sealing.current();
    const made = rows.map((row) => ({
      row,
      input:
        row.fields === null ? null : sealed(key, id, inputOwner(batch, row.row), columns.input, row.fields),
    }));
    await this.#store.write(() => {
      for (const { row, input } of made) insertRow(this.#store, batch, row, input);
      rememberSeal(this.#store, id);
    });
  }

  firstRows(batch: string, keys: readonly string[]): Promise<ReadonlyMap<string, number>> {
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

  twins(environment: string, fingerprints: readonly string[]): Promise<readonly Twins[]> {
    return this.#store.read(() => fingerprints.map((one) => twinsOf(this.#store, environment, one)));
  }

  async start(batch: string, choice: BatchChoice): Promise<void> {
    this.#means.mustWrite();
    const known = await this.#words(batch);
    const { id, key } = await this.#means.sealing.current();
    const words: Words = { source: known.source, results: choice.results };
    const kept = sealed(key, id, batch, columns.words, words);
    await this.#store.write(() => startBatch(this.#store, batch, choice, kept));
  }

  async get(batch: string, holder: string, now: number): Promise<Batch | null> {
    const row = await this.#store.read(() =>
      this.#store.sql('SELECT * FROM batches WHERE id = ?').get(batch),
    );
    return row === undefined ? null : this.#whole(row, holder, now);
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

  async #whole(row: Readonly<Record<string, unknown>>, holder: string, now: number): Promise<Batch> {
    const readable = await this.#store.read(() => batchOf(this.#store, row, holder, now));
    return { ...readable, ...(await this.#words(readable.id)) };
  }

  /** Without its key a batch has no names any more, and nothing of it can be sent. */
  async #words(batch: string): Promise<Words> {
    const row = await this.#store.read(() =>
      this.#store.sql('SELECT seal_id, words FROM batches WHERE id = ?').get(batch),
    );
    if (row === undefined || !(row.words instanceof Uint8Array)) throw new Error('there is no such batch');
    const key = await this.#means.sealing.find(String(row.seal_id));
    if (key === null) return { source: '', results: null };
    // Authenticated by the seal: only this code can have written it.
    return JSON.parse(Buffer.from(open(key, batch, columns.words, row.words)).toString('utf8')) as Words;
  }

  outcomes(batch: string): Promise<readonly OutcomeTally[]> {
    return this.#store.read(() => outcomesOf(this.#store, batch));
  }

  async nextCall(batch: string, from: number): Promise<BatchCall | null> {
    const found = await this.#store.read(() => waitingCall(this.#store, batch, from));
    if (found === null) return null;
    const rows: { row: number; fields: RowFields }[] = [];
    for (const { row, sealId, input } of found.rows) {
      const fields = await this.#open(batch, row, sealId, input);
      if (fields === null) {
        throw new Error('the key that sealed the rows of this batch is gone, so they cannot be sent');
      }
      rows.push({ row, fields });
    }
    return { ...found, batch, rows };
  }

  async #open(batch: string, row: number, sealId: string, input: Uint8Array): Promise<RowFields | null> {
    const key = await this.#means.sealing.find(sealId);
    if (key === null) return null;
    const text = Buffer.from(open(key, inputOwner(batch, row), columns.input, input)).toString('utf8');
    return JSON.parse(text) as RowFields;
  }

  async setAside(batch: string, call: number, state: 'undecided' | 'skipped', why: RowWhy): Promise<void> {
    await this.#store.write(() =>
      this.#store
        .sql(`UPDATE batch_rows SET state = ?, why = ? WHERE batch = ? AND call = ? AND state = 'waiting'`)
        .run(state, why, batch, call),
    );
    this.#means.changed();
  }

  async decide(batch: string, why: RowWhy, what: 'again' | 'leave'): Promise<number> {
    const rows = await this.#store.write(() => decideRows(this.#store, batch, why, what));
    this.#means.changed();
    return rows;
  }

  async rows(batch: string, after: number | null, limit: number): Promise<RowPage> {
    const rows = await this.#store.read(() => rowsAfter(this.#store, batch, after ?? -1, limit));
    return { rows, next: rows.length < limit ? null : (rows.at(-1)?.row ?? null) };
  }

  callRows(batch: string, call: number): Promise<readonly BatchRow[]> {
    return this.#store.read(() => rowsOfCall(this.#store, batch, call));
  }

  async fields(batch: string, rows: readonly number[]): Promise<ReadonlyMap<number, RowFields>> {
    const kept = await this.#store.read(() =>
      this.#store
        .sql(
          `SELECT row, seal_id, input FROM batch_rows
           WHERE batch = ? AND row IN (SELECT value FROM json_each(?)) AND input IS NOT NULL`,
        )
        .all(batch, JSON.stringify(rows)),
    );
    const found = new Map<number, RowFields>();
    for (const { row, seal_id, input } of kept) {
      if (!(input instanceof Uint8Array)) continue;
      const fields = await this.#open(batch, Number(row), String(seal_id), input);
      if (fields !== null) found.set(Number(row), fields);
    }
    return found;
  }

  hold(batch: string, holder: string, now: number, forMs: number): Promise<boolean> {
    return this.#store.write(() => holdBatch(this.#store, batch, holder, now, forMs));
  }

  async release(batch: string, holder: string): Promise<void> {
    await this.#store.write(() =>
      this.#store
        .sql('UPDATE batches SET holder = NULL, held_until = 0 WHERE id = ? AND holder = ?')
        .run(batch, holder),
    );
  }

  async erase(batch: string, holder: string, now: number): Promise<boolean> {
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

  async discard(batch: string): Promise<void> {
    const row = await this.#store.read(() =>
      this.#store.sql('SELECT state FROM batches WHERE id = ?').get(batch),
    );
    if (row?.state !== 'planning') return;
    await eraseRows(this.#store, batch);
    await this.#store.write(() => this.#store.sql('DELETE FROM batches WHERE id = ?').run(batch));
  }
}
