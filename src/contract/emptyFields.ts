import { withoutMark } from './byteOrderMark.ts';
import { type FieldTree, fieldTree } from './fieldTree.ts';
import { typedIn } from './hints.ts';
import { isRecord } from './record.ts';
import type { Operation } from './shapes.ts';
import type { Phrase } from './words.ts';

/** Names of required fields in which nothing is typed; spaces are nothing. */
export function emptyInForm(
  { requestFields }: Operation,
  fields: Readonly<Record<string, string>>,
): readonly string[] {
  return requestFields
    .filter(({ name, required }) => required && typedIn(fields, name).trim() === '')
    .map(({ name }) => name);
}

interface Written {
  readonly tab: 'form' | 'json';
  readonly fields: Readonly<Record<string, string>>;
  readonly json: string;
  readonly anyway?: boolean | undefined;
}

/** Names of required fields that hold a call up: a form never sends them empty, JSON only when its writer says so. */
export function emptyIn(operation: Operation, { tab, fields, json, anyway }: Written): readonly string[] {
  if (tab === 'form') return emptyInForm(operation, fields);
  return anyway === true ? [] : emptyInJson(operation, json);
}

function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isEmpty);
  return value === null || (typeof value === 'string' && value.trim() === '');
}

/**
 * Names of required fields that stand in a JSON text and hold nothing: no text, null, an empty list. One that is not there
 * holds no call up: the fields are assumed, and the JSON is where others are tried.
 */
export function emptyInJson(operation: Operation, text: string): readonly string[] {
  return namesInJson(operation, text).empty;
}

/** Names of required fields that are not in a JSON object, nor the objects they stand in. */
export function missingInJson(operation: Operation, text: string): readonly string[] {
  return namesInJson(operation, text).missing;
}

interface JsonNames {
  /** See emptyInJson. */
  readonly empty: string[];
  /** See missingInJson. */
  readonly missing: string[];
  /** Keys that no field has, with those they stand below; of an operation whose fields the user took away none is told. */
  readonly unknown: string[];
}

/** What is odd about the names in a JSON object; of what is none, nothing. */
export function namesInJson({ requestFields }: Operation, text: string): JsonNames {
  const found: JsonNames = { empty: [], missing: [], unknown: [] };
  let body: unknown;
  try {
    body = JSON.parse(withoutMark(text));
  } catch {
    // What is no JSON has no fields; it may be sent on purpose.
    return found;
  }
  const walk = (tree: FieldTree, value: unknown, above: string): void => {
    if (!isRecord(value)) return;
    for (const [key, node] of tree) {
      const isThere = Object.hasOwn(value, key);
      if (node instanceof Map) walk(node, isThere ? value[key] : {}, `${above}${key}.`);
      else if (node.required && !isThere) found.missing.push(node.name);
      else if (node.required && isEmpty(value[key])) found.empty.push(node.name);
    }
    for (const key of Object.keys(value)) if (!tree.has(key)) found.unknown.push(above + key);
  };
  walk(fieldTree(requestFields), body, '');
  return requestFields.length === 0 ? { ...found, unknown: [] } : found;
}

/** @param name as it may be shown, with the keys it stands below */
export function unknownField(name: string, { title }: Operation): Phrase {
  return {
    text: '{0} is not a known request field of {1}. It is sent as it is; “Edit Request Fields…” changes what is known.',
    args: [name, title],
  };
}
