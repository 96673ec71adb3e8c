import * as vscode from 'vscode';
import type { OrderId } from '../../calls/ports/ids.ts';
import type { NewOrder } from '../../calls/ports/ports.ts';
import type { Settled } from '../../calls/sending/wanted.ts';
import { forgetHeld, heldCall } from '../answers/notKept.ts';
import { begunHere, keptOrder, loadOrder, type ShownOrder, settledHere } from '../answers/shownOrder.ts';
import { gone } from '../asking/chosenOrders.ts';
import type { RuntimeServices } from '../base/services.ts';
import { watchLedger } from '../shell/watchLedger.ts';
import { OrderPage } from './orderPage.ts';
import { nameTab, orderTitle } from './orderTitles.ts';
import { dress, newPanel } from './pagePanel.ts';
import { SupportBox } from './supportBox.ts';

/** A batch changes the ledger many times a second, and an answer may be large: what is open is read again once in this time. */
const quietMs = 300;

/** The one tab of this window that shows an order of the history, now this one, now another. */
export class OrderTab implements vscode.Disposable {
  private readonly services: RuntimeServices;
  private page: OrderPage | null = null;
  /** That, and what a reload left: it hands a tab back as it is first shown, when another order may have been opened already. */
  private readonly open = new Set<OrderPage>();
  private stopWatching: (() => void) | null = null;
  /** Grows with each order that is to be shown: one of 10 MB may be read by the time another one was asked for. */
  private asked = 0;
  private answered = 0;
  /** Of all pages: a tab that was closed, or shows another order by now, takes nothing with it. */
  private readonly box: SupportBox;

  constructor(services: RuntimeServices) {
    this.services = services;
    this.box = new SupportBox(services, () => {
      for (const { host } of this.open) host.refresh();
    });
  }

  async show(id: OrderId): Promise<void> {
    const shown = await this.read(id);
    if (shown === null) return;
    if (this.page === null) {
      this.add(this.panel(shown), shown);
      return;
    }
    this.page.show(shown);
    nameTab(this.page.host.panel, shown);
    this.page.host.panel.reveal();
  }

  /** The same, with a box in which what support sent is written. */
  async write(id: OrderId): Promise<void> {
    await this.show(id);
    if (this.page?.orderId() === id) this.page.writeSupport();
  }

  /** Beside what the user works in, who keeps the focus. A call that leaves now, or just settled, is not read back. */
  async showBeside(id: OrderId, call?: NewOrder | Settled): Promise<void> {
    const shown = await this.read(id, call);
    if (shown === null) return;
    const page = this.page;
    const editor = vscode.window.activeTextEditor;
    if (page === null) {
      const column = editor === undefined ? vscode.ViewColumn.Active : vscode.ViewColumn.Beside;
      this.add(this.panel(shown, column, true), shown);
      return;
    }
    const { panel } = page.host;
    // VS Code lays out all its editors for each that is to be shown, while the page of this one is loading. It says that a tab is visible
    // also where another group is maximized over its own: for another order it is brought into view.
    const isThere = page.orderId() === id && panel.visible;
    page.show(shown);
    nameTab(panel, shown);
    // A tab in the same group as the text would cover what the user is working in.
    const covers = editor !== undefined && editor.viewColumn === panel.viewColumn;
    if (covers || !isThere) panel.reveal(covers ? vscode.ViewColumn.Beside : undefined, true);
  }

  /** Null where an order that was asked for later is shown already. */
  private async read(id: OrderId, call?: NewOrder | Settled): Promise<ShownOrder | null> {
    this.asked += 1;
    const turn = this.asked;
    const shown = await this.shownOf(id, call);
    if (turn < this.answered) return null;
    this.answered = turn;
    return shown;
  }

  private async shownOf(id: OrderId, call?: NewOrder | Settled): Promise<ShownOrder> {
    if (call === undefined) return keptOrder(this.services, id);
    if (!('settlement' in call)) return begunHere(call);
    const shown = await settledHere(this.services, call);
    const ledger = await this.services.ledger();
    // What was erased meanwhile, here or in another window, is not brought back; what is held was never kept.
    if ((await ledger.get(id)) === null && heldCall(ledger, id) === undefined) throw gone();
    return shown;
  }

  /** Brings the page back after a reload of the window. */
  async restore(panel: vscode.WebviewPanel, id: OrderId): Promise<void> {
    const shown = await loadOrder(this.services, id);
    if (shown === null) panel.dispose();
    else this.add(panel, shown);
  }

  /** The order the user looks at, or null. */
  active(): OrderId | null {
    return [...this.open].find(({ host }) => host.panel.active)?.orderId() ?? null;
  }

  /** The page in front keeps what is being written of support, if the box has the focus; false where no box is open. */
  keepWritten(): boolean {
    const page = [...this.open].find(({ host }) => host.panel.active);
    if (page === undefined || this.box.view(page.orderId()) === null) return false;
    page.host.send();
    return true;
  }

  /** Something was erased by the user: what is held of calls that are not kept may be it. */
  async dropErased(): Promise<void> {
    forgetHeld(await this.services.ledger());
    // What is being written may quote it.
    await this.box.dropGone(true);
    await this.reload();
  }

  private async reload(): Promise<void> {
    await Promise.all([...this.open].map((one) => one.reload()));
  }

  private panel(shown: ShownOrder, column?: vscode.ViewColumn, preserveFocus?: boolean): vscode.WebviewPanel {
    return newPanel(orderTitle(shown), column, preserveFocus);
  }

  private add(panel: vscode.WebviewPanel, shown: ShownOrder): void {
    const page = new OrderPage(this.services, panel, shown, this.box);
    this.page = page;
    this.open.add(page);
    this.stopWatching ??= watchLedger(this.services, quietMs, () => this.reload());
    panel.onDidDispose(() => {
      this.open.delete(page);
      if (this.page === page) this.page = null;
      page.dispose();
    });
    const { operation, state } = shown.order;
    dress(page.host, this.services.extensionUri, operation, 'order', state === 'in-flight');
  }

  dispose(): void {
    this.stopWatching?.();
    for (const { host } of this.open) host.panel.dispose();
  }
}
