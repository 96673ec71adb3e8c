import type { TableView } from '../../src/protocol/contents.ts';

/** A column of a grid: the row's number, its place in what was sent, one of the table's, or what can be done with a row. */
export type GridColumn =
  | { readonly kind: 'row' | 'sent' | 'reveal' | 'copy' }
  | { readonly kind: 'value'; readonly column: number };

export function gridColumns({ columns, sent, sensitive }: TableView): readonly GridColumn[] {
  return [
    { kind: 'row' },
    ...(sent === null ? [] : [{ kind: 'sent' as const }]),
    ...columns.map((_, column) => ({ kind: 'value' as const, column })),
    ...(sensitive ? [{ kind: 'reveal' as const }] : []),
    { kind: 'copy' },
  ];
}

/** What a column is sorted by, see ListQuery; null = it is not. */
export function sortKeyOf(column: GridColumn): number | null {
  if (column.kind === 'sent') return -1;
  return column.kind === 'value' ? column.column : null;
}

const narrowest = 6;
const widest = 34;

/** A `grid-template-columns`: the table's columns share what is left by how long their texts are, in characters. */
export function columnWidths(table: TableView, longest: readonly number[]): string {
  return gridColumns(table)
    .map((one) => {
      if (one.kind === 'row') return `${Math.max(3, String(table.rows).length) + 3}ch`;
      if (one.kind === 'sent') return '9ch';
      if (one.kind !== 'value') return '2.2em';
      const head = (table.columns[one.column] ?? '').length + 3;
      const chars = Math.max(narrowest, Math.min(widest, Math.max(head, (longest[one.column] ?? 0) + 4)));
      return `minmax(${chars}ch, ${chars}fr)`;
    })
    .join(' ');
}
