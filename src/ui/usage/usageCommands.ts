import type * as vscode from 'vscode';
import type { Services } from '../base/services.ts';
import type { FilterState } from '../base/start/filterState.ts';
import { Reconciler } from './reconcileCommand.ts';
import { showOrders } from './showOrders.ts';
import { UsagePages } from './usagePages.ts';
import type { UsageCommand, UsageWork } from './usageWork.ts';

/** Usage and money: the page, reconciling, and the orders behind a number. */
export class UsageCommands implements UsageWork, vscode.Disposable {
  private readonly filter: FilterState;
  private readonly pages: UsagePages;
  private readonly reconciler: Reconciler;

  constructor(services: Services, filter: FilterState) {
    this.filter = filter;
    this.pages = new UsagePages(services, filter);
    this.reconciler = new Reconciler(services);
  }

  run(command: UsageCommand, argument: unknown): Promise<void> {
    switch (command) {
      case 'openUsage':
        return this.pages.open();
      case 'reconcile':
        return this.reconciler.run();
      case 'showOrders':
        return showOrders(this.filter, argument);
    }
  }

  reconcileText(id: string): string {
    return this.reconciler.text(id);
  }

  restore(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    return this.pages.restore(panel, state);
  }

  dispose(): void {
    this.pages.dispose();
  }
}
