import type { Node } from 'jsonc-parser';
import * as z from 'zod';
import type { OperationId, Phrase } from '../contract/words.ts';
import { propertiesOf, readTree } from './bodyTree.ts';

/** How the names of request files end. */
export const requestFileEnding = '.verify.json';

/** A saved request: no key, no environment. */
export interface RequestFile {
  readonly operation: OperationId;
  readonly name: string | null;
  readonly note: string | null;
  /** The text the nodes point into. */
  readonly text: string;
  readonly body: Node;
}

export type RequestFileReading =
  | { readonly ok: true; readonly file: RequestFile }
  | {
      readonly ok: false;
      /** A whole sentence without the file's name. */
      readonly why: Phrase;
      readonly offset: number;
    };

const operationIds = ['rc-advanced', 'credit-report', 'aadhaar-pan-link', 'email-bulk'] as const;

const head = z.object({
  operation: z.enum(operationIds),
  name: z.string().optional(),
  note: z.string().optional(),
});

function refuse(offset: number, text: string, ...args: readonly (string | number)[]): RequestFileReading {
  return { ok: false, why: { text, args }, offset };
}

/** Never quotes what stands in the file: it may be personal. */
export function readRequestFile(text: string): RequestFileReading {
  const json = text.startsWith('\ufeff') ? ` ${text.slice(1)}` : text;
  const tree = readTree(json);
  if (!tree.ok) {
    if (tree.why === 'empty') return refuse(0, 'It is empty: a request file needs an operation and a body.');
    if (tree.why === 'deep') return refuse(0, 'It is nested too deep to be read.');
    const before = json.slice(0, tree.offset).split('\n');
    const column = (before.at(-1) ?? '').length + 1;
    return refuse(tree.offset, 'It is not JSON: line {0}, column {1}.', before.length, column);
  }
  const { root } = tree;
  if (root.type !== 'object') return refuse(root.offset, 'It holds no JSON object.');
  const found = new Map(propertiesOf(root).map(({ key, value }) => [key, value]));
  const values = Object.fromEntries([...found].map(([key, value]) => [key, value.value]));
  const read = head.safeParse(values);
  if (!read.success) {
    const name = String(read.error.issues[0]?.path[0] ?? 'operation');
    const offset = found.get(name)?.offset ?? root.offset;
    if (name !== 'operation') return refuse(offset, 'Its {0} is not a text.', name);
    return refuse(offset, 'Its operation has to be one of: {0}.', operationIds.join(', '));
  }
  const body = found.get('body');
  if (body === undefined) return refuse(root.offset, 'It has no body.');
  const { operation, name = null, note = null } = read.data;
  return { ok: true, file: { operation, name, note, text: json, body } };
}

/** A request file as it is written: two spaces, a newline at the end, names in a fixed order, so that git shows what changed. */
export function printRequestFile(file: {
  readonly operation: OperationId;
  readonly name?: string;
  readonly note?: string;
  /** JSON, as printTree makes it. */
  readonly body: string;
}): string {
  const { operation, name, note, body } = file;
  const entries: [string, string][] = [['operation', JSON.stringify(operation)]];
  if (name !== undefined) entries.push(['name', JSON.stringify(name)]);
  if (note !== undefined) entries.push(['note', JSON.stringify(note)]);
  // Line breaks stand between values only: JSON strings hold none.
  entries.push(['body', body.replaceAll('\n', '\n  ')]);
  return `{\n${entries.map(([key, value]) => `  "${key}": ${value}`).join(',\n')}\n}\n`;
}
