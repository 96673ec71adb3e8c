import * as vscode from 'vscode';
import { rowsNotSent, rowsStillOpen, rowsWithoutResult } from '../../calls/batch/rerun.ts';
import type { Batch, OutcomeTally } from '../../calls/ports/batchPorts.ts';
import type { Billing } from '../../contract/words.ts';
import { answeredRows, countRows } from './both/unfinished.ts';

/** How many rows of a batch stand where, in the words of every list and notice. @param outcomes of its rows that were sent */
export function standingWords(batch: Batch, outcomes: readonly OutcomeTally[]): string {
  const count = (state: string): number => countRows(batch, (row) => row.state === state);
  const unknown = countRows(batch, ({ why }) => why === 'left-unknown');
  const erased = countRows(batch, ({ state, why }) => state === 'done' && why === 'erased');
  const damaged = countRows(batch, ({ why }) => why === 'damaged');
  const withoutResult = rowsWithoutResult(outcomes);
  const stillOpen = rowsStillOpen(outcomes);
  const notSent = rowsNotSent(outcomes);
  const answered = answeredRows(batch) - notSent;
  const words = [
    withoutResult > 0
      ? vscode.l10n.t('answered: {0}, of these without a result: {1}', answered, withoutResult)
      : vscode.l10n.t('answered: {0}', answered),
    ...(stillOpen > 0 ? [vscode.l10n.t('still pending: {0}', stillOpen)] : []),
    ...(notSent > 0 ? [vscode.l10n.t('could not be sent: {0}', notSent)] : []),
    ...(unknown > 0 ? [vscode.l10n.t('outcome unknown, not sent again: {0}', unknown)] : []),
    ...(erased > 0 ? [vscode.l10n.t('sent, and erased since: {0}', erased)] : []),
    ...(count('waiting') > 0 ? [vscode.l10n.t('not sent yet: {0}', count('waiting'))] : []),
    ...(count('sent') > 0 ? [vscode.l10n.t('sent, no answer yet: {0}', count('sent'))] : []),
    ...(count('undecided') > 0 ? [vscode.l10n.t('for your decision: {0}', count('undecided'))] : []),
    ...(damaged > 0 ? [vscode.l10n.t('not sent, as what is kept of it is damaged: {0}', damaged)] : []),
    ...(count('skipped') > damaged ? [vscode.l10n.t('left out: {0}', count('skipped') - damaged)] : []),
    ...billedWords(batch, outcomes),
  ];
  return words.join(' · ');
}

/** What of it costs money: a call may be about several rows. */
function billedWords({ kind }: Batch, outcomes: readonly OutcomeTally[]): readonly string[] {
  if (kind !== 'live') return [];
  const calls = (billing: Billing): number =>
    outcomes.reduce((sum, one) => sum + (one.billing === billing ? one.calls : 0), 0);
  const [billed, unclear] = [calls('billed'), calls('unknown')];
  return [
    ...(billed > 0 ? [vscode.l10n.t('billed calls: {0}', billed)] : []),
    ...(unclear > 0 ? [vscode.l10n.t('calls that may be billed: {0}', unclear)] : []),
  ];
}
