import { createScanner } from 'jsonc-parser';
import { entriesOf } from './entries.ts';
import { JsonGrammar, token } from './jsonGrammar.ts';
import { operationById } from './operations.ts';
import type { RequestField } from './shapes.ts';
import type { OperationId, Phrase } from './words.ts';

/**
 * The JSON that the fields of a form make: fields in the order of the operation, strings exactly as typed, a list one
 * entry a line (blank lines and the space around an entry left out). Empty optional fields are left out, empty required
 * ones are sent empty. Names that are no field of the operation are not sent.
 */
export function bodyFromFields(operation: OperationId, fields: Readonly<Record<string, string>>): string {
  const body: [string, string | readonly string[]][] = [];
  for (const field of operationById(operation).requestFields) {
    const typed = (Object.hasOwn(fields, field.name) ? fields[field.name] : undefined) ?? '';
    if (typed === '' && !field.required) continue;
    body.push([field.name, field.type === 'string' ? typed : entriesOf(typed)]);
  }
  return JSON.stringify(Object.fromEntries(body), null, 2);
}

export type FieldsReading =
  | { readonly ok: true; readonly fields: Readonly<Record<string, string>> }
  | {
      readonly ok: false;
      /** Why it is not JSON, or null. */
      readonly broken: Phrase | null;
      /** Why the form cannot show it without dropping or changing something, or null. */
      readonly misfit: Phrase | null;
    };

function broken(text: string, ...args: readonly (string | number)[]): FieldsReading {
  return { ok: false, broken: { text, args }, misfit: null };
}

function misfit(text: string, ...args: readonly (string | number)[]): FieldsReading {
  return { ok: false, broken: null, misfit: { text, args } };
}

/** The outermost keys of a JSON text as they came, repeated ones too. */
function outerKeys(text: string): readonly string[] {
  const scanner = createScanner(text, true);
  const grammar = new JsonGrammar();
  const keys: string[] = [];
  for (;;) {
    const kind = scanner.scan();
    const role = grammar.take(kind, scanner.getTokenValue());
    if (kind === token.end || role === 'wrong') return keys;
    if (role === 'key' && grammar.depth === 1) keys.push(scanner.getTokenValue());
    if (role === 'scalar' || role === 'close') grammar.leave();
  }
}

/**
 * The form's fields for a JSON text, only where the form can hold all of it: a JSON object of the operation's fields,
 * each once, each a string or a list of strings. Fields that are absent come back empty.
 */
export function fieldsFromBody(operation: OperationId, text: string): FieldsReading {
  if (text.trim() === '') return broken('The body is empty, so it is not JSON. It may be sent all the same.');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return error instanceof RangeError ? misfit('The JSON is nested too deep for the form.') : notJson(text);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return misfit('The form can show a JSON object only.');
  }
  const given = new Map<string, unknown>(Object.entries(value));
  const known = operationById(operation).requestFields;
  for (const name of given.keys()) {
    if (!known.some((field) => field.name === name)) {
      return misfit('The form has no field {0}. It stays in the JSON.', JSON.stringify(name.slice(0, 60)));
    }
  }
  const keys = outerKeys(text);
  const twice = keys.find((key, index) => keys.indexOf(key) !== index);
  if (twice !== undefined) return misfit('{0} is there more than once; the form could keep only one.', twice);
  const fields: [string, string][] = [];
  for (const field of known) {
    if (!given.has(field.name)) fields.push([field.name, '']);
    else {
      const shown = fieldText(field, given.get(field.name));
      if (typeof shown !== 'string') return { ok: false, broken: null, misfit: shown };
      fields.push([field.name, shown]);
    }
  }
  return { ok: true, fields: Object.fromEntries(fields) };
}

/** The text of a field, or why the form cannot hold its value. */
function fieldText({ name, type, required }: RequestField, value: unknown): string | Phrase {
  if (type === 'string-list') return listText(name, value);
  if (typeof value !== 'string') {
    return { text: '{0} is not a string; the form would send it as one.', args: [name] };
  }
  if (value === '' && !required)
    return { text: '{0} is there but empty; the form would leave it out.', args: [name] };
  if (/[\r\n]/.test(value)) return { text: '{0} has several lines; the form has one.', args: [name] };
  return value;
}

function listText(name: string, value: unknown): string | Phrase {
  if (!Array.isArray(value))
    return { text: '{0} is not a list; the form would send it as one.', args: [name] };
  const entries: string[] = [];
  for (const entry of value) {
    if (typeof entry !== 'string') {
      return { text: '{0} has an entry that is not a string; the form would send it as one.', args: [name] };
    }
    if (entry.trim() !== entry || entry === '' || /[\r\n]/.test(entry)) {
      return {
        text: '{0} has an entry that is empty, or has spaces around it or several lines.',
        args: [name],
      };
    }
    entries.push(entry);
  }
  return entries.join('\n');
}

/** Says where JSON stops being JSON, without quoting it: what is typed may be personal. */
function notJson(text: string): FieldsReading {
  const scanner = createScanner(text, false);
  const grammar = new JsonGrammar();
  for (;;) {
    const kind = scanner.scan();
    if (kind === token.space || kind === token.lineBreak) continue;
    const role = scanner.getTokenError() === 0 ? grammar.take(kind, scanner.getTokenValue()) : 'wrong';
    if (kind === token.end)
      return broken('This is not JSON yet: it ends too early. It may be sent all the same.');
    if (role === 'wrong') {
      const line = scanner.getTokenStartLine() + 1;
      const column = scanner.getTokenStartCharacter() + 1;
      return broken('This is not JSON: line {0}, column {1}. It may be sent all the same.', line, column);
    }
    if (role === 'scalar' || role === 'close') grammar.leave();
  }
}
