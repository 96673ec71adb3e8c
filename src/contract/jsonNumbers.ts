import { isRecord } from './record.ts';

/** A number of a JSON text with the characters it was sent as. */
export class SourceNumber {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** Above this many characters numbers are not read with their source text: the reviver costs several times the parsing. */
const sourceLimit = 1_000_000;

/** The characters of a number whose source is not at hand; `≈` where they may differ from those sent. */
function approximate(value: number): string {
  return Number.isSafeInteger(value) ? String(value) : `≈ ${value}`;
}

/**
 * JSON with every number as a SourceNumber. Bodies of more than a million characters, and nested too deep for a
 * reviver, have their numbers from JavaScript instead: whole ones up to 2^53 exactly, others marked with `≈`.
 * @param parsed the same text parsed already, if it was: what is that large is not parsed twice
 * @returns undefined when the text is not JSON
 */
export function parseWithNumbers(text: string, parsed?: unknown): unknown {
  const json = text.startsWith('\ufeff') ? text.slice(1) : text;
  try {
    if (json.length <= sourceLimit) return JSON.parse(json, keepSource);
  } catch (error) {
    if (!(error instanceof RangeError)) return undefined;
  }
  if (parsed !== undefined) return parsed;
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function keepSource(_key: string, value: unknown, ...rest: unknown[]): unknown {
  if (typeof value !== 'number') return value;
  const [context] = rest;
  const source =
    typeof context === 'object' && context !== null && 'source' in context ? context.source : null;
  return new SourceNumber(typeof source === 'string' ? source : approximate(value));
}

/** The text of a number, however it was parsed; null for anything else. */
export function numberText(value: unknown): string | null {
  if (value instanceof SourceNumber) return value.text;
  return typeof value === 'number' ? approximate(value) : null;
}

/**
 * One text for all JSON that says the same: keys in order, no white space, numbers as written.
 * @throws RangeError where it is too deep, or a number came without its digits: two that differ would be one
 */
export function sortedJson(value: unknown): string {
  if (value instanceof SourceNumber) return value.text;
  if (typeof value === 'number') throw new RangeError('a number without the digits it was written with');
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(sortedJson).join(',')}]`;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}:${sortedJson(inner)}`).join(',')}}`;
}

/** A JSON object among values whose numbers are as they were sent: isRecord, but no number. */
export function isJsonRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return isRecord(value) && !(value instanceof SourceNumber);
}
