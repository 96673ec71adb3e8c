import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { type OrderId, orderId } from '../../calls/ports/ids.ts';
import type { OperationId } from '../../contract/words.ts';
import type { RuntimeServices } from '../base/services.ts';
import { saveOrder, saveRequest } from '../requests/saveRequestFile.ts';
import { handedBack } from '../shell/unshownTab.ts';
import { copyOrder } from '../snippets/snippetCommands.ts';
import type { Forms } from './forms.ts';
import type { OrderTab } from './orderTab.ts';
import { readmit } from './pagePanel.ts';
import type { OnPage, PageWork } from './pageWork.ts';

/** What a page leaves in the workbench's own storage: ids only, never what was typed. */
const leftState = z.object({ mode: z.enum(['form', 'order']), draftId: z.string(), operation: z.string() });

/** Forms and the order's page, which share one kind of tab. */
export class OpenPages implements PageWork {
  private readonly services: RuntimeServices;
  private readonly forms: Forms;
  private readonly order: OrderTab;

  constructor(services: RuntimeServices, forms: Forms, order: OrderTab) {
    this.services = services;
    this.forms = forms;
    this.order = order;
  }

  openForm(id: OperationId): Promise<void> {
    return this.forms.show(id);
  }

  sendAgain(id: OrderId): Promise<void> {
    return this.forms.sendAgain(id);
  }

  openOrder(id: OrderId): Promise<void> {
    return this.order.show(id);
  }

  async onActive(act: OnPage): Promise<void> {
    const form = this.forms.active();
    const order = this.order.active();
    switch (act) {
      case 'send':
        if (form === null && this.order.keepWritten()) return;
        if (form === null) throw new Error(vscode.l10n.t('Open a request form first.'));
        return form.host.send();
      case 'copyAs':
      case 'copyAgain':
        if (form !== null) return form.copyAs(act === 'copyAgain');
        if (order !== null) return copyOrder(this.services, order, act === 'copyAgain');
        throw new Error(vscode.l10n.t('Open a request form or an order first.'));
      case 'saveRequestFile':
        if (form !== null) return saveRequest(form.operation, form.body());
        if (order !== null) return saveOrder(this.services, order);
        throw new Error(vscode.l10n.t('Open a request form or an order first.'));
    }
  }

  shownOrder(): OrderId | null {
    return this.order.active();
  }

  isActive(): boolean {
    return this.forms.active() !== null || this.order.active() !== null;
  }

  answered(): OrderId | null {
    const form = this.forms.active();
    return form === null ? this.order.active() : form.answered();
  }

  focusBack(): void {
    this.forms.active()?.host.takeFocusBack();
  }

  async restore(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const left = leftState.safeParse(state);
    if (!left.success) {
      panel.dispose();
      return;
    }
    readmit(panel);
    handedBack(panel);
    if (left.data.mode === 'order') await this.order.restore(panel, orderId(left.data.draftId));
    else await this.forms.restore(panel, left.data);
  }
}
