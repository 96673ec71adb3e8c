import * as vscode from 'vscode';
import { Planner } from '../../calls/batch/planner.ts';
import { asUnreadableRows, type RowSource, type SourceShape } from '../../calls/batch/reading.ts';
import { type Environment, placeOf } from '../../calls/environments.ts';
import type { BatchId } from '../../calls/ids.ts';
import type { Operation } from '../../contract/shapes.ts';
import { settings } from '../adapters/settings.ts';
import type { Services } from '../services.ts';
import { say } from '../translate.ts';
import { rowsWord } from './batchWords.ts';
import type { Mapping } from './mapColumns.ts';

/** An unreadable file in the user's language. */
export function asSpoken(error: unknown): unknown {
  const unreadable = asUnreadableRows(error);
  return unreadable === null ? error : new Error(say(unreadable.what));
}

/** Said beside what is asked next, and in nobody's way: it changes no price and leaves no row out. */
function tellNormalised(normalised: number, rows: number): void {
  if (normalised === 0) return;
  void vscode.window.showInformationMessage(
    vscode.l10n.t(
      '{0} of {1} rows are sent in another spelling than in the file: spaces, hyphens and capitals of numbers, domains of addresses.',
      normalised,
      rows,
    ),
  );
}

export interface PlannedRows {
  readonly source: RowSource;
  readonly shape: SourceShape;
  readonly mapping: Mapping;
}

/**
 * Reads all rows into the batch; nothing is sent. How many, or null when the user gave up.
 * @param operation with the fields that the batch keeps
 * @param environment where they would be sent
 */
export function planRows(
  services: Services,
  operation: Operation,
  environment: Environment,
  batch: BatchId,
  { source, shape, mapping }: PlannedRows,
): Thenable<number | null> {
  const options = {
    location: vscode.ProgressLocation.Notification,
    cancellable: true,
    title: vscode.l10n.t('Reading {0}', source.name),
  };
  return vscode.window.withProgress(options, async (progress, token) => {
    const ledger = await services.ledger();
    const reader = await services.batchReader();
    const planner = new Planner(
      {
        store: ledger.batches,
        fingerprint: (id, body) => ledger.fingerprint(id, body),
        inputPrint: (id, body) => ledger.inputPrint(id, body),
      },
      {
        batch,
        operation,
        place: placeOf(environment),
        map: mapping.map,
        width: mapping.width,
        chunk: settings.batchEmailChunk(),
      },
    );
    let count = 0;
    let header = mapping.header;
    try {
      for await (const row of reader.rows(source, shape)) {
        if (token.isCancellationRequested) return null;
        if (header) {
          header = false;
          continue;
        }
        await planner.add(row);
        count += 1;
        if (count % 1000 === 0) progress.report({ message: rowsWord(count) });
      }
      const rows = await planner.end();
      tellNormalised(planner.normalised, rows);
      return rows;
    } catch (error) {
      throw asSpoken(error);
    }
  });
}
