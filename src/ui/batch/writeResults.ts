import * as vscode from 'vscode';
import type { Batch, ResultsTarget } from '../../calls/ports/batchPorts.ts';
import { askRead } from '../asking/pressedUnread.ts';
import { fileWord } from '../words/both/fileWord.ts';
import type { BatchRuns } from './batchRuns.ts';
import { rowsWord } from './batchWords.ts';
import { countRows, isUnfinished } from './both/unfinished.ts';
import { chooseBatch } from './pickBatch.ts';
import type { Lack } from './resultsAnswer.ts';
import {
  askResultsFile,
  type Lacking,
  proposedResults,
  type ResultsPlace,
  shownPlace,
  showResults,
  writeAnew,
} from './resultsPlace.ts';

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

/** How many answers nobody can read any more, by why. */
function lackWords(lacking: Lacking): readonly string[] {
  const { l10n } = vscode;
  const rows = Map.groupBy(lacking.values(), (why) => why);
  const words: Record<Lack, (count: number) => string> = {
    'not-kept': (count) => l10n.t('answers no longer kept: {0}', count),
    sealed: (count) => l10n.t('answers sealed with a key this system no longer has: {0}', count),
    damaged: (count) => l10n.t('answers damaged in the order history: {0}', count),
  };
  return [...rows].map(([why, { length }]) => words[why](length));
}

/** What stands there may have what nobody can read any more; and who lost the key may have it back with a backup. */
async function agreed(lacking: Lacking, { file, stood }: ResultsPlace): Promise<boolean> {
  const isTold = stood === null && ![...lacking.values()].includes('sealed');
  if (lacking.size === 0 || isTold) return true;
  const { l10n } = vscode;
  const write = l10n.t('Write Without Them');
  const question = l10n.t('Write the results without the answers of {0}?', rowsWord(lacking.size));
  const lost = l10n.t('{0} is replaced as a whole, with the answers that it holds.', shownPlace(file));
  const lines = [...lackWords(lacking), ...(stood === null ? [] : [lost])];
  return (await askRead(question, lines.join('\n'), [write])) === write;
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
  if (countRows(batch, ({ state }) => state !== 'waiting' && state !== 'sent') === 0)
    throw new Error(vscode.l10n.t('No row of the batch of {0} has come to an end yet.', name));
  const form = await chooseForm(`${title}: ${name}`);
  if (form === undefined) return;
  const proposed = await proposedResults({ name: batch.source, file: null }, form.format);
  const place = await askResultsFile(proposed?.file ?? null, null);
  if (place === undefined) return;
  mustBeOver(await batches.all(), place.file);
  const ledger = await batches.services.ledger();
  const target = { file: place.file, format: form.format, masked: form.masked };
  const operation = batches.operationFor(batch);
  const agree = (rows: Lacking): Promise<boolean> => agreed(rows, place);
  const lacking = await writeAnew(batches.services, ledger, operation, batch, target, agree);
  if (lacking === null) return;
  const open = vscode.l10n.t('Open Results');
  const words = [vscode.l10n.t('Results written: {0}', shownPlace(place.file)), ...lackWords(lacking)].join(
    ' · ',
  );
  if ((await vscode.window.showInformationMessage(words, open)) === open) await showResults(place.file);
}
