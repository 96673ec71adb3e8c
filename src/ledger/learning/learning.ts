import { setImmediate as turn } from 'node:timers/promises';
import type { OrderId } from '../../calls/ports/ids.ts';
import type {
  LearnedHead,
  LearnedInputs,
  LearnedOld,
  Learning,
  ShapeQuery,
} from '../../calls/ports/shapePorts.ts';
import type { OperationId } from '../../contract/words.ts';
import { aggregate, type ShapeHead } from '../../shapes/aggregate.ts';
import type { Drift, LearnedShape } from '../../shapes/model.ts';
import { readable } from '../faults.ts';
import { seqOf } from '../lookups.ts';
import { written } from '../written.ts';
import { KnownShape } from './knownShape.ts';
import { LearnsOld, type OldMeans } from './learnOld.ts';
import { inputsTogether } from './together.ts';

/** Orders made ready to teach again in one transaction. */
const step = 500;

export interface LearningMeans extends OldMeans {
  /** Removes the traces of so many changes from the file. */
  readonly scrub: (changes: number) => Promise<void>;
}

function headOf(row: Readonly<Record<string, unknown>>): ShapeHead {
  const { operation, place, side, code } = row;
  return { operation: written(operation), place: String(place), side: written(side), code: String(code) };
}

/** See Learning. */
export class Learned implements Learning {
  readonly #means: LearningMeans;

  constructor(means: LearningMeans) {
    this.#means = means;
  }

  async shapes(query: ShapeQuery): Promise<readonly LearnedShape[]> {
    const { store } = this.#means;
    if (!(await store.read(() => store.hasTable('learned')))) return [];
    const found = await readable(() => store.read(() => this.#rows(query)));
    const shapes: LearnedShape[] = [];
    for (const row of found) {
      const shape = await readable(() => store.snapshot(() => this.#shape(row, query.asOf)));
      if (shape !== null) shapes.push(shape);
      await turn();
    }
    return shapes;
  }

  async inputs(query: Omit<ShapeQuery, 'code' | 'asOf'>, codes?: readonly string[]): Promise<LearnedInputs> {
    const { store } = this.#means;
    return readable(() =>
      store.snapshot(() => {
        if (!store.hasTable('learned')) return { inputs: 0, at: new Map() };
        const rows = this.#rows(query).map((row) => ({ id: Number(row.id), head: headOf(row) }));
        return inputsTogether(
          store,
          rows.filter(({ head }) => codes?.includes(head.code) ?? true),
        );
      }),
    );
  }

  async heads({ operation, place }: ShapeQuery): Promise<readonly LearnedHead[]> {
    const { store } = this.#means;
    if (!(await store.read(() => store.hasTable('learned')))) return [];
    const rows = await readable(() =>
      store.read(() =>
        store
          .sql(
            `SELECT operation, place, side, code, sum(inputs) AS inputs, min(since) AS since
             FROM learned JOIN fact_sets ON fact_sets.learned = learned.id
             WHERE operation = coalesce(?1, operation) AND place = coalesce(?2, place)
             GROUP BY learned.id HAVING sum(inputs) > 0 ORDER BY learned.id`,
          )
          .all(operation ?? null, place ?? null),
      ),
    );
    return rows.map((row) => ({ ...headOf(row), inputs: Number(row.inputs), since: Number(row.since) }));
  }

  #rows({ operation, place, side, code }: ShapeQuery): readonly Readonly<Record<string, unknown>>[] {
    return this.#means.store
      .sql(
        `SELECT id, operation, place, side, code FROM learned
         WHERE operation = coalesce(?1, operation) AND place = coalesce(?2, place)
           AND side = coalesce(?3, side) AND code = coalesce(?4, code) ORDER BY id`,
      )
      .all(operation ?? null, place ?? null, side ?? null, code ?? null);
  }

  /** Null when it is forgotten meanwhile, or nothing of it was known then. */
  #shape(row: Readonly<Record<string, unknown>>, asOf?: number): LearnedShape | null {
    const { store } = this.#means;
    const now = store.sql('SELECT known FROM learned WHERE id = ?').get(Number(row.id));
    if (now === undefined) return null;
    const head = headOf(row);
    const known = new KnownShape(store, head, Number(row.id), Number(now.known));
    const shape =
      asOf === undefined
        ? known.shape()
        : aggregate(
            head,
            { sets: known.setsIn(store), ranges: known.ranges.values(), places: known.places },
            asOf,
          );
    return shape.seen.inputs > 0 ? shape : null;
  }

  drifts(id: OrderId): Promise<readonly Drift[]> {
    const { store } = this.#means;
    return readable(() =>
      store.read(() => {
        if (!store.hasTable('order_drifts')) return [];
        const row = store.sql('SELECT drifts FROM order_drifts WHERE seq = ?').get(seqOf(store, id));
        return row === undefined ? [] : JSON.parse(String(row.drifts));
      }),
    );
  }

  unlearned(): Promise<number> {
    return this.#old().count();
  }

  async learnOld(progress: (done: LearnedOld) => void, stop: () => boolean): Promise<LearnedOld> {
    this.#means.mustWrite();
    const done = await this.#old().run(progress, stop);
    if (done.learned > 0) this.#means.changed();
    return done;
  }

  #old(): LearnsOld {
    return new LearnsOld(this.#means);
  }

  async forget(operation: OperationId): Promise<void> {
    const { store, mustWrite, teaching, scrub, changed } = this.#means;
    mustWrite();
    const gone = await readable(() =>
      store.write(() => {
        store
          .sql(
            'DELETE FROM order_drifts WHERE seq IN (SELECT seq FROM orders WHERE drift IS NOT NULL AND operation = ?)',
          )
          .run(operation);
        store.sql('UPDATE orders SET drift = NULL WHERE drift IS NOT NULL AND operation = ?').run(operation);
        return store.sql('DELETE FROM learned WHERE operation = ?').run(operation).changes;
      }),
    );
    teaching.forget();
    await this.#untaught(operation);
    // Nothing that was learned is traced back to here.
    await scrub(Number(gone) + 1);
    changed();
  }

  /** Orders that may teach again, once they are asked. A step that is cut off leaves some that do not: nothing is learned wrongly. */
  async #untaught(operation: OperationId): Promise<void> {
    const { store } = this.#means;
    for (let after = 0; ; ) {
      const last = await store.write(() => {
        const seqs = store
          .sql(`SELECT seq FROM orders WHERE seq > ? ORDER BY seq LIMIT ${step}`)
          .all(after)
          .map(({ seq }) => Number(seq));
        store
          .sql(
            `UPDATE orders SET taught = 0 WHERE seq IN (SELECT value FROM json_each(?)) AND operation = ? AND taught <> 0`,
          )
          .run(JSON.stringify(seqs), operation);
        return seqs.at(-1) ?? null;
      });
      if (last === null) return;
      after = last;
      await turn();
    }
  }
}
