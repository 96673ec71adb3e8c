import { setImmediate as turn } from 'node:timers/promises';
import * as vscode from 'vscode';
import { Planner } from '../../calls/batch/planner.ts';
import { maxRows, type RowSource, type SourceRow, type SourceShape } from '../../calls/batch/reading.ts';
import type { Review, ReviewMeans } from '../../calls/batch/review.ts';
import type { ReviewRow } from '../../calls/batch/reviewRow.ts';
import type { BatchChoice, OwnColumn, ResultsTarget } from '../../calls/ports/batchPorts.ts';
import type { BatchId } from '../../calls/ports/ids.ts';
import type { Ledger } from '../../calls/ports/ports.ts';
import type { Destination } from '../../calls/sending/ports.ts';
import type { Operation } from '../../contract/shapes.ts';
import { rowsWord } from './batchWords.ts';
import type { ResultsPlace } from './resultsPlace.ts';

/** A batch to be planned and, once the user has agreed, started. */
export interface Planning {
  readonly operation: Operation;
  readonly to: Destination;
  readonly source: Pick<RowSource, 'name' | 'file'>;
  /** Writes the rows; what is false or 0 gives up. */
  readonly read: (id: BatchId) => Thenable<unknown>;
  readonly insteadOf: BatchChoice['insteadOf'];
  readonly results: (ResultsTarget & ResultsPlace) | null;
  readonly columns: readonly OwnColumn[];
  /** More lines of the last question. */
  readonly said: readonly string[];
}

/** What judges rows. */
export function reviewMeans(ledger: Ledger): ReviewMeans {
  return {
    fingerprint: (id, body) => ledger.fingerprint(id, body),
    inputPrint: (id, body) => ledger.inputPrint(id, body),
    twins: (place, inputs) => ledger.batches.twins(place, inputs),
    turn,
  };
}

/** Every row of a source, a header among them. @param still false gives up: null */
export async function readRows(
  reader: { rows(source: RowSource, shape: SourceShape): AsyncIterable<SourceRow> },
  source: RowSource,
  shape: SourceShape,
  still: (count: number) => boolean,
): Promise<readonly SourceRow[] | null> {
  const rows: SourceRow[] = [];
  for await (const row of reader.rows(source, shape)) {
    if (rows.length % 1000 === 0 && !still(rows.length)) return null;
    rows.push(row);
    // A header, and one row too many, which is told with its line.
    if (rows.length > maxRows + 1) break;
  }
  return rows;
}

/** More rows are written with their progress shown. */
const quick = 2000;

/**
 * Writes the rows of a review as the plan of a batch: those left out as left out, those accepted all the same with their
 * orders named. Nothing is sent. False = the user gave up.
 * @param ownOf the user's own cells, to be carried along
 */
export async function planReviewed(
  ledger: Ledger,
  batch: BatchId,
  review: Review,
  ownOf: (row: ReviewRow) => readonly string[] | null,
): Promise<boolean> {
  const planner = new Planner(
    { store: ledger.batches, ...reviewMeans(ledger) },
    { ...review.options, batch },
  );
  const write = async (still: (count: number) => boolean): Promise<boolean> => {
    for (const row of review.rows) {
      if (row.row % 1000 === 0 && !still(row.row)) return false;
      const { accepted, wish } = review.wishFor(row);
      const { line, cells } = row;
      await planner.add({ line, cells }, accepted, { ...wish, own: ownOf(row) });
    }
    await planner.end();
    return true;
  };
  if (review.rows.length <= quick) return write(() => true);
  const options = {
    location: vscode.ProgressLocation.Notification,
    cancellable: true,
    title: vscode.l10n.t('Preparing the batch'),
  };
  return vscode.window.withProgress(options, (progress, token) =>
    write((count) => {
      progress.report({ message: rowsWord(count) });
      return !token.isCancellationRequested;
    }),
  );
}
