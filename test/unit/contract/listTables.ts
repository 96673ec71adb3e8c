import { type ListQuery, type ListReveal, ListTable } from '../../../src/contract/listTable.ts';
import { operationById } from '../../../src/contract/operations.ts';
import { OwnInput } from '../../../src/contract/ownInput.ts';
import { TellApart } from '../../../src/contract/tellApart.ts';

export const nothingRevealed: ListReveal = {
  all: false,
  rows: new Set(),
  cells: new Set(),
};
export const allRevealed: ListReveal = { ...nothingRevealed, all: true };

/** A list of an answer of rc-advanced as a table. */
export function tableOf(
  items: readonly unknown[],
  {
    path = ['data', 'result', 'rows'],
    joins = null,
    request = null,
  }: {
    readonly path?: readonly string[];
    readonly joins?: ((item: unknown) => number | null) | null;
    /** The body that was sent. */
    readonly request?: string | null;
  } = {},
): ListTable {
  const operation = operationById('rc-advanced');
  return new ListTable(operation, path, items, new TellApart(), joins, new OwnInput(operation, request));
}

/** The rows of a table in the order of a query. */
export function rowsOf(list: ListTable, query: Partial<ListQuery>): readonly number[] {
  return [...list.rows({ sort: null, filter: '', only: null, ...query })];
}
