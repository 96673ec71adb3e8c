import { numberText, parseWithNumbers } from './jsonNumbers.ts';

/** One text for all JSON that says the same: keys in order, numbers by their digits. */
function canonical(value: unknown): string {
  const number = numberText(value);
  if (number !== null) return number;
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value)
    .map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`)
    .sort();
  return `{${entries.join(',')}}`;
}

/** Whether two request bodies say the same: to the letter, or as JSON whatever the order of keys and the space between. */
export function sameBody(one: string, other: string): boolean {
  if (one === other) return true;
  const [first, second] = [parseWithNumbers(one), parseWithNumbers(other)];
  if (first === undefined || second === undefined) return false;
  try {
    return canonical(first) === canonical(second);
  } catch (error) {
    // Nested too deep to be compared: then only the very same text is the same.
    if (error instanceof RangeError) return false;
    throw error;
  }
}
