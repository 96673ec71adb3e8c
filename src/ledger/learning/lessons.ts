import { createHash } from 'node:crypto';
import type { ShapeHead } from '../../shapes/aggregate.ts';
import { driftOf } from '../../shapes/drift.ts';
import { learnPlace, type StoredPlace } from '../../shapes/enumerations.ts';
import { type Lesson, lessonOf, type RangeFact, united } from '../../shapes/facts.ts';
import type { Drift, Observation, RetryAfterForm } from '../../shapes/model.ts';
import type { Store } from '../store.ts';
import { KnownShape, packedIds } from './knownShape.ts';
import type { Prints } from './prints.ts';
import { untellShape } from './untelling.ts';

/** Different sets of facts kept of a shape. Those that the fewest inputs have shown, and longest ago, make room, a tenth at a time. */
export const mostSets = 2000;
/** Ids in the sets of a shape, for answers of very many fields: a settlement may have to read them all, some 100 ms for so many. */
export const mostIds = 200_000;
const droppedAtOnce = 0.1;
/** Of a shape: an answer that never looks like the one before must not fill the disk. What is new beyond is not learned. */
const mostFacts = 20_000;
const mostPlaces = 2000;
/** Operations × places × sides × codes. */
const mostShapes = 1000;
/** Shapes kept in memory; the one that was used longest ago goes. */
const mostKnown = 32;

function sortedIds(ids: readonly number[]): readonly number[] {
  return [...ids].sort((one, other) => one - other);
}

function hashOf(packed: Uint8Array): string {
  return createHash('sha256').update(packed).digest('base64url').slice(0, 22);
}

/** How many of its texts stand there in clear. */
function named({ texts }: StoredPlace): number {
  return texts.filter(({ text }) => text !== null).length;
}

/** One side of a call. */
export interface Taught {
  readonly head: ShapeHead;
  readonly observation: Observation;
  readonly retryAfter: RetryAfterForm | null;
  /** Prints.input */
  readonly input: Uint8Array;
  /** Ms since the epoch. */
  readonly at: number;
}

/**
 * Writes what calls teach; all methods within a transaction that writes. What it remembers of the file holds as long as nobody else
 * has written it, and once the transaction that it was written in came to its end (`confirm`).
 */
export class Lessons {
  readonly #store: Store;
  readonly #known = new Map<string, KnownShape>();
  /** Written in transactions that may yet be undone. */
  readonly #pending = new Set<string>();

  constructor(store: Store) {
    this.#store = store;
  }

