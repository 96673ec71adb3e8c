import * as vscode from 'vscode';
import type { UnfinishedBatch } from '../../../calls/ports/batchPorts.ts';
import { operationById } from '../../../contract/operations.ts';
import { fileWord } from '../../words/both/fileWord.ts';
import { age } from '../../words/both/orderWords.ts';
import { shortTitle } from '../../words/both/outcomeLooks.ts';

/** The row of a batch that nobody runs: what is left of it; its menu resumes or erases it. */
export function unfinishedItem(batch: UnfinishedBatch, now: number): vscode.TreeItem {
  const { operation, source, environment, interrupted, waiting, undecided } = batch;
  const file = fileWord(source);
  // How much is left comes first: a narrow view cuts off the end.
  const left = [
    ...(waiting > 0 ? [vscode.l10n.t('{0} not sent yet', waiting)] : []),
    ...(undecided > 0 ? [vscode.l10n.t('for your decision: {0}', undecided)] : []),
    ...(waiting + undecided === 0 ? [vscode.l10n.t('results file incomplete')] : []),
    ...(interrupted ? [vscode.l10n.t('interrupted')] : []),
  ];
  const item = new vscode.TreeItem(file);
  item.id = `batch ${batch.id}`;
  item.contextValue = 'batch';
  item.iconPath = new vscode.ThemeIcon('debug-pause', new vscode.ThemeColor('list.warningForeground'));
  item.description = [...left, age(batch.createdAt, now), shortTitle(operation)].join(' · ');
  const { title } = operationById(operation);
  const words = `${vscode.l10n.t('Batch of {0}', file)}: ${left.join(' · ')}`;
  item.tooltip = `${title} · ${environment}: ${words}`;
  item.accessibilityInformation = { label: `${title}, ${words}` };
  return item;
}
