import { createScanner } from 'jsonc-parser';
import { JsonGrammar } from './jsonGrammar.ts';

/** The keys of the outermost object of a JSON text, repeated ones too, each with its value's first token. */
function* topLevelKeys(text: string): Generator<{ readonly key: string; readonly source: string }> {
  const scanner = createScanner(text, true);
  const grammar = new JsonGrammar();
  for (;;) {
    const role = grammar.take(scanner.scan(), scanner.getTokenValue());
    if (role === 'end' || role === 'wrong') return;
    const [key] = grammar.path;
    if (role === 'scalar' || role === 'open') {
      const source = text.slice(scanner.getTokenOffset(), scanner.getPosition());
      if (key !== undefined && grammar.depth === (role === 'open' ? 2 : 1)) yield { key, source };
    }
    if (role === 'scalar' || role === 'close') grammar.leave();
  }
}

/** Which of the keys are in the outermost object more than once. Looks closer only where the text gives cause to. */
export function repeatedKeys(text: string, keys: readonly string[]): readonly string[] {
  const suspects = keys.filter((key) => {
    const first = text.indexOf(`"${key}"`);
    return first !== -1 && text.indexOf(`"${key}"`, first + 1) !== -1;
  });
  if (suspects.length === 0) return [];
  const counts = new Map<string, number>();
  for (const { key } of topLevelKeys(text)) counts.set(key, (counts.get(key) ?? 0) + 1);
  return suspects.filter((key) => (counts.get(key) ?? 0) > 1);
}

/** The characters of a number in the outermost object, the last one if the key is repeated; null if there is none. */
export function numberSourceAt(text: string, wanted: string): string | null {
  let found: string | null = null;
  for (const { key, source } of topLevelKeys(text)) {
    if (key === wanted) found = /^-?\d/.test(source) ? source : null;
  }
  return found;
}