  /** A transaction begins: the one before came to its end, or was undone. */
  begin(): void {
    for (const name of this.#pending) this.#known.delete(name);
    this.#pending.clear();
  }

  /** The transactions that wrote so far are on disk. */
  confirm(): void {
    this.#pending.clear();
  }

  /** Nothing that is remembered holds any more. */
  forget(): void {
    this.#known.clear();
    this.#pending.clear();
  }

  /** Learns from one side of a call. What an answer departs in from what was known before it; nothing where that is not `judged`. */
  teach(taught: Taught, prints: Prints, judged: boolean): readonly Drift[] {
    const known = this.#knownOf(taught.head);
    if (known === null) return [];
    const { observation, retryAfter } = taught;
    const knowing = {
      print: (text: string) => known.print(prints, text),
      place: (at: string) => known.places.get(at),
    };
    const lesson = lessonOf(observation, knowing, retryAfter);
    const drifts =
      judged && this.#mayDrift(known, lesson) ? driftOf(observation, known.shape(), lesson.unmet) : [];
    const fresh = this.#writeSet(known, taught, lesson);
    for (const range of lesson.ranges) this.#writeRange(known, range);
    if (this.#writePlaces(known, lesson, { fresh, at: taught.at })) known.nameKeys(this.#store);
    known.version += 1;
    this.#store.sql('UPDATE learned SET known = ? WHERE id = ?').run(known.version, known.id);
    return drifts;
  }

  /**
   * Whether it is worth asking: what looks just like an answer before, without a key or value that was never met, departs in
   * nothing. Most answers do.
   */
  #mayDrift(known: KnownShape, { facts, unmet }: Lesson): boolean {
    if (unmet.keys.size > 0 || unmet.values.size > 0) return true;
    const ids = facts.flatMap((text) => known.facts.get(text) ?? []);
    if (ids.length < facts.length) return true;
    const same = this.#store.sql('SELECT inputs FROM fact_sets WHERE learned = ? AND hash = ?');
    return Number(same.get(known.id, hashOf(packedIds(sortedIds(ids))))?.inputs ?? 0) === 0;
  }

  /** Null when there are too many shapes already. */
  #knownOf(head: ShapeHead): KnownShape | null {
    const { operation, place, side, code } = head;
    const name = JSON.stringify([operation, place, side, code]);
    const find = this.#store.sql(
      'SELECT id, known FROM learned WHERE operation = ? AND place = ? AND side = ? AND code = ?',
    );
    const row = find.get(operation, place, side, code) ?? this.#newRow(head);
    if (row === null) return null;
    const remembered = this.#known.get(name);
    const holds = remembered?.id === row.id && remembered?.version === row.known;
    const known =
      holds && remembered !== undefined
        ? remembered
        : new KnownShape(this.#store, head, Number(row.id), Number(row.known));
    this.#known.delete(name);
    this.#known.set(name, known);
    this.#pending.add(name);
    if (this.#known.size > mostKnown) this.#known.delete(String(this.#known.keys().next().value));
    return known;
  }

  #newRow({
    operation,
    place,
    side,
    code,
  }: ShapeHead): { readonly id: unknown; readonly known: unknown } | null {
    const count = this.#store.sql('SELECT count(*) AS n FROM learned').get();
    if (Number(count?.n) >= mostShapes) return null;
    const made = this.#store
      .sql('INSERT INTO learned (operation, place, side, code) VALUES (?, ?, ?, ?)')
      .run(operation, place, side, code);
    return { id: Number(made.lastInsertRowid), known: 0 };
  }

  /** Counts the input with the set of what it showed, once. True when it had shown nothing before. */
  #writeSet(known: KnownShape, { input, at }: Taught, lesson: Lesson): boolean {
    const store = this.#store;
    if (known.sets >= mostSets || known.ids >= mostIds) this.#makeRoom(known);
    const before = store
      .sql(
        `SELECT s.id, s.ids, s.inputs, s.since, s.last FROM fact_inputs i JOIN fact_sets s ON s.id = i.fact_set
         WHERE i.learned = ? AND i.print = ?`,
      )
      .get(known.id, input);
    const old = before === undefined ? null : known.setOf(before);
    const facts = old === null ? lesson.facts : united(old.facts, lesson.facts);
    const ids = this.#idsOf(known, facts);
    const now = this.#setWith(known, ids, at);
    if (before !== undefined && old !== null) {
      if (now === Number(before.id)) {
        store.sql('UPDATE fact_sets SET last = max(last, ?) WHERE id = ?').run(at, now);
        return false;
      }
      known.tally.add({ ...old, inputs: -1 });
      // A set that nobody is left in still says since when its facts are known.
      store.sql('UPDATE fact_sets SET inputs = inputs - 1 WHERE id = ?').run(Number(before.id));
    }
    store
      .sql(
        'UPDATE fact_sets SET inputs = inputs + 1, since = min(since, ?1), last = max(last, ?1) WHERE id = ?2',
      )
      .run(at, now);
    store
      .sql(
        `INSERT INTO fact_inputs (learned, print, fact_set) VALUES (?, ?, ?)
         ON CONFLICT DO UPDATE SET fact_set = excluded.fact_set`,
      )
      .run(known.id, input, now);
    const kept = ids.flatMap((id) => known.texts.get(id) ?? []);
    known.tally.add({ facts: kept, inputs: 1, since: at, last: at });
    return old === null;
  }

  #idsOf(known: KnownShape, facts: readonly string[]): readonly number[] {
    const add = this.#store.sql('INSERT INTO facts (learned, text) VALUES (?, ?)');
    const ids: number[] = [];
    for (const text of facts) {
      let id = known.facts.get(text);
      if (id === undefined) {
        if (known.facts.size >= mostFacts) continue;
        id = Number(add.run(known.id, text).lastInsertRowid);
        known.name(id, text);
      }
      ids.push(id);
    }
    return sortedIds(ids);
  }

  /** The set of just these facts, without the input that is counted next. */
  #setWith(known: KnownShape, ids: readonly number[], at: number): number {
    const packed = packedIds(ids);
    const hash = hashOf(packed);
    const found = this.#store
      .sql('SELECT id FROM fact_sets WHERE learned = ? AND hash = ?')
      .get(known.id, hash);
    if (found !== undefined) return Number(found.id);
    const made = this.#store
      .sql('INSERT INTO fact_sets (learned, hash, ids, inputs, since, last) VALUES (?, ?, ?, 0, ?, ?)')
      .run(known.id, hash, packed, at, at);
    known.sets += 1;
    known.ids += ids.length;
    return Number(made.lastInsertRowid);
  }

  /** Counts fall by what goes; its inputs teach anew when they are asked about again. */
  #makeRoom(known: KnownShape): void {
    const all = this.#store
      .sql('SELECT id, ids, inputs, since, last FROM fact_sets WHERE learned = ?')
      .all(known.id);
    const by = (row: (typeof all)[number]): readonly [number, number] => [
      Number(row.inputs),
      Number(row.last),
    ];
    const rare = all
      .sort((one, other) => by(one)[0] - by(other)[0] || by(one)[1] - by(other)[1])
      .slice(0, Math.ceil(all.length * droppedAtOnce));
    const ids = JSON.stringify(rare.map(({ id }) => Number(id)));
    const these = '(SELECT value FROM json_each(?))';
    this.#store.sql(`DELETE FROM fact_sets WHERE id IN ${these}`).run(ids);
    const gone = this.#store.sql(`DELETE FROM fact_inputs WHERE learned = ? AND fact_set IN ${these}`);
    if (Number(gone.run(known.id, ids).changes) > 0) {
      for (const [at, place] of untellShape(this.#store, known.id)) known.places.set(at, place);
    }
    for (const row of rare) {
      const set = known.setOf(row);
      known.tally.add({ ...set, inputs: -set.inputs });
      known.ids -= set.facts.length;
    }
    known.sets -= rare.length;
  }

  /** Written only where an end widens. */
  #writeRange(known: KnownShape, range: RangeFact): void {
    const name = `${range.what} ${range.at}`;
    const old = known.ranges.get(name);
    if (old === undefined && known.ranges.size >= mostFacts) return;
    const least = Math.min(old?.least ?? range.least, range.least);
    const most = Math.max(old?.most ?? range.most, range.most);
    if (old?.least === least && old.most === most) return;
    known.ranges.set(name, { ...range, least, most });
    this.#store
      .sql('INSERT OR REPLACE INTO fact_ranges (learned, what, at, least, most) VALUES (?, ?, ?, ?, ?)')
      .run(known.id, range.what, range.at, least, most);
  }

  /** True when a key has got its name. */
  #writePlaces(
    known: KnownShape,
    { places }: Lesson,
    witness: { readonly fresh: boolean; readonly at: number },
  ): boolean {
    const write = this.#store.sql(
      'INSERT OR REPLACE INTO fact_places (learned, at, stored) VALUES (?, ?, ?)',
    );
    let isNamed = false;
    for (const [at, seen] of places) {
      const old = known.places.get(at);
      if (old === undefined && known.places.size >= mostPlaces) continue;
      // A repeat counts nothing: there is something to write only where it showed a text.
      if (old !== undefined && !witness.fresh && seen.texts.length === 0 && !seen.closed) continue;
      const now = learnPlace(old, seen, witness);
      known.places.set(at, now);
      write.run(known.id, at, JSON.stringify(now));
      if (seen.of === 'keys') isNamed ||= named(now) > (old === undefined ? 0 : named(old));
    }
    return isNamed;
  }
}
