import * as vscode from 'vscode';
import type { Batch } from '../../calls/ports/batchPorts.ts';
import { operationById } from '../../contract/operations.ts';
import { readBatchRef } from '../asking/arguments.ts';
import { age } from '../words/both/orderWords.ts';
import type { BatchRuns } from './batchRuns.ts';
import { countRows } from './both/unfinished.ts';

function batchItem(batch: Batch, now: number): vscode.QuickPickItem & { readonly batch: Batch } {
  const count = (state: string): number => countRows(batch, (row) => row.state === state);
  const parts = [
    vscode.l10n.t('ended: {0}', count('done')),
    vscode.l10n.t('not sent yet: {0}', count('waiting')),
    ...(count('sent') > 0 ? [vscode.l10n.t('sent, no answer yet: {0}', count('sent'))] : []),
    ...(count('undecided') > 0 ? [vscode.l10n.t('for your decision: {0}', count('undecided'))] : []),
  ];
  return {
    label: `${operationById(batch.operation).title} · ${batch.source}`,
    description: `${batch.environment} · ${age(batch.createdAt, now)}`,
    detail: batch.heldElsewhere ? vscode.l10n.t('runs in another window') : parts.join(' · '),
    batch,
  };
}

async function pickBatch(batches: readonly Batch[], title: string, now: number): Promise<Batch | undefined> {
  const started = batches.filter(({ state }) => state === 'started');
  if (started.length === 0) {
    void vscode.window.showInformationMessage(vscode.l10n.t('{0}: there is no batch to choose from.', title));
    return undefined;
  }
  const picked = await vscode.window.showQuickPick(
    started.map((batch) => batchItem(batch, now)),
    { title, placeHolder: vscode.l10n.t('Newest first'), matchOnDescription: true },
  );
  return picked?.batch;
}

/**
 * The batch that a command was called for, else the one that is picked.
 * @param offered to be picked from
 * @throws the sentence where the one it was called for is not kept any more
 */
export async function chooseBatch(
  batches: Pick<BatchRuns, 'get' | 'services'>,
  offered: readonly Batch[],
  argument: unknown,
  title: string,
): Promise<Batch | undefined> {
  const named = readBatchRef(argument);
  return named === null ? pickBatch(offered, title, batches.services.now()) : batches.get(named);
}
