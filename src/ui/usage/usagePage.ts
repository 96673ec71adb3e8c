import * as vscode from 'vscode';
import { localDay } from '../../calls/usage/periods.ts';
import { spanInTime } from '../../calls/usage/usagePeriods.ts';
import { commandIds } from '../../contributions.ts';
import type { HandlersOf } from '../../protocol/frames.ts';
import type { UsageChoice, UsageRequests, UsageState } from '../../protocol/usage.ts';
import type { Services } from '../base/services.ts';
import type { FilterState } from '../base/start/filterState.ts';
import { answerWith } from '../shell/inbound.ts';
import { OnePage } from '../shell/onePage.ts';
import { PageHost } from '../shell/pageHost.ts';
import { dressPage } from '../shell/pageHtml.ts';
import { watchLedger } from '../shell/watchLedger.ts';
import { exportUsage } from './exportUsage.ts';
import { showOrders } from './showOrders.ts';
import { usageChoice, usageInbound } from './usageInbound.ts';
import { usageState } from './usageState.ts';

const usageViewType = 'verificationExplorer.usage';

/** A burst of orders is one snapshot. */
const settleMs = 500;

/** The chosen environment, 30 days. */
function firstChoice(services: Services): UsageChoice {
  const today = localDay(services.now());
  return { environment: services.environments.current().name, period: 'days30', from: today, to: today };
}

/** The window's usage page: one at most. */
export function usagePage(services: Services, filter: FilterState): OnePage<UsageChoice> {
  return new OnePage({
    viewType: usageViewType,
    title: vscode.l10n.t('Usage'),
    enableFindWidget: true,
    choice: usageChoice,
    first: () => firstChoice(services),
    make: (panel, choice) => new UsagePage(services, filter, panel, choice),
  });
}

/** The usage page; follows the ledger while it is open. */
class UsagePage implements vscode.Disposable {
  readonly host: PageHost<UsageState>;
  private readonly services: Services;
  private readonly filter: FilterState;
  private readonly parts: vscode.Disposable[] = [];
  private choice: UsageChoice;

  constructor(services: Services, filter: FilterState, panel: vscode.WebviewPanel, choice: UsageChoice) {
    this.services = services;
    this.filter = filter;
    this.choice = choice;
    const handlers = this.handlers();
    this.host = new PageHost<UsageState>(
      panel,
      (raw) => answerWith<UsageRequests>(usageInbound, handlers, raw),
      () => this.state(),
      services.log,
      services.now,
    );
    this.parts.push(this.host);
    dressPage(this.host, services.extensionUri, 'usage', 'graph');
  }

  /** To be called once: from then on new orders show by themselves. */
  follow(): void {
    const stop = watchLedger(this.services, settleMs, () => this.host.refresh());
    this.parts.push(
      { dispose: stop },
      this.services.environments.onDidChange(() => this.host.refresh()),
    );
  }

  /** What it shows, until another day begins: what is exported is of the days that a period means then. */
  private async state(): Promise<UsageState> {
    const today = localDay(this.services.now());
    const isChosen = this.choice.period === 'custom';
    this.host.refreshAt(isChosen ? null : spanInTime({ from: today, to: today }).to);
    return usageState(this.services, this.choice);
  }

  private handlers(): HandlersOf<UsageRequests> {
    return {
      'page/ready': async () => {
        this.host.nowReady();
        return this.state();
      },
      'usage/choose': async (choice) => {
        this.choice = choice;
        // Until the page has it, it makes its next choice of this one.
        await this.host.refreshed();
        return null;
      },
      'usage/showOrders': async ({ filter }) => {
        await showOrders(this.filter, filter);
        return null;
      },
      'usage/exportCsv': async () => {
        await exportUsage(this.services, this.choice);
        return null;
      },
      'usage/reconcile': async () => {
        await vscode.commands.executeCommand(commandIds.reconcile, this.choice.environment ?? undefined);
        return null;
      },
    };
  }

  dispose(): void {
    for (const part of this.parts) part.dispose();
  }
}
