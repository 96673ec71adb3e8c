import { type Node, parseTree } from 'jsonc-parser';

/** Deeper than this an answer is left as it came: sorting serves reading, and nobody reads that. */
const maxDepth = 200;

function depthOf(text: string): number {
  let depth = 0;
  let most = 0;
  for (const char of text) {
    if (char === '{' || char === '[') most = Math.max(most, ++depth);
    else if (char === '}' || char === ']') depth -= 1;
  }
  return most;
}

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
  if (depthOf(text) > maxDepth) return body;
  const errors: { error: number; offset: number; length: number }[] = [];
  const root = parseTree(text, errors);
  return root === undefined || errors.length > 0 ? body : new TextEncoder().encode(sorted(root, text));
}
