import { isJsonRecord, parseWithNumbers } from '../../contract/jsonNumbers.ts';
import type { Operation } from '../../contract/shapes.ts';
import { jsonText } from './join.ts';

/** Levels of objects that become columns; what lies deeper, and every list, stays JSON in its cell. */
const deepest = 6;

/** One row a line, whatever a cell holds: a file that broke off is read again line by line. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\r\n]+/g, ' ');
}

/**
 * The values of a result by their dotted paths, as texts: `a`, `a.b`. Null is empty, numbers are as they were sent. What is
 * no object has no paths. A path names a column, and stands in one line.
 * @param json a result as resultsOf gives it, masked or not; '' = none
 */
export function flatten(json: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  const walk = (value: Readonly<Record<string, unknown>>, before: string, depth: number): void => {
    for (const [key, inner] of Object.entries(value)) {
      const path = oneLine(`${before}${key}`);
      if (isJsonRecord(inner) && depth < deepest && Object.keys(inner).length > 0) {
        walk(inner, `${path}.`, depth + 1);
      } else if (inner === null) values.set(path, '');
      else values.set(path, typeof inner === 'string' ? inner : jsonText(inner));
    }
  };
  const parsed: unknown = json === '' ? undefined : parseWithNumbers(json);
  if (isJsonRecord(parsed)) walk(parsed, '', 1);
  return values;
}

/** Paths of the result that the documents show, in their order; none where they show none. */
export function documentedPaths({ resultGroups }: Operation): readonly string[] {
  return (resultGroups ?? []).flatMap(({ fields }) => fields.map(({ name }) => name));
}
