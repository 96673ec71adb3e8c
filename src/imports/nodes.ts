import { isRecord } from '../contract/record.ts';

/** An object of a description, not trusted to have any shape. */
export type Node = Readonly<Record<string, unknown>>;

type Resolved =
  | { readonly kind: 'node'; readonly node: Node }
  /** Refers to another file or address: not fetched. */
  | { readonly kind: 'outside' }
  | { readonly kind: 'nothing' };

/** What holds of a property over what it refers to. An alias may give one node very many others, each of which would be copied. */
const besideReference = [
  'readOnly',
  'default',
  'description',
  'enum',
  'const',
  'x-request-field',
  'x-choices',
];

/** Follows references within the file. */
export type Resolve = (value: unknown) => Resolved;

/** @param get the value at a `#/…` pointer; throws where there is none */
export function resolver(get: (pointer: string) => unknown): Resolve {
  return (start) => {
    let value = start;
    let beside: Node = {};
    for (let step = 0; step < 20; step += 1) {
      if (!isRecord(value)) return { kind: 'nothing' };
      const node = value;
      const { $ref: ref } = node;
      if (typeof ref !== 'string')
        return { kind: 'node', node: Object.keys(beside).length === 0 ? node : { ...node, ...beside } };
      const own = besideReference.flatMap((name) => (Object.hasOwn(node, name) ? [[name, node[name]]] : []));
      beside = { ...Object.fromEntries(own), ...beside };
      if (!ref.startsWith('#')) return { kind: 'outside' };
      try {
        value = get(ref);
      } catch {
        return { kind: 'nothing' };
      }
    }
    return { kind: 'nothing' };
  };
}
