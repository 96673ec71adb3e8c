import type { FactSet, ShapeHead } from '../../shapes/aggregate.ts';
import type { StoredPlace } from '../../shapes/enumerations.ts';
import type { RangeFact } from '../../shapes/facts.ts';
import type { LearnedShape } from '../../shapes/model.ts';
import { Tally } from '../../shapes/tally.ts';
import type { Store } from '../store.ts';
import { written } from '../written.ts';
import type { Prints } from './prints.ts';

const mostPrinted = 2000;

type Row = Readonly<Record<string, unknown>>;

/** Ids as they lie in the file: 32 bits each, little-endian. */
export function packedIds(ids: readonly number[]): Uint8Array {
  const bytes = Buffer.alloc(ids.length * 4);
  for (const [index, id] of ids.entries()) bytes.writeUInt32LE(id, index * 4);
  return bytes;
}

function idsIn(blob: unknown): readonly number[] {
  if (!(blob instanceof Uint8Array)) return [];
  const bytes = Buffer.from(blob.buffer, blob.byteOffset, blob.byteLength);
  return Array.from({ length: bytes.length >> 2 }, (_, index) => bytes.readUInt32LE(index * 4));
}

/** The JSON that this code wrote. */
function storedPlace(text: unknown): StoredPlace {
  return JSON.parse(String(text));
}

/** One shape as the file has it, counted in memory so that an answer can be judged without reading it all again. */
export class KnownShape {
  readonly head: ShapeHead;
  /** Row of `learned`. */
  readonly id: number;
  /** How often it was written when this was read, and by whom has it since. */
  version: number;
  /** Ids of facts by their text, and back. */
  readonly facts = new Map<string, number>();
  readonly texts = new Map<number, string>();
  readonly ranges = new Map<string, RangeFact>();
  readonly places = new Map<string, StoredPlace>();
  /** How many sets there are. */
  sets = 0;
  /** How many ids stand in them. */
  ids = 0;
  tally: Tally;
  readonly #printed = new Map<string, string>();
  #printedBy = '';

  constructor(store: Store, head: ShapeHead, id: number, version: number) {
    this.head = head;
    this.id = id;
    this.version = version;
    for (const row of store.sql('SELECT id, text FROM facts WHERE learned = ?').all(id)) {
      this.name(Number(row.id), String(row.text));
    }
    for (const row of store.sql('SELECT * FROM fact_ranges WHERE learned = ?').all(id)) {
      const what = written<RangeFact['what']>(row.what);
      const range = { what, at: String(row.at), least: Number(row.least), most: Number(row.most) };
      this.ranges.set(`${what} ${range.at}`, range);
    }
    for (const row of store.sql('SELECT at, stored FROM fact_places WHERE learned = ?').all(id)) {
      this.places.set(String(row.at), storedPlace(row.stored));
    }
    this.tally = this.#counted(store);
  }

  /** After a key has got its name: what was counted as any key counts as its own. */
  nameKeys(store: Store): void {
    if (!this.tally.isNamedAs(this.places)) this.tally = this.#counted(store);
  }

  name(id: number, text: string): void {
    this.facts.set(text, id);
    this.texts.set(id, text);
  }

  /** Keys and values recur in every answer; what they are printed as is remembered, in memory. */
  print(prints: Prints, text: string): string {
    const before = this.#printed.get(text);
    if (before !== undefined && this.#printedBy === prints.seal) return before;
    if (this.#printed.size >= mostPrinted || this.#printedBy !== prints.seal) this.#printed.clear();
    this.#printedBy = prints.seal;
    const print = prints.text(this.head, text);
    this.#printed.set(text, print);
    return print;
  }

  /** A row of `fact_sets` with its facts as texts. */
  setOf(row: Row): FactSet {
    const facts = idsIn(row.ids).flatMap((id) => this.texts.get(id) ?? []);
    return { facts, inputs: Number(row.inputs), since: Number(row.since), last: Number(row.last) };
  }

  shape(): LearnedShape {
    return this.tally.shape(this.head, this.ranges.values(), this.places);
  }

  /** Each set, oldest first; no more than a shape may have. */
  *setsIn(store: Store): Iterable<FactSet> {
    const rows = store
      .sql('SELECT id, ids, inputs, since, last FROM fact_sets WHERE learned = ?')
      .all(this.id);
    rows.sort((one, other) => Number(one.id) - Number(other.id));
    for (const row of rows) yield this.setOf(row);
  }

  #counted(store: Store): Tally {
    const tally = new Tally(this.places);
    this.sets = 0;
    this.ids = 0;
    for (const set of this.setsIn(store)) {
      tally.add(set);
      this.sets += 1;
      this.ids += set.facts.length;
    }
    return tally;
  }
}
