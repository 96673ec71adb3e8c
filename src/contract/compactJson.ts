import { SourceNumber } from './jsonNumbers.ts';

/**
 * The start of a value as JSON on one line, numbers as they were sent; ends with `…` where more than `maxChars` would
 * follow. Not recursive, and reads no further than it shows.
 */
export function compactJson(value: unknown, maxChars: number): string {
  let text = '';
  // What is left to write, the next one last: texts as they are, values in a box.
  const rest: (string | { readonly value: unknown })[] = [{ value }];
  for (let next = rest.pop(); next !== undefined && text.length <= maxChars; next = rest.pop()) {
    if (typeof next === 'string') text += next;
    else if (isContainer(next.value)) rest.push(...parts(next.value, maxChars));
    else text += scalar(next.value, maxChars);
  }
  return text.length > maxChars ? `${text.slice(0, maxChars)}…` : text;
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !(value instanceof SourceNumber);
}

function scalar(value: unknown, maxChars: number): string {
  if (value instanceof SourceNumber) return value.text;
  // Its quotes make even a text of so many characters too long to be shown whole.
  const short = typeof value === 'string' ? value.slice(0, maxChars) : value;
  return JSON.stringify(short) ?? 'null';
}

/** The pieces of a container, last first; of a long one no more than can be shown, for each takes two characters. */
function parts(value: object, maxChars: number): (string | { readonly value: unknown })[] {
  const isList = Array.isArray(value);
  const entries: [string, unknown][] = isList
    ? value.slice(0, maxChars).map((one: unknown) => ['', one])
    : Object.entries(value)
        .slice(0, maxChars)
        .map(([key, one]) => [`${JSON.stringify(key)}:`, one]);
  const pieces: (string | { readonly value: unknown })[] = [isList ? '[' : '{'];
  for (const [index, [lead, one]] of entries.entries()) {
    pieces.push(`${index === 0 ? '' : ','}${lead}`, { value: one });
  }
  pieces.push(isList ? ']' : '}');
  return pieces.reverse();
}
