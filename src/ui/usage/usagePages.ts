import * as vscode from 'vscode';
import type { UsageChoice } from '../../protocol/usage.ts';
import type { Services } from '../services.ts';
import type { FilterState } from '../trees/filterState.ts';
import { usageChoice } from './usageInbound.ts';
import { firstChoice, UsagePage, usageViewType } from './usagePage.ts';

/** The window's usage page: one at most. */
export class UsagePages implements vscode.Disposable {
  private readonly services: Services;
  private readonly filter: FilterState;
  private page: UsagePage | null = null;

  constructor(services: Services, filter: FilterState) {
    this.services = services;
    this.filter = filter;
  }

  async open(): Promise<void> {
    if (this.page !== null) {
      this.page.host.panel.reveal();
      return;
    }
    const panel = vscode.window.createWebviewPanel(
      usageViewType,
      vscode.l10n.t('Usage'),
      vscode.ViewColumn.Active,
      {},
    );
    await this.add(panel, firstChoice(this.services));
  }

  /** Brings the page back after a reload of the window, with what was chosen. */
  async restore(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const kept = usageChoice.safeParse(state);
    await this.add(panel, kept.success ? kept.data : firstChoice(this.services));
  }

  private async add(panel: vscode.WebviewPanel, choice: UsageChoice): Promise<void> {
    const page = new UsagePage(this.services, this.filter, panel, choice);
    this.page = page;
    panel.onDidDispose(() => {
      if (this.page === page) this.page = null;
      page.dispose();
    });
    await page.follow();
  }

  dispose(): void {
    this.page?.host.panel.dispose();
  }
}
