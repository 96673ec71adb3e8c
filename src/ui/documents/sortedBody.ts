import { type Node, parseTree } from 'jsonc-parser';
import { deepestTree, depthOf } from '../../contract/depth.ts';

/** Values keep the text they were sent with; only the order of keys changes. A repeated key keeps its place among its like. */
function sorted(node: Node, text: string): string {
  const children = node.children ?? [];
  if (node.type === 'array') return `[${children.map((child) => sorted(child, text)).join(',')}]`;
  if (node.type !== 'object') return text.slice(node.offset, node.offset + node.length);
  const entries = children.map((property) => {
    const [key, value] = property.children ?? [];
    const name = key === undefined ? '' : text.slice(key.offset, key.offset + key.length);
    return { name, value: value === undefined ? '' : sorted(value, text) };
  });
  entries.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  return `{${entries.map(({ name, value }) => `${name}:${value}`).join(',')}}`;
}

/** An answer's body with sorted keys, for comparing. What is not JSON comes back as it is. */
export function sortedBody(body: Uint8Array): Uint8Array {
  const text = new TextDecoder().decode(body);
  if (depthOf(text) > deepestTree) return body;
  const errors: { error: number; offset: number; length: number }[] = [];
  const root = parseTree(text, errors);
  return root === undefined || errors.length > 0 ? body : new TextEncoder().encode(sorted(root, text));
}
