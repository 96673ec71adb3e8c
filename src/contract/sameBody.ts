import { parseWithNumbers, sortedJson } from './jsonNumbers.ts';

/** Whether two request bodies say the same: to the letter, or as JSON whatever the order of keys and the space between. */
export function sameBody(one: string, other: string): boolean {
  if (one === other) return true;
  const [first, second] = [parseWithNumbers(one), parseWithNumbers(other)];
  if (first === undefined || second === undefined) return false;
  try {
    return sortedJson(first) === sortedJson(second);
  } catch (error) {
    // Nested too deep to be compared: then only the very same text is the same.
    if (error instanceof RangeError) return false;
    throw error;
  }
}
