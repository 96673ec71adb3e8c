import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { type OrderId, orderId } from '../../calls/ports/ids.ts';
import type { OperationId } from '../../contract/words.ts';
import type { RuntimeServices } from '../base/services.ts';
import { copyOrderAgain } from '../snippets/snippetCommands.ts';
import type { Forms } from './forms.ts';
import type { OrderTab } from './orderTab.ts';
import { readmit } from './pagePanel.ts';
import type { PageWork } from './pageWork.ts';

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

  async openForm(id: OperationId): Promise<void> {
    this.forms.show(id);
  }

  sendAgain(id: OrderId): Promise<void> {
    return this.forms.sendAgain(id);
  }

  openOrder(id: OrderId): Promise<void> {
    return this.order.show(id);
  }

  async copyAgain(): Promise<void> {
    const form = this.forms.active();
    if (form !== null) return form.copyAgain();
    const order = this.order.active();
    if (order !== null) return copyOrderAgain(this.services, order);
    throw new Error(vscode.l10n.t('Open a request form or an order first: its request is what is copied.'));
  }

  async restore(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const left = leftState.safeParse(state);
    if (!left.success) {
      panel.dispose();
      return;
    }
    readmit(panel, this.services.extensionUri);
    if (left.data.mode === 'order') await this.order.restore(panel, orderId(left.data.draftId));
    else await this.forms.restore(panel, left.data);
  }
}
