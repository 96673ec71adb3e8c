import { type Node, parseTree } from 'jsonc-parser';
import { deepestTree, depthOf } from '../contract/depth.ts';

export type TreeReading =
  | { readonly ok: true; readonly root: Node }
  | {
      readonly ok: false;
      readonly why: 'empty' | 'broken' | 'deep';
      readonly offset: number;
      /** What could be made of it all the same: what ends before `offset` is as it is written. */
      readonly root: Node | null;
    };

/** JSON with where each value stands. Comments and a comma too many are read past. */
export function readTree(text: string): TreeReading {
  if (text.trim() === '') return { ok: false, why: 'empty', offset: 0, root: null };
  if (depthOf(text) > deepestTree) return { ok: false, why: 'deep', offset: 0, root: null };
  const errors: { error: number; offset: number; length: number }[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first !== undefined) return { ok: false, why: 'broken', offset: first.offset, root: root ?? null };
  return root === undefined ? { ok: false, why: 'empty', offset: 0, root: null } : { ok: true, root };
}

export interface Property {
  readonly key: string;
  readonly keyNode: Node;
  readonly value: Node;
}

/** The properties of an object as they came, repeated ones too. */
export function propertiesOf(node: Node): readonly Property[] {
  if (node.type !== 'object') return [];
  return (node.children ?? []).flatMap((property) => {
    const [keyNode, value] = property.children ?? [];
    return keyNode === undefined || value === undefined
      ? []
      : [{ key: String(keyNode.value), keyNode, value }];
  });
}

/** Where a value stands: the keys that lead to it, without array positions; `listed` = it is an entry of a list. */
export interface BodyPlace {
  readonly path: readonly string[];
  readonly listed: boolean;
  readonly indent: string;
}

const top: BodyPlace = { path: [], listed: false, indent: '' };

/** Calls `see` with every value from the outside in; one for which it returns false is not looked into. */
export function walk(
  node: Node,
  see: (node: Node, place: BodyPlace) => boolean,
  place: BodyPlace = top,
): void {
  if (!see(node, place)) return;
  if (node.type === 'array') {
    for (const child of node.children ?? []) walk(child, see, { ...place, listed: true });
    return;
  }
  for (const { key, value } of propertiesOf(node)) {
    walk(value, see, { ...place, path: [...place.path, key], listed: false });
  }
}

/**
 * A value as JSON indented by two spaces, with every number, key, escape and repeated key as it came, without comments.
 * @param replace the JSON to put in place of a value, or null to leave it
 */
export function printTree(
  text: string,
  node: Node,
  replace: (node: Node, place: BodyPlace) => string | null,
  place: BodyPlace = top,
): string {
  const replaced = replace(node, place);
  if (replaced !== null) return replaced;
  const { path, indent } = place;
  const inner = `${indent}  `;
  const source = ({ offset, length }: Node): string => text.slice(offset, offset + length);
  if (node.type === 'array') {
    const entry = { path, listed: true, indent: inner };
    const items = (node.children ?? []).map((child) => inner + printTree(text, child, replace, entry));
    return items.length === 0 ? '[]' : `[\n${items.join(',\n')}\n${indent}]`;
  }
  if (node.type !== 'object') return source(node);
  const items = propertiesOf(node).map(({ key, keyNode, value }) => {
    const at = { path: [...path, key], listed: false, indent: inner };
    return `${inner}${source(keyNode)}: ${printTree(text, value, replace, at)}`;
  });
  return items.length === 0 ? '{}' : `{\n${items.join(',\n')}\n${indent}}`;
}
