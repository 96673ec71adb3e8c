import { setImmediate as turn } from 'node:timers/promises';
import { type OrderId, orderId } from '../../calls/ports/ids.ts';
import type { InputReader } from '../../calls/ports/inputReader.ts';
import type { LearnedOld } from '../../calls/ports/shapePorts.ts';
import type { Observed } from '../../shapes/model.ts';
import { keyUnreadable, readable } from '../faults.ts';
import { openPayloads } from '../payloads.ts';
import type { RecordMeans } from '../recording.ts';
import type { SealingKey } from '../sealing.ts';
import { written, writtenOrNull } from '../written.ts';
import type { Teaching } from './teaching.ts';

/** Orders that teach in one transaction, and between two looks at whether to stop. */
const step = 50;
/** After so long others in this process go on, ms. */
const sliceMs = 10;

export interface OldMeans extends RecordMeans {
  readonly teaching: Teaching;
  /** What reads answers, where anything does. */
  readonly inputs: () => Promise<InputReader | null>;
}

type Row = Readonly<Record<string, unknown>>;

interface Lesson {
  readonly id: OrderId;
  readonly at: number;
  readonly observed: Observed | null;
}

const unlearnedOrders = `FROM orders WHERE taught = 0 AND payloads_kept = 1 AND state = 'settled'`;

/** Goes over orders that have taught nothing yet, oldest first; each is marked, so that another time goes on from there. */
export class LearnsOld {
  readonly #means: OldMeans;

  constructor(means: OldMeans) {
    this.#means = means;
  }

  async count(): Promise<number> {
    const { store } = this.#means;
    return readable(() =>
      store.read(() =>
        store.hasTable('learned') ? Number(store.sql(`SELECT count(*) AS n ${unlearnedOrders}`).get()?.n) : 0,
      ),
    );
  }

  async run(progress: (done: LearnedOld) => void, stop: () => boolean): Promise<LearnedOld> {
    const reader = await this.#means.inputs();
    if (reader === null) throw new Error('nothing here reads answers, so older ones cannot be learned from');
    const of = await this.count();
    let done: LearnedOld = { looked: 0, of, learned: 0 };
    while (!stop()) {
      const rows = await this.#rows();
      const lessons = await this.#lessonsOf(reader, rows);
      const learned = await this.#write(lessons);
      const looked = done.looked + rows.length;
      done = { looked, of: Math.max(of, looked), learned: done.learned + learned };
      progress(done);
      if (rows.length < step) break;
      await turn();
    }
    return done;
  }

  #rows(): Promise<readonly Row[]> {
    const { store } = this.#means;
    return readable(() =>
      store.read(() =>
        store
          .sql(
            `SELECT p.*, o.id, o.operation, o.settled_at, o.outcome, o.message_code, o.failure_code, o.aadhaar_reduced_at
             FROM (SELECT seq, begun_at ${unlearnedOrders} ORDER BY begun_at, seq LIMIT ${step}) first
             CROSS JOIN orders o ON o.seq = first.seq LEFT JOIN payloads p ON p.seq = o.seq
             ORDER BY first.begun_at, first.seq`,
          )
          .all(),
      ),
    );
  }

  async #lessonsOf(reader: InputReader, rows: readonly Row[]): Promise<readonly Lesson[]> {
    const lessons: Lesson[] = [];
    let since = performance.now();
    for (const row of rows) {
      const id = orderId(String(row.id));
      const seen = await this.#observed(reader, id, row).catch((error: unknown) => {
        throw keyUnreadable(error);
      });
      lessons.push({ id, at: Number(row.settled_at), observed: seen });
      if (performance.now() - since < sliceMs) continue;
      await turn();
      since = performance.now();
    }
    return lessons;
  }

  /** Null where there is nothing to learn, or nobody can open it any more. */
  async #observed(reader: InputReader, id: OrderId, row: Row): Promise<Observed | null> {
    const payloads = await openPayloads(this.#means.sealing, id, row);
    if (payloads.kind !== 'open' || payloads.answer === null) return null;
    const messageCode = writtenOrNull(row.message_code);
    const isShort = messageCode === null && row.outcome === 'throttled';
    const isReduced = row.aadhaar_reduced_at !== null;
    const seen = reader.observed({
      operation: written(row.operation),
      request: payloads.requestBody,
      answer: payloads.answer.body,
      headers: payloads.answer.head?.headers ?? [],
      // How it was read then stands beside it.
      reading: { shape: isShort ? 'short-429' : 'envelope', messageCode },
      isReduced,
      receivedAt: Number(row.settled_at),
    });
    // What was put in place of a number was never sent.
    return isReduced ? { ...seen, request: null } : seen;
  }

  async #write(lessons: readonly Lesson[]): Promise<number> {
    const { store, sealing, teaching } = this.#means;
    if (lessons.length === 0) return 0;
    const key: SealingKey = await sealing.current().catch((error: unknown) => {
      throw keyUnreadable(error);
    });
    const learned = await readable(() =>
      store.write(() => {
        teaching.begin();
        return lessons.filter(({ id, observed: seen, at }) => teaching.old(id, seen, at, key)).length;
      }),
    );
    teaching.confirm();
    return learned;
  }
}
