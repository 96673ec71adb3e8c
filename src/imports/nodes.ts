import { isRecord } from '../contract/record.ts';

/** An object of a description, not trusted to have any shape. */
export type Node = Readonly<Record<string, unknown>>;

type Resolved =
  | { readonly kind: 'node'; readonly node: Node }
  /** Refers to another file or address: not fetched. */
  | { readonly kind: 'outside' }
  | { readonly kind: 'nothing' };

/** Follows references within the file. */
export type Resolve = (value: unknown) => Resolved;

/** @param get the value at a `#/…` pointer; throws where there is none */
export function resolver(get: (pointer: string) => unknown): Resolve {
  return (start) => {
    let value = start;
    for (let step = 0; step < 20; step += 1) {
      if (!isRecord(value)) return { kind: 'nothing' };
      const { $ref: ref } = value;
      if (typeof ref !== 'string') return { kind: 'node', node: value };
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
