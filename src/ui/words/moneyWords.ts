import * as vscode from 'vscode';
import { saidSum } from '../../calls/usage/money.ts';
import type { Estimate, UsageTally } from '../../calls/usage/usageTotals.ts';
import { say } from './both/translate.ts';

/** Money is said only with the word "estimated"; '' when no call has a price. */
export function moneyWords(spent: Estimate): string {
  if (spent.priced === 0) return '';
  return say(saidSum(spent.rupees, spent.unpriced));
}

/** Of calls without money although a price is set, see leftBeforePrice. */
export function leftBeforeWords(): string {
  return vscode.l10n.t('calls left before a price was set');
}

/** "3 billed · ≈ ₹12.00 (estimated) · 1 may be billed · 2 free"; only what there was. */
export function tallyWords(tally: UsageTally): string {
  if (tally.calls === 0) return vscode.l10n.t('no calls');
  const words = [vscode.l10n.t('{0} billed', tally.billed), moneyWords(tally.spent)];
  if (tally.unknown > 0) words.push(vscode.l10n.t('{0} may be billed', tally.unknown));
  if (tally.refunded > 0) words.push(vscode.l10n.t('{0} refunded', tally.refunded));
  if (tally.free > 0) words.push(vscode.l10n.t('{0} free', tally.free));
  return words.filter((word) => word !== '').join(' · ');
}
