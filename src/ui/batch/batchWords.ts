import * as vscode from 'vscode';
import { leaseMs } from '../../calls/batch/engine.ts';
import { isRecorded } from '../../calls/orders/attention.ts';
import type { Batch, BatchRow, RowState, RowWhy } from '../../calls/ports/batchPorts.ts';
import type { OrderSummary } from '../../calls/ports/ports.ts';
import { fileWord } from '../words/both/fileWord.ts';
import { cameToWord, failureWord, listedMoney, resolvedWord, shownCode } from '../words/both/orderWords.ts';

/** To the second: two batches of one file may be of one minute. */
export function batchMoment({ createdAt }: Pick<Batch, 'createdAt'>): string {
  const day = { day: 'numeric', month: 'short' } as const;
  const time = { hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;
  return new Date(createdAt).toLocaleString(vscode.env.language, { ...day, ...time });
}

/** After its file and start, so that the tabs of two can be told apart. */
export function batchTitle({ source, createdAt }: Pick<Batch, 'source' | 'createdAt'>): string {
  return `${vscode.l10n.t('Batch of {0}', fileWord(source))} · ${batchMoment({ createdAt })}`;
}

export function stateWord(state: RowState): string {
  const words: Record<RowState, string> = {
    waiting: vscode.l10n.t('waiting'),
    sent: vscode.l10n.t('sent, no answer yet'),
    done: vscode.l10n.t('answered'),
    undecided: vscode.l10n.t('waits for your decision'),
    skipped: vscode.l10n.t('not sent'),
  };
  return words[state];
}

export function whyWord(why: RowWhy): string {
  const words: Record<RowWhy, string> = {
    uneven: vscode.l10n.t('number of columns differs from the first row'),
    invalid: vscode.l10n.t('looks wrong'),
    duplicate: vscode.l10n.t('repeats another row'),
    paid: vscode.l10n.t('paid before'),
    left: vscode.l10n.t('left out by you'),
    pending: vscode.l10n.t('an input of its call has an open order'),
    unknown: vscode.l10n.t('may have been billed'),
    'left-unknown': vscode.l10n.t('not sent again'),
    erased: vscode.l10n.t('erased'),
    damaged: vscode.l10n.t('what is kept of it is damaged'),
  };
  return words[why];
}

/** What came of an answered row, as it stands beside the row and over the rows that are counted with it. */
export function toldWord({
  resolved = null,
  ...cameTo
}: Pick<OrderSummary, 'outcome' | 'billing'> & { readonly resolved?: OrderSummary['resolved'] }): string {
  return isRecorded(resolved) ? vscode.l10n.t('recorded: {0}', resolvedWord(resolved)) : cameToWord(cameTo);
}

/** What became of a row, in a few words. */
export function rowWords(row: BatchRow): string {
  const { outcome, billing, resolved, messageCode, httpStatus, failureCode } = row;
  if (outcome !== null && billing !== null && row.state !== 'skipped' && row.state !== 'sent') {
    const parts = [
      toldWord({ outcome, billing, resolved }),
      listedMoney({ outcome, billing, resolved, messageCode, httpStatus }),
      messageCode !== null ? shownCode(row) : failureCode && failureWord(failureCode),
    ];
    if (row.why === 'left-unknown') parts.push(whyWord(row.why));
    return parts.filter((part) => part !== null).join(' · ');
  }
  // Whether it was ever answered went with its order.
  if (row.state === 'done' && row.why === 'erased') return vscode.l10n.t('sent, and erased since');
  if (row.why === 'duplicate' && row.sameLine !== undefined)
    return vscode.l10n.t('repeats line {0}', row.sameLine);
  if (row.why === null) return stateWord(row.state);
  // A call waits as a whole: which of its rows it was is not said here.
  const isOfCall = row.state === 'undecided' && row.why === 'paid';
  const why = isOfCall ? vscode.l10n.t('an input of its call was paid for before') : whyWord(row.why);
  return `${stateWord(row.state)} · ${why}`;
}

/** "20 s", "9 min", "2 h 5 min". */
export function duration(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  if (seconds < 60) return vscode.l10n.t('{0} s', seconds);
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 60) return vscode.l10n.t('{0} min', minutes);
  return vscode.l10n.t('{0} h {1} min', Math.floor(minutes / 60), minutes % 60);
}

export function rowsWord(count: number): string {
  return count === 1 ? vscode.l10n.t('1 row') : vscode.l10n.t('{0} rows', count);
}

export function callsWord(count: number): string {
  return count === 1 ? vscode.l10n.t('1 call') : vscode.l10n.t('{0} calls', count);
}

/** Said where none of so many rows would be sent. */
export function nothingLeft(rows: number): string {
  return rows === 1
    ? vscode.l10n.t('Nothing to send: the only row is left out.')
    : vscode.l10n.t('Nothing to send: none of {0} rows is left.', rows);
}

/** How many of the calls of a batch have come to an end. */
export function endedOf(ended: number, total: number): string {
  return total === 1
    ? vscode.l10n.t('{0} of 1 call', ended)
    : vscode.l10n.t('{0} of {1} calls', ended, total);
}

/** What a batch does once it is cancelled. */
export function cancelledWords(): string {
  return vscode.l10n.t('the call under way is finished first; the rest can be resumed');
}

/** A click on our own status bar, and nothing else, proves the user's hand. */
export const controlPress = 'control batch';

/** That a batch was erased. */
export function goneWords(): string {
  return vscode.l10n.t('This batch is no longer kept.');
}

export function takenWords(): string {
  return vscode.l10n.t(
    'Another window runs this batch, or ended less than {0} s ago. Try again in a moment.',
    leaseMs / 1000,
  );
}
