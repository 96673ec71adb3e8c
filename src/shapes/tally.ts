import { keptValues, type StoredPlace } from './enumerations.ts';
import { type RangeFact, readFact, step } from './facts.ts';
import type { Counted, LearnedPath, LearnedShape, Range, RetryAfterForm, Stopped } from './model.ts';
import { bitsOf, Count, TallyNode } from './tallyNode.ts';
import { mayNamePeople } from './values.ts';

export type ShapeHead = Pick<LearnedShape, 'operation' | 'place' | 'side' | 'code'>;

/** A set of facts with the different inputs that taught just it. */
export interface FactSet {
  readonly facts: readonly string[];
  readonly inputs: number;
  /** Ms since the epoch: when the first of them and the last of them was learned. */
  readonly since: number;
  readonly last: number;
}

type Places = ReadonlyMap<string, StoredPlace>;

/** Where a fact counts: at a path, or (of the facts that are of none) by its text. */
interface Target {
  readonly node: TallyNode | null;
  readonly bits: number;
}

/**
 * Counts sets of facts by path. Keys that are not named yet (enumerations.ts), and those below a name that says whose they are
 * (values.ts), count together as any-key, each input once.
 * May be kept and added to: a set counts the same before and after others. Once a key has been named it must be made anew, see
 * `isNamedAs`.
 */
export class Tally {
  private readonly root = new TallyNode(null, null);
  private readonly others = new Map<string, Count>();
  private readonly targets = new Map<string, Target>();
  private readonly nodes = new Map<string, TallyNode>([['', this.root]]);
  private readonly names: ReadonlyMap<string, string>;
  private set = 0;

  constructor(places: Places) {
    this.names = namesOf(places);
  }

  /** Whether it still counts keys by the names they have. */
  isNamedAs(places: Places): boolean {
    return namesOf(places).size === this.names.size;
  }

  /** Adds a set; with `inputs` below zero takes inputs back from it. */
  add({ facts, inputs, since, last }: FactSet): void {
    const counted = { inputs, since, last };
    this.set += 1;
    const touched: TallyNode[] = [];
    for (const fact of facts) {
      const { node, bits } = this.target(fact);
      if (node === null) this.other(fact).add(counted);
      else if (node.note(this.set, bits)) touched.push(node);
    }
    for (const node of touched) node.count(this.set, counted);
  }

  shape(
    head: ShapeHead,
    ranges: Iterable<RangeFact>,
    places: Places,
    asOf = Number.POSITIVE_INFINITY,
  ): LearnedShape {
    const found = new Found(asOf);
    for (const range of ranges) found.range(this.node(range.at), range);
    for (const [name, place] of places) {
      if (name.startsWith('values ')) found.place(this.node(name.slice('values '.length)), place);
    }
    const counts = [...this.others].filter(([, { inputs }]) => inputs > 0);
    const starting = (mark: string): [string, number][] =>
      counts.flatMap(([fact, { inputs }]) => (fact.startsWith(mark) ? [[fact.slice(1), inputs]] : []));
    return {
      ...head,
      seen: (this.others.get('*') ?? new Count()).plain(),
      paths: found.below(this.root),
      stopped: starting('!').map(([why, inputs]) => ({ why: why as Stopped['why'], inputs })),
      retryAfter: Object.fromEntries(starting('>')) as Partial<Record<RetryAfterForm, number>>,
    };
  }

  private target(fact: string): Target {
    const known = this.targets.get(fact);
    if (known !== undefined) return known;
    const read = readFact(fact);
    const made = read === null ? { node: null, bits: 0 } : { node: this.node(read.at), bits: bitsOf(read) };
    this.targets.set(fact, made);
    return made;
  }

  private other(fact: string): Count {
    const count = this.others.get(fact) ?? new Count();
    this.others.set(fact, count);
    return count;
  }

  /** The node of a veiled text. */
  private node(at: string): TallyNode {
    const known = this.nodes.get(at);
    if (known !== undefined) return known;
    let node = this.root;
    step.lastIndex = 0;
    while (step.lastIndex < at.length) {
      const groups = step.exec(at)?.groups;
      if (groups === undefined) throw new RangeError('a fact whose path cannot be read');
      node = this.stepped(node, groups);
    }
    this.nodes.set(at, node);
    return node;
  }

