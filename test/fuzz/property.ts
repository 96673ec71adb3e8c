import type { Body } from './bodies.ts';

/** Throws where something does not hold of a body. */
export type Property = (body: Body) => void | Promise<void>;

/** The value of JSON, or undefined: what is not JSON has none. */
export function parsedOrNot(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A text in small letters, its escapes read and what stands between digits left out: half-hidden is not hidden. */
export function laidBare(text: string): string {
  return text
    .replaceAll(/\\u([0-9a-fA-F]{4})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .toLowerCase()
    .replaceAll(/(?<=\d)[ -](?=\d)/g, '');
}

/** One of several by a body's own chance. */
export function pick<T>(list: readonly [T, ...T[]], dice: number): T {
  return list[dice % list.length] ?? list[0];
}
