import * as vscode from 'vscode';
import { rerunGroups } from '../../calls/batch/rerun.ts';
import type { Batch, OutcomeTally } from '../../calls/ports/batchPorts.ts';
import type { Spend } from '../../calls/ports/guardPorts.ts';
import type { BatchId } from '../../calls/ports/ids.ts';
import { estimate } from '../../calls/usage/usageTotals.ts';
import { commandIds } from '../../contributions.ts';
import { runPressed } from '../base/both/tellFailure.ts';
import { fileWord } from '../words/both/fileWord.ts';
import { shownCode } from '../words/both/orderWords.ts';
import { moneyWords } from '../words/moneyWords.ts';
import type { BatchRuns } from './batchRuns.ts';
import { countRows, isUnfinished } from './both/unfinished.ts';
import { showResults } from './resultsPlace.ts';
import { standingWords } from './standingWords.ts';

/** What its billed calls cost, where a price was set as they left, else ''; as elsewhere, money of the sandbox is said to be simulated. */
export function costOfBatch({ kind }: Batch, { byPrice }: Pick<Spend, 'byPrice'>): string {
  const money = moneyWords(estimate(byPrice));
  return money !== '' && kind === 'sandbox' ? vscode.l10n.t('{0}, simulated', money) : money;
}

/** A batch whose last call was refused ends without a pause, which would have told why. */
function refusedWords(outcomes: readonly OutcomeTally[]): readonly string[] {
  const refused = outcomes.filter(({ outcome, resolved }) => outcome === 'refused' && resolved === undefined);
  const codes = refused.map(shownCode).filter((code) => code !== '');
  return codes.length === 0 ? [] : [vscode.l10n.t('refused: {0}', [...new Set(codes)].join(', '))];
}

/**
 * What a batch came to, with what can be done next.
 * @param outcomes of its rows that were sent
 * @param left the same, now that what little is kept was chosen
 * @param openFile shows a results file, as `ResultsTarget.file`
 * @param billed of its calls, those that were
 */
export async function tellEnd(
  batch: Batch,
  outcomes: readonly OutcomeTally[],
  left: readonly OutcomeTally[],
  showRows: (id: BatchId) => Promise<void>,
  openFile: (file: string) => Promise<void>,
  billed: Pick<Spend, 'byPrice'> = { byPrice: [] },
): Promise<void> {
  const file = batch.results?.file ?? null;
  const open = vscode.l10n.t('Open Results');
  const show = vscode.l10n.t('Show Rows');
  const resume = vscode.l10n.t('Resume Batch…');
  const again = vscode.l10n.t('Re-run Failed…');
  const next = isUnfinished(batch) ? [resume] : rerunGroups(left).length > 0 ? [again] : [];
  const name = fileWord(batch.source);
  const standing = standingWords(batch, outcomes);
  // A run ends by itself only once nothing waits any more.
  const isCancelled = countRows(batch, ({ state }) => state === 'waiting') > 0;
  const cost = costOfBatch(batch, billed);
  const actions = [...(file === null ? [] : [open]), show, ...next];
  const answer = await vscode.window.showInformationMessage(
    [
      isCancelled
        ? vscode.l10n.t('Batch of {0} cancelled · {1}', name, standing)
        : vscode.l10n.t('Batch of {0} ended · {1}', name, standing),
      ...refusedWords(outcomes),
      ...(cost === '' ? [] : [vscode.l10n.t('billed: {0}', cost)]),
    ].join(' · '),
    ...actions,
  );
  if (answer === open && file !== null) await openFile(file);
  if (answer === show) await showRows(batch.id);
  if (answer === resume) await runPressed(commandIds.resumeBatch, batch.id);
  if (answer === again) await runPressed(commandIds.rerunFailed, batch.id);
}

/** What it came to, read at once; what can be run again is read when it is told, for where little is kept inputs go in between. */
export async function endOf(
  batches: Pick<BatchRuns, 'get' | 'store'>,
  id: BatchId,
  showRows: (id: BatchId) => Promise<void>,
): Promise<() => Promise<void>> {
  const store = await batches.store();
  const outcomes = await store.outcomes(id);
  const billed = await store.billed(id);
  const batch = await batches.get(id);
  return async () => {
    await tellEnd(batch, outcomes, await store.outcomes(id), showRows, showResults, billed);
  };
}
