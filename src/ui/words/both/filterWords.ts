import * as vscode from 'vscode';
import type { OrderFilter } from '../../../calls/ports/ports.ts';
import { coverCode } from '../../../contract/coverText.ts';
import { billingWord, outcomeWord } from './orderWords.ts';
import { shortTitle } from './outcomeLooks.ts';

function day(at: number): string {
  return new Date(at).toLocaleDateString(vscode.env.language, { day: 'numeric', month: 'short' });
}

/** The days of a filter; '' = all. */
export function filterSpan({ from, to }: OrderFilter, now: number): string {
  const midnight = new Date(now).setHours(0, 0, 0, 0);
  if (from !== undefined && to === undefined) {
    return from === midnight ? vscode.l10n.t('today') : vscode.l10n.t('since {0}', day(from));
  }
  // The end is exclusive.
  const end = to === undefined ? undefined : day(to - 1);
  if (from !== undefined && end !== undefined) {
    return day(from) === end ? end : vscode.l10n.t('{0} to {1}', day(from), end);
  }
  return end === undefined ? '' : vscode.l10n.t('until {0}', end);
}

/** @param code '' = none */
export function codeWord(code: string): string {
  return code === '' ? vscode.l10n.t('without a code') : coverCode(code);
}

/** What a filter lets through, kind by kind: "acme-prod · pending, held · today"; '' = everything. */
export function filterWords(filter: OrderFilter, now: number): string {
  const note = filter.hasNote === undefined ? '' : filter.hasNote ? vscode.l10n.t('noted') : '';
  const kinds = [
    filter.environments?.join(', '),
    filter.operations?.map(shortTitle).join(', '),
    filter.outcomes?.map(outcomeWord).join(', '),
    filter.messageCodes?.map(codeWord).join(', '),
    filter.billings?.map(billingWord).join(', '),
    note,
    filter.batch === undefined ? '' : vscode.l10n.t('one batch'),
    filter.repeats === true ? vscode.l10n.t('repeats') : '',
    filter.drifts === undefined ? '' : vscode.l10n.t('departs from what was learned'),
    filterSpan(filter, now),
  ];
  return kinds.filter((words) => words !== undefined && words !== '').join(' · ');
}
