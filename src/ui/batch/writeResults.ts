import * as vscode from 'vscode';
import type { Batch, ResultsTarget } from '../../calls/ports/batchPorts.ts';
import type { Ledger } from '../../calls/ports/ports.ts';
import { fileWord } from '../words/both/fileWord.ts';
import type { BatchRuns } from './batchRuns.ts';
import { countRows, isUnfinished } from './both/unfinished.ts';
import { chooseBatch } from './pickBatch.ts';
import { askResultsFile, proposedResults, shownPlace, showResults, writeAnew } from './resultsPlace.ts';

type Form = Omit<ResultsTarget, 'file'>;

async function chooseForm(title: string): Promise<Form | undefined> {
  const { l10n } = vscode;
  const items: readonly (vscode.QuickPickItem & Form)[] = [
    { label: l10n.t('CSV, masked in all columns'), format: 'csv', masked: true },
    { label: l10n.t('CSV, with personal data'), format: 'csv', masked: false },
    { label: l10n.t('NDJSON, masked in all columns'), format: 'ndjson', masked: true },
    { label: l10n.t('NDJSON, with personal data'), format: 'ndjson', masked: false },
  ];
  return vscode.window.showQuickPick(items, { title });
}

/** Orders of the batch whose answers are gone: their rows have no result. */
async function withoutAnswer(ledger: Ledger, { id }: Batch): Promise<number> {
  let count = 0;
  for await (const { state, payloadsKept } of ledger.scan({ batch: id }))
    if (state === 'settled' && !payloadsKept) count += 1;
  return count;
}

/** A run adds to its own file what is missing there, and would find another form, or lose its place. */
function mustBeOver(batches: readonly Batch[], file: string): void {
  if (batches.every((one) => one.results?.file !== file || !(one.heldElsewhere || isUnfinished(one)))) return;
  throw new Error(
    vscode.l10n.t(
      'A batch that is not over yet writes its results to this file: choose another. Nothing was written.',
    ),
  );
}

/**
 * Writes what a batch came to so far once more, as the history has it: answers that were written masked, or nowhere, were paid for all
 * the same, and nothing but their rows says which line of the user's file they belong to.
 * @param argument the id of the batch; without one it is asked for
 */
export async function writeResults(batches: BatchRuns, argument: unknown): Promise<void> {
  const title = vscode.l10n.t('Write Results of a Batch');
  const batch = await chooseBatch(batches, await batches.all(), argument, title);
  if (batch === undefined) return;
  const name = fileWord(batch.source);
  if (countRows(batch, ({ state }) => state === 'done' || state === 'skipped') === 0)
    throw new Error(vscode.l10n.t('No row of the batch of {0} has come to an end yet.', name));
  const form = await chooseForm(`${title}: ${name}`);
  if (form === undefined) return;
  const proposed = await proposedResults({ name: batch.source, file: null }, form.format);
  const place = await askResultsFile(proposed?.file ?? null, null);
  if (place === undefined) return;
  mustBeOver(await batches.all(), place.file);
  const ledger = await batches.services.ledger();
  const target = { file: place.file, format: form.format, masked: form.masked };
  await writeAnew(batches.services, ledger, batches.operationFor(batch), batch, target);
  const gone = await withoutAnswer(ledger, batch);
  const open = vscode.l10n.t('Open Results');
  const words = [
    vscode.l10n.t('Results written: {0}', shownPlace(place.file)),
    ...(gone > 0 ? [vscode.l10n.t('answers no longer kept: {0}', gone)] : []),
  ].join(' · ');
  if ((await vscode.window.showInformationMessage(words, open)) === open) await showResults(place.file);
}
