import * as vscode from 'vscode';
import { orderId } from '../../calls/ports/ids.ts';
import { commandIds } from '../../contributions.ts';
import type { HandlersOf } from '../../protocol/frames.ts';
import type { OrdersChoice, OrdersRequests, OrdersState } from '../../protocol/orders.ts';
import type { Services } from '../base/services.ts';
import { answerWith, PageFailure } from '../shell/inbound.ts';
import { OnePage } from '../shell/onePage.ts';
import { PageHost } from '../shell/pageHost.ts';
import { dressPage } from '../shell/pageHtml.ts';
import { watchLedger } from '../shell/watchLedger.ts';
import { findOrders } from './filterAndFind.ts';
import { actions, mostSelected, ordersChoice, ordersInbound } from './ordersInbound.ts';
import { columnTitle, firstColumns, orderColumnIds } from './ordersPageColumns.ts';
import { ordersState, queryOf, readWindow, type ShownList } from './ordersPageState.ts';

const ordersViewType = 'verificationExplorer.orders';

/** A burst of orders is one snapshot. */
const settleMs = 300;
/** Ages in rows are told in minutes. */
const ageEveryMs = 60_000;

const firstChoice: OrdersChoice = {
  preset: 'all',
  environment: null,
  sort: { by: 'when', descending: true },
  group: 'none',
  columns: firstColumns,
};

/** The window's orders page: one at most. */
export function ordersPage(services: Services): OnePage<OrdersChoice> {
  return new OnePage({
    viewType: ordersViewType,
    title: vscode.l10n.t('Orders'),
    enableFindWidget: false,
    choice: ordersChoice,
    first: () => firstChoice,
    make: (panel, choice) => new OrdersPage(services, panel, choice),
  });
}

/** The orders page; follows the ledger while it is open. */
class OrdersPage implements vscode.Disposable {
  readonly host: PageHost<OrdersState>;
  private readonly services: Services;
  private readonly parts: vscode.Disposable[] = [];
  private shown: ShownList;
  private searches = 0;

  constructor(services: Services, panel: vscode.WebviewPanel, choice: OrdersChoice) {
    this.services = services;
    this.shown = { list: 1, choice, find: '' };
    const handlers = this.handlers();
    this.host = new PageHost<OrdersState>(
      panel,
      (raw) => answerWith<OrdersRequests>(ordersInbound, handlers, raw),
      () => ordersState(this.services, this.shown),
      services.log,
    );
    this.parts.push(this.host);
    dressPage(this.host, services.extensionUri, 'orders', 'list-flat');
  }

  /** To be called once: from then on new orders show by themselves. */
  follow(): void {
    const stop = watchLedger(this.services, settleMs, () => this.host.refresh());
    const ages = setInterval(() => this.host.refresh(), ageEveryMs);
    ages.unref();
    this.parts.push({ dispose: stop }, { dispose: () => clearInterval(ages) });
  }

  /** Done once the page has it: until then it makes its next choice of this one. */
  private async show(change: Partial<Pick<ShownList, 'choice' | 'find'>>): Promise<null> {
    this.shown = { ...this.shown, ...change, list: this.shown.list + 1 };
    await this.host.refreshed();
    return null;
  }

  /** A window that comes late must not be put under another list. */
  private expect(list: number): void {
    if (list !== this.shown.list) {
      throw new PageFailure('cancelled', vscode.l10n.t('The page now shows another list.'));
    }
  }

  private handlers(): HandlersOf<OrdersRequests> {
    return {
      'page/ready': async () => {
        this.host.nowReady();
        return ordersState(this.services, this.shown);
      },
      'orders/choose': async (choice) => {
        this.searches += 1;
        return this.show({ choice, find: '' });
      },
      'orders/find': ({ text }) => this.find(text.trim()),
      'orders/rows': async ({ list, after }) => {
        this.expect(list);
        return readWindow(this.services, this.shown, after);
      },
      'orders/all': async ({ list }) => {
        this.expect(list);
        return this.all();
      },
      'orders/open': async (params) => {
        await vscode.commands.executeCommand(commandIds.openOrder, params.id);
        return null;
      },
      'orders/act': async ({ action, ids }) => {
        await vscode.commands.executeCommand(actions[action], ids[0], ids);
        return { gone: action === 'erase' ? await this.goneOf(ids) : [] };
      },
      'orders/gone': async ({ ids }) => ({ gone: await this.goneOf(ids) }),
      'orders/columns': async () => this.chooseColumns(),
    };
  }

  /** One that fails, as with a locked keyring, is said, and the list stays: that of all orders would stand under what was typed. */
  private async find(find: string): Promise<null> {
    this.searches += 1;
    const search = this.searches;
    try {
      if (find !== '') await findOrders(this.services, find);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      const words = vscode.l10n.t('The search failed; the previous list is still shown: {0}', why);
      throw new PageFailure('internal', words);
    }
    // Meanwhile something else may have been asked for.
    return search === this.searches ? this.show({ find }) : null;
  }

  private async goneOf(ids: readonly string[]): Promise<string[]> {
    const ledger = await this.services.ledger();
    const found: string[] = [];
    for (const one of ids) if ((await ledger.get(orderId(one))) === null) found.push(one);
    return found;
  }

  private async all(): Promise<OrdersRequests['orders/all']['result']> {
    const { choice, find } = this.shown;
    if (find !== '') {
      const { orders, more } = await findOrders(this.services, find);
      return { ids: orders.map((order) => order.id), more };
    }
    const ledger = await this.services.ledger();
    const query = { ...queryOf(choice, this.services.now()), limit: mostSelected, after: null };
    const { orders, next } = await ledger.list(query);
    return { ids: orders.map((order) => order.id), more: next !== null };
  }

  private async chooseColumns(): Promise<null> {
    const { choice } = this.shown;
    const items = orderColumnIds.map((column) => ({
      label: columnTitle(column),
      column,
      picked: choice.columns.includes(column),
    }));
    const picked = await vscode.window.showQuickPick(items, {
      title: vscode.l10n.t('Columns of the Orders Page'),
      canPickMany: true,
    });
    if (picked === undefined || picked.length === 0) return null;
    return this.show({ choice: { ...choice, columns: picked.map(({ column }) => column) } });
  }

  dispose(): void {
    for (const part of this.parts) part.dispose();
  }
}
