import { type FieldTree, fieldTree } from './fieldTree.ts';
import { typedIn } from './hints.ts';
import { isRecord } from './record.ts';
import type { Operation } from './shapes.ts';

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
  return requiredInJson(operation, text).empty;
}

/** Names of required fields that are not in a JSON object, nor the objects they stand in. */
export function missingInJson(operation: Operation, text: string): readonly string[] {
  return requiredInJson(operation, text).missing;
}

interface Lacking {
  readonly empty: string[];
  readonly missing: string[];
}

function requiredInJson({ requestFields }: Operation, text: string): Lacking {
  const lacking: Lacking = { empty: [], missing: [] };
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    // What is no JSON has no fields; it may be sent on purpose.
    return lacking;
  }
  const walk = (tree: FieldTree, value: unknown): void => {
    if (!isRecord(value)) return;
    for (const [key, node] of tree) {
      const isThere = Object.hasOwn(value, key);
      if (node instanceof Map) walk(node, isThere ? value[key] : {});
      else if (node.required && !isThere) lacking.missing.push(node.name);
      else if (node.required && isEmpty(value[key])) lacking.empty.push(node.name);
    }
  };
  walk(fieldTree(requestFields), body);
  return lacking;
}
