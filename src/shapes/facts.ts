import type { PlaceSeen, StoredPlace } from './enumerations.ts';
import { keyTrust } from './keys.ts';
import type { Range, RetryAfterForm } from './model.ts';
import {
  type Format,
  formats,
  type Kind,
  kinds,
  type Observation,
  type Path,
  type PathSeen,
} from './model.ts';
import { pathText, textBelow } from './path.ts';

/**
 * What the ledger keeps of a body: a set of short texts, one for each path, that says what stood there. In them a key that
 * nobody vouches for stands as its keyed print (`data.~aB3x`), so that they hold nothing of an input. To the ledger
 * they are opaque; it interns them, and unites the sets of one input with `united`.
 *
 * A fact of a path: its text, a tab, a letter for each kind and format, and flags. Others: `*` (a body at all), `!why` (not looked
 * through to its end), `>form` (a Retry-After came).
 */

/** Least and most of a length (texts) or of items (lists) at a veiled path: one row, ends widen. */
export interface RangeFact extends Range {
  readonly what: 'length' | 'items';
  readonly at: string;
}

/** What one body teaches. */
export interface Lesson {
  /** Sorted, unique. */
  readonly facts: readonly string[];
  readonly ranges: readonly RangeFact[];
  /** By the place's own text, which is a key of what is stored (learnPlace). */
  readonly places: ReadonlyMap<string, PlaceSeen>;
  /** In memory only, for driftOf. */
  readonly unmet: Unmet;
}

/** Paths, as pathText writes them, with what was never met there before. */
export interface Unmet {
  /** Of keys that nobody vouches for. */
  readonly keys: ReadonlySet<string>;
  /** Where a text stands that is none of the values met. */
  readonly values: ReadonlySet<string>;
}

/** What must be known of a shape to be taught. */
export interface Knowing {
  /** A keyed print, in letters, digits, `-` and `_`. Called for texts that may be personal: it is all that is kept. */
  print(text: string): string;
  /** What is stored of a place of this shape. */
  place(at: string): StoredPlace | undefined;
}

const kindLetters = 'seinbzoav';
const formatLetters = 'DTOUEINX';
const flag = { uneven: '?', cut: '-', untold: '=' } as const;

function letterOf(kind: Kind): string {
  return kindLetters.charAt(kinds.indexOf(kind));
}

function formatLetterOf(format: Format): string {
  return formatLetters.charAt(formats.indexOf(format));
}

/** A fact read back. */
export interface PathFact {
  readonly at: string;
  readonly kinds: readonly Kind[];
  readonly formats: readonly Format[];
  /** Some objects of the body had it and others had not. */
  readonly uneven: boolean;
  /** An object or list that was not looked at whole. */
  readonly cut: boolean;
  /** A text there was left out of the values, see PathSeen. */
  readonly untold: boolean;
}

/** A step of a veiled text; sticky. */
export const step =
  /(?<items>\[\])|(?<any>\{\})|\[(?<quoted>"(?:[^"\\]|\\.)*")\]|\.?(?:~(?<print>[\w-]+)|(?<key>[A-Za-z_$][\w$-]*))/sy;

/** Null for a fact that is of no path. */
export function readFact(fact: string): PathFact | null {
  const tab = fact.indexOf('\t');
  if (tab === -1) return null;
  const codes = fact.slice(tab + 1);
  return {
    at: fact.slice(0, tab),
    kinds: kinds.filter((kind) => codes.includes(letterOf(kind))),
    formats: formats.filter((format) => codes.includes(formatLetterOf(format))),
    uneven: codes.includes(flag.uneven),
    cut: codes.includes(flag.cut),
    untold: codes.includes(flag.untold),
  };
}

const order = `${kindLetters}${formatLetters}?-=`;

function written(at: string, codes: ReadonlySet<string>): string {
  return `${at}\t${[...order].filter((code) => codes.has(code)).join('')}`;
}

/** Places of keys and of values, as their texts. */
function placeText(of: PlaceSeen['of'], at: string): string {
  return `${of} ${at}`;
}

