import * as vscode from 'vscode';
import { operationOfBatch } from '../../calls/batch/planned.ts';
import type { SourceRow, SourceShape } from '../../calls/batch/reading.ts';
import { carriedOver, rerunOf } from '../../calls/batch/rerun.ts';
import type { Batch, BatchRow, BatchStore, OwnColumn } from '../../calls/batchPorts.ts';
import type { OrderId } from '../../calls/ids.ts';
import type { Operation } from '../../contract/shapes.ts';
import type { Origin } from './chooseRows.ts';
import type { Mapping } from './mapColumns.ts';
import { countRows } from './unfinished.ts';

const step = 500;

/** Rows of an earlier batch, as a review takes them. */
export interface KeptRows {
  readonly shape: SourceShape;
  readonly rows: readonly SourceRow[];
  readonly mapping: Mapping;
  /** By the place of the row: the orders it accepts by name, chosen before the rows were read. */
  readonly accepted: ReadonlyMap<number, readonly OrderId[]>;
  /** By the place of the row: the cells of the user's own columns. */
  readonly own: readonly (readonly string[] | null)[];
  readonly columns: readonly OwnColumn[];
  /** How many of its rows wait, where those are what is planned anew; else null. */
  readonly waiting: number | null;
}

type BatchOrigin = Extract<Origin, { kind: 'batch' }>;

/** The orders that a row accepts; null = the row is not wanted. */
function againOf({ groups }: BatchOrigin, row: BatchRow): readonly OrderId[] | null {
  if (groups === null) return row.state === 'waiting' ? [] : null;
  return rerunOf(row, groups)?.accepted ?? null;
}

function unkept(): Error {
  return new Error(vscode.l10n.t('The inputs of these rows are not kept any more.'));
}

/**
 * The rows of a batch that are run again, or those that wait and are planned anew, with the request fields of now.
 * @param operation with the request fields of now
 * @param still false gives up: null
 * @throws one sentence where that cannot be done
 */
export async function keptRows(
  store: BatchStore,
  from: Batch,
  origin: BatchOrigin,
  operation: Operation,
  still: (count: number) => boolean,
): Promise<KeptRows | null> {
  const sources = carriedOver(operationOfBatch(from, operation).requestFields, operation.requestFields);
  if (sources === null) {
    throw new Error(
      vscode.l10n.t(
        'The request fields were corrected since this batch was run, and its rows hold nothing for a required one. Run the file as a new batch.',
      ),
    );
  }
  const fields = [...sources];
  const names = fields.map(([name]) => name);
  const rows: SourceRow[] = [];
  const own: (readonly string[] | null)[] = [];
  const accepted = new Map<number, readonly OrderId[]>();
  let after: number | null = null;
  do {
    if (!still(rows.length)) return null;
    const page: Awaited<ReturnType<BatchStore['rows']>> = await store.rows(from.id, after, step);
    const wanted = page.rows.flatMap((row) => {
      const again = againOf(origin, row);
      return again === null ? [] : [{ row: row.row, line: row.line, again }];
    });
    const inputs = await store.inputs(
      from.id,
      wanted.map(({ row }) => row),
    );
    for (const { row, line, again } of wanted) {
      const kept = inputs.get(row);
      if (kept === undefined || kept.fields === null) continue;
      const values = kept.fields;
      if (again.length > 0) accepted.set(rows.length, again);
      rows.push({ line, cells: fields.map(([, source]) => values[source] ?? '') });
      own.push(kept.own);
    }
    after = page.next;
  } while (after !== null);
  const waiting = origin.groups === null ? countRows(from, ({ state }) => state === 'waiting') : null;
  if (rows.length === 0 || (waiting !== null && rows.length !== waiting)) throw unkept();
  return {
    shape: { format: 'json-lines', delimiter: '', first: rows.slice(0, 1), keys: names },
    rows,
    mapping: {
      header: false,
      names,
      map: Object.fromEntries(names.map((name, column) => [name, { column }])),
    },
    accepted,
    own,
    columns: from.columns ?? [],
    waiting,
  };
}
