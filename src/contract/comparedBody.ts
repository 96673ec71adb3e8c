import { createScanner } from 'jsonc-parser';
import { identifierIn, normalByShape, normalIdentifier } from './identifiers.ts';
import { JsonGrammar, token } from './jsonGrammar.ts';
import { operationById } from './operations.ts';
import type { Operation } from './shapes.ts';

/** Above this many characters a body is compared as it stands; its entries still are, one by one (see bulkEntries). */
const longest = 1_000_000;

/** Keys that lead to a field at most; no field stands deeper. */
const deepest = 10;

interface Found {
  readonly path: string;
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

/** The texts of a body with their paths, those of a list with the list's; null when it is no JSON. */
function textsIn(body: string): readonly Found[] | null {
  const scanner = createScanner(body, false);
  const grammar = new JsonGrammar();
  const found: Found[] = [];
  for (;;) {
    const kind = scanner.scan();
    if (kind === token.space || kind === token.lineBreak) continue;
    const value = scanner.getTokenValue();
    const role = scanner.getTokenError() === 0 ? grammar.take(kind, value) : 'wrong';
    if (role === 'wrong') return null;
    if (role === 'end') return found;
    if (role === 'scalar' && kind === token.string && grammar.path.length <= deepest) {
      const path = JSON.stringify(grammar.path);
      found.push({ path, value, start: scanner.getTokenOffset(), end: scanner.getPosition() });
    }
    if (role === 'scalar' || role === 'close') grammar.leave();
  }
}

/**
 * The text by which a request is compared with others: each identifier is written in its one form, whatever the body really
 * sends. So `mh 12 ab 0000` in a request file and `MH12AB0000` in a form are one input. A body that is in that form already
 * comes back as it is, and its fingerprint with it. The user's own request fields play no part: corrected, they must not
 * hide what was paid for before. Where none is assumed, an identifier is known by its shape.
 */
export function comparedBody({ id }: Pick<Operation, 'id'>, body: string): string {
  if (body.length > longest) return body;
  const found = textsIn(body);
  if (found === null) return body;
  const operation = operationById(id);
  const pathOf = (path: readonly string[]): string => JSON.stringify(path);
  const assumed = new Map(operation.requestFields.map((field) => [pathOf(field.path), field] as const));
  const texts = new Map(found.map(({ path, value }) => [path, value] as const));
  const normalOf = ({ path, value }: Found): string => {
    const field = assumed.get(path);
    if (field === undefined) return normalByShape(value);
    const kind = identifierIn(operation, field, (at) => texts.get(pathOf(at)) ?? '');
    return kind === null ? value : normalIdentifier(kind, value);
  };
  const parts: string[] = [];
  let from = 0;
  for (const one of found) {
    const normal = normalOf(one);
    if (normal === one.value) continue;
    parts.push(body.slice(from, one.start), JSON.stringify(normal));
    from = one.end;
  }
  return parts.join('') + body.slice(from);
}
