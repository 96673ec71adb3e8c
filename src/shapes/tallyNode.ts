import type { PathFact } from './facts.ts';
import { type Counted, type Format, formats, type Kind, kinds, type Path, type Segment } from './model.ts';

/** Counts that go on. Inputs may be taken back (an input that showed more moves to another set); times are not. */
export class Count implements Counted {
  inputs = 0;
  since = Number.POSITIVE_INFINITY;
  last = Number.NEGATIVE_INFINITY;

  add({ inputs, since, last }: Counted): void {
    this.inputs += inputs;
    if (inputs < 0) return;
    this.since = Math.min(this.since, since);
    this.last = Math.max(this.last, last);
  }

  plain(): Counted {
    return { inputs: this.inputs, since: this.since, last: this.last };
  }
}

const unevenBit = 1 << 20;
const cutBit = 1 << 21;
const untoldBit = 1 << 22;
const objectBit = 1 << kinds.indexOf('object');
const firstFormat = kinds.length;

/** A fact of a path as bits: kinds, formats, flags. */
export function bitsOf(fact: PathFact): number {
  let bits = 0;
  for (const kind of fact.kinds) bits |= 1 << kinds.indexOf(kind);
  for (const format of fact.formats) bits |= 1 << (firstFormat + formats.indexOf(format));
  if (fact.uneven) bits |= unevenBit;
  if (fact.untold) bits |= untoldBit;
  return fact.cut ? bits | cutBit : bits;
}

/** A path with what the sets counted so far say of it. */
export class TallyNode {
  readonly path: Path;
  readonly segment: Segment | null;
  readonly children = new Map<string, TallyNode>();
  readonly seen = new Count();
  readonly kinds = new Map<Kind, Count>();
  readonly formats = new Map<Format, Count>();
  /** Inputs that had an object there which was looked at whole. */
  readonly whole = new Count();
  /** Inputs with such an object above that had this key nowhere in it; and those that had it in some of several. */
  readonly lacking = new Count();
  readonly uneven = new Count();
  /** Inputs that had a text there, in one answer at least, of which nothing is told. */
  readonly untold = new Count();
  /** Of any-key: the prints behind it; `direct` once a key was data by itself. */
  readonly prints = new Set<string>();
  direct = false;
  /** The set that is being counted, and what it says here. */
  private stamp = 0;
  private bits = 0;

  constructor(above: TallyNode | null, segment: Segment | null) {
    this.segment = segment;
    this.path = above === null || segment === null ? [] : [...above.path, segment];
    // Sets that were counted before anybody had this key had its object without it.
    if (above !== null) this.lacking.add(above.whole);
  }

  /** The node one step below, made where there is none. */
  below(segment: Segment): TallyNode {
    const name = typeof segment === 'string' ? segment : `.${segment.key}`;
    const found = this.children.get(name);
    if (found !== undefined) return found;
    const made = new TallyNode(this, segment);
    this.children.set(name, made);
    return made;
  }

  /** Notes a fact of the set with this number; true for the first. */
  note(set: number, bits: number): boolean {
    const first = this.stamp !== set;
    this.bits = first ? bits : this.bits | bits;
    this.stamp = set;
    return first;
  }

  /** Counts what the set said here, once all its facts are noted. */
  count(set: number, counted: Counted): void {
    const { bits } = this;
    this.seen.add(counted);
    for (const [index, kind] of kinds.entries())
      if (bits & (1 << index)) countOf(this.kinds, kind).add(counted);
    for (const [index, format] of formats.entries()) {
      if (bits & (1 << (firstFormat + index))) countOf(this.formats, format).add(counted);
    }
    if (bits & unevenBit) this.uneven.add(counted);
    if (bits & untoldBit) this.untold.add(counted);
    if (!(bits & objectBit) || bits & cutBit) return;
    this.whole.add(counted);
    for (const child of this.children.values()) if (child.stamp !== set) child.lacking.add(counted);
  }
}

function countOf<Key>(counts: Map<Key, Count>, key: Key): Count {
  const found = counts.get(key);
  if (found !== undefined) return found;
  const made = new Count();
  counts.set(key, made);
  return made;
}
