import { coverText } from './coverText.ts';
import type { Deviation } from './words.ts';

type Value = string | number | boolean;

/** What a deviation is about, see Deviation; what is left out is none or null. */
export interface About {
  readonly path?: string | readonly string[];
  readonly expected?: Value;
  readonly found?: Value;
}

function dataOf({ path = [], expected, found }: About): Pick<Deviation, 'paths' | 'expected' | 'found'> {
  return {
    paths: typeof path === 'string' ? [path] : path,
    expected: expected === undefined ? null : String(expected),
    found: found === undefined ? null : String(found),
  };
}

export function fault(about: About, text: string, ...args: readonly (string | number)[]): Deviation {
  return { kind: 'fault', ...dataOf(about), what: { text, args } };
}

export function finding(about: About, text: string, ...args: readonly (string | number)[]): Deviation {
  return { kind: 'finding', ...dataOf(about), what: { text, args } };
}

/** A field that the documents show and the answer lacks. */
export function missing(path: string): Deviation {
  return fault({ path, found: 'missing' }, '{0} is missing.', path);
}

/** A code, word or key of the service's for a sentence of ours: short, and nothing personal in it. */
export function short(text: string): string {
  // Covered before it is cut: half a datum has no pattern.
  const covered = coverText(text.slice(0, 1000));
  return covered.length > 60 ? `${covered.slice(0, 60)}…` : covered;
}

/** An answer may have a million keys that nobody documented. */
const mostPaths = 100;

/** The paths of fields by the names they have in an object; of very many the first. */
export function pathsOf(names: readonly string[], within = ''): readonly string[] {
  return names.slice(0, mostPaths).map((name) => within + short(name));
}

/** Names for a sentence: the first few, and how many there are. */
export function listOf(names: readonly string[]): string {
  const first = names.slice(0, 6).map(short).join(', ');
  return names.length > 6 ? `${first} … (${names.length})` : first;
}

/** The type of a JSON value as the documents name types. */
export function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}
