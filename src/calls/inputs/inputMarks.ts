import { normalByShape, normalIdentifier } from '../../contract/identifiers.ts';
import { withPlainDigits } from '../../contract/otherDigits.ts';
import type { Operation, RequestField } from '../../contract/shapes.ts';

/** Shorter texts stand in everything. */
const shortest = 4;
/** A longer text is none that anybody quotes whole; what it holds is looked for by its print. */
const longest = 320;
/** Levels of a text within a text: JSON typed for a field, which holds JSON. */
const deepest = 20;

/** As people group what belongs together, and what is not seen; the case is none of a mark's. */
const grouping = /[\s\u200b-\u200d\u2060\p{Pd}]+/gu;

/** A text in the one spelling in which marks are looked for: also in the digits of another script it is somebody's number. */
function fold(text: string): string {
  return withPlainDigits(text.normalize('NFKC').replace(grouping, '')).toUpperCase();
}

/** Between what stands in one place and in the next: no mark holds it. */
const apart = '\u0000';

/** See InputReader. */
export function folded(text: string): string {
  return textsOf(text).map(fold).join(apart);
}

/** Every text and number within a value, JSON within a text included, as well as the text that it stands in. */
function textsOf(value: unknown, depth = 0): readonly string[] {
  if (typeof value === 'number') return [String(value)];
  if (typeof value === 'string') {
    const inner = parsed(value);
    return inner === undefined ? [value] : [value, ...textsOf(inner, depth + 1)];
  }
  if (typeof value !== 'object' || value === null || depth > deepest) return [];
  return Object.values(value).flatMap((one) => textsOf(one, depth + 1));
}

function parsed(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    // No JSON: a text like any other.
    return undefined;
  }
}

/** What follows the punctuation of JSON and of lists. */
function wordsOf(text: string): readonly string[] {
  return text.split(/[\s"'`,;:{}[\]()<>=&]+/);
}

/** By its shape: a text that is in its one form already comes back to it when it is parted. */
function isIdentifier(text: string): boolean {
  const bare = text.trim();
  if (bare.includes('@')) return true;
  return normalByShape(bare) !== bare || normalByShape(`${bare.slice(0, 2)} ${bare.slice(2)}`) === bare;
}

/** At a path of a request, as it was sent. */
function at(body: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, key)
        ? Reflect.get(value, key)
        : undefined,
    body,
  );
}

/** Somebody's, or something's, own: what is covered whole may be many people's. */
function isOwn({ check, mask }: RequestField): boolean {
  return check !== null || (mask !== null && mask !== 'all');
}

/** What is covered whole may be a name or an address, or a word that everybody has, as a gender is. */
function isTelling(field: RequestField, text: string): boolean {
  return isOwn(field) || (field.mask === 'all' && /[\s\d]/.test(text.trim()) && text.length > 6);
}

/** What stands in fields for what is personal, whatever it looks like. */
function fieldTexts(operation: Operation, body: unknown, tells: typeof isTelling): readonly string[] {
  return operation.requestFields.flatMap((field) =>
    textsOf(at(body, field.path))
      .filter((text) => tells(field, text))
      .map((text) => (field.check === null ? text : normalIdentifier(field.check, text))),
  );
}

/** As they are looked for, none twice. */
function marksIn(texts: readonly string[]): readonly string[] {
  const whole = texts.filter((text) => text.length <= longest).map((text) => fold(normalByShape(text)));
  return [...new Set(whole)].filter((mark) => mark.length >= shortest);
}

/**
 * What tells this request's input wherever it is quoted: identifiers by their shape, and what stands in the fields for
 * identifiers; folded. @param operations the documented operation, and as the user has corrected it
 */
export function marksOf(operations: readonly Operation[], sent: string): readonly string[] {
  const body = withPlainDigits(sent);
  const value = parsed(body);
  if (value === undefined) return marksIn(wordsOf(body).filter(isIdentifier));
  return marksIn([
    ...textsOf(value).filter((text) => text.length <= longest && isIdentifier(text)),
    ...operations.flatMap((operation) => fieldTexts(operation, value, isTelling)),
  ]);
}

/** A number of one digit is nobody's: it is what developers send where a field wants one. */
function isSomebodys(mark: string): boolean {
  return new Set(mark).size > 1;
}

/** See InputReader.names. */
export function namedIn(operations: readonly Operation[], sent: string): readonly string[] {
  const body = withPlainDigits(sent);
  const value = parsed(body);
  const texts = value === undefined ? [body] : textsOf(value);
  const all = marksIn([
    ...texts
      .flatMap((text) => [text, ...wordsOf(text)])
      .filter((text) => text.length <= longest && isIdentifier(text)),
    ...operations.flatMap((operation) => fieldTexts(operation, value, isOwn)),
  ]);
  const own = all.filter(isSomebodys);
  // A request that names nothing else is known by it all the same.
  return own.length > 0 ? own : all;
}
