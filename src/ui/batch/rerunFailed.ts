import * as vscode from 'vscode';
import { isPastRerun, type RerunGroup, rerunGroups, wasFree } from '../../calls/batch/rerun.ts';
import type { Batch } from '../../calls/ports/batchPorts.ts';
import { readBatchRef } from '../asking/arguments.ts';
import { fileWord } from '../words/both/fileWord.ts';
import { billingWord, cameToWord, shownCode } from '../words/both/orderWords.ts';
import type { BatchRuns } from './batchRuns.ts';
import { unkept } from './keptRows.ts';
import { chooseBatch } from './pickBatch.ts';

interface GroupItem extends vscode.QuickPickItem {
  readonly group: RerunGroup | null;
}

function groupItem(group: RerunGroup): GroupItem {
  const code = group.messageCode === null ? '' : ` · ${shownCode(group)}`;
  return {
    label: `${cameToWord(group)}${code}: ${group.rows}`,
    description: wasFree(group)
      ? vscode.l10n.t('{0}; a new call can be billed', billingWord(group.billing))
      : vscode.l10n.t('{0}; would be billed again', billingWord(group.billing)),
    picked: group.again === 'free',
    group,
  };
}

/** Free ones are ticked; those that cost again are not, nor those of which nobody knows what came. */
async function pickGroups(source: string, groups: readonly RerunGroup[]): Promise<readonly RerunGroup[]> {
  const part = (isFree: boolean, label: string): GroupItem[] => {
    const members = groups.filter((group) => wasFree(group) === isFree);
    if (members.length === 0) return [];
    return [{ label, kind: vscode.QuickPickItemKind.Separator, group: null }, ...members.map(groupItem)];
  };
  const items = [
    ...part(true, vscode.l10n.t('not billed')),
    ...part(false, vscode.l10n.t('billed, or may have been')),
  ];
  const picked = await vscode.window.showQuickPick(items, {
    title: `${vscode.l10n.t('Re-run Failed')}: ${fileWord(source)}`,
    placeHolder: vscode.l10n.t('Which rows become a new batch?'),
    canPickMany: true,
  });
  return (picked ?? []).flatMap(({ group }) => (group === null ? [] : [group]));
}

/** Those that have a row to run again. */
async function withFailedRows(batches: BatchRuns): Promise<readonly Batch[]> {
  const started = (await batches.all()).filter(({ state }) => state === 'started');
  const store = await batches.store();
  const groups = await Promise.all(started.map(async ({ id }) => rerunGroups(await store.outcomes(id))));
  return started.filter((_, at) => groups[at]?.length !== 0);
}

/**
 * A new batch of rows that did not succeed, looked over like any other before it is started.
 * @param argument the id of the batch; without one it is asked for
 */
export async function rerunFailed(batches: BatchRuns, argument: unknown): Promise<void> {
  batches.mustBeFree();
  const isNamed = readBatchRef(argument) !== null;
  const offered = isNamed ? [] : await withFailedRows(batches);
  if (!isNamed && offered.length === 0) {
    void vscode.window.showInformationMessage(vscode.l10n.t('No batch has a row to run again.'));
    return;
  }
  const from = await chooseBatch(batches, offered, argument, vscode.l10n.t('Re-run Failed'));
  if (from === undefined) return;
  const store = await batches.store();
  const outcomes = await store.outcomes(from.id);
  const groups = rerunGroups(outcomes);
  if (groups.length === 0) {
    const why = isPastRerun(outcomes) ? unkept() : vscode.l10n.t('No row of this batch failed.');
    void vscode.window.showInformationMessage(why);
    return;
  }
  const picked = await pickGroups(from.source, groups);
  if (picked.length === 0) return;
  // What was accepted with them counts as not paid; an input that was paid for elsewhere was not chosen.
  await batches.review(from, picked);
}
