import * as vscode from 'vscode';
import { emptied, lacksNumber, wholeAgain } from '../../calls/batch/numbersAgain.ts';
import { operationOfBatch } from '../../calls/batch/planned.ts';
import type { SourceRow, SourceShape } from '../../calls/batch/reading.ts';
import { carriedOver, rerunOf } from '../../calls/batch/rerun.ts';
import type { ReviewOptions } from '../../calls/batch/review.ts';
import type { Batch, BatchRow, BatchStore, OwnColumn, RowInput } from '../../calls/ports/batchPorts.ts';
import { type BatchId, batchId, type OrderId } from '../../calls/ports/ids.ts';
import type { Ledger } from '../../calls/ports/ports.ts';
import { withoutReduced } from '../../contract/aadhaar/reduced.ts';
import type { Operation } from '../../contract/shapes.ts';
import { rowWords } from './batchWords.ts';
import { countRows } from './both/unfinished.ts';
import type { Origin } from './chooseRows.ts';
import type { Mapping } from './mapColumns.ts';

/** Rows of the user's file by their line, for numbers that are no longer kept. */
export type FileRows = ReadonlyMap<number, readonly string[]>;

const step = 500;

/** Rows of an earlier batch, as a review takes them. */
export interface KeptRows {
  readonly shape: SourceShape;
  readonly rows: readonly SourceRow[];
  readonly mapping: Mapping;
  /** By the place of the row: the orders it accepts by name, chosen before the rows were read. */
  readonly accepted: ReadonlyMap<number, readonly OrderId[]>;
  /** Places of rows whose first sending was not billed. */
  readonly wereFree: ReadonlySet<number>;
  /** By the place of the row: columns that were emptied, for their number is no longer kept. */
  readonly lacking: ReadonlyMap<number, readonly number[]>;
  /** By the place of the row: what came of it the last time, in a few words; none of rows that wait. */
  readonly came: readonly string[];
  /** By the place of the row: the cells of the user's own columns. */
  readonly own: readonly (readonly string[] | null)[];
  readonly columns: readonly OwnColumn[];
  /** Where they stand in the earlier batch. */
  readonly places: readonly number[];
  /** The same where they are those that wait, to be planned anew; else null. */
  readonly waiting: readonly number[] | null;
}

/** What rows of an earlier batch are judged with: what was chosen before they were read, and what they lack. */
export function judgedWith({
  accepted,
  wereFree,
  lacking,
  waiting,
}: KeptRows): Pick<ReviewOptions, 'accepted' | 'wereFree' | 'lacking' | 'sendsWrong'> {
  return { accepted, wereFree, lacking, sendsWrong: waiting === null };
}

export type BatchOrigin = Extract<Origin, { kind: 'batch' }>;

interface KeptFrom {
  readonly from: Batch;
  readonly origin: BatchOrigin;
  readonly operation: Operation;
  readonly numbers: FileRows;
}

/** See rerunOf; null = the row is not wanted. */
function againOf({ groups }: BatchOrigin, row: BatchRow): ReturnType<typeof rerunOf> {
  if (groups !== null) return rerunOf(row, groups);
  return row.state === 'waiting' ? { accepted: [], wasFree: false } : null;
}

/** Where rows of an earlier batch are wanted, and no input of theirs is kept. */
export function unkept(): string {
  return vscode.l10n.t('The inputs of these rows are no longer kept.');
}

/** A row of an earlier batch whose input is kept. */
interface WantedRow {
  readonly row: number;
  readonly line: number;
  readonly input: RowInput;
  /** See rerunOf. */
  readonly again: NonNullable<ReturnType<typeof rerunOf>>;
  /** See rowWords. */
  readonly came: string;
}

/** The rows of an earlier batch that are wanted and kept, in the order of the file. */
export async function* wantedRows(
  store: BatchStore,
  origin: BatchOrigin,
): AsyncIterable<readonly WantedRow[]> {
  const batch = batchId(origin.batch);
  let after: number | null = null;
  do {
    const page: Awaited<ReturnType<BatchStore['rows']>> = await store.rows(batch, after, step);
    const wanted = page.rows.flatMap((row) => {
      const again = againOf(origin, row);
      return again === null ? [] : [{ row: row.row, line: row.line, again, came: rowWords(row) }];
    });
    const inputs = await store.inputs(
      batch,
      wanted.map(({ row }) => row),
    );
    yield wanted.flatMap((one) => {
      const input = inputs.get(one.row);
      return input === undefined || input.fields === null ? [] : [{ ...one, input }];
    });
    after = page.next;
  } while (after !== null);
}

