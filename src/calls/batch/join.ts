import { entryKey } from '../../contract/bulk.ts';
import { compactJson } from '../../contract/compactJson.ts';
import { doubledPlaces, type JsonPlace } from '../../contract/doubledPlaces.ts';
import { isJsonRecord, parseWithNumbers } from '../../contract/jsonNumbers.ts';

/** JSON on one line, numbers as they were sent. */
export function jsonText(value: unknown): string {
  return compactJson(value, Number.POSITIVE_INFINITY);
}

/** `data.result` of an answer, or undefined. */
export function resultOf(body: string): unknown {
  const parsed = parseWithNumbers(body);
  const data = isJsonRecord(parsed) && Object.hasOwn(parsed, 'data') ? parsed.data : undefined;
  return isJsonRecord(data) && Object.hasOwn(data, 'result') ? data.result : undefined;
}

/** Levels below the result that are searched; the documents show no result fields for this operation. */
const deepest = 4;

/** The wanted entries that stand anywhere in a value, as texts or as keys; it looks no further than the second. */
function namedIn(value: unknown, held: (text: unknown) => string | null): ReadonlySet<string> {
  const names = new Set<string>();
  // A list of what is left to look at: an answer may be nested deeper than calls may be.
  const rest: unknown[] = [value];
  while (rest.length > 0 && names.size < 2) {
    const one = rest.pop();
    const texts = isJsonRecord(one) ? Object.keys(one) : [one];
    for (const text of texts) {
      const entry = held(text);
      if (entry !== null) names.add(entry);
    }
    if (Array.isArray(one) || isJsonRecord(one)) for (const inner of Object.values(one)) rest.push(inner);
  }
  return names;
}

/** Which of the wanted entries a text is, or null. */
function among(wanted: ReadonlyMap<string, string>): (text: unknown) => string | null {
  return (text) => (typeof text === 'string' ? (wanted.get(entryKey(text)) ?? null) : null);
}

/**
 * The one wanted entry that an item of an answer names, wherever in it; null where it names none, or a second one too.
 * @param wanted by the `entryKey` of all that names one
 */
export function plainlyNamed(item: unknown, wanted: ReadonlyMap<string, string>): string | null {
  const [entry, other] = namedIn(item, among(wanted));
  return entry === undefined || other !== undefined ? null : entry;
}

/**
 * What an answer says of each entry of a bulk call, as JSON, by `entryKey`. Result fields are not shown by the documents,
 * so an entry is joined only where the result plainly holds it: an object of a list that has the entry as one of its
 * values, or a value under the entry as its key. One that names a second entry of the call, wherever in it, is about both
 * or about either, and goes to neither. Held at two places, an entry is left out, and so is one of whose value a part, or what leads to
 * it, was said under one key in two ways: what was parsed is one of them.
 * @param entries all that the call asked about
 */
export function joinEntries(body: string, entries: readonly string[]): ReadonlyMap<string, string> {
  const keys = entries.map(entryKey).filter((entry) => entry !== '');
  const wanted = new Map(keys.map((entry) => [entry, entry]));
  const found = new Map<string, { readonly json: string; readonly place: JsonPlace } | null>();
  const take = (entry: string, value: unknown, place: JsonPlace): void => {
    found.set(entry, found.has(entry) ? null : { json: jsonText(value), place });
  };
  const held = among(wanted);
  const item = (value: Readonly<Record<string, unknown>>, depth: number, place: JsonPlace): void => {
    const [entry, other] = namedIn(value, held);
    if (entry === undefined || other !== undefined) return;
    if (Object.values(value).some((one) => held(one) !== null)) take(entry, value, place);
    else walk(value, depth, place);
  };
  const walk = (value: unknown, depth: number, place: JsonPlace): void => {
    if (depth > deepest || typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) {
      for (const [at, one] of value.entries()) {
        if (isJsonRecord(one)) item(one, depth + 1, [...place, at]);
        else walk(one, depth + 1, [...place, at]);
      }
      return;
    }
    for (const [key, inner] of Object.entries(value)) {
      const entry = held(key);
      if (entry === null) walk(inner, depth + 1, [...place, key]);
      else if (namedIn({ [entry]: inner }, held).size === 1) take(entry, inner, [...place, key]);
    }
  };
  walk(resultOf(body), 0, ['data', 'result']);
  const doubled = found.size === 0 ? [] : doubledPlaces(body);
  return new Map(
    [...found].flatMap(([entry, one]) =>
      one === null || doubled.some((place) => isOnOnePath(place, one.place))
        ? []
        : [[entry, one.json] as const],
    ),
  );
}

/** Whether a part of `data.result`, or what leads to it, was said under one key in two ways: what was parsed is one of them. */
export function isTwofold(body: string): boolean {
  return doubledPlaces(body).some((place) => isOnOnePath(place, ['data', 'result']));
}

/** One is the other, or leads to it. */
function isOnOnePath(one: JsonPlace, other: JsonPlace): boolean {
  return one.every((step, at) => at >= other.length || step === other[at]);
}
