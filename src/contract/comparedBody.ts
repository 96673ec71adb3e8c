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
  /** A number or a truth value. */
  readonly bare: boolean;
  readonly start: number;
  readonly end: number;
}

const bareTokens: ReadonlySet<number> = new Set([token.number, token.true, token.false]);

/**
 * The texts of a body with their paths, those of a list with the list's, and what stands without quotes for a key alone; null
 * when it is no JSON.
 */
function valuesIn(body: string): readonly Found[] | null {
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
    const bare = bareTokens.has(kind) && !grammar.inList && grammar.depth > 0;
    if (role === 'scalar' && (bare || kind === token.string) && grammar.path.length <= deepest) {
      const path = JSON.stringify(grammar.path);
      found.push({ path, value, bare, start: scanner.getTokenOffset(), end: scanner.getPosition() });
    }
    if (role === 'scalar' || role === 'close') grammar.leave();
  }
}

/**
 * The text by which a request is compared with others: each identifier is written in its one form, and each number and truth value
 * of a key in quotes, whatever the body really sends. So `mh 12 ab 0000` in a request file and `MH12AB0000` in a form are one input,
 * and so are `1` and `"1"`, between which a field's type decides. A body that is in that form already comes back as it is, and its
 * fingerprint with it. The user's own request fields play no part: corrected, they must not hide what was paid for before. Where
 * none is assumed, an identifier is known by its shape.
 */
export function comparedBody(operation: Pick<Operation, 'id'>, body: string): string {
  return comparedAs(operation, body, true);
}

/**
 * Every text by which a request is, or was, compared: versions before left numbers and truth values as they stood, and orders kept
 * then have prints of that. The one of now comes first.
 */
export function comparedBodies(operation: Pick<Operation, 'id'>, body: string): readonly string[] {
  return [...new Set([comparedBody(operation, body), comparedAs(operation, body, false)])];
}

function comparedAs({ id }: Pick<Operation, 'id'>, body: string, withBare: boolean): string {
  if (body.length > longest) return body;
  const found = valuesIn(body);
  if (found === null) return body;
  const operation = operationById(id);
  const pathOf = (path: readonly string[]): string => JSON.stringify(path);
  const assumed = new Map(operation.requestFields.map((field) => [pathOf(field.path), field] as const));
  const taken = found.filter(({ bare }) => withBare || !bare);
  const texts = new Map(taken.map(({ path, value }) => [path, value] as const));
  const normalOf = ({ path, value }: Found): string => {
    const field = assumed.get(path);
    if (field === undefined) return normalByShape(value);
    const kind = identifierIn(operation, field, (at) => texts.get(pathOf(at)) ?? '');
    return kind === null ? value : normalIdentifier(kind, value);
  };
  const parts: string[] = [];
  let from = 0;
  for (const one of taken) {
    const normal = normalOf(one);
    if (normal === one.value && !one.bare) continue;
    parts.push(body.slice(from, one.start), JSON.stringify(normal));
    from = one.end;
  }
  return parts.join('') + body.slice(from);
}
