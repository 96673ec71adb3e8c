import { createScanner } from 'jsonc-parser';
import { withoutMark } from './byteOrderMark.ts';
import { JsonGrammar } from './jsonGrammar.ts';

/** Keys and places in lists that lead to a value. */
export type JsonPlace = readonly (string | number)[];

interface Open {
  /** Place in a list, else the key. */
  at: string | number;
  /** Where the value begins that is read now. */
  from: number;
  /** The text of the value that each key had first. */
  readonly firsts: Map<string, string>;
}

/**
 * Where a key is in its object once more with another value, anywhere in a JSON text: what a parser keeps of it is one of several
 * (RFC 8259, 4), and nobody knows which was meant. `[]` of what is no JSON.
 */
export function doubledPlaces(written: string): readonly JsonPlace[] {
  const text = withoutMark(written);
  const scanner = createScanner(text, true);
  const grammar = new JsonGrammar();
  const open: Open[] = [];
  const found: JsonPlace[] = [];
  for (;;) {
    const kind = scanner.scan();
    const start = scanner.getTokenOffset();
    const role = scanner.getTokenError() === 0 ? grammar.take(kind, scanner.getTokenValue()) : 'wrong';
    if (role === 'wrong') return [];
    if (role === 'end') return found;
    if (role === 'close') open.pop();
    const holder = open.at(-1);
    if (holder !== undefined && role === 'key') holder.at = scanner.getTokenValue();
    if (holder !== undefined && (role === 'scalar' || role === 'open')) {
      if (typeof holder.at === 'number') holder.at += 1;
      holder.from = start;
    }
    if (role === 'open') open.push({ at: grammar.inList ? -1 : '', from: start, firsts: new Map() });
    if (role !== 'scalar' && role !== 'close') continue;
    if (holder !== undefined && typeof holder.at === 'string') {
      const value = text.slice(holder.from, scanner.getPosition());
      const first = holder.firsts.get(holder.at);
      if (first === undefined) holder.firsts.set(holder.at, value);
      else if (first !== value) found.push(open.map(({ at }) => at));
    }
    grammar.leave();
  }
}
