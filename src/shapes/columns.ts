import { isRequired } from './confidence.ts';
import type { LearnedPath, LearnedShape, Path } from './model.ts';
import { pathText } from './path.ts';

/** A column that items of a list have had: a key of theirs, or of an object in them; both null for items that are no objects. */
export interface LearnedColumn {
  readonly key: string | null;
  readonly inner: string | null;
  /** Different inputs that had it. */
  readonly inputs: number;
  /** No item lacked it, as far as was seen. */
  readonly always: boolean;
}

/**
 * The columns of a list as answers of this code had them, in the order of the shape; a list that is empty in one
 * answer has the columns of the others. `[]` where nothing is known of its items. Keys that are data make no column.
 * @param list the path of the list itself
 */
export function columnsOf({ paths }: LearnedShape, list: Path): readonly LearnedColumn[] {
  const items = pathText([...list, 'items']);
  const ofItems = paths.find(({ path }) => pathText(path) === items);
  if (ofItems === undefined) return [];
  const depth = list.length + 1;
  const below = paths.filter(({ path }) => pathText(path.slice(0, depth)) === items);
  const plain = Object.keys(ofItems.kinds).some((kind) => kind !== 'object' && kind !== 'null');
  const columns = plain ? [column(ofItems, null, null, false)] : [];
  for (const learned of below.filter(({ path }) => path.length === depth + 1)) {
    const [key] = learned.path.slice(depth);
    if (typeof key !== 'object') continue;
    const inner = below.flatMap((one) => {
      const [own, last] = one.path.slice(depth);
      const isInner = one.path.length === depth + 2 && typeof own === 'object' && own.key === key.key;
      return isInner && typeof last === 'object' ? [{ one, name: last.key }] : [];
    });
    const isOnlyObject = inner.length > 0 && Object.keys(learned.kinds).every((kind) => kind === 'object');
    if (!isOnlyObject) columns.push(column(learned, key.key, null, isRequired(learned)));
    for (const { one, name } of inner) {
      columns.push(column(one, key.key, name, isRequired(one) && isRequired(learned)));
    }
  }
  return columns;
}

function column(
  { seen }: LearnedPath,
  key: string | null,
  inner: string | null,
  always: boolean,
): LearnedColumn {
  return { key, inner, inputs: seen.inputs, always };
}