/** What one body teaches a shape. Holds no key that may be somebody's but as print; clear texts only in `places`. */
export function lessonOf(
  observation: Observation,
  knowing: Knowing,
  retryAfter: RetryAfterForm | null = null,
): Lesson {
  const lesson = new LessonBuilder(observation, knowing);
  const others = [
    '*',
    ...observation.stopped.map(({ why }) => `!${why}`),
    ...(retryAfter === null ? [] : [`>${retryAfter}`]),
  ];
  const facts = [...others, ...[...lesson.codes].map(([at, codes]) => written(at, codes))];
  const { ranges, places, unmet } = lesson;
  return { facts: [...new Set(facts)].sort(), ranges: [...ranges.values()], places, unmet };
}

type Places = Map<string, PlaceSeen & { texts: { print: string; text: string }[]; closed: boolean }>;

class LessonBuilder {
  readonly codes = new Map<string, Set<string>>();
  readonly ranges = new Map<string, RangeFact>();
  readonly places: Places = new Map();
  readonly unmet = { keys: new Set<string>(), values: new Set<string>() };
  private readonly knowing: Knowing;
  /** By the text of a path in clear, its text with prints. */
  private readonly veiled = new Map<string, string>();
  private lastAbove: { readonly path: Path; readonly text: string } = { path: [], text: '' };
  private readonly cut: ReadonlySet<string>;
  private readonly allCut: boolean;

  constructor({ paths, uneven, stopped }: Observation, knowing: Knowing) {
    this.knowing = knowing;
    this.allCut = stopped.some(({ why }) => why === 'paths');
    this.cut = new Set(
      stopped.flatMap(({ why, path }) => {
        if (why === 'depth') return [pathText(path)];
        return why === 'size' ? [...path, null].map((_, length) => pathText(path.slice(0, length))) : [];
      }),
    );
    for (const seen of paths) this.take(seen);
    for (const path of uneven) {
      const at = this.veiled.get(pathText(path));
      if (at !== undefined && !at.endsWith('{}')) this.codes.get(at)?.add(flag.uneven);
    }
  }

  private take(seen: PathSeen): void {
    const last = seen.path.at(-1);
    const above = this.aboveText(seen.path);
    const clear = last === undefined ? '' : textBelow(above, last);
    const at = this.veil(seen, clear, above);
    this.veiled.set(clear, at);
    const codes = this.codes.get(at) ?? new Set();
    this.codes.set(at, codes);
    for (const kind of seen.kinds) codes.add(letterOf(kind));
    for (const format of seen.formats) codes.add(formatLetterOf(format));
    if (this.isCut(clear) && seen.kinds.some((kind) => kind === 'object' || kind === 'array')) {
      codes.add(flag.cut);
    }
    if (seen.untold === true) codes.add(flag.untold);
    this.range('length', at, seen.length);
    this.range('items', at, seen.items);
    if (seen.kinds.includes('object')) this.place('keys', at);
    if (seen.kinds.includes('string')) this.values(at, clear, seen);
  }

  /** Brothers follow each other, and share what stands above them. */
  private aboveText(path: Path): string {
    const length = path.length - 1;
    const { path: last, text } = this.lastAbove;
    if (last.length === length && last.every((segment, index) => segment === path[index])) return text;
    const above = path.slice(0, Math.max(0, length));
    this.lastAbove = { path: above, text: pathText(above) };
    return this.lastAbove.text;
  }

  private isCut(text: string): boolean {
    return this.allCut || this.cut.has(text);
  }

