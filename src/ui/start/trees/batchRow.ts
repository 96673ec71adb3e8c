import * as vscode from 'vscode';
import type { InterruptedBatch } from '../../../calls/ports/batchPorts.ts';
import { operationById } from '../../../contract/operations.ts';
import { fileWord } from '../../words/both/fileWord.ts';
import { age } from '../../words/both/orderWords.ts';
import { shortTitle } from '../../words/both/outcomeLooks.ts';

/** The row of a batch that was interrupted: what is left of it; its menu resumes or erases it. */
export function interruptedItem(batch: InterruptedBatch, now: number): vscode.TreeItem {
  const { operation, source, environment, waiting, undecided } = batch;
  const file = fileWord(source);
  const isSent = waiting + undecided === 0;
  const words = isSent
    ? vscode.l10n.t('The batch of {0} was interrupted before its results file was complete.', file)
    : vscode.l10n.t('The batch of {0} was interrupted; rows not sent yet: {1}.', file, waiting);
  const left = [
    isSent ? vscode.l10n.t('results file incomplete') : vscode.l10n.t('{0} not sent yet', waiting),
    ...(undecided > 0 ? [vscode.l10n.t('for your decision: {0}', undecided)] : []),
  ];
  const item = new vscode.TreeItem(file);
  item.id = `batch ${batch.id}`;
  item.contextValue = 'batch';
  item.iconPath = new vscode.ThemeIcon('debug-pause', new vscode.ThemeColor('list.warningForeground'));
  // How much is left comes first: a narrow view cuts off the end, and the icon says already that it stopped.
  item.description = [
    ...left,
    vscode.l10n.t('interrupted'),
    age(batch.createdAt, now),
    shortTitle(operation),
  ].join(' · ');
  const { title } = operationById(operation);
  item.tooltip = `${title} · ${environment}: ${words}`;
  item.accessibilityInformation = { label: `${title}, ${words}` };
  return item;
}
