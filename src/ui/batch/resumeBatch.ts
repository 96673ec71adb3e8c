import * as vscode from 'vscode';
import type { Batch, BatchStore, RowWhy } from '../../calls/batchPorts.ts';
import { operationById } from '../../contract/operations.ts';
import { age } from '../orderWords.ts';
import { rowsWord } from './batchWords.ts';
import { countRows } from './unfinished.ts';

function batchItem(batch: Batch, now: number): vscode.QuickPickItem & { readonly batch: Batch } {
  const count = (state: string): number => countRows(batch, (row) => row.state === state);
  const parts = [
    vscode.l10n.t(
      'answered: {0}',
      countRows(batch, ({ state, why }) => state === 'done' && why !== 'left-unknown'),
    ),
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

export async function pickBatch(
  batches: readonly Batch[],
  title: string,
  now: number,
): Promise<Batch | undefined> {
  const started = batches.filter(({ state }) => state === 'started');
  if (started.length === 0) {
    void vscode.window.showInformationMessage(vscode.l10n.t('There is no such batch.'));
    return undefined;
  }
  const picked = await vscode.window.showQuickPick(
    started.map((batch) => batchItem(batch, now)),
    { title, placeHolder: vscode.l10n.t('Newest first'), matchOnDescription: true },
  );
  return picked?.batch;
}

type Decision = 'again' | 'leave' | 'later';

async function askDecision(words: string, risk: string): Promise<Decision | undefined> {
  const items: (vscode.QuickPickItem & { readonly decision: Decision })[] = [
    {
      label: vscode.l10n.t('Decide later'),
      description: vscode.l10n.t('nothing is sent'),
      decision: 'later',
    },
    {
      label: vscode.l10n.t('Leave them'),
      description: vscode.l10n.t('they are never sent again'),
      decision: 'leave',
    },
    { label: vscode.l10n.t('Send them again'), description: risk, decision: 'again' },
  ];
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Resume Batch'),
    placeHolder: words,
  });
  return picked?.decision;
}

/** What is to be done with rows that only the user may send; false when the user gave up. */
export async function decideUndecided(store: BatchStore, batch: Batch): Promise<boolean> {
  const kinds: readonly (readonly [why: RowWhy, words: (count: number) => string, risk: string])[] = [
    [
      'unknown',
      (count) => vscode.l10n.t('Sent, but what came of them is not known: {0}', rowsWord(count)),
      vscode.l10n.t('they may be billed a second time'),
    ],
    [
      'pending',
      (count) => vscode.l10n.t('Not sent, as an order for the same input is open: {0}', rowsWord(count)),
      vscode.l10n.t('they may be billed beside the open order'),
    ],
  ];
  for (const [why, words, risk] of kinds) {
    const count = countRows(batch, (row) => row.state === 'undecided' && row.why === why);
    if (count === 0) continue;
    const decision = await askDecision(words(count), risk);
    if (decision === undefined) return false;
    if (decision !== 'later') await store.decide(batch.id, why, decision);
  }
  return true;
}
