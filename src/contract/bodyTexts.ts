import { createScanner } from 'jsonc-parser';
import { JsonGrammar, token } from './jsonGrammar.ts';

/** A text or number of a body, or one of its keys, and where it stands; what stands in a list stands at the list's path. */
interface BodyText {
  /** The last 32 keys that lead there. */
  readonly path: readonly string[];
  readonly text: string;
  /** A key stands at the path of its value. */
  readonly isKey: boolean;
}

interface BodyTexts {
  readonly found: readonly BodyText[];
  /** What follows the place where the body stops being JSON, '' where it is JSON to its end. */
  readonly rest: string;
}

/** Everything that is said in a body as it leaves: also under a key given twice, and before it stops being JSON. */
export function textsIn(body: string): BodyTexts {
  const scanner = createScanner(body, false);
  const grammar = new JsonGrammar();
  const found: BodyText[] = [];
  if (body.startsWith('\ufeff')) scanner.setPosition(1);
  for (;;) {
    const kind = scanner.scan();
    if (kind === token.space || kind === token.lineBreak) continue;
    const text = scanner.getTokenValue();
    const role = scanner.getTokenError() === 0 ? grammar.take(kind, text) : 'wrong';
    if (role === 'wrong') return { found, rest: body.slice(scanner.getTokenOffset()) };
    if (role === 'end') return { found, rest: '' };
    // A number is a text here; true, false and null say nothing of anybody.
    if (role === 'key' || kind === token.string || kind === token.number)
      found.push({ path: grammar.path.slice(-32), text, isKey: role === 'key' });
    if (role === 'scalar' || role === 'close') grammar.leave();
  }
}
