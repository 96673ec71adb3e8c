import { createScanner } from 'jsonc-parser';
import { fieldsFromBody } from '../draft.ts';
import { JsonGrammar, token } from '../jsonGrammar.ts';
import type { Operation } from '../shapes.ts';

/** What is left of a number in a text: eight X and four digits, with whatever parted them. */
const left = /X(?:(?:%20|[^\p{L}\p{N}"{}[\]:,]){0,8}X){7}(?:(?:%20|[^\p{L}\p{N}"{}[\]:,]){0,8}\d){4}/gu;

/** The last four digits of numbers that were reduced in a text, none twice. */
export function lastFours(text: string): readonly string[] {
  // A form's way of writing a space has digits of its own.
  const found = text.replaceAll('%20', ' ').matchAll(left);
  return [...new Set([...found].map(([one]) => one.replace(/\D+/g, '')))];
}

export function holdsReduced(text: string): boolean {
  return lastFours(text).length > 0;
}

/** A text without what is left of reduced numbers, or with something in its place. */
export function withoutReduced(text: string, instead: (left: string) => string = () => ''): string {
  return text.replace(left, instead);
}

/** A body in which the texts and keys that hold a reduced number are without it; all else as it was. */
export function bodyWithoutReduced(body: string): string {
  const scanner = createScanner(body, false);
  const grammar = new JsonGrammar();
  const parts: string[] = [];
  let from = 0;
  for (;;) {
    const kind = scanner.scan();
    if (kind === token.space || kind === token.lineBreak) continue;
    const value = scanner.getTokenValue();
    const role = scanner.getTokenError() === 0 ? grammar.take(kind, value) : 'wrong';
    // No JSON: the text itself.
    if (role === 'wrong') return withoutReduced(body);
    if (role === 'end') return parts.join('') + body.slice(from);
    if ((role === 'key' || role === 'scalar') && withoutReduced(value) !== value) {
      parts.push(body.slice(from, scanner.getTokenOffset()), JSON.stringify(withoutReduced(value)));
      from = scanner.getPosition();
    }
    if (role === 'scalar' || role === 'close') grammar.leave();
  }
}

/** What a form is filled with. */
export interface Filling {
  readonly tab: 'form' | 'json';
  readonly fields: Readonly<Record<string, string>>;
  readonly json: string;
  /** Labels of the fields that were emptied because the number is no longer kept; '' = a place in the JSON. */
  readonly missing: readonly string[];
}

/**
 * A request of an order as a new form takes it: in the fields where they can hold it, else as JSON; what is left of
 * reduced numbers is taken out, for nobody means to send it.
 * @param reduced false where nothing was reduced: then the text is the user's own
 */
export function fillingOf(operation: Operation, json: string, reduced: boolean): Filling {
  const read = fieldsFromBody(operation, json);
  const kept = reduced ? bodyWithoutReduced(json) : json;
  if (!read.ok) return { tab: 'json', fields: {}, json: kept, missing: kept === json ? [] : [''] };
  const fields = Object.fromEntries(
    Object.entries(read.fields).map(([name, value]) => [name, reduced ? withoutReduced(value) : value]),
  );
  const missing = operation.requestFields
    .filter(({ name }) => fields[name] !== read.fields[name])
    .map(({ label }) => label);
  return { tab: 'form', fields, json: kept, missing };
}
