import type { Node } from 'jsonc-parser';
import { entriesAsLines } from '../contract/entries.ts';
import { valueJson } from '../contract/fieldValues.ts';
import type { CheckedField } from '../contract/hints.ts';
import { own } from '../contract/own.ts';
import type { Operation, RequestField } from '../contract/shapes.ts';
import type { Phrase } from '../contract/words.ts';
import { type BodyPlace, printTree, walk } from './bodyTree.ts';
import {
  type AskedAs,
  environmentVariable,
  onlyPlaceholder,
  type Part,
  type Placeholder,
  partsOf,
} from './placeholders.ts';
import type { SavedRequest } from './requestFile.ts';

/** One value to ask for before a saved request can be sent. */
export interface WantedInput {
  /** What is asked for; the same label is asked for once and fills every place that has it. */
  readonly label: string;
  readonly start: string;
  /** What the value alone fills, for its checks and its type: a request field, or a number of none; null elsewhere. */
  readonly field: CheckedField | null;
}

/** The field whose value stands there; an entry of a list is one text of it. */
export function fieldAt(operation: Operation, { path, listed }: BodyPlace): RequestField | null {
  const name = path.join('.');
  const field = operation.requestFields.find((one) => one.name === name) ?? null;
  if (!listed) return field;
  return field?.type === 'string-list' ? { ...field, type: 'string' } : null;
}

/** How a value is asked for that is to leave as it is: by its field, unless that would make something else of it. */
export function askingFor({ type }: Node, field: RequestField | null): AskedAs {
  if (type === 'number') return type;
  return type === 'string' && field !== null && field.type !== type ? 'text' : 'input';
}

/** A placeholder without a label is asked for under the name of what it fills. */
function labelOf(part: Extract<Part, { kind: 'input' }>, { path }: BodyPlace): string {
  return part.label === '' ? (path.at(-1) ?? 'body') : part.label;
}

/** What becomes of a string, by the placeholder that it is made of alone, and the request field that it fills. */
function typeOf(only: Placeholder | null, field: RequestField | null): RequestField['type'] {
  if (only?.kind === 'input' && only.asks !== 'input') return only.asks === 'number' ? 'number' : 'string';
  return only === null || field === null ? 'string' : field.type;
}

/** What has to be asked for, in the order of the file. */
export function wantedInputs(request: SavedRequest, operation: Operation): readonly WantedInput[] {
  const wanted = new Map<string, WantedInput>();
  walk(request.body, (node, place) => {
    if (node.type !== 'string') return true;
    const parts = partsOf(String(node.value));
    for (const part of parts) {
      if (part.kind !== 'input') continue;
      const label = labelOf(part, place);
      const only = onlyPlaceholder(parts);
      const filled = only === null ? null : fieldAt(operation, place);
      const type = typeOf(only, filled);
      const plain = type === 'number' ? { name: label, type, check: null, example: '' } : null;
      const field = filled === null ? plain : { ...filled, type };
      const known = wanted.get(label);
      const start = known === undefined || known.start === '' ? part.start : known.start;
      wanted.set(label, { label, start, field: known?.field ?? field });
    }
    return true;
  });
  return [...wanted.values()];
}

function partsInBody({ body }: SavedRequest): readonly Part[] {
  const parts: Part[] = [];
  walk(body, (node) => {
    if (node.type === 'string') parts.push(...partsOf(String(node.value)));
    return true;
  });
  return parts;
}

/** Names of the environment variables the body reads, in the order of the file, none twice. */
export function variablesOf(request: SavedRequest): readonly string[] {
  return [...new Set(partsInBody(request).flatMap((part) => (part.kind === 'env' ? part.name : [])))];
}

/** What looks like a placeholder and is none, without what it is of: that may be somebody's number. */
export function strayPlaceholders(request: SavedRequest): readonly string[] {
  const strays = partsInBody(request).flatMap((part) => (part.kind === 'unknown' ? part.text : []));
  const start = (text: string): string => `${text.slice(0, text.indexOf(':') + 1)}…`;
  return [...new Set(strays.map((text) => (text.endsWith('}') ? `${start(text)}}` : start(text))))];
}

export interface Sources {
  /** By label, see WantedInput. */
  readonly inputs: ReadonlyMap<string, string>;
  /** The environment variable of that name; null leaves the placeholder as it is written. */
  readonly env: ((name: string) => string | undefined) | null;
}

/** Reads variables of the environment, and nothing else that an object answers to. */
export function environmentOf(
  variables: Readonly<Record<string, string | undefined>>,
): (name: string) => string | undefined {
  return (name) => own(variables, name);
}

export type Resolved =
  | { readonly ok: true; readonly body: string }
  | { readonly ok: false; readonly why: Phrase };

/**
 * The JSON that leaves: placeholders inside strings filled, everything else as it is written, without comments. A string
 * that is one placeholder and nothing else becomes what its request field is: a number, a truth value, a list; or the number it says.
 */
export function resolveBody(request: SavedRequest, operation: Operation, { inputs, env }: Sources): Resolved {
  const missing = new Set<string>();
  const filled = (part: Part, place: BodyPlace): string => {
    if (part.kind === 'input') return inputs.get(labelOf(part, place)) ?? part.start;
    if (part.kind !== 'env') return part.text;
    if (env === null) return environmentVariable(part.name);
    const value = env(part.name);
    if (value === undefined) missing.add(part.name);
    return value ?? '';
  };
  const body = printTree(request.text, request.body, (node, place) => {
    if (node.type !== 'string') return null;
    const parts = partsOf(String(node.value));
    const text = parts.map((part) => filled(part, place)).join('');
    if (text === node.value) return null;
    const type = typeOf(onlyPlaceholder(parts), fieldAt(operation, place));
    return valueJson(type, type === 'string-list' ? entriesAsLines(text) : text, place.indent);
  });
  if (missing.size === 0) return { ok: true, body };
  const names = [...missing].map((name) => (name === '' ? environmentVariable('') : name)).join(', ');
  const why =
    missing.size === 1
      ? { text: 'The environment variable {0} is not set where this extension runs.', args: [names] }
      : { text: 'The environment variables {0} are not set where this extension runs.', args: [names] };
  return { ok: false, why };
}
