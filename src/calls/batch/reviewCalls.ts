import { bulkField } from '../../contract/bulk.ts';
import { own } from '../../contract/own.ts';
import type { Operation } from '../../contract/shapes.ts';
import type { ColumnMap } from './columns.ts';

interface Leaving {
  readonly cells: readonly string[];
  readonly flawed: boolean;
}

/** How many calls the planner makes of these rows: of those that may share one, as many as fit. */
export function callsOf<Row extends Leaving>(
  rows: readonly Row[],
  {
    operation,
    map,
    chunk,
  }: { readonly operation: Operation; readonly map: ColumnMap; readonly chunk: number },
  accepted: (row: Row) => boolean,
): number {
  const list = bulkField(operation);
  if (list === null) return rows.length;
  const others = operation.requestFields.flatMap(({ name }) => (name === list ? [] : [own(map, name)]));
  const alike = new Map<string, number>();
  for (const row of rows) {
    const values = others.map((source) =>
      source === undefined ? '' : 'column' in source ? (row.cells[source.column] ?? '') : source.value,
    );
    const key = JSON.stringify([row.flawed, accepted(row), values]);
    alike.set(key, (alike.get(key) ?? 0) + 1);
  }
  return [...alike.values()].reduce((sum, count) => sum + Math.ceil(count / Math.max(1, chunk)), 0);
}
