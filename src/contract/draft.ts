import { createScanner } from 'jsonc-parser';
import { withoutMark } from './byteOrderMark.ts';
import { type FieldTree, fieldTree } from './fieldTree.ts';
import { fieldText, valueJson } from './fieldValues.ts';
import { typedIn } from './hints.ts';
import { JsonGrammar, token } from './jsonGrammar.ts';
import { isJsonRecord, parseWithNumbers } from './jsonNumbers.ts';
import { repeatedKey } from './readings.ts';
import type { Operation } from './shapes.ts';
import type { Phrase } from './words.ts';

/**
 * The JSON that the fields of a form make: fields in the order of the operation, strings and digits exactly as typed, a
 * list one entry a line (blank lines and the space around an entry left out). Empty optional fields are left out, and
 * objects with them that hold nothing else; empty required ones are sent empty. Names that are no field of the
 * operation are not sent.
 */
export function bodyFromFields(operation: Operation, fields: Readonly<Record<string, string>>): string {
  return objectJson(fieldTree(operation.requestFields), fields, '') ?? '{}';
}

/** Null for an object that would have nothing in it. */
function objectJson(
  tree: FieldTree,
  fields: Readonly<Record<string, string>>,
  indent: string,
): string | null {
  const inner = `${indent}  `;
  const parts: string[] = [];
  for (const [key, node] of tree) {
    const json = node instanceof Map ? objectJson(node, fields, inner) : null;
    if (json !== null) parts.push(`${inner}${JSON.stringify(key)}: ${json}`);
    if (node instanceof Map) continue;
    const typed = typedIn(fields, node.name);
    if (typed === '' && !node.required) continue;
    parts.push(`${inner}${JSON.stringify(key)}: ${valueJson(node.type, typed, inner)}`);
  }
  return parts.length === 0 ? null : `{\n${parts.join(',\n')}\n${indent}}`;
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

/** Says which key an object in a JSON text has more than once; null if there is none. */
export function repeatedField(text: string): Phrase | null {
  const twice = repeatedKey(text);
  return twice === null
    ? null
    : { text: '{0} appears more than once; the form could keep only one.', args: [twice] };
}

/**
 * The form's fields for a JSON text, only where the form can hold all of it: a JSON object of the operation's fields,
 * each once, each of its type. Fields that are absent come back empty.
 */
export function fieldsFromBody(operation: Operation, written: string): FieldsReading {
  const text = withoutMark(written);
  if (text.trim() === '') return broken('The body is empty, so it is not JSON. You can still send it.');
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    return error instanceof RangeError
      ? misfit('The JSON is nested too deeply for the form.')
      : notJson(text);
  }
  const value = parseWithNumbers(text, parsed);
  if (!isJsonRecord(value)) return misfit('The form can show a JSON object only.');
  const found = new Map<string, string>();
  const obstacle = readObject(fieldTree(operation.requestFields), value, [], found);
  if (obstacle !== null) return { ok: false, broken: null, misfit: obstacle };
  const twice = repeatedField(text);
  if (twice !== null) return { ok: false, broken: null, misfit: twice };
  const fields = operation.requestFields.map(({ name }) => [name, found.get(name) ?? ''] as const);
  return { ok: true, fields: Object.fromEntries(fields) };
}

/** Puts the texts of an object's fields into `found`; says what of it the form cannot hold, or null. */
function readObject(
  tree: FieldTree,
  value: Readonly<Record<string, unknown>>,
  above: readonly string[],
  found: Map<string, string>,
): Phrase | null {
  for (const [key, inner] of Object.entries(value)) {
    const path = [...above, key];
    const node = tree.get(key);
    if (node === undefined) {
      const name = JSON.stringify(path.join('.').slice(0, 60));
      return { text: 'The form has no field {0}. It stays in the JSON.', args: [name] };
    }
    if (!(node instanceof Map)) {
      const shown = fieldText(node, inner);
      if (typeof shown !== 'string') return shown;
      found.set(node.name, shown);
      continue;
    }
    if (!isJsonRecord(inner)) {
      return { text: '{0} is not an object; the form would send it as one.', args: [path.join('.')] };
    }
    if (Object.keys(inner).length === 0) {
      return { text: '{0} is an empty object, which the form cannot send.', args: [path.join('.')] };
    }
    const obstacle = readObject(node, inner, path, found);
    if (obstacle !== null) return obstacle;
  }
  return null;
}

/** Says where JSON stops being JSON, without quoting it: what is typed may be personal. */
function notJson(text: string): FieldsReading {
  const scanner = createScanner(text, false);
  const grammar = new JsonGrammar();
  for (;;) {
    const kind = scanner.scan();
    if (kind === token.space || kind === token.lineBreak) continue;
    const role = scanner.getTokenError() === 0 ? grammar.take(kind, scanner.getTokenValue()) : 'wrong';
    if (kind === token.end) return broken('This is not JSON yet: it ends too early. You can still send it.');
    if (role === 'wrong') {
      const line = scanner.getTokenStartLine() + 1;
      const column = scanner.getTokenStartCharacter() + 1;
      return broken('This is not JSON: line {0}, column {1}. You can still send it.', line, column);
    }
    if (role === 'scalar' || role === 'close') grammar.leave();
  }
}
