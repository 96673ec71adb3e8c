import * as vscode from 'vscode';
import type { Bin, DaySpan, UsagePeriodId } from '../../calls/usage/usagePeriods.ts';
import type { Share } from '../../calls/usage/usageTotals.ts';
import { moneyWords } from './moneyWords.ts';

/** Words for the numbers of the usage page, in the user's language. */

export function countWords(count: number): string {
  return count.toLocaleString(vscode.env.language);
}

/** Three digits are more than a bucket holds. */
export function msWords(ms: number): string {
  const shown = ms.toLocaleString(vscode.env.language, { maximumSignificantDigits: 3 });
  return vscode.l10n.t('{0} ms', shown);
}

export function percentWords(share: number | null): string {
  if (share === null) return '';
  return share.toLocaleString(vscode.env.language, { style: 'percent', maximumFractionDigits: 1 });
}

/** "2 · 25% · ≈ ₹8.00 (estimated) · 31%" */
export function shareWords(share: Share): string {
  const money = moneyWords(share.spent);
  const words = [countWords(share.calls), percentWords(share.ofCalls)];
  if (money !== '') words.push(money, percentWords(share.ofMoney));
  return words.filter((word) => word !== '').join(' · ');
}

function local(day: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date);
}

/** Short, for an axis: "21 Nov", or "Nov 2026" for a month. */
export function binWords({ id, from }: Bin): string {
  const isMonth = id.length === 7;
  const options: Intl.DateTimeFormatOptions = isMonth
    ? { month: 'short', year: 'numeric' }
    : { day: 'numeric', month: 'short' };
  return local(from).toLocaleDateString(vscode.env.language, options);
}

export function spanWords({ from, to }: DaySpan): string {
  const format = new Intl.DateTimeFormat(vscode.env.language, { dateStyle: 'medium' });
  return from === to ? format.format(local(from)) : format.formatRange(local(from), local(to));
}

export function periodTitle(id: UsagePeriodId): string {
  const titles: Record<UsagePeriodId, string> = {
    today: vscode.l10n.t('Today'),
    days7: vscode.l10n.t('Last 7 days'),
    days30: vscode.l10n.t('Last 30 days'),
    days90: vscode.l10n.t('Last 90 days'),
    month: vscode.l10n.t('This month'),
    custom: vscode.l10n.t('Chosen days'),
  };
  return titles[id];
}
