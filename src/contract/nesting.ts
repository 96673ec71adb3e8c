import { isJsonRecord } from './jsonNumbers.ts';

/** A list anywhere in an answer, with the keys that lead to it; a list within a list is part of a cell. */
export interface FoundList {
  /** Names it within its answer: keys with dots between, `$` for the answer itself. */
  readonly path: string;
  readonly keys: readonly string[];
  readonly items: readonly unknown[];
}

/** Objects within objects are followed so far. */
const deepest = 12;
/** Lists of one answer that become tables. */
const mostLists = 50;

/** How a list's keys name it. */
function listPath(keys: readonly string[]): string {
  return keys.length === 0 ? '$' : keys.join('.');
}

/** The lists of a body with something in them, in the order in which they stand; not those inside of lists. */
export function listsIn(body: unknown): readonly FoundList[] {
  const found: FoundList[] = [];
  const walk = (value: unknown, keys: readonly string[]): void => {
    if (found.length >= mostLists || keys.length > deepest) return;
    if (Array.isArray(value)) {
      if (value.length > 0) found.push({ path: listPath(keys), keys, items: value });
      return;
    }
    if (!isJsonRecord(value)) return;
    for (const [key, inner] of Object.entries(value)) {
      if (typeof inner === 'object') walk(inner, [...keys, key]);
    }
  };
  walk(body, []);
  return found;
}
