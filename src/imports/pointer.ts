import { isRecord } from '../contract/record.ts';

/** Steps and references one look-up follows at most; references that lead to references could otherwise multiply. */
const mostSteps = 1_000;

/**
 * The value at a `#/…` pointer (RFC 6901, as a URI fragment), references on the way and at its end followed. What stands
 * beside a reference holds over what it refers to.
 *
 * @throws where there is no such value, or the way to it does not end
 */
export function valueAt(root: unknown, pointer: string): unknown {
  let steps = 0;
  const walk = (to: string): unknown => {
    let value = root;
    for (const token of tokensOf(to)) {
      const place = followed(value);
      if (typeof place !== 'object' || place === null || !Object.hasOwn(place, token)) throw missing();
      value = Reflect.get(place, token);
    }
    return followed(value);
  };
  const followed = (value: unknown): unknown => {
    steps += 1;
    if (steps > mostSteps) throw missing();
    if (!isRecord(value) || typeof value.$ref !== 'string' || !value.$ref.startsWith('#')) return value;
    const target = walk(value.$ref);
    const { $ref: _, ...beside } = value;
    return Object.keys(beside).length > 0 && isRecord(target) ? { ...target, ...beside } : target;
  };
  return walk(pointer);
}

function tokensOf(pointer: string): readonly string[] {
  const text = decodeURIComponent(pointer.slice(1));
  if (text === '') return [];
  const [first, ...tokens] = text.split('/');
  if (first !== '') throw missing();
  return tokens.map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function missing(): Error {
  return new Error('The file has no value there.');
}
