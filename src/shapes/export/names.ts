import type { OperationId } from '../../contract/words.ts';
import { jsString } from '../../snippets/literals.ts';
import { noCode, shortForm } from '../model.ts';
import type { ShapeTree } from './tree.ts';

/** `NO_RECORD_FOUND` and `no-record found` become `NoRecordFound`; what is no letter or digit of ASCII parts words. */
function pascal(text: string): string {
  const words = text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return words
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
    .slice(0, 80);
}

function codeName(code: string): string {
  if (code === shortForm) return 'Short429';
  if (code === noCode) return 'WithoutCode';
  return pascal(code) || 'OtherCode';
}

/** Names of types, each given once, whatever codes a service sends. */
export interface TypeNames {
  readonly of: (tree: ShapeTree) => string;
  /** Of all answers, or all requests, of an operation together. */
  readonly union: (operation: OperationId, side: ShapeTree['side']) => string;
}

/** Numbers are added where two would be named alike, in the order of the trees. */
export function typeNames(trees: readonly ShapeTree[]): TypeNames {
  const unions = new Map<string, string>();
  const taken = new Set<string>();
  const unionKey = (operation: OperationId, side: ShapeTree['side']) => `${operation} ${side}`;
  for (const { operation, side } of trees) {
    const name = pascal(operation.id) + (side === 'answer' ? 'Answer' : 'Request');
    unions.set(unionKey(operation.id, side), name);
    taken.add(name);
  }
  const names = new Map<ShapeTree, string>();
  for (const tree of trees) {
    const { operation, side, code } = tree;
    const wanted = pascal(operation.id) + (side === 'answer' ? '' : 'RequestFor') + codeName(code);
    let name = wanted;
    for (let next = 2; taken.has(name); next += 1) name = `${wanted}${next}`;
    taken.add(name);
    names.set(tree, name);
  }
  return {
    of: (tree) => names.get(tree) ?? codeName(tree.code),
    union: (operation, side) => unions.get(unionKey(operation, side)) ?? pascal(operation),
  };
}

/** The name of a value beside the type's: `RcAdvancedOk`, `rcAdvancedOk`. */
export function valueName(typeName: string): string {
  return typeName.charAt(0).toLowerCase() + typeName.slice(1);
}

/** A key as TypeScript writes it in a type or an object; `__proto__` as a plain key would set the prototype. */
export function keyText(key: string, place: 'type' | 'object'): string {
  if (/^[A-Za-z_$][\w$]*$/.test(key) && (key !== '__proto__' || place === 'type')) return key;
  const quoted = literalText(key);
  return key === '__proto__' ? `[${quoted}]` : quoted;
}

/** A text as a literal that no reader of the file takes for anything else: no end of a script or a comment within. */
export function literalText(text: string): string {
  return jsString(text).replaceAll('</', '<\\/').replaceAll('*/', '*\\/').replaceAll('<!--', '<\\!--');
}

/** Text within a comment of TypeScript: what would end it is parted, line ends and hidden characters are written out. */
export function commentText(text: string): string {
  return jsString(text)
    .slice(1, -1)
    .replaceAll("\\'", "'")
    .replaceAll('\\\\', '\\')
    .replaceAll('*/', '* /')
    .replaceAll('</', '< /');
}

/** Keys that every object of JavaScript has by inheritance: what reads them finds something where a body has none. */
export const inherited: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype));
