import * as vscode from 'vscode';
import type { Ledger } from '../../calls/ports.ts';
import { viewIds } from '../../contributions.ts';
import { settings } from '../adapters/settings.ts';
import type { FilterState } from './filterState.ts';
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
    view.description = filter.isSet() ? vscode.l10n.t('filtered') : '';
    if (!view.visible && view.badge === undefined) return;
    const open = await ledger();
    const count = await open.attentionCount();
    const late = count === 0 ? 0 : await overdue(open, now());
    const words = vscode.l10n.t('{0} orders need attention', count);
    const lateWords = vscode.l10n.t('{0} of them for more than {1} hours', late, settings.remindAfterHours());
    view.badge =
      count === 0 ? undefined : { value: count, tooltip: late === 0 ? words : `${words}, ${lateWords}` };
    view.message =
      late === 0
        ? ''
        : vscode.l10n.t(
            '{0} orders have been open for more than {1} hours.',
            late,
            settings.remindAfterHours(),
          );
  };
  const changed = (): void => {
    update().catch(warn);
  };
  changed();
  return vscode.Disposable.from(view, tree.onDidChangeTreeData(changed), view.onDidChangeVisibility(changed));
}
