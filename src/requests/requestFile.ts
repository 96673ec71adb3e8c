import type { Node } from 'jsonc-parser';
import * as z from 'zod/mini';
import { type OperationId, operationIds } from '../contract/operationIds.ts';
import type { Phrase } from '../contract/words.ts';
import { propertiesOf, readTree } from './bodyTree.ts';

/** How the names of request files end. */
export const requestFileEnding = '.verify.json';

/** A saved request: no key, no environment. */
export interface SavedRequest {
  readonly operation: OperationId;
  readonly name: string | null;
  readonly note: string | null;
  /** The text of the whole file, which the nodes point into. */
  readonly text: string;
  readonly body: Node;
}

type RequestReading =
  | { readonly ok: true; readonly request: SavedRequest }
  | {
      readonly ok: false;
      /** A whole sentence without the file's name. */
      readonly why: Phrase;
      readonly offset: number;
    };

/** One request of a file, also one that cannot be sent. */
export interface FileEntry {
  /** Where it stands, end exclusive. */
  readonly start: number;
  readonly end: number;
  readonly name: string | null;
  readonly nameNode: Node | null;
  readonly reading: RequestReading;
}

export type RequestFileReading =
  | {
      readonly ok: true;
      /** True for a file with a list, however short; false for one that is a request itself. */
      readonly listed: boolean;
      /** Never empty. */
      readonly entries: readonly [FileEntry, ...FileEntry[]];
    }
  | Extract<RequestReading, { readonly ok: false }>;

type Refusal = Extract<RequestReading, { readonly ok: false }>;

const head = z.object({
  operation: z.enum(operationIds),
  name: z.optional(z.string()),
  note: z.optional(z.string()),
});

function refuse(offset: number, text: string, ...args: readonly (string | number)[]): Refusal {
  return { ok: false, why: { text, args }, offset };
}

/**
 * A file that is one request, or holds several in a list named `requests`. Never quotes what stands in the file: it may be
 * personal. Where a file with a list stops being JSON, the requests that end before can be sent all the same.
 */
export function readRequestFile(text: string): RequestFileReading {
  const json = text.startsWith('\ufeff') ? ` ${text.slice(1)}` : text;
  const tree = readTree(json);
  if (tree.ok) return readRoot(json, tree.root, json.length);
  if (tree.why === 'empty') return refuse(0, 'It is empty: a request file needs an operation and a body.');
  if (tree.why === 'deep') return refuse(0, 'It is nested too deeply to be read.');
  const partly = tree.root === null ? null : readRoot(json, tree.root, tree.offset);
  return partly?.ok && partly.listed ? partly : brokenAt(json, tree.offset);
}

function brokenAt(json: string, offset: number): Refusal {
  const before = json.slice(0, offset).split('\n');
  const column = (before.at(-1) ?? '').length + 1;
  return refuse(offset, 'It is not JSON: line {0}, column {1}.', before.length, column);
}

/** @param soundUntil offset up to which the text is JSON */
function readRoot(json: string, root: Node, soundUntil: number): RequestFileReading {
  if (root.type !== 'object') return refuse(root.offset, 'It is not a JSON object.');
  const found = new Map(propertiesOf(root).map(({ key, keyNode, value }) => [key, { keyNode, value }]));
  const list = found.get('requests')?.value;
  if (list === undefined) {
    const only = entryOf(json, root, soundUntil);
    return only.reading.ok ? { ok: true, listed: false, entries: [only] } : only.reading;
  }
  if (list.type !== 'array') return refuse(list.offset, 'Its requests are not a list.');
  for (const key of ['operation', 'body']) {
    const own = found.get(key)?.keyNode;
    if (own === undefined) continue;
    return refuse(own.offset, 'It has {0} outside its list of requests: move that into the list.', key);
  }
  const [first, ...rest] = (list.children ?? []).map((node) => entryOf(json, node, soundUntil));
  if (first === undefined) return refuse(list.offset, 'Its list of requests is empty.');
  return { ok: true, listed: true, entries: [first, ...rest] };
}

function entryOf(json: string, node: Node, soundUntil: number): FileEntry {
  const found = new Map(propertiesOf(node).map(({ key, value }) => [key, value]));
  const nameNode = found.get('name') ?? null;
  const name = typeof nameNode?.value === 'string' ? nameNode.value : null;
  const end = node.offset + node.length;
  // One that is never closed ends somewhere too.
  const sound = end <= soundUntil && readTree(json.slice(node.offset, end)).ok;
  const reading = sound ? readRequest(json, node, found) : brokenAt(json, soundUntil);
  return { start: node.offset, end, name, nameNode, reading };
}

function readRequest(json: string, node: Node, found: ReadonlyMap<string, Node>): RequestReading {
  if (node.type !== 'object') return refuse(node.offset, 'It is not a JSON object.');
  const values = Object.fromEntries([...found].map(([key, value]) => [key, value.value]));
  const read = head.safeParse(values);
  if (!read.success) {
    const key = String(read.error.issues[0]?.path[0] ?? 'operation');
    const offset = found.get(key)?.offset ?? node.offset;
    if (key !== 'operation') return refuse(offset, 'Its {0} is not a string.', key);
    return refuse(offset, 'Its operation has to be one of: {0}.', operationIds.join(', '));
  }
  const body = found.get('body');
  if (body === undefined) return refuse(node.offset, 'It has no body.');
  const { operation, name = null, note = null } = read.data;
  return { ok: true, request: { operation, name, note, text: json, body } };
}

/**
 * Which request a place in the text belongs to, by its number: the one around it, else the one that begins in its line,
 * else the one before it; null above the first, where none is meant: it may cost money.
 */
export function entryAt(text: string, entries: readonly FileEntry[], offset: number): number | null {
  const around = entries.findIndex(({ start, end }) => start <= offset && offset <= end);
  if (around !== -1) return around;
  const lineEnd = text.indexOf('\n', offset);
  const until = lineEnd === -1 ? text.length : lineEnd;
  const onLine = entries.findIndex(({ start }) => start > offset && start < until);
  if (onLine !== -1) return onLine;
  const before = entries.findLastIndex(({ start }) => start <= offset);
  return before === -1 ? null : before;
}
