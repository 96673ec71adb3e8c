import * as vscode from 'vscode';
import { viewIds } from '../../../contributions.ts';
import type { Services } from '../../base/services.ts';
import type { EnvironmentState } from '../../base/start/environmentState.ts';
import type { FilterState } from '../../base/start/filterState.ts';
import { SpendTree } from '../../spend/start/spendTree.ts';
import { showSpendView } from '../../spend/start/spendView.ts';
import { showEnvironmentStatus } from '../../start/status/environmentStatus.ts';
import { OperationsTree } from '../../start/trees/operationsTree.ts';
import { billingDecorations } from '../../start/trees/orderRow.ts';
import type { OrdersTree } from '../../start/trees/ordersTree.ts';
import { showOrdersView } from '../../start/trees/ordersView.ts';
import type { Features } from '../features.ts';

interface Parts {
  readonly services: Services;
  readonly environments: EnvironmentState;
  readonly filter: FilterState;
  readonly orders: OrdersTree;
  readonly features: () => Promise<Features>;
  readonly warn: (error: unknown) => void;
}

/** The three views and what the status bar says of the environment. */
export function showViews({
  services,
  environments,
  filter,
  orders,
  features,
  warn,
}: Parts): readonly vscode.Disposable[] {
  const { ledger, now } = services;
  const spend = new SpendTree(async () => (await features()).spend.read(), now);
  return [
    showOrdersView(orders, filter, ledger, now, warn),
    spend,
    showSpendView({ tree: spend, environments, ledger, now, warn }),
    vscode.window.registerTreeDataProvider(viewIds.operations, new OperationsTree()),
    vscode.window.registerFileDecorationProvider(billingDecorations),
    showEnvironmentStatus(environments),
  ];
}
