import * as vscode from 'vscode';
import { owedBy } from '../../calls/orders/attention.ts';
import { operationById } from '../../contract/operations.ts';
import type { OperationId } from '../../contract/words.ts';
import type { ShownOrder } from '../answers/shownOrder.ts';
import { inputWords } from '../words/both/inputWords.ts';
import { shownCode } from '../words/both/orderWords.ts';

/** Orders of one operation are told apart by what was asked, covered, and those that look alike then by when. */
export function orderTitle(shown: ShownOrder): string {
  const { maskedInput, operation, begunAt } = shown.order;
  const when = new Date(begunAt).toLocaleString(vscode.env.language, {
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  const order = vscode.l10n.t('Order {0} · {1}', inputWords(maskedInput), operationById(operation).title);
  return `${order} · ${when}`;
}

export function iconOf(operation: OperationId): vscode.ThemeIcon {
  return new vscode.ThemeIcon(operationById(operation).icon);
}

/** The one tab of orders shows another order, perhaps of another operation: VS Code draws its tabs anew for each icon, be it the same. */
export function nameTab(panel: Pick<vscode.WebviewPanel, 'title' | 'iconPath'>, shown: ShownOrder): void {
  panel.title = orderTitle(shown);
  const icon = iconOf(shown.order.operation);
  const { iconPath: now } = panel;
  if (!(now instanceof vscode.ThemeIcon && now.id === icon.id)) panel.iconPath = icon;
}

/** Said on the new form when the old order cost money or may still answer. */
export function againWarning({ order }: ShownOrder): string | null {
  const words = warningOf(order);
  // As everywhere, a sandbox's "billed" costs nothing.
  return words !== null && order.kind === 'sandbox' ? vscode.l10n.t('Simulated: {0}', words) : words;
}

function warningOf(order: ShownOrder['order']): string | null {
  if (owedBy(order) !== null && (order.outcome === 'pending' || order.outcome === 'held')) {
    return vscode.l10n.t(
      'The order this comes from is still open ({0}). Sending again would be billed again.',
      shownCode(order),
    );
  }
  if (order.billing === 'unknown')
    return vscode.l10n.t(
      'The order this comes from may have been billed. Sending again may be billed again.',
    );
  if (order.billing === 'billed')
    return vscode.l10n.t('The order this comes from was billed. Sending again would be billed again.');
  return null;
}
