import type { Node } from 'jsonc-parser';
import { fieldsFromBody } from '../contract/draft.ts';
import { hintsFor } from '../contract/hints.ts';
import type { Operation } from '../contract/shapes.ts';
import { propertiesOf, readTree } from './bodyTree.ts';
import { type FileFinding, unknownFields } from './findings.ts';

/**
 * What is worth saying about the JSON body of a form, at its place: fields that nobody knows of, and values that look
 * wrong. Where it is no JSON, or has a key twice, VS Code's own JSON support says so.
 * @param bills see hintsFor
 */
export function bodyFindings(text: string, operation: Operation, bills: boolean): readonly FileFinding[] {
  const tree = readTree(text);
  if (!tree.ok || tree.root.type !== 'object') return [];
  const { root } = tree;
  const read = fieldsFromBody(operation, text);
  const hints = read.ok
    ? hintsFor(operation, read.fields, bills).filter(({ kind }) => kind === 'warning')
    : [];
  const odd = hints.flatMap(({ field, what }): FileFinding[] => {
    const path = operation.requestFields.find(({ name }) => name === field)?.path ?? [field];
    const node = valueAt(root, path);
    if (node === undefined) return [];
    return [{ severity: 'warning', what, offset: node.offset, length: node.length, replacement: null }];
  });
  return [...unknownFields(root, operation, bills), ...odd].sort((a, b) => a.offset - b.offset);
}

function valueAt(root: Node, path: readonly string[]): Node | undefined {
  let at: Node | undefined = root;
  for (const key of path) {
    at = at === undefined ? undefined : propertiesOf(at).find((one) => one.key === key)?.value;
  }
  return at;
}
