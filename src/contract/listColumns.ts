import { coverName } from './coverText.ts';
import { isJsonRecord } from './jsonNumbers.ts';
import { maskAt } from './masking.ts';
import type { MaskKind, Operation } from './shapes.ts';

/** A key of a list's items, or a key of an object in them; both null for items that are no objects. */
export interface Column {
  readonly key: string | null;
  readonly inner: string | null;
}

/** One column of a list. */
export interface ListColumn extends Column {
  /** As it is headed: the key or `key.inner`, what is personal in it masked; '' for items that are no objects. */
  readonly name: string;
  /** The keys that lead to its cells from the root of the body. */
  readonly path: readonly string[];
  /** What the column's name or what stands around it says; values are judged by their look where that is nothing. */
  readonly mask: MaskKind | null;
  /** True = of the envelope, whose words and ids are no data unless they hold some. */
  readonly open: boolean;
}

/** Columns beyond these are left out and counted: nobody reads a table of a thousand columns. */
const mostColumns = 60;

/** What masks everything at a path: its own kind, or that of what stands around it; null = nothing known. */
export function maskBelow(operation: Operation, path: readonly string[]): MaskKind | null | undefined {
  let inherited: MaskKind | null | undefined;
  for (let length = 1; length <= path.length; length += 1) {
    const asked = maskAt(operation, path.slice(0, length));
    // The envelope's own containers say nothing about what they hold.
    if (asked === null) inherited = length === path.length ? null : undefined;
    else inherited = asked ?? inherited;
  }
  return inherited;
}

function column(
  operation: Operation,
  below: readonly string[],
  key: string | null,
  inner: string | null,
): ListColumn {
  const keys = [key, inner].filter((one) => one !== null);
  const path = [...below, ...keys];
  const found = maskBelow(operation, path);
  const name = coverName(keys.join('.'));
  return { key, inner, name, path, mask: found ?? null, open: found === null };
}

/** Whether an item has just these keys, in this order, and no object in them. A list may have 200,000 items: nothing is built. */
function isFlatWith(item: Readonly<Record<string, unknown>>, keys: readonly string[]): boolean {
  let at = 0;
  for (const key in item) {
    if (key !== keys[at] || isJsonRecord(item[key])) return false;
    at += 1;
  }
  return at === keys.length;
}

/**
 * The columns of a list in the order in which they are first met; `more` counts those left out.
 * @param usual columns that such lists have had, which come first whether or not any item has them
 */
export function listColumns(
  operation: Operation,
  path: readonly string[],
  items: readonly unknown[],
  usual: readonly Column[] = [],
): { readonly columns: readonly ListColumn[]; readonly more: number } {
  const columns = new Map<string, ListColumn>();
  const left = new Set<string>();
  const add = (key: string | null, inner: string | null): void => {
    const id = JSON.stringify([key, inner]);
    if (columns.has(id)) return;
    if (columns.size < mostColumns) columns.set(id, column(operation, path, key, inner));
    else if (left.size < 10_000) left.add(id);
  };
  for (const { key, inner } of usual) add(key, inner);
  // Items mostly look alike: one like the last is passed over, and so are keys that were met together before.
  const shapes = new Set<string>();
  let last: readonly string[] = [];
  for (const item of items) {
    if (!isJsonRecord(item)) {
      add(null, null);
      continue;
    }
    if (isFlatWith(item, last)) continue;
    const keys = Object.keys(item);
    const nested = keys.some((key) => isJsonRecord(item[key]));
    last = nested ? [] : keys;
    const shape = nested ? '' : keys.join('\n');
    if (shapes.has(shape)) continue;
    if (shape !== '' && shapes.size < 1000) shapes.add(shape);
    for (const key of keys) {
      const value = item[key];
      const inside = isJsonRecord(value) ? Object.keys(value) : [];
      if (inside.length === 0) add(key, null);
      else for (const inner of inside) add(key, inner);
    }
  }
  return { columns: [...columns.values()], more: left.size };
}

/** What an item holds in a column; undefined = nothing. */
export function cellValue(item: unknown, { key, inner }: ListColumn): unknown {
  if (!isJsonRecord(item)) return key === null ? item : undefined;
  if (key === null || !Object.hasOwn(item, key)) return undefined;
  const value = item[key];
  if (inner === null) return isJsonRecord(value) && Object.keys(value).length > 0 ? undefined : value;
  return isJsonRecord(value) && Object.hasOwn(value, inner) ? value[inner] : undefined;
}
