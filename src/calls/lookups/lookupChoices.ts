import { own } from '../../contract/own.ts';
import { startOf, valuesForFields } from '../../contract/requestFields.ts';
import type { Operation, RequestField } from '../../contract/shapes.ts';
import { maxChars, recognise } from '../inputs/recognise.ts';

/** One way to look up what is typed. */
export interface LookupChoice {
  readonly operation: Operation;
  /**
   * `recognised`: the text looks like its input, which is sent as it is usually written; `as-typed`: likewise, but sent
   * letter by letter; `unrecognised`: the text does not look like one; `choose`: nothing is typed but the operation.
   */
  readonly how: 'recognised' | 'as-typed' | 'unrecognised' | 'choose';
  /** What is known for its fields, defaults included. */
  readonly fields: Readonly<Record<string, string>>;
  /** Required fields that are still to be asked for. */
  readonly missing: readonly RequestField[];
}

function choice(
  operation: Operation,
  how: LookupChoice['how'],
  given: Readonly<Record<string, string>>,
): LookupChoice {
  const fields = { ...startOf(operation), ...given };
  const missing = operation.requestFields.filter(
    ({ name, required }) => required && (own(fields, name) ?? '') === '',
  );
  return { operation, how, fields, missing };
}

function compact(text: string): string {
  return text.replaceAll(/[\s\p{Pd}]/gu, '').toUpperCase();
}

/** The field that holds the whole text in another spelling, with the text as it was typed; null when none does. */
function asTyped({ operation, fields }: LookupChoice, text: string): LookupChoice | null {
  const field = operation.requestFields.find(({ name, type }) => {
    const value = own(fields, name);
    return type === 'string' && value !== undefined && value !== text && compact(value) === compact(text);
  });
  return field === undefined ? null : choice(operation, 'as-typed', { ...fields, [field.name]: text });
}

/**
 * What is known of a lookup for the operation's fields; several where each of them takes one address and more were found, so
 * that none of those goes without a word.
 */
function valuesOf(
  operation: Operation,
  fields: Readonly<Record<string, string>>,
): readonly Readonly<Record<string, string>>[] {
  const values = valuesForFields(operation, fields);
  const taken = Object.values(values);
  if (taken.length === 0) return [];
  const { emails } = fields;
  if (emails === undefined || taken.includes(emails)) return [values];
  return emails.split('\n').map((line) => valuesForFields(operation, { ...fields, emails: line }));
}

/**
 * A text that nothing is known of goes into the first field that takes any; where each has choices, into one of these, beside
 * which another value may be typed.
 */
function unrecognised(operation: Operation, text: string): LookupChoice {
  const texts = operation.requestFields.filter(({ type }) => type !== 'boolean');
  const free = texts.filter(({ choices }) => choices === undefined);
  const takes = free.length > 0 ? free : texts;
  const field = takes.find(({ required }) => required) ?? takes[0];
  return field === undefined
    ? choice(operation, 'choose', {})
    : choice(operation, 'unrecognised', { [field.name]: text });
}

/** Whether the text is the beginning of a word of the operation's title, or of its id; no text is that of each. */
function isNamed({ id, title }: Operation, text: string): boolean {
  const typed = text.toLowerCase();
  const words = title.toLowerCase();
  return id.startsWith(typed) || words.startsWith(typed) || words.includes(` ${typed}`);
}

/**
 * What a typed or selected text can be looked up as, likeliest first; never empty where `among` is not. Nothing typed,
 * or the name of an operation: the operations to choose from.
 */
export function lookupChoices(text: string, among: readonly Operation[]): readonly LookupChoice[] {
  const typed = text.trim();
  const found = recognise(typed).flatMap(({ operation: id, fields }) => {
    const operation = among.find((one) => one.id === id);
    if (operation === undefined) return [];
    return valuesOf(operation, fields).map((values) => choice(operation, 'recognised', values));
  });
  if (found.length > 0) {
    const literal = found.map((one) => asTyped(one, typed)).filter((one) => one !== null);
    return [...found, ...literal];
  }
  const named = among.filter((operation) => isNamed(operation, typed));
  if (named.length > 0) return named.map((operation) => choice(operation, 'choose', {}));
  return among.map((operation) => unrecognised(operation, typed));
}

/** A longer text in the few words that were recognised in it; '' where there are none, null where nobody looked. */
export function recognisedText(text: string): string | null {
  if (text.length > maxChars) return null;
  const options = recognise(text);
  const values = options.flatMap(({ fields }) =>
    Object.entries(fields).flatMap(([name, value]) => (name === 'fetch_by' ? [] : value.split('\n'))),
  );
  return [...new Set(values)].join(', ');
}
