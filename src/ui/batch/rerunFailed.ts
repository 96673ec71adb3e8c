import * as vscode from 'vscode';
import { type RerunGroup, rerunGroups, rerunOf } from '../../calls/batch/rerun.ts';
import type { BatchRow } from '../../calls/batchPorts.ts';
import type { OrderId } from '../../calls/ids.ts';
import { billingWord, cameToWord } from '../orderWords.ts';
import type { Batches } from './batchCommands.ts';
import { copyRows } from './copyRows.ts';
import { numbersFromFile } from './numbersAgain.ts';
import { pickBatch } from './pickBatch.ts';

interface GroupItem extends vscode.QuickPickItem {
  readonly group: RerunGroup | null;
}

function groupItem(group: RerunGroup): GroupItem {
  const code = group.messageCode === null ? '' : ` · ${group.messageCode}`;
  return {
    label: `${cameToWord(group)}${code}: ${group.rows}`,
    description:
      group.again === 'free'
        ? vscode.l10n.t('{0}; to repeat costs what a first call costs', billingWord(group.billing))
        : vscode.l10n.t('{0}; would be billed again', billingWord(group.billing)),
    picked: group.again === 'free',
    group,
  };
}

/** Free ones are ticked, those that cost again are not. */
async function pickGroups(groups: readonly RerunGroup[]): Promise<readonly RerunGroup[]> {
  const part = (again: RerunGroup['again'], label: string): GroupItem[] => {
    const members = groups.filter((group) => group.again === again);
    if (members.length === 0) return [];
    return [{ label, kind: vscode.QuickPickItemKind.Separator, group: null }, ...members.map(groupItem)];
  };
  const items = [
    ...part('free', vscode.l10n.t('not billed the first time')),
    ...part('billed', vscode.l10n.t('billed the first time, or may have been')),
  ];
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Re-run Failed'),
    placeHolder: vscode.l10n.t('Which rows become a new batch?'),
    canPickMany: true,
  });
  return (picked ?? []).flatMap(({ group }) => (group === null ? [] : [group]));
}

/** A new batch of rows that did not succeed; what it costs is said before anything is sent. */
export async function rerunFailed(batches: Batches): Promise<void> {
  batches.mustBeFree();
  const { services } = batches;
  const from = await pickBatch(await batches.all(), vscode.l10n.t('Re-run Failed'), services.now());
  if (from === undefined) return;
  const store = await batches.store();
  const groups = rerunGroups(await store.outcomes(from.id));
  if (groups.length === 0) {
    void vscode.window.showInformationMessage(vscode.l10n.t('No row of this batch failed.'));
    return;
  }
  const picked = await pickGroups(groups);
  if (picked.length === 0) return;
  const to = await batches.destinationOf(from);
  const operation = services.operation(from.operation);
  const again = (row: BatchRow): readonly OrderId[] | null => rerunOf(row, picked)?.accepted ?? null;
  const file = await numbersFromFile(services, { from, operation, again });
  if (file === undefined) return;
  const read = copyRows(batches, { from, operation, again, environment: to.environment, file });
  // These very rows were chosen a moment ago, so they are not asked about again. What was accepted with them counts as
  // not paid; an input that was paid for elsewhere was not chosen.
  await batches.plan({
    operation,
    to,
    source: { name: from.source, file: null },
    read,
    choose: async () => ({ sendFlawed: true, sendPaid: false }),
    columns: from.columns ?? [],
  });
}
