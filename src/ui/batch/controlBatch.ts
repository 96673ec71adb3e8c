import * as vscode from 'vscode';
import type { BatchId } from '../../calls/ports/ids.ts';
import { fileWord } from '../words/both/fileWord.ts';
import { cancelledWords } from './batchWords.ts';
import type { RunningBatch } from './runningBatch.ts';

/**
 * Asks what is to become of the batch that this window runs.
 * @param proven by our own status bar
 */
export async function controlBatch(
  running: RunningBatch | null,
  proven: boolean,
  show: (id: BatchId) => Promise<void>,
): Promise<void> {
  if (running === null) {
    void vscode.window.showInformationMessage(vscode.l10n.t('No batch is running in this window.'));
    return;
  }
  running.pressed();
  const paused = running.status.phase === 'paused';
  const items = [
    paused
      ? { label: `$(debug-continue) ${vscode.l10n.t('Resume')}`, act: () => running.resumeAsked(proven) }
      : { label: `$(debug-pause) ${vscode.l10n.t('Pause')}`, act: () => running.pause() },
    {
      label: `$(debug-stop) ${vscode.l10n.t('Cancel Batch')}`,
      description: cancelledWords(),
      act: () => running.cancel(),
    },
    { label: `$(list-flat) ${vscode.l10n.t('Show Rows')}`, act: () => show(running.batch.id) },
  ];
  const title = `${vscode.l10n.t('Running Batch')}: ${fileWord(running.batch.source)}`;
  const picked = await vscode.window.showQuickPick(items, { title });
  await picked?.act();
}
