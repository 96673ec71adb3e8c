import * as vscode from 'vscode';
import type { Ledger } from '../../calls/ports/ports.ts';
import { localDay } from '../../calls/usage/periods.ts';
import { viewIds } from '../../contributions.ts';
import { settings } from '../adapters/settings.ts';
import type { FilterState } from './filterState.ts';
import { filterWords } from './filterWords.ts';
import type { OrdersTree } from './ordersTree.ts';

const hourMs = 3_600_000;

/** How many open orders are older than the user wants to wait; looks at the newest 1,000 of them at most. */
async function overdue(ledger: Ledger, now: number): Promise<number> {
  const to = now - settings.remindAfterHours() * hourMs;
  const page = await ledger.list({ group: 'attention', filter: { to }, limit: 1000, after: null });
  return page.orders.length;
}

/**
 * The history's view with its badge: the number of orders that want attention. Old ones are told in the badge's tooltip
 * and in the view's message; nothing pops up.
 */
export function showOrdersView(
  tree: OrdersTree,
  filter: FilterState,
  ledger: () => Promise<Ledger>,
  now: () => number,
  warn: (error: unknown) => void,
): vscode.Disposable {
  const view = vscode.window.createTreeView(viewIds.orders, {
    treeDataProvider: tree,
    canSelectMany: true,
    showCollapseAll: true,
  });
  const update = async (): Promise<void> => {
    view.description = filterWords(filter.current(), now());
    if (!view.visible && view.badge === undefined) return;
    const open = await ledger();
    const count = await open.attentionCount();
    const late = count === 0 ? 0 : await overdue(open, now());
    const due = count === 0 ? 0 : await open.followUps.due(localDay(now()));
    const owed =
      count === 1
        ? vscode.l10n.t('1 order needs attention')
        : vscode.l10n.t('{0} orders need attention', count);
    const words = due === 0 ? owed : `${owed}, ${vscode.l10n.t('follow-ups due: {0}', due)}`;
    const lateWords = vscode.l10n.t('{0} of them for more than {1} hours', late, settings.remindAfterHours());
    view.badge =
      count === 0 ? undefined : { value: count, tooltip: late === 0 ? words : `${words}, ${lateWords}` };
    const lateSentence = vscode.l10n.t(
      'Open for more than {0} hours: {1}.',
      settings.remindAfterHours(),
      late,
    );
    const dueSentence = vscode.l10n.t('Follow-ups due: {0}.', due);
    view.message = [due === 0 ? '' : dueSentence, late === 0 ? '' : lateSentence]
      .filter((sentence) => sentence !== '')
      .join(' ');
  };
  const changed = (): void => {
    update().catch(warn);
  };
  changed();
  return vscode.Disposable.from(view, tree.onDidChangeTreeData(changed), view.onDidChangeVisibility(changed));
}
