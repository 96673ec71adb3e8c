import * as vscode from 'vscode';
import type { OrdersChoice } from '../../protocol/orders.ts';
import type { Services } from '../services.ts';
import { ordersChoice } from './ordersInbound.ts';
import { firstOrdersChoice, OrdersPage, ordersViewType } from './ordersPage.ts';

/** The window's orders page: one at most. */
export class OrdersPages implements vscode.Disposable {
  private readonly services: Services;
  private page: OrdersPage | null = null;

  constructor(services: Services) {
    this.services = services;
  }

  async open(): Promise<void> {
    if (this.page !== null) {
      this.page.host.panel.reveal();
      return;
    }
    const panel = vscode.window.createWebviewPanel(
      ordersViewType,
      vscode.l10n.t('Orders'),
      vscode.ViewColumn.Active,
      {},
    );
    await this.add(panel, firstOrdersChoice);
  }

  /** Brings the page back after a reload of the window, with what was chosen. */
  async restore(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const kept = ordersChoice.safeParse(state);
    await this.add(panel, kept.success ? kept.data : firstOrdersChoice);
  }

  private async add(panel: vscode.WebviewPanel, choice: OrdersChoice): Promise<void> {
    const page = new OrdersPage(this.services, panel, choice);
    this.page = page;
    panel.onDidDispose(() => {
      if (this.page === page) this.page = null;
      page.dispose();
    });
    page.follow();
  }

  dispose(): void {
    this.page?.host.panel.dispose();
  }
}