  private stepped(node: TallyNode, groups: Readonly<Record<string, string | undefined>>): TallyNode {
    const { items, quoted, print, key } = groups;
    if (items !== undefined) return node.below('items');
    if (quoted !== undefined) return node.below({ key: String(JSON.parse(quoted)) });
    if (key !== undefined) return node.below({ key });
    const name = print === undefined ? undefined : this.names.get(print);
    // Versions before gave names to keys of whatever object.
    if (name !== undefined && !mayNamePeople(node.path)) return node.below({ key: name });
    const any = node.below('any-key');
    if (print === undefined) any.direct = true;
    else any.prints.add(print);
    return any;
  }
}

function namesOf(places: Places): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const [name, { texts }] of places) {
    if (!name.startsWith('keys ')) continue;
    for (const { print, text } of texts) if (text !== null) names.set(print, text);
  }
  return names;
}

/** What ranges and places say of the nodes, and all of it as learned paths. */
class Found {
  private readonly lengths = new Map<TallyNode, Range>();
  private readonly items = new Map<TallyNode, Range>();
  private readonly places = new Map<TallyNode, StoredPlace>();
  private readonly asOf: number;

  constructor(asOf: number) {
    this.asOf = asOf;
  }

  range(node: TallyNode, { what, least, most }: RangeFact): void {
    const ranges = what === 'length' ? this.lengths : this.items;
    const before = ranges.get(node);
    ranges.set(node, {
      least: Math.min(least, before?.least ?? least),
      most: Math.max(most, before?.most ?? most),
    });
  }

  /** Of paths that fold to one (below keys without a name) nothing is told apart: they make no enumeration. */
  place(node: TallyNode, place: StoredPlace): void {
    this.places.set(node, this.places.has(node) ? { ...place, ended: true } : place);
  }

  /** Parents before children, brothers in the order they were first seen; facts come by name. */
  below(node: TallyNode): readonly LearnedPath[] {
    if (node.seen.inputs <= 0) return [];
    const children = [...node.children.values()].sort((one, other) => one.seen.since - other.seen.since);
    return [this.learned(node), ...children.flatMap((child) => this.below(child))];
  }

  private learned(node: TallyNode): LearnedPath {
    const isKey = node.segment !== null && typeof node.segment !== 'string';
    const missing = new Count();
    missing.add(node.lacking);
    missing.add(node.uneven);
    const values = this.values(node);
    return {
      path: node.path,
      seen: node.seen.plain(),
      of: node.seen.inputs + (node.segment === 'items' ? 0 : node.lacking.inputs),
      missing: isKey && missing.inputs > 0 ? missing.plain() : null,
      kinds: Object.fromEntries(plainCounts(node.kinds)),
      formats: Object.fromEntries(plainCounts(node.formats)),
      length: this.lengths.get(node) ?? null,
      items: this.items.get(node) ?? null,
      ...values,
      ...(node.segment === 'any-key' && !node.direct ? { unnamed: node.prints.size } : {}),
    };
  }

  private values(node: TallyNode): Pick<LearnedPath, 'values' | 'otherValues' | 'untold'> {
    const place = this.places.get(node);
    const kept = place === undefined ? null : keptValues(place);
    const known = kept?.values.filter(({ since }) => since <= this.asOf) ?? [];
    if (kept === null || known.length === 0) return { values: null, otherValues: 0 };
    const values = known.map(({ text, inputs, since, last }) => ({
      value: text,
      seen: { inputs, since, last },
    }));
    const uncounted = (node.kinds.get('string')?.inputs ?? 0) - (place?.inputs ?? 0);
    const untold = Math.max(node.untold.inputs, uncounted);
    return { values, otherValues: kept.others, ...(untold > 0 ? { untold } : {}) };
  }
}

function plainCounts<Key extends string>(counts: ReadonlyMap<Key, Count>): readonly [Key, Counted][] {
  return [...counts].flatMap(([key, count]) => (count.inputs > 0 ? [[key, count.plain()]] : []));
}
