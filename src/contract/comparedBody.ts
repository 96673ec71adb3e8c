import { createScanner } from 'jsonc-parser';
import { identifierIn, normalIdentifier } from './identifiers.ts';
import { JsonGrammar, token } from './jsonGrammar.ts';
import type { FieldCheck, Operation } from './shapes.ts';

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

/** Texts that stand at one of the paths, or in a list there; null when the body is no JSON. */
function textsAt(body: string, paths: ReadonlySet<string>): readonly Found[] | null {
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
      if (paths.has(path)) {
        found.push({ path, value, start: scanner.getTokenOffset(), end: scanner.getPosition() });
      }
    }
    if (role === 'scalar' || role === 'close') grammar.leave();
  }
}

/**
 * The text by which a request is compared with others: each identifier that stands in a field known, or assumed, to hold
 * one is written in its one form, whatever the body really sends. So `mh 12 ab 0000` in a request file and `MH12AB0000`
 * in a form are one input. A body that is in that form already comes back as it is, and its fingerprint with it.
 */
export function comparedBody(operation: Operation, body: string): string {
  if (body.length > longest) return body;
  const pathOf = (path: readonly string[]): string => JSON.stringify(path);
  const fields = new Map(operation.requestFields.map((field) => [pathOf(field.path), field] as const));
  const beside = operation.requestFields.map(({ path }) => pathOf([...path.slice(0, -1), 'fetch_by']));
  const found = textsAt(body, new Set([...fields.keys(), ...beside]));
  if (found === null) return body;
  const texts = new Map(found.map(({ path, value }) => [path, value] as const));
  const kindAt = (path: string): FieldCheck | null => {
    const field = fields.get(path);
    return field === undefined ? null : identifierIn(operation, field, (at) => texts.get(pathOf(at)) ?? '');
  };
  const parts: string[] = [];
  let from = 0;
  for (const { path, value, start, end } of found) {
    const kind = kindAt(path);
    const normal = kind === null ? value : normalIdentifier(kind, value);
    if (normal === value) continue;
    parts.push(body.slice(from, start), JSON.stringify(normal));
    from = end;
  }
  return parts.length === 0 ? body : parts.join('') + body.slice(from);
}
