import * as vscode from 'vscode';
import type { Batch } from '../../calls/ports/batchPorts.ts';
import type { BatchId } from '../../calls/ports/ids.ts';
import { commandIds } from '../../contributions.ts';
import { countRows, isUnfinished } from './unfinished.ts';

/** What a batch came to, with what can be done next. @param hasFailed whether any row could be run again */
export async function tellEnd(
  batch: Batch,
  hasFailed: boolean,
  showRows: (id: BatchId) => Promise<void>,
): Promise<void> {
  const count = (state: string): number => countRows(batch, (row) => row.state === state);
  const unknown = countRows(batch, ({ why }) => why === 'left-unknown');
  const words = [
    vscode.l10n.t('answered: {0}', count('done') - unknown),
    ...(unknown > 0 ? [vscode.l10n.t('outcome unknown, left by you: {0}', unknown)] : []),
    ...(count('waiting') > 0 ? [vscode.l10n.t('not sent yet: {0}', count('waiting'))] : []),
    ...(count('sent') > 0 ? [vscode.l10n.t('sent, no answer yet: {0}', count('sent'))] : []),
    ...(count('undecided') > 0 ? [vscode.l10n.t('for your decision: {0}', count('undecided'))] : []),
    ...(count('skipped') > 0 ? [vscode.l10n.t('left out: {0}', count('skipped'))] : []),
  ];
  const show = vscode.l10n.t('Show Rows');
  const resume = vscode.l10n.t('Resume Batch…');
  const again = vscode.l10n.t('Re-run Failed…');
  const next = isUnfinished(batch) ? [resume] : hasFailed ? [again] : [];
  const actions = [show, ...next];
  const answer = await vscode.window.showInformationMessage(
    vscode.l10n.t('Batch of {0} ended · {1}', batch.source, words.join(' · ')),
    ...actions,
  );
  if (answer === show) await showRows(batch.id);
  if (answer === resume) await vscode.commands.executeCommand(commandIds.resumeBatch, batch.id);
  if (answer === again) await vscode.commands.executeCommand(commandIds.rerunFailed, batch.id);
}
