import { createScanner } from 'jsonc-parser';
import { JsonGrammar } from './jsonGrammar.ts';
import { closingBracket } from './jsonSkip.ts';

/** The values of a JSON text, which must be JSON, that stand in nothing but objects, each with its path's keys and its first token. */
function* objectValues(
  text: string,
): Generator<{ readonly path: readonly string[]; readonly source: string }> {
  const scanner = createScanner(text, true);
  const grammar = new JsonGrammar();
  for (;;) {
    const role = grammar.take(scanner.scan(), scanner.getTokenValue());
    if (role === 'end' || role === 'wrong') return;
    const { path } = grammar;
    if ((role === 'scalar' || role === 'open') && path.length <= deepest) {
      // Every container around it gave a key, so none of them is a list.
      if (grammar.depth - (role === 'open' ? 1 : 0) === path.length) {
        yield { path, source: text.slice(scanner.getTokenOffset(), scanner.getPosition()) };
      }
    }
    // Nothing below is asked for, and a list of a million items may stand there.
    if (role === 'open' && (grammar.inList || path.length >= deepest)) {
      scanner.setPosition(closingBracket(text, scanner.getPosition()));
    }
    if (role === 'scalar' || role === 'close') grammar.leave();
  }
}

/** `data.order_id` */
const deepest = 2;

/** A key as a JSON text may spell it: each character as it is, or as an escape. */
function spelled(key: string): RegExp {
  const characters = [...key].map((char) => {
    const hex = char.charCodeAt(0).toString(16).padStart(4, '0');
    const digits = hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
    return `(?:${char}|\\\\u${digits})`;
  });
  return new RegExp(`"${characters.join('')}"`, 'g');
}

interface RepeatedKey {
  readonly key: string;
  /** Each time with the same text, number or truth value, which leaves no doubt. */
  readonly agrees: boolean;
}

/**
 * Which of the keys are in the outermost object more than once, however they are spelled. Looks closer only where the
 * text gives cause to.
 * @param keys of letters and underscores alone
 */
export function repeatedKeys(text: string, keys: readonly string[]): readonly RepeatedKey[] {
  const suspects = keys.filter((key) => {
    const occurrences = text.matchAll(spelled(key));
    return occurrences.next().done !== true && occurrences.next().done !== true;
  });
  if (suspects.length === 0) return [];
  const sources = new Map<string, string[]>();
  for (const { path, source } of objectValues(text)) {
    const [key] = path;
    if (key !== undefined && path.length === 1) sources.set(key, [...(sources.get(key) ?? []), source]);
  }
  return suspects.flatMap((key) => {
    const found = sources.get(key) ?? [];
    const agrees = found.every((one) => one === found[0] && !/^[[{]/.test(one));
    return found.length > 1 ? [{ key, agrees }] : [];
  });
}

/** The characters of a number at a path of at most two keys, the last one if it is repeated; null if there is none. */
export function numberSourceAt(text: string, ...wanted: readonly string[]): string | null {
  let found: string | null = null;
  for (const { path, source } of objectValues(text)) {
    if (path.length === wanted.length && path.every((key, index) => key === wanted[index])) {
      found = /^-?\d/.test(source) ? source : null;
    }
  }
  return found;
}
