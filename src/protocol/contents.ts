import type { TextLines } from '../contract/foldedText.ts';
import type { ListCell, ListCount, ListQuery } from '../contract/listTable.ts';

/** What a page asks for of an answer's lists and text, piece by piece: a snapshot would be too large for it. */

/** A list of an answer as a table; the rows themselves are asked for. */
export interface TableView {
  readonly path: string;
  /** The path as it is read and spoken, what is personal in it masked. */
  readonly name: string;
  /** Names of the columns as they are headed; '' for items that are no objects. */
  readonly columns: readonly string[];
  /** Columns that were left out. */
  readonly moreColumns: number;
  readonly rows: number;
  /** How often each state of a column occurs. */
  readonly counts: readonly ListCount[];
  /** Whether any cell may be masked. */
  readonly sensitive: boolean;
  /** Set where rows are joined to what was sent. */
  readonly sent: {
    /** Entries that were sent. */
    readonly entries: number;
    /** How many of them no row is plainly about. */
    readonly unmet: number;
    /** The first of those, masked, each with its place from 1. */
    readonly unmetShown: readonly (readonly [number, string])[];
  } | null;
}

/** What of a table is unmasked: all of it, rows by their place in the answer, cells as `row/column`. */
export interface TableReveal {
  readonly all: boolean;
  readonly rows: readonly number[];
  readonly cells: readonly string[];
}

export interface TableParams {
  readonly orderId: string;
  readonly path: string;
  readonly query: ListQuery;
  readonly reveal: TableReveal;
}

export interface RowsParams extends TableParams {
  readonly from: number;
  readonly count: number;
}

export interface RowView {
  /** Its place in the answer, from 0. */
  readonly row: number;
  /** Its place in what was sent, from 0, or null. */
  readonly sent: number | null;
  readonly cells: readonly ListCell[];
}

export interface RowsView {
  /** Rows the query lets through. */
  readonly total: number;
  readonly from: number;
  readonly rows: readonly RowView[];
}

export interface LinesParams {
  readonly orderId: string;
  readonly revealed: boolean;
  /** Lines that are folded, from 0; what they open is left out. */
  readonly folded: readonly number[];
  /** In lines that are shown. */
  readonly from: number;
  readonly count: number;
}

export interface LinesView extends TextLines {
  /** Characters after which even the lines end, or null where they are all of the text. */
  readonly cutAt: number | null;
}

export type CopyParams = { readonly orderId: string } & (
  | { readonly what: 'value'; readonly path: string; readonly revealed: boolean }
  | { readonly what: 'raw' | 'request' | 'headers'; readonly revealed: boolean }
  | ({ readonly what: 'table' } & Omit<TableParams, 'orderId'>)
  | ({ readonly what: 'row'; readonly row: number } & Omit<TableParams, 'orderId' | 'query'>)
  | ({ readonly what: 'cell'; readonly row: number; readonly column: number } & Omit<
      TableParams,
      'orderId' | 'query'
    >)
);

/** The request as it left, from what is kept of the order. */
export interface RequestView {
  readonly method: string;
  readonly url: string;
  /** Name and value; the key covered. */
  readonly headers: readonly (readonly [string, string])[];
  /** Pretty-printed and masked as the answer is. */
  readonly body: string;
  readonly masked: boolean;
  readonly bytes: number;
  /** What is not known for certain or not kept, in sentences. */
  readonly notes: readonly string[];
}