  /** The text of a path in which no key stands that may be somebody's. */
  private veil({ path }: PathSeen, clear: string, above: string): string {
    const last = path.at(-1);
    if (last === undefined) return '';
    const parent = this.veiled.get(above) ?? '';
    if (last === 'items' || last === 'any-key') return textBelow(parent, last);
    const trust = keyTrust(last.key);
    if (trust === 'vouched') return textBelow(parent, last);
    if (trust === 'data') return textBelow(parent, 'any-key');
    const name = placeText('keys', parent);
    const stored = this.knowing.place(name);
    const print = this.knowing.print(`${name}\n${last.key}`);
    const met = stored?.texts.some((one) => one.print === print) === true;
    if (stored?.ended === true && !met) return textBelow(parent, 'any-key');
    if (!met && stored?.lost !== true) this.unmet.keys.add(clear);
    this.place('keys', parent).texts.push({ print, text: last.key });
    return `${parent}.~${print}`;
  }

  private place(
    of: PlaceSeen['of'],
    at: string,
  ): { texts: { print: string; text: string }[]; closed: boolean } {
    const name = placeText(of, at);
    const place = this.places.get(name) ?? { of, texts: [], closed: false };
    this.places.set(name, place);
    return place;
  }

  private values(at: string, clear: string, { values, untold }: PathSeen): void {
    const name = placeText('values', at);
    const stored = this.knowing.place(name);
    // Of a list some values may be told beside: counted, they would stand for all that the input had.
    if (stored?.ended === true || untold === true) return;
    const place = this.place('values', at);
    if (values.length === 0) {
      place.closed = true;
      this.unmet.values.add(clear);
    }
    const taken = new Set(place.texts.map(({ text }) => text));
    for (const text of values) {
      if (taken.has(text)) continue;
      const print = this.knowing.print(`${name}\n${text}`);
      place.texts.push({ print, text });
      const met = stored?.texts.some((one) => one.print === print) === true;
      if (!met && stored?.lost !== true) this.unmet.values.add(clear);
    }
  }

  private range(what: RangeFact['what'], at: string, range: Range | null): void {
    if (range === null) return;
    const before = this.ranges.get(`${what} ${at}`);
    const least = Math.min(range.least, before?.least ?? range.least);
    const most = Math.max(range.most, before?.most ?? range.most);
    this.ranges.set(`${what} ${at}`, { what, at, least, most });
  }
}

/**
 * The facts of an input that was asked about again: what either answer showed. What one of them lacked though its
 * object was there becomes uneven, so that a field is not taken for one that never misses.
 */
export function united(one: readonly string[], other: readonly string[]): readonly string[] {
  const others = [...one, ...other].filter((fact) => !fact.includes('\t'));
  const ours = byPlace(one);
  const theirs = byPlace(other);
  const facts = [...new Set([...ours.keys(), ...theirs.keys()])].map((at) => {
    const codes = new Set([...(ours.get(at) ?? ''), ...(theirs.get(at) ?? '')]);
    if (lacks(ours, theirs, at) || lacks(theirs, ours, at)) codes.add(flag.uneven);
    // What one answer showed whole is known whole.
    if (isWhole(ours.get(at)) || isWhole(theirs.get(at))) codes.delete(flag.cut);
    return written(at, codes);
  });
  return [...new Set([...others, ...facts])].sort();
}

type CodesByPlace = ReadonlyMap<string, string>;

function byPlace(facts: readonly string[]): CodesByPlace {
  return new Map(
    facts.flatMap((fact) => {
      const tab = fact.indexOf('\t');
      return tab === -1 ? [] : [[fact.slice(0, tab), fact.slice(tab + 1)] as const];
    }),
  );
}

function isWhole(codes: string | undefined): boolean {
  return codes?.includes('o') === true && !codes.includes(flag.cut);
}

/** Whether one set had the object of a key whole, without the key that the other had. */
function lacks(having: CodesByPlace, lacking: CodesByPlace, at: string): boolean {
  if (!having.has(at) || lacking.has(at) || at.endsWith('{}') || at.endsWith('[]')) return false;
  return isWhole(lacking.get(above(at)));
}

/** The text of the path that a text stands below; '' for the root. */
function above(at: string): string {
  let parent = 0;
  step.lastIndex = 0;
  while (step.lastIndex < at.length) {
    parent = step.lastIndex;
    if (!step.test(at)) return '';
  }
  return at.slice(0, parent);
}
