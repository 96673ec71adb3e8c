import { bulkField } from '../../contract/bulk.ts';
import { normalFields } from '../../contract/identifiers.ts';
import { own } from '../../contract/own.ts';
import type { Operation } from '../../contract/shapes.ts';
import type { RowFields } from '../ports/batchPorts.ts';
import type { ColumnMap } from './columns.ts';
import { mostOpenCalls } from './planner.ts';
import { entriesIn, fieldsOf } from './rows.ts';

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
  const valuesOf = (fields: RowFields): readonly unknown[] => others.map(({ name }) => own(fields, name));
  /** Entries of the calls that are not full, the oldest first. */
  const open = new Map<string, number>();
  let calls = 0;
  for (const row of rows) {
    const fields = normalFields(operation, fieldsOf(row.cells, map));
    const key = JSON.stringify([row.flawed, accepted(row), valuesOf(fields)]);
    const entries = entriesIn(list, fields);
    const before = open.get(key) ?? 0;
    const held = before + entries > chunk ? 0 : before;
    if (before > held) open.delete(key);
    if (held === 0) {
      calls += 1;
      const [oldest] = open.keys();
      if (oldest !== undefined && open.size >= mostOpenCalls) open.delete(oldest);
    }
    if (held + entries < chunk) open.set(key, held + entries);
    else open.delete(key);
  }
  return calls;
}
