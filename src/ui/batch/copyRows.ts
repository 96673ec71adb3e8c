import * as vscode from 'vscode';
import type { ColumnMap } from '../../calls/batch/columns.ts';
import { lacksNumber, wholeAgain } from '../../calls/batch/numbersAgain.ts';
import { operationOfBatch } from '../../calls/batch/planned.ts';
import { Planner } from '../../calls/batch/planner.ts';
import { carriedOver } from '../../calls/batch/rerun.ts';
import type { Batch, BatchRow, BatchStore, RowInput } from '../../calls/batchPorts.ts';
import { type Environment, placeOf } from '../../calls/environments.ts';
import type { BatchId, OrderId } from '../../calls/ids.ts';
import type { Operation } from '../../contract/shapes.ts';
import { settings } from '../adapters/settings.ts';
import type { Batches } from './batchCommands.ts';

const step = 500;

/** Rows of the user's file by their line, for numbers that are no longer kept. */
export type FileRows = ReadonlyMap<number, readonly string[]>;

/** Where the rows come from, and what they become. */
export interface Copy {
  readonly from: Batch;
  /** With the request fields of now. */
  readonly operation: Operation;
  readonly environment: Environment;
  /** The orders that a row accepts by name; null = the row is not wanted. */
  readonly again: (row: BatchRow) => readonly OrderId[] | null;
  /** Absent where no row lacks a number. */
  readonly file?: FileRows;
}

/** Writes the wanted rows into a new batch; throws one sentence when that cannot be done. */
export function copyRows({ services }: Batches, copy: Copy): (to: BatchId) => Promise<number> {
  const { from, operation, environment, again, file } = copy;
  const then = operationOfBatch(from, operation);
  const sources = carriedOver(then.requestFields, operation.requestFields);
  if (sources === null) {
    throw new Error(
      vscode.l10n.t(
        'The request fields were corrected since this batch was run, and its rows hold nothing for a required one. Run the file as a new batch.',
      ),
    );
  }
  const fields = [...sources];
  return async (to) => {
    const ledger = await services.ledger();
    const map: ColumnMap = Object.fromEntries(fields.map(([name], column) => [name, { column }]));
    const planner = new Planner(
      {
        store: ledger.batches,
        fingerprint: (id, body) => ledger.fingerprint(id, body),
        inputPrint: (id, body) => ledger.inputPrint(id, body),
      },
      {
        batch: to,
        operation,
        place: placeOf(environment),
        map,
        width: fields.length,
        chunk: settings.batchEmailChunk(),
      },
    );
    const cellsOf = (kept: Readonly<Record<string, string>>): string[] =>
      fields.map(([, source]) => kept[source] ?? '');
    let left = 0;
    await wantedRows(ledger.batches, from, again, async (line, kept, accepted) => {
      const lacks = await lacksNumber(ledger, then, kept);
      const whole = lacks ? await wholeAgain(ledger, then, kept, file?.get(line) ?? []) : kept;
      if (whole === null) left += 1;
      else await planner.add({ line, cells: cellsOf(whole.fields ?? {}) }, accepted, { own: whole.own });
    });
    const rows = await planner.end();
    if (left > 0) {
      const said = vscode.l10n.t(
        '{0} rows were left out: their full Aadhaar number is no longer kept, and the file has another one, or none, in that line.',
        left,
      );
      void vscode.window.showWarningMessage(said);
    }
    if (rows > 0) return rows;
    throw new Error(vscode.l10n.t('The inputs of these rows are not kept any more.'));
  };
}

/** Rows whose input is kept, in the order of the file. */
export async function wantedRows(
  store: BatchStore,
  from: Batch,
  again: Copy['again'],
  add: (line: number, kept: RowInput, accepted: readonly OrderId[]) => Promise<void>,
): Promise<void> {
  let after: number | null = null;
  do {
    const page: Awaited<ReturnType<BatchStore['rows']>> = await store.rows(from.id, after, step);
    const wanted = page.rows.flatMap((row) => {
      const accepted = again(row);
      return accepted === null ? [] : [{ row: row.row, line: row.line, accepted }];
    });
    const inputs = await store.inputs(
      from.id,
      wanted.map(({ row }) => row),
    );
    for (const { row, line, accepted } of wanted) {
      const kept = inputs.get(row);
      if (kept !== undefined && kept.fields !== null) await add(line, kept, accepted);
    }
    after = page.next;
  } while (after !== null);
}
