import * as vscode from 'vscode';
import type { CountedTo } from '../../calls/environments/countedTo.ts';
import { type Environment, isEmbedded } from '../../calls/environments/environments.ts';
import {
  type Budget,
  type BudgetPeriod,
  budgetPeriods,
  unreadableBudget,
} from '../../calls/guard/userLimits.ts';
import type { OrderFilter } from '../../calls/ports/ports.ts';
import type { Spent } from '../../calls/sending/overview.ts';
import { budgetShares, saidShare } from '../../calls/usage/budgetShare.ts';
import { localDay } from '../../calls/usage/periods.ts';
import { spanInTime } from '../../calls/usage/usagePeriods.ts';
import { operations } from '../../contract/operations.ts';
import { say } from '../words/both/translate.ts';
import { percentWords } from '../words/numberWords.ts';
import { node } from './spendRows.ts';
import type { SpendNode } from './start/spendTree.ts';

type SetBudget = Extract<Budget, { kind: 'set' }>;

function periodTitle(period: BudgetPeriod): string {
  switch (period) {
    case 'session':
      return vscode.l10n.t('This session');
    case 'day':
      return vscode.l10n.t('Today');
    case 'month':
      return vscode.l10n.t('This month');
  }
}

/** The orders that count; those of one run of this window are no filter of the history. */
function countedOrders(own: CountedTo, period: BudgetPeriod, now: number): OrderFilter | null {
  if (period === 'session') return null;
  const today = localDay(now);
  const from = period === 'day' ? today : `${today.slice(0, 7)}-01`;
  return { ...own, billings: ['billed', 'unknown'], ...spanInTime({ from, to: today }) };
}

function look(share: number, warnAt: number): Pick<SpendNode, 'icon' | 'color'> {
  if (share >= 1) return { icon: 'circle-slash', color: 'list.errorForeground' };
  if (share >= warnAt) return { icon: 'warning', color: 'list.warningForeground' };
  return { icon: 'pie-chart', color: '' };
}

/** One limit of the budget, and how near its end it is. */
interface LimitRow {
  readonly share: number;
  readonly row: SpendNode;
}

function limitRows(own: CountedTo, { limits, warnAt }: SetBudget, spent: Spent, now: number): LimitRow[] {
  return budgetPeriods.flatMap((period) => {
    const limit = limits[period];
    if (limit === undefined) return [];
    return budgetShares(limit, spent[period]).map((one) => {
      const row = node({
        id: `budget/${period}/${one.measure}`,
        label: periodTitle(period),
        description: `${percentWords(one.share)} · ${say(saidShare(one))}`,
        filter: countedOrders(own, period, now),
        ...look(one.share, warnAt),
      });
      return { share: one.share, row };
    });
  });
}

/** How much of the budget is used: calls that were billed or may have been. Without a budget, the way to set one. */
export function budgetNode(
  { name, budget }: Environment,
  own: CountedTo,
  spent: Spent | null,
  now: number,
): SpendNode {
  const label = vscode.l10n.t('Budget');
  if (budget?.kind === 'unreadable') {
    const why = say(unreadableBudget(name, budget.why));
    return node({
      ...{ id: 'budget', label, description: why, tooltip: why, sets: 'settings' },
      ...{ icon: 'error', color: 'list.errorForeground' },
    });
  }
  const rows = budget === undefined || spent === null ? [] : limitRows(own, budget, spent, now);
  // What stops the next call is this one, and it is to be seen while the row is folded. Of two alike it is that of the shorter period.
  const tightest = rows.toSorted((one, other) => other.share - one.share)[0]?.row;
  if (tightest === undefined) {
    return node({
      id: 'budget',
      label,
      description: vscode.l10n.t('none set'),
      icon: 'pie-chart',
      sets: 'budget',
    });
  }
  // The counts of periods above name what was billed alone.
  const counted = vscode.l10n.t('including what may be billed');
  const description = `${tightest.label} · ${tightest.description} · ${counted}`;
  const { icon, color } = tightest;
  const children = rows.map(({ row }) => row);
  return node({ id: 'budget', label, description, icon, color, open: true, children });
}

/** For how many operations a price is set; the sandbox invents its own. Leads to where prices are set. */
export function priceNodes(environment: Environment): SpendNode[] {
  if (isEmbedded(environment)) return [];
  const set = operations.filter(({ id }) => environment.prices?.[id] !== undefined).length;
  const description =
    set === 0
      ? vscode.l10n.t('No price set')
      : vscode.l10n.t('set for {0} of {1} operations', set, operations.length);
  return [node({ id: 'prices', label: vscode.l10n.t('Prices'), description, icon: 'tag', sets: 'price' })];
}
