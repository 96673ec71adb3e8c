import { own } from '../../contract/own.ts';
import type { RowFields } from '../ports/batchPorts.ts';
import type { ColumnMap } from './columns.ts';

/** The request fields that columns fill, with their columns: what of a row can be corrected. */
function columnsOf(map: ColumnMap): readonly (readonly [field: string, column: number])[] {
  return Object.entries(map).flatMap(([field, source]) =>
    'column' in source ? [[field, source.column] as const] : [],
  );
}

/** What the request fields of a row hold, by name: those that a column fills. */
export function valuesIn(cells: readonly string[], map: ColumnMap): RowFields {
  return Object.fromEntries(columnsOf(map).map(([field, column]) => [field, cells[column] ?? '']));
}

/** The cells with other values in the request fields, and as many as a row has. */
export function filled(
  cells: readonly string[],
  values: RowFields,
  { map, width }: { readonly map: ColumnMap; readonly width: number },
): readonly string[] {
  const next = Array.from({ length: width }, (_, column) => cells[column] ?? '');
  for (const [field, column] of columnsOf(map)) {
    next[column] = (own(values, field) ?? next[column] ?? '').trim();
  }
  return next;
}
