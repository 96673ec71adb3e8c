import { bulkField } from '../../contract/bulk.ts';
import { normalFields } from '../../contract/identifiers.ts';
import { own } from '../../contract/own.ts';
import type { Operation } from '../../contract/shapes.ts';
import type { ColumnMap } from './columns.ts';
import { mostOpenCalls } from './planner.ts';
import { fieldsOf } from './rows.ts';

interface Leaving {
  readonly cells: readonly string[];
  readonly flawed: boolean;
}

/**
 * How many calls the planner makes of these rows: of those that may share one, as many as fit, and of more than so many that
 * wait for their like the oldest leaves as it is.
 */
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
  const others = operation.requestFields.filter(({ name }) => name !== list);
  const valuesOf = ({ cells }: Row): readonly unknown[] => {
    if (others.length === 0) return [];
    const fields = normalFields(operation, fieldsOf(cells, map));
    return others.map(({ name }) => own(fields, name));
  };
  /** Rows of the calls that are not full, the oldest first. */
  const open = new Map<string, number>();
  let calls = 0;
  for (const row of rows) {
    const key = JSON.stringify([row.flawed, accepted(row), valuesOf(row)]);
    const held = open.get(key) ?? 0;
    if (held === 0) {
      calls += 1;
      const [oldest] = open.keys();
      if (oldest !== undefined && open.size >= mostOpenCalls) open.delete(oldest);
    }
    if (held + 1 < chunk) open.set(key, held + 1);
    else open.delete(key);
  }
  return calls;
}
