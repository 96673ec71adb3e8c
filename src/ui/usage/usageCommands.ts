import type * as vscode from 'vscode';
import type { UsageChoice } from '../../protocol/usage.ts';
import type { OnePage } from '../panels/onePage.ts';
import type { Services } from '../services.ts';
import type { FilterState } from '../trees/filterState.ts';
import type { SpendSnapshot } from '../trees/spendTree.ts';
import { Reconciler } from './reconcileCommand.ts';
import { showOrders } from './showOrders.ts';
import { readSpend } from './spend.ts';
import { usagePage } from './usagePage.ts';
import type { UsageCommand, UsageWork } from './usageWork.ts';

/** Usage and money: the spend view, the page, reconciling, and the orders behind a number. */
export class UsageCommands implements UsageWork, vscode.Disposable {
  private readonly services: Services;
  private readonly filter: FilterState;
  private readonly page: OnePage<UsageChoice>;
  private readonly reconciler: Reconciler;

  constructor(services: Services, filter: FilterState) {
    this.services = services;
    this.filter = filter;
    this.page = usagePage(services, filter);
    this.reconciler = new Reconciler(services);
  }

  run(command: UsageCommand, argument: unknown): Promise<void> {
    switch (command) {
      case 'openUsage':
        return this.page.open();
      case 'reconcile':
        return this.reconciler.run();
      case 'showOrders':
        return showOrders(this.filter, argument);
    }
  }

  spend(): Promise<SpendSnapshot> {
    return readSpend(this.services);
  }

  reconcileText(id: string): string {
    return this.reconciler.text(id);
  }

  restore(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    return this.page.restore(panel, state);
  }

  dispose(): void {
    this.page.dispose();
  }
}
