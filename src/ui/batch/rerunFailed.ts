import * as vscode from 'vscode';
import type { ColumnMap } from '../../calls/batch/columns.ts';
import { Planner } from '../../calls/batch/planner.ts';
import { isInGroup, type RerunGroup, rerunGroups } from '../../calls/batch/rerun.ts';
import type { Batch, BatchStore } from '../../calls/batchPorts.ts';
import { settings } from '../adapters/settings.ts';
import { billingWord, outcomeWord } from '../orderWords.ts';
import type { Batches } from './batchCommands.ts';
import { pickBatch } from './resumeBatch.ts';

const step = 500;

interface GroupItem extends vscode.QuickPickItem {
  readonly group: RerunGroup | null;
}

function groupItem(group: RerunGroup): GroupItem {
  const code = group.messageCode === null ? '' : ` · ${group.messageCode}`;
  return {
    label: `${outcomeWord(group.outcome)}${code}: ${group.rows}`,
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

/** Writes the rows of the groups into a new batch. */
async function copyRows(
  { services }: Batches,
  store: BatchStore,
  from: Batch,
  to: string,
  groups: readonly RerunGroup[],
): Promise<number> {
  const ledger = await services.ledger();
  const operation = services.operation(from.operation);
  const names = operation.requestFields.map(({ name }) => name);
  const map: ColumnMap = Object.fromEntries(names.map((name, column) => [name, { column }]));
  const planner = new Planner(
    { store, fingerprint: (id, body) => ledger.fingerprint(id, body) },
    {
      batch: to,
      operation,
      environment: from.environment,
      map,
      width: names.length,
      chunk: settings.batchEmailChunk(),
    },
  );
  let after: number | null = null;
  do {
    const page: Awaited<ReturnType<BatchStore['rows']>> = await store.rows(from.id, after, step);
    const wanted = page.rows.filter((row) => groups.some((group) => isInGroup(row, group)));
    const fields = await store.fields(
      from.id,
      wanted.map(({ row }) => row),
    );
    for (const { row, line } of wanted) {
      const kept = fields.get(row);
      if (kept !== undefined) await planner.add({ line, cells: names.map((name) => kept[name] ?? '') });
    }
    after = page.next;
  } while (after !== null);
  return (await planner.end()).rows;
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
  const paid = picked.some(({ again }) => again === 'billed');
  const read = async (id: string): Promise<unknown> => {
    if ((await copyRows(batches, store, from, id, picked)) > 0) {
      // An order without a known outcome is open, too: the user picked its rows knowing that.
      if (paid) await store.decide(id, 'pending', 'again');
      return true;
    }
    throw new Error(vscode.l10n.t('The inputs of these rows are not kept any more.'));
  };
  // These very rows were chosen a moment ago, so they are not asked about again.
  await batches.plan(
    services.operation(from.operation),
    to,
    { name: from.source, file: null },
    read,
    async () => ({
      sendFlawed: true,
      sendPaid: paid,
    }),
  );
}
