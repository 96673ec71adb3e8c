import type { OrderId } from '../../calls/ports/ids.ts';
import type { Drift, DriftGrade, Observed } from '../../shapes/model.ts';
import { driftGrades } from '../../shapes/model.ts';
import type { SealingKey } from '../sealing.ts';
import type { Store } from '../store.ts';
import { written, writtenOrNull } from '../written.ts';
import { Lessons } from './lessons.ts';
import { Prints } from './prints.ts';
import { reprintLearned } from './reprint.ts';

/** Departures kept of one order; the gravest first. */
const mostDrifts = 200;

/** What `orders.taught` says: see schemaShapes.ts. */
const taught = { it: 1, nothing: 2 } as const;

/** Learning has undone the transaction that it was part of: whatever else was in it has to be written anew, without. */
export class LearningBroke extends Error {
  constructor(cause: unknown) {
    super('what an answer taught could not be written', { cause });
    this.name = 'LearningBroke';
  }
}

function gravestFirst(drifts: readonly Drift[]): readonly Drift[] {
  const rank = ({ grade }: Drift): number => driftGrades.indexOf(grade);
  return [...drifts].sort((one, other) => rank(one) - rank(other)).slice(0, mostDrifts);
}

/** Learns from orders, in whatever transaction settles them or goes over them. */
export class Teaching {
  readonly #store: Store;
  readonly #lessons: Lessons;
  readonly #failed: (error: unknown) => void;
  /** Of the key that sealed last. */
  #prints: Prints | null = null;

  /** @param failed told when something could not be learned; the order stays one that has not taught yet */
  constructor(store: Store, failed: (error: unknown) => void) {
    this.#store = store;
    this.#lessons = new Lessons(store);
    this.#failed = failed;
  }

  /** To be called as a transaction begins that will teach. */
  begin(): void {
    this.#lessons.begin();
  }

  /** The transactions that wrote so far are on disk. */
  confirm(): void {
    this.#lessons.confirm();
  }

  /** The transaction came to nothing as it ended, and has been written without what was learned in it. */
  undone(error: unknown): void {
    // At once: a call that teaches nothing begins none, and would confirm it.
    this.forget();
    this.#failed(error);
  }

  forget(): void {
    this.#lessons.forget();
  }

  /**
   * Learns from an order that is settled in this transaction. What fails leaves the transaction as it was before.
   * @throws LearningBroke when it could not be left so
   */
  settled(id: OrderId, observed: Observed | null, at: number, key: SealingKey): void {
    this.begin();
    this.#apart(() => this.#learn(id, observed, at, key, true));
  }

  /** As `settled`, of an order settled long ago; looks for no drift. False when it had taught before, or is gone. */
  old(id: OrderId, observed: Observed | null, at: number, key: SealingKey): boolean {
    const row = this.#store.sql('SELECT taught FROM orders WHERE id = ?').get(id);
    if (row?.taught !== 0) return false;
    return this.#apart(() => this.#learn(id, observed, at, key, false)) ?? this.#mark(id, taught.nothing);
  }

  #apart<T>(work: () => T): T | undefined {
    const { db } = this.#store;
    db.exec('SAVEPOINT learning');
    try {
      const done = work();
      db.exec('RELEASE learning');
      return done;
    } catch (error) {
      this.forget();
      this.#failed(error);
      if (!db.isTransaction) throw new LearningBroke(error);
      db.exec('ROLLBACK TO learning; RELEASE learning');
      return undefined;
    }
  }

  #mark(id: OrderId, as: number): boolean {
    this.#store.sql('UPDATE orders SET taught = ? WHERE id = ?').run(as, id);
    return false;
  }

  #learn(id: OrderId, observed: Observed | null, at: number, key: SealingKey, judged: boolean): boolean {
    if (observed === null || (observed.request === null && observed.answer === null)) {
      return this.#mark(id, taught.nothing);
    }
    const row = this.#store.sql('SELECT seq, operation, place, fingerprint FROM orders WHERE id = ?').get(id);
    if (row === undefined) return false;
    const place = String(row.place);
    const prints = this.#printsOf(key);
    const input = prints.input({ id, place, fingerprint: writtenOrNull(row.fingerprint) });
    const head = { operation: written<never>(row.operation), place, code: observed.code };
    const of = { input, at };
    if (observed.request !== null) {
      const request = { ...of, head: { ...head, side: 'request' as const }, retryAfter: null };
      this.#lessons.teach({ ...request, observation: observed.request }, prints, false);
    }
    let drifts: readonly Drift[] = [];
    if (observed.answer !== null) {
      const answer = { ...of, head: { ...head, side: 'answer' as const }, retryAfter: observed.retryAfter };
      drifts = this.#lessons.teach({ ...answer, observation: observed.answer }, prints, judged);
    }
    this.#write(Number(row.seq), gravestFirst(drifts));
    return true;
  }

  #write(seq: number, drifts: readonly Drift[]): void {
    const grade: DriftGrade | null = drifts[0]?.grade ?? null;
    this.#store.sql('UPDATE orders SET taught = ?, drift = ? WHERE seq = ?').run(taught.it, grade, seq);
    if (grade === null) return;
    this.#store
      .sql('INSERT OR REPLACE INTO order_drifts (seq, drifts) VALUES (?, ?)')
      .run(seq, JSON.stringify(drifts));
  }

  /** Within a transaction: where another key seals now, nothing finds what the one before has printed. */
  #printsOf(key: SealingKey): Prints {
    const prints = this.#prints?.seal === key.id ? this.#prints : new Prints(key);
    this.#prints = prints;
    const row = this.#store.sql('SELECT seal FROM learning').get();
    // What is remembered of a shape holds no more then, as each has counted up.
    if (row?.seal !== key.id) reprintLearned(this.#store, prints);
    return prints;
  }
}
