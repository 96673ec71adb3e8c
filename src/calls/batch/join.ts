import { parseWithNumbers, SourceNumber } from '../../contract/jsonNumbers.ts';

/** JSON on one line, numbers as they were sent. */
export function jsonText(value: unknown): string {
  if (value instanceof SourceNumber) return value.text;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return `[${value.map(jsonText).join(',')}]`;
  const entries = Object.entries(value).map(([key, inner]) => `${JSON.stringify(key)}:${jsonText(inner)}`);
  return `{${entries.join(',')}}`;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof SourceNumber)
  );
}

/** `data.result` of an answer, or undefined. */
export function resultOf(body: string): unknown {
  const parsed = parseWithNumbers(body);
  const data = isRecord(parsed) && Object.hasOwn(parsed, 'data') ? parsed.data : undefined;
  return isRecord(data) && Object.hasOwn(data, 'result') ? data.result : undefined;
}

/** Levels below the result that are searched; the documents show no result fields for this operation. */
const deepest = 4;

/**
 * What an answer says of each entry of a bulk call, as JSON, by the entry in lower case. Result fields are not shown by
 * the documents, so an entry is joined only where the result plainly holds it: an object of a list that has the entry
 * as one of its values, or a value under the entry as its key. Held at two places, it is left out.
 */
export function joinEntries(body: string, entries: readonly string[]): ReadonlyMap<string, string> {
  const wanted = new Set(entries.map((entry) => entry.trim().toLowerCase()));
  const found = new Map<string, string | null>();
  const take = (entry: string, value: unknown): void => {
    found.set(entry, found.has(entry) ? null : jsonText(value));
  };
  const held = (text: unknown): string | null => {
    const entry = typeof text === 'string' ? text.trim().toLowerCase() : '';
    return wanted.has(entry) ? entry : null;
  };
  const walk = (value: unknown, depth: number): void => {
    if (depth > deepest || typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) {
      for (const item of value) {
        const entry = isRecord(item)
          ? (Object.values(item)
              .map(held)
              .find((one) => one !== null) ?? null)
          : null;
        if (entry === null) walk(item, depth + 1);
        else take(entry, item);
      }
      return;
    }
    for (const [key, inner] of Object.entries(value)) {
      const entry = held(key);
      if (entry === null) walk(inner, depth + 1);
      else take(entry, inner);
    }
  };
  walk(resultOf(body), 0);
  return new Map([...found].flatMap(([entry, text]) => (text === null ? [] : [[entry, text] as const])));
}
