import { createScanner } from 'jsonc-parser';
import { token } from './jsonGrammar.ts';
import { sortedJson } from './jsonNumbers.ts';
import { repeatedKey } from './readings.ts';

/** Each number as a text of its own kind: so it keeps its digits in a body of any size. @param json valid, without a mark before it */
function numbersAsTexts(json: string): string {
  const scanner = createScanner(json, true);
  const parts: string[] = [];
  for (let kind = scanner.scan(); kind !== token.end; kind = scanner.scan()) {
    const from = scanner.getTokenOffset();
    const text = json.slice(from, from + scanner.getTokenLength());
    if (kind === token.number) parts.push(`"n${text}"`);
    else parts.push(kind === token.string ? `"s${text.slice(1)}` : text);
  }
  return parts.join('');
}

/** One text for all JSON that says the same; null where it is none, or nested too deep to be compared. */
function meaningOf(text: string): string | null {
  const json = text.startsWith('\ufeff') ? text.slice(1) : text;
  try {
    // The scanner takes more than JSON.
    JSON.parse(json);
    return sortedJson(JSON.parse(numbersAsTexts(json)));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return null;
    throw error;
  }
}

/** Whether two request bodies say the same: to the letter, or as JSON whatever the order of keys and the space between. */
export function sameBody(one: string, other: string): boolean {
  if (one === other) return true;
  // Where a key is there twice, nobody knows what it says.
  if (repeatedKey(one) !== null || repeatedKey(other) !== null) return false;
  const meaning = meaningOf(one);
  return meaning !== null && meaning === meaningOf(other);
}
