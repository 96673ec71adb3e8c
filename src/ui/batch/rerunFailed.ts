import * as vscode from 'vscode';
import type { ColumnMap } from '../../calls/batch/columns.ts';
import { operationOfBatch } from '../../calls/batch/planned.ts';
import { Planner } from '../../calls/batch/planner.ts';
import { carriedOver, type RerunGroup, rerunGroups, rerunOf } from '../../calls/batch/rerun.ts';
import type { Batch, BatchStore } from '../../calls/batchPorts.ts';
import { type Environment, placeOf } from '../../calls/environments.ts';
import type { BatchId } from '../../calls/ids.ts';
import type { Operation } from '../../contract/shapes.ts';
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

/** Where the rows come from, and what they become. */
interface Copy {
  readonly from: Batch;
  readonly groups: readonly RerunGroup[];
  readonly operation: Operation;
  /** Kept field by field of the operation. */
  readonly sources: ReadonlyMap<string, string>;
  readonly environment: Environment;
}

/** Writes the rows of the groups into a new batch. */
async function copyRows({ services }: Batches, store: BatchStore, copy: Copy, to: BatchId): Promise<number> {
  const { from, groups, operation, sources, environment } = copy;
  const ledger = await services.ledger();
  const fields = [...sources];
  const map: ColumnMap = Object.fromEntries(fields.map(([name], column) => [name, { column }]));
  const planner = new Planner(
    {
      store,
      fingerprint: (id, body) => ledger.fingerprint(id, body),
      inputPrint: (id, body) => ledger.inputPrint(id, body),
    },
    {
      batch: to,
      operation,
      place: placeOf(environment),
      map,
      width: fields.length,
      chunk: settings.batchEmailChunk(),
    },
  );
  let after: number | null = null;
  do {
    const page: Awaited<ReturnType<BatchStore['rows']>> = await store.rows(from.id, after, step);
    const wanted = page.rows.flatMap((row) => {
      const again = rerunOf(row, groups);
      return again === null ? [] : [{ row: row.row, line: row.line, accepted: again.accepted }];
    });
    const inputs = await store.fields(
      from.id,
      wanted.map(({ row }) => row),
    );
    for (const { row, line, accepted } of wanted) {
      const kept = inputs.get(row);
      if (kept === undefined) continue;
      await planner.add({ line, cells: fields.map(([, source]) => kept[source] ?? '') }, accepted);
    }
    after = page.next;
  } while (after !== null);
  return planner.end();
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
  const sources = carriedOver(operationOfBatch(from, operation).requestFields, operation.requestFields);
  if (sources === null) {
    throw new Error(
      vscode.l10n.t(
        'The request fields were corrected since this batch was run, and its rows hold nothing for a required one. Run the file as a new batch.',
      ),
    );
  }
  const copy = { from, groups: picked, operation, sources, environment: to.environment };
  const read = async (id: BatchId): Promise<unknown> => {
    if ((await copyRows(batches, store, copy, id)) > 0) return true;
    throw new Error(vscode.l10n.t('The inputs of these rows are not kept any more.'));
  };
  // These very rows were chosen a moment ago, so they are not asked about again. What was accepted with them counts as
  // not paid; an input that was paid for elsewhere was not chosen.
  await batches.plan(operation, to, { name: from.source, file: null }, read, async () => ({
    sendFlawed: true,
    sendPaid: false,
  }));
}
