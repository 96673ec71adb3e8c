import * as vscode from 'vscode';
import { rerunGroups, rowsNotSent, rowsWithoutResult } from '../../calls/batch/rerun.ts';
import type { Batch, OutcomeTally } from '../../calls/ports/batchPorts.ts';
import type { BatchId } from '../../calls/ports/ids.ts';
import { commandIds } from '../../contributions.ts';
import { runPressed } from '../base/both/tellFailure.ts';
import { fileWord } from '../words/both/fileWord.ts';
import { answeredRows, countRows, isUnfinished } from './both/unfinished.ts';

/** What a batch came to, with what can be done next. @param outcomes of its rows that were sent @param openFile shows a results file, as `ResultsTarget.file` */
export async function tellEnd(
  batch: Batch,
  outcomes: readonly OutcomeTally[],
  showRows: (id: BatchId) => Promise<void>,
  openFile: (file: string) => Promise<void>,
): Promise<void> {
  const count = (state: string): number => countRows(batch, (row) => row.state === state);
  const unknown = countRows(batch, ({ why }) => why === 'left-unknown');
  const erased = countRows(batch, ({ state, why }) => state === 'done' && why === 'erased');
  const damaged = countRows(batch, ({ why }) => why === 'damaged');
  const withoutResult = rowsWithoutResult(outcomes);
  const notSent = rowsNotSent(outcomes);
  const answered = answeredRows(batch) - notSent;
  const words = [
    withoutResult > 0
      ? vscode.l10n.t('answered: {0}, of these without a result: {1}', answered, withoutResult)
      : vscode.l10n.t('answered: {0}', answered),
    ...(notSent > 0 ? [vscode.l10n.t('could not be sent: {0}', notSent)] : []),
    ...(unknown > 0 ? [vscode.l10n.t('outcome unknown, not sent again: {0}', unknown)] : []),
    ...(erased > 0 ? [vscode.l10n.t('sent, and erased since: {0}', erased)] : []),
    ...(count('waiting') > 0 ? [vscode.l10n.t('not sent yet: {0}', count('waiting'))] : []),
    ...(count('sent') > 0 ? [vscode.l10n.t('sent, no answer yet: {0}', count('sent'))] : []),
    ...(count('undecided') > 0 ? [vscode.l10n.t('for your decision: {0}', count('undecided'))] : []),
    ...(damaged > 0 ? [vscode.l10n.t('not sent, as what is kept of it is damaged: {0}', damaged)] : []),
    ...(count('skipped') > damaged ? [vscode.l10n.t('left out: {0}', count('skipped') - damaged)] : []),
  ];
  const file = batch.results?.file ?? null;
  const open = vscode.l10n.t('Open Results');
  const show = vscode.l10n.t('Show Rows');
  const resume = vscode.l10n.t('Resume Batch…');
  const again = vscode.l10n.t('Re-run Failed…');
  const next = isUnfinished(batch) ? [resume] : rerunGroups(outcomes).length > 0 ? [again] : [];
  const actions = [...(file === null ? [] : [open]), show, ...next];
  const answer = await vscode.window.showInformationMessage(
    vscode.l10n.t('Batch of {0} ended · {1}', fileWord(batch.source), words.join(' · ')),
    ...actions,
  );
  if (answer === open && file !== null) await openFile(file);
  if (answer === show) await showRows(batch.id);
  if (answer === resume) await runPressed(commandIds.resumeBatch, batch.id);
  if (answer === again) await runPressed(commandIds.rerunFailed, batch.id);
}
