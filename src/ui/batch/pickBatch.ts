import * as vscode from 'vscode';
import type { Batch } from '../../calls/ports/batchPorts.ts';
import { operationById } from '../../contract/operations.ts';
import { readBatchRef } from '../asking/arguments.ts';
import { age } from '../words/both/orderWords.ts';
import type { BatchRuns } from './batchRuns.ts';
import { standingWords } from './standingWords.ts';

type Known = Pick<BatchRuns, 'get' | 'services' | 'store'>;

async function batchItem(
  batches: Known,
  batch: Batch,
): Promise<vscode.QuickPickItem & { readonly batch: Batch }> {
  const outcomes = batch.heldElsewhere ? [] : await (await batches.store()).outcomes(batch.id);
  return {
    label: `${operationById(batch.operation).title} · ${batch.source}`,
    description: `${batch.environment} · ${age(batch.createdAt, batches.services.now())}`,
    detail: batch.heldElsewhere ? vscode.l10n.t('runs in another window') : standingWords(batch, outcomes),
    batch,
  };
}

async function pickBatch(
  batches: Known,
  offered: readonly Batch[],
  title: string,
): Promise<Batch | undefined> {
  const started = offered.filter(({ state }) => state === 'started');
  if (started.length === 0) {
    void vscode.window.showInformationMessage(vscode.l10n.t('{0}: there is no batch to choose from.', title));
    return undefined;
  }
  const picked = await vscode.window.showQuickPick(
    Promise.all(started.map((one) => batchItem(batches, one))),
    {
      title,
      placeHolder: vscode.l10n.t('Newest first'),
      matchOnDescription: true,
    },
  );
  return picked?.batch;
}

/**
 * The batch that a command was called for, else the one that is picked.
 * @param offered to be picked from
 * @throws the sentence where the one it was called for is not kept any more
 */
export async function chooseBatch(
  batches: Known,
  offered: readonly Batch[],
  argument: unknown,
  title: string,
): Promise<Batch | undefined> {
  const named = readBatchRef(argument);
  return named === null ? pickBatch(batches, offered, title) : batches.get(named);
}
