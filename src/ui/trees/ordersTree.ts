import * as vscode from 'vscode';
import type { Ledger, OrderSummary } from '../../calls/ports.ts';
import { commandIds, contextKeys } from '../../contributions.ts';
import { orderItem } from './orderRow.ts';

export type OrderNode = { readonly kind: 'order'; readonly order: OrderSummary } | { readonly kind: 'more' };

const pageSize = 100;

/** Orders newest first, those that want attention on top. Reads the ledger only while somebody looks. */
export class OrdersTree implements vscode.TreeDataProvider<OrderNode>, vscode.Disposable {
  private readonly ledger: () => Promise<Ledger>;
  private readonly now: () => number;
  private readonly changed = new vscode.EventEmitter<undefined>();
  private pages = 1;
  private stopWatching: (() => void) | null = null;
  readonly onDidChangeTreeData = this.changed.event;

  constructor(ledger: () => Promise<Ledger>, now: () => number) {
    this.ledger = ledger;
    this.now = now;
  }

  async getChildren(node?: OrderNode): Promise<OrderNode[]> {
    if (node !== undefined) return [];
    const ledger = await this.ledger();
    this.stopWatching ??= ledger.onDidChange(() => this.refresh());
    const attention = await ledger.list({ group: 'attention', limit: pageSize, after: null });
    const rows: OrderSummary[] = [...attention.orders];
    let after: string | null = null;
    for (let page = 0; page < this.pages; page += 1) {
      const rest = await ledger.list({ group: 'rest', limit: pageSize, after });
      rows.push(...rest.orders);
      after = rest.next;
      if (after === null) break;
    }
    await vscode.commands.executeCommand('setContext', contextKeys.hasOrders, rows.length > 0);
    const nodes: OrderNode[] = rows.map((order) => ({ kind: 'order', order }));
    if (after !== null) nodes.push({ kind: 'more' });
    return nodes;
  }

  getTreeItem(node: OrderNode): vscode.TreeItem {
    if (node.kind === 'order') return orderItem(node.order, this.now());
    const item = new vscode.TreeItem(vscode.l10n.t('Load more orders'));
    item.id = 'more';
    item.iconPath = new vscode.ThemeIcon('ellipsis');
    item.command = { command: commandIds.loadMoreOrders, title: vscode.l10n.t('Load more orders') };
    return item;
  }

  loadMore(): void {
    this.pages += 1;
    this.refresh();
  }

  refresh(): void {
    this.changed.fire(undefined);
  }

  dispose(): void {
    this.stopWatching?.();
    this.changed.dispose();
  }
}
