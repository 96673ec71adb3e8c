import * as vscode from 'vscode';
import { isRecorded } from '../../../calls/orders/attention.ts';
import { dueOf, noonOf } from '../../../calls/orders/followUps.ts';
import type { OrderSummary } from '../../../calls/ports/ports.ts';
import { localDay } from '../../../calls/usage/periods.ts';
import type { CodeOf } from '../../../contract/documentedCodes.ts';
import { own } from '../../../contract/own.ts';
import { cameToWord, failureWord, resolvedWord } from './orderWords.ts';

/** A masked input with its covered part cut short: room is for what tells two orders apart. */
export function shortInput(masked: string): string {
  return masked.replace(/•+/g, '••');
}

/** "24 Nov", with the year where it is another one. */
export function dayWord(day: string, now: number): string {
  const isThisYear = day.slice(0, 4) === localDay(now).slice(0, 4);
  return new Date(noonOf(day)).toLocaleDateString(vscode.env.language, {
    day: 'numeric',
    month: 'short',
    ...(isThisYear ? {} : { year: 'numeric' }),
  });
}

/** When the user wants to ask about it: "due today", "due 24 Nov", "overdue since 20 Nov"; '' without a day. */
export function dueWord(order: Pick<OrderSummary, 'followUp'>, now: number): string {
  const day = order.followUp;
  if (day === null) return '';
  switch (dueOf(order, localDay(now))) {
    case 'today':
      return vscode.l10n.t('due today');
    case 'overdue':
      return vscode.l10n.t('overdue since {0}', dayWord(day, now));
    default:
      return vscode.l10n.t('due {0}', dayWord(day, now));
  }
}

/** A negative's code in two words; the table of codes itself is no part of what starts with VS Code. */
const negativeWords: Readonly<Record<CodeOf<'negative'>, () => string>> = {
  NO_RECORD_FOUND: () => vscode.l10n.t('no record'),
  VERIFICATION_FAILED: () => vscode.l10n.t('not verified'),
  SOURCE_UNAVAILABLE: () => vscode.l10n.t('source down'),
};

function negativeWord(order: OrderSummary): string {
  const words: Readonly<Record<string, () => string>> = negativeWords;
  return (own(words, order.messageCode ?? '') ?? (() => cameToWord(order)))();
}

/** The codes of negatives for which rows say this. @param says whether words hold what is looked for */
export function codesSaying(says: (words: string) => boolean): readonly string[] {
  return Object.entries(negativeWords).flatMap(([code, words]) => (says(words()) ? [code] : []));
}

/** What rows say of a case held for a person, who answers later. */
export function heldWord(): string {
  return vscode.l10n.t('no response');
}

/** What rows say of an order with a note, and of one whose answer departs from what was learned. */
export function notedWord(): string {
  return vscode.l10n.t('noted');
}

export function departsWord(): string {
  return vscode.l10n.t('departs');
}

/** What came of an order, in the two or three words a row has room for. */
export function glanceWord(order: OrderSummary): string {
  const { state, outcome, resolved, failureCode } = order;
  if (state === 'in-flight') return vscode.l10n.t('waiting');
  if (isRecorded(resolved)) return vscode.l10n.t('recorded: {0}', resolvedWord(resolved));
  if (outcome === 'held') return heldWord();
  if (outcome === 'unknown' && failureCode !== null)
    return vscode.l10n.t('unknown: {0}', failureWord(failureCode));
  if (outcome === 'negative') return negativeWord(order);
  return cameToWord(order);
}
