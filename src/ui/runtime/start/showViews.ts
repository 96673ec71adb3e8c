import * as vscode from 'vscode';
import type { Ledger } from '../../../calls/ports/ports.ts';
import type { Services } from '../../base/services.ts';
import type { EnvironmentState } from '../../base/start/environmentState.ts';
import type { FilterState } from '../../base/start/filterState.ts';
import { SpendTree } from '../../spend/start/spendTree.ts';
import { showSpendView } from '../../spend/start/spendView.ts';
import { showEnvironmentStatus } from '../../start/status/environmentStatus.ts';
import type { UsedHere } from '../../start/status/usedHere.ts';
import type { FocusedRows } from '../../start/trees/focusedRows.ts';
import { OperationsTree } from '../../start/trees/operationsTree.ts';
import { showOperationsView } from '../../start/trees/operationsView.ts';
import { billingDecorations } from '../../start/trees/orderRow.ts';
import type { OrdersTree } from '../../start/trees/ordersTree.ts';
import { showOrdersView } from '../../start/trees/ordersView.ts';
import type { Features } from '../features.ts';

interface Parts {
  readonly services: Services;
  readonly environments: EnvironmentState;
  readonly filter: FilterState;
  readonly orders: OrdersTree;
  readonly rows: FocusedRows;
  readonly used: UsedHere;
  readonly features: () => Promise<Features>;
  readonly warn: (error: unknown) => void;
}

/** All that is shown, and what of it attends to a ledger. */
interface Views {
  attend(ledger: Pick<Ledger, 'onDidChange'>): void;
  readonly shown: readonly vscode.Disposable[];
}

/** The three views and what the status bar says of the environment. */
export function showViews({
  services,
  environments,
  filter,
  orders,
  rows,
  used,
  features,
  warn,
}: Parts): Views {
  const { ledger, now } = services;
  const spend = new SpendTree(async () => {
    used.mark();
    return (await features()).spend.read();
  }, now);
  const history = showOrdersView(orders, filter, ledger, now, warn, rows);
  const tree = new OperationsTree(() => used.mark());
  const observed = async () => (await features()).observed.rows();
  const operations = showOperationsView({ tree, environments, observed, warn });
  return {
    attend: (opened) => {
      history.attend(opened);
      operations.attend(opened);
    },
    shown: [
      history,
      operations,
      spend,
      showSpendView({ tree: spend, environments, ledger, now, warn }),
      vscode.window.registerFileDecorationProvider(billingDecorations),
      showEnvironmentStatus(environments, used),
    ],
  };
}