/** A row as it was sent: a number that is no longer kept is read from the file, or left empty. */
async function whole(
  ledger: Ledger,
  then: Operation,
  { input, line }: WantedRow,
  numbers: FileRows,
): Promise<RowInput> {
  if (!(await lacksNumber(ledger, then, input))) return input;
  return (await wholeAgain(ledger, then, input, numbers.get(line) ?? [])) ?? emptied(input);
}

/** Columns of a row, as a review has them, that hold something else than was kept and no number. */
function emptyColumns(
  fields: readonly (readonly [name: string, source: string])[],
  was: RowInput,
  now: RowInput,
): readonly number[] {
  return fields.flatMap(([, source], column) => {
    const left = now.fields?.[source] ?? '';
    return left !== was.fields?.[source] && left === withoutReduced(was.fields?.[source] ?? '')
      ? [column]
      : [];
  });
}

/**
 * The rows of a batch that are run again, or those that wait and are planned anew, with the request fields of now.
 * @param kept the batch; its request fields of now; rows of the user's file, for numbers that are no longer kept
 * @param still false gives up: null
 * @throws one sentence where that cannot be done
 */
export async function keptRows(
  ledger: Ledger,
  { from, origin, operation, numbers }: KeptFrom,
  still: (count: number) => boolean,
): Promise<KeptRows | null> {
  const then = operationOfBatch(from, operation);
  const sources = carriedOver(then.requestFields, operation.requestFields);
  if (sources === null) {
    throw new Error(
      vscode.l10n.t(
        'The request fields changed after this batch ran, and its rows have no value for a required one. Run the file as a new batch.',
      ),
    );
  }
  const fields = [...sources];
  const names = fields.map(([name]) => name);
  const rows: SourceRow[] = [];
  const places: number[] = [];
  const own: (readonly string[] | null)[] = [];
  const came: string[] = [];
  const accepted = new Map<number, readonly OrderId[]>();
  const wereFree = new Set<number>();
  const lacking = new Map<number, readonly number[]>();
  for await (const page of wantedRows(ledger.batches, origin)) {
    if (!still(rows.length)) return null;
    for (const row of page) {
      const kept = await whole(ledger, then, row, numbers);
      const left = emptyColumns(fields, row.input, kept);
      if (left.length > 0) lacking.set(rows.length, left);
      if (row.again.accepted.length > 0) accepted.set(rows.length, row.again.accepted);
      if (row.again.wasFree) wereFree.add(rows.length);
      rows.push({ line: row.line, cells: fields.map(([, source]) => kept.fields?.[source] ?? '') });
      own.push(kept.own);
      if (origin.groups !== null) came.push(row.came);
      places.push(row.row);
    }
  }
  const waits = origin.groups === null ? countRows(from, ({ state }) => state === 'waiting') : rows.length;
  if (rows.length === 0 || rows.length !== waits) throw new Error(unkept());
  return {
    shape: { format: 'json-lines', delimiter: '', first: rows.slice(0, 1), keys: names },
    rows,
    mapping: {
      header: false,
      names,
      map: Object.fromEntries(names.map((name, column) => [name, { column }])),
    },
    accepted,
    wereFree,
    lacking,
    came,
    own,
    columns: from.columns ?? [],
    places,
    waiting: origin.groups === null ? places : null,
  };
}

/** Whether the batch still keeps all that was read of it: of an erased row it keeps no input. */
export async function areStillKept(
  store: Pick<BatchStore, 'inputs'>,
  batch: BatchId,
  places: readonly number[],
): Promise<boolean> {
  for (let from = 0; from < places.length; from += step) {
    const some = places.slice(from, from + step);
    const inputs = await store.inputs(batch, some);
    if (some.some((place) => (inputs.get(place)?.fields ?? null) === null)) return false;
  }
  return true;
}
