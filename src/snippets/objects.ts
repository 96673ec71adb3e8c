import { prettyJson } from '../contract/jsonText.ts';
import { doubleQuoted, jsString } from './literals.ts';

type Scalar = (value: unknown) => string;

/** How a language writes objects, lists and what is in them. */
interface Notation {
  readonly key: (name: string) => string;
  readonly scalar: Scalar;
}

/** Stands where an object is too deep: it is written as the text it is. */
const tooDeep = `\n${'  '.repeat(40)}`;

/**
 * The object or list of a JSON text, if an object literal of a language would send the same JSON: no number loses
 * digits, no key is repeated or moved, no escape is written otherwise. Else undefined: then the text itself is to be sent.
 */
export function plainObject(text: string): object | undefined {
  const laidOut = prettyJson(text, { maxChars: Number.MAX_SAFE_INTEGER }).text;
  if (laidOut.includes(tooDeep)) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Not JSON: the text itself is to be sent.
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  return JSON.stringify(value, null, 2) === laidOut ? value : undefined;
}

function written(value: unknown, indent: string, notation: Notation): string {
  if (typeof value !== 'object' || value === null) return notation.scalar(value);
  const deeper = `${indent}  `;
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const entries = Array.isArray(value)
    ? value.map((entry: unknown) => written(entry, deeper, notation))
    : Object.entries(value).map(
        ([name, entry]) => `${notation.key(name)}: ${written(entry, deeper, notation)}`,
      );
  if (entries.length === 0) return open + close;
  return `${open}\n${entries.map((entry) => `${deeper}${entry},\n`).join('')}${indent}${close}`;
}

function jsKey(name: string): string {
  // As a plain key it would set the prototype and not be sent.
  if (name === '__proto__') return "['__proto__']";
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : jsString(name);
}

/** An object or list of JSON as JavaScript; lines after the first start with `indent`. */
export function jsObject(value: object, indent: string): string {
  return written(value, indent, {
    key: jsKey,
    scalar: (one) => (typeof one === 'string' ? jsString(one) : JSON.stringify(one)),
  });
}

function pythonScalar(value: unknown): string {
  if (typeof value === 'string') return doubleQuoted(value);
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return value === null ? 'None' : JSON.stringify(value);
}

/** An object or list of JSON as Python; lines after the first start with `indent`. */
export function pythonObject(value: object, indent: string): string {
  return written(value, indent, { key: doubleQuoted, scalar: pythonScalar });
}
