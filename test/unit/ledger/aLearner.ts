import type { TestContext } from 'node:test';
import { KnownShape } from '../../../src/ledger/learning/knownShape.ts';
import { Lessons } from '../../../src/ledger/learning/lessons.ts';
import { Prints } from '../../../src/ledger/learning/prints.ts';
import { openFile } from '../../../src/ledger/openFile.ts';
import { Store } from '../../../src/ledger/store.ts';
import type { ShapeHead } from '../../../src/shapes/aggregate.ts';
import type { Drift, Kind, Observation, PathSeen, RetryAfterForm } from '../../../src/shapes/model.ts';
import { aFolder, noon } from './aLedger.ts';

export const head: ShapeHead = {
  operation: 'rc-advanced',
  place: 'https://api.example.invalid',
  side: 'answer',
  code: 'OK',
};

const nothing = { formats: [], length: null, items: null, values: [] } as const;

/** What a body of an object with these keys shows. */
export function seenOf(
  keys: Readonly<Record<string, Kind | (Partial<Omit<PathSeen, 'path'>> & Pick<PathSeen, 'kinds'>)>>,
): Observation {
  const below = Object.entries(keys).map(([key, seen]): PathSeen => {
    const path = key.split('.').map((part) => ({ key: part }));
    return { ...nothing, path, ...(typeof seen === 'string' ? { kinds: [seen] } : seen) };
  });
  return { paths: [{ ...nothing, path: [], kinds: ['object'] }, ...below], uneven: [], stopped: [] };
}

export interface More {
  /** Ms after noon. */
  readonly at?: number;
  readonly head?: ShapeHead;
  readonly retryAfter?: RetryAfterForm;
  readonly judged?: boolean;
  readonly by?: Lessons;
}

/** What learns, on a file without a ledger around it. */
export async function aLearner(t: TestContext) {
  const { db, names } = await openFile(aFolder(t), noon);
  t.after(() => db.close());
  db.exec('PRAGMA synchronous = OFF');
  const store = new Store(db, names);
  const lessons = new Lessons(store);
  const prints = new Prints({ id: 'a-key', key: new Uint8Array(32).fill(7) });
  const read = { shapes: 0 };
  const { sql } = store;
  store.sql = (text) => {
    if (text.startsWith('SELECT id, text FROM facts')) read.shapes += 1;
    return sql.call(store, text);
  };
  const rows = (text: string): unknown[] =>
    store
      .sql(text)
      .all()
      .map((row) => Object.values(row).join(' '));
  return {
    store,
    lessons,
    prints,
    rows,
    /** How often a shape was read from the file since this was asked last. */
    readings: (): number => {
      const { shapes } = read;
      read.shapes = 0;
      return shapes;
    },
    teach: (input: string, seen: Observation, more: More = {}): readonly Drift[] => {
      const { at = 0, judged = false, retryAfter = null, by = lessons } = more;
      const of = more.head ?? head;
      const print = prints.input({ id: input, place: of.place, fingerprint: input });
      const taught = { head: of, observation: seen, retryAfter, input: print, at: noon + at };
      return by.teach(taught, prints, judged);
    },
    /** As another window reads it. */
    known: (code = head.code): KnownShape => {
      const row = store.sql('SELECT id, known FROM learned WHERE code = ?').get(code);
      return new KnownShape(store, { ...head, code }, Number(row?.id), Number(row?.known));
    },
  };
}

export type Learner = Awaited<ReturnType<typeof aLearner>>;

/** Ids of facts as a set holds them. */
export function packed(...ids: readonly number[]): Uint8Array {
  return new Uint8Array(Uint32Array.from(ids).buffer);
}

/** A shape that was learned elsewhere, of so many facts (`f1` …). */
export function put({ store }: Learner, facts: number, code = head.code): number {
  const { operation, place, side } = head;
  const made = store
    .sql('INSERT INTO learned (operation, place, side, code) VALUES (?, ?, ?, ?)')
    .run(operation, place, side, code);
  const id = Number(made.lastInsertRowid);
  store
    .sql(
      `WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ?2)
       INSERT INTO facts (id, learned, text) SELECT n, ?1, 'f' || n FROM n WHERE n <= ?2`,
    )
    .run(id, facts);
  return id;
}

/** Sets of this shape, all of the same facts: so many inputs each, `last` ms after noon. */
export function putSets(
  { store }: Learner,
  shape: number,
  ids: Uint8Array,
  sets: readonly { readonly inputs: number; readonly last: number }[],
): void {
  const made = store.sql(
    'INSERT INTO fact_sets (learned, hash, ids, inputs, since, last) VALUES (?, ?, ?, ?, ?, ?)',
  );
  store.db.exec('BEGIN');
  for (const [n, { inputs, last }] of sets.entries())
    made.run(shape, `put ${n}`, ids, inputs, noon, noon + last);
  store.db.exec('COMMIT');
}
