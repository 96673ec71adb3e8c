import * as vscode from 'vscode';
import type { Ledger } from '../../../calls/ports/ports.ts';
import { localDay } from '../../../calls/usage/periods.ts';
import { viewIds } from '../../../contributions.ts';
import { Coalesced } from '../../base/both/coalesced.ts';
import { settings } from '../../base/both/settings.ts';
import type { FilterState } from '../../base/start/filterState.ts';
import { hearPresses } from '../../base/start/pressedRow.ts';
import { filterWords } from '../../words/both/filterWords.ts';
import type { FocusedRows } from './focusedRows.ts';
import { type OrdersTree, pressOfOrder } from './ordersTree.ts';

const hourMs = 3_600_000;
/** What wants attention is counted once in this time. */
const quietMs = 500;

/** How many open orders are older than the user wants to wait; looks at the newest 1,000 of them at most. */
async function overdue(ledger: Ledger, now: number): Promise<number> {
  const to = now - settings.remindAfterHours() * hourMs;
  const page = await ledger.list({ group: 'attention', filter: { to }, limit: 1000, after: null });
  return page.orders.length;
}

export interface OrdersView extends vscode.Disposable {
  /** From now on the badge follows this ledger, whether or not anybody looks at the view. */
  attend(ledger: Pick<Ledger, 'onDidChange'>): void;
}

/**
 * The history's view with its badge: the number of orders and unfinished batches that want attention. Old ones are told in the badge's tooltip
 * and in the view's message; nothing pops up.
 */
export function showOrdersView(
  tree: OrdersTree,
  filter: FilterState,
  ledger: () => Promise<Ledger>,
  now: () => number,
  warn: (error: unknown) => void,
  rows: FocusedRows,
): OrdersView {
  let stopWatching: (() => void) | null = null;
  let looks = 0;
  const view = vscode.window.createTreeView(viewIds.orders, {
    treeDataProvider: tree,
    canSelectMany: true,
    showCollapseAll: true,
  });
  rows.of(view);
  const update = async (): Promise<void> => {
    view.description = filterWords(filter.current(), now());
    if (!view.visible && stopWatching === null) return;
    looks += 1;
    const look = looks;
    const open = await ledger();
    const count = await open.attentionCount();
    const late = count === 0 ? 0 : await overdue(open, now());
    const batches = (await tree.unfinished(open)).length;
    const due = count === 0 ? 0 : await open.followUps.due(localDay(now()));
    // A later look, which counts what changed meanwhile, may have come to its end before.
    if (look !== looks) return;
    const owed =
      count === 1
        ? vscode.l10n.t('1 order needs attention')
        : vscode.l10n.t('{0} orders need attention', count);
    const stopped =
      batches === 1
        ? vscode.l10n.t('1 batch is unfinished')
        : vscode.l10n.t('{0} batches are unfinished', batches);
    const words = due === 0 ? owed : `${owed}, ${vscode.l10n.t('follow-ups due: {0}', due)}`;
    const hours = settings.remindAfterHours();
    const lateWords =
      hours === 1
        ? vscode.l10n.t('{0} of them for more than 1 hour', late)
        : vscode.l10n.t('{0} of them for more than {1} hours', late, hours);
    const tooltip = [
      ...(count > 0 ? [late === 0 ? words : `${words}, ${lateWords}`] : []),
      ...(batches > 0 ? [stopped] : []),
    ].join(', ');
    view.badge = tooltip === '' ? undefined : { value: count + batches, tooltip };
    const lateSentence =
      hours === 1
        ? vscode.l10n.t('Open for more than 1 hour: {0}.', late)
        : vscode.l10n.t('Open for more than {0} hours: {1}.', hours, late);
    const dueSentence = vscode.l10n.t('Follow-ups due: {0}.', due);
    // The description goes while the mouse is over the view, and with it the only word of orders that are not shown.
    const shown = filterWords(filter.current(), now());
    const filtered = shown === '' ? '' : vscode.l10n.t('Filtered: {0}.', shown);
    view.message = [filtered, due === 0 ? '' : dueSentence, late === 0 ? '' : lateSentence]
      .filter((sentence) => sentence !== '')
      .join(' ');
  };
  const changed = (): void => {
    update().catch(warn);
  };
  changed();
  const changes = new Coalesced(quietMs, changed);
  const parts = vscode.Disposable.from(
    view,
    changes,
    hearPresses(viewIds.orders, view, pressOfOrder),
    view.onDidChangeSelection(({ selection }) => rows.hasSelected(selection.length)),
    tree.onDidChangeTreeData(changed),
    view.onDidChangeVisibility(changed),
  );
  return {
    attend: (opened) => {
      stopWatching ??= opened.onDidChange(changes.ask);
      changed();
    },
    dispose: () => {
      stopWatching?.();
      parts.dispose();
    },
  };
}
