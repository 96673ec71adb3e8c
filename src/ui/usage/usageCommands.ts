import type * as vscode from 'vscode';
import type { UsageChoice } from '../../protocol/usage.ts';
import type { Services } from '../base/services.ts';
import type { FilterState } from '../base/start/filterState.ts';
import type { OnePage } from '../shell/onePage.ts';
import { Reconciler } from './reconcileCommand.ts';
import { showOrders } from './showOrders.ts';
import { usagePage } from './usagePage.ts';
import type { UsageCommand, UsageWork } from './usageWork.ts';

/** Usage and money: the page, reconciling, and the orders behind a number. */
export class UsageCommands implements UsageWork, vscode.Disposable {
  private readonly filter: FilterState;
  private readonly page: OnePage<UsageChoice>;
  private readonly reconciler: Reconciler;

  constructor(services: Services, filter: FilterState) {
    this.filter = filter;
    this.page = usagePage(services, filter);
    this.reconciler = new Reconciler(services);
  }

  run(command: UsageCommand, argument: unknown): Promise<void> {
    switch (command) {
      case 'openUsage':
        return this.page.open();
      case 'reconcile':
        return this.reconciler.run(argument);
      case 'showOrders':
        return showOrders(this.filter, argument);
    }
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
