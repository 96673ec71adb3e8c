import type { RequestField } from './shapes.ts';

/** Request fields by key, objects as trees of their own, in the order of the fields. */
export interface FieldTree extends Map<string, RequestField | FieldTree> {}

/** The shape of a request body. No field may be called like an object that others stand in; of those, the first wins. */
export function fieldTree(fields: readonly RequestField[]): FieldTree {
  const root: FieldTree = new Map();
  for (const field of fields) {
    let at: FieldTree | null = root;
    for (const key of field.path.slice(0, -1)) at = at === null ? null : objectAt(at, key);
    const own = field.path.at(-1);
    if (at !== null && own !== undefined && !at.has(own)) at.set(own, field);
  }
  return root;
}

function objectAt(tree: FieldTree, key: string): FieldTree | null {
  const found = tree.get(key);
  if (found instanceof Map) return found;
  if (found !== undefined) return null;
  const made: FieldTree = new Map();
  tree.set(key, made);
  return made;
}
