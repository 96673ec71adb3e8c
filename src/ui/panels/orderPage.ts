import * as vscode from 'vscode';
import { commandIds } from '../../contributions.ts';
import { operationById } from '../../contract/operations.ts';
import type { Handlers, PageState } from '../../protocol/messages.ts';
import type { Services } from '../services.ts';
import { AnswerOnPage } from './answerOnPage.ts';
import { checkBefore, destination } from './callPlan.ts';
import { PageFailure } from './inbound.ts';
import { PageHost } from './pageHost.ts';
import { environmentView, noticeView, operationView } from './pageViews.ts';
import { pageTranslations } from './requestPage.ts';
import { loadOrder, type ShownOrder } from './shownOrder.ts';

async function formOnly(): Promise<never> {
  throw new PageFailure('invalid', vscode.l10n.t('An order of the history is read-only.'));
}

/** One order of the history, read-only. Follows the ledger: an order that settles elsewhere settles here. */
export class OrderPage implements vscode.Disposable {
  readonly host: PageHost;
  private readonly services: Services;
  private readonly answer: AnswerOnPage;
  private readonly parts: vscode.Disposable[] = [];
  private shown: ShownOrder;

  constructor(services: Services, panel: vscode.WebviewPanel, shown: ShownOrder) {
    this.services = services;
    this.shown = shown;
    this.answer = new AnswerOnPage(services);
    this.answer.show(shown);
    this.host = new PageHost(panel, this.handlers(), () => this.state(), services.log);
    this.parts.push(this.host);
  }

  /** Another order in the same tab. */
  show(shown: ShownOrder): void {
    this.shown = shown;
    this.answer.show(shown);
    this.host.refresh();
  }

  orderId(): string {
    return this.shown.order.id;
  }

  /** Reads the order again, after the ledger changed. */
  async reload(): Promise<void> {
    if (this.shown.order.state === 'settled') return;
    const again = await loadOrder(this.services, this.shown.order.id);
    if (again !== null && again.order.id === this.shown.order.id) this.show(again);
  }

  private handlers(): Handlers {
    return {
      'page/ready': async () => {
        this.host.nowReady();
        return this.state();
      },
      'draft/save': formOnly,
      'draft/check': formOnly,
      'call/submit': formOnly,
      'call/cancel': formOnly,
      ...this.answer.handlers,
      'environment/switch': async () => {
        await vscode.commands.executeCommand(commandIds.selectEnvironment);
        return null;
      },
      'environment/setKey': async () => {
        await vscode.commands.executeCommand(commandIds.setApiKey);
        return null;
      },
    };
  }

  private async state(): Promise<PageState> {
    const { order } = this.shown;
    const operation = operationById(order.operation);
    const to = await destination(this.services);
    return {
      mode: 'order',
      operation: operationView(operation),
      environment: environmentView(to, this.services.leavesFrom),
      notice: noticeView(await checkBefore(this.services, operation, to)),
      draft: { draftId: order.id, tab: 'form', fields: {}, json: '' },
      magic: [],
      call: null,
      answer: this.answer.view(),
      problem: null,
      l10n: vscode.l10n.bundle === undefined ? {} : pageTranslations(vscode.l10n.bundle),
    };
  }

  dispose(): void {
    for (const part of this.parts) part.dispose();
  }
}
