import * as vscode from 'vscode';
import type { OrderId } from '../../calls/ports/ids.ts';
import type { Operation } from '../../contract/shapes.ts';
import { commandIds } from '../../contributions.ts';
import type { AnswerView, Handlers, OrderDetailsView, PageState, Requests } from '../../protocol/messages.ts';
import type { RuntimeServices } from '../services.ts';
import { AnswerOnPage, isPageAction, type PageAction } from './answerOnPage.ts';
import { PageFailure, replyTo } from './inbound.ts';
import { lastResolution, orderDetails, recordedAnswer, recordedSuffix } from './orderDetails.ts';
import { dueDetails, type ShownParts, unprovenSentence, withoutOldAdvice } from './orderDue.ts';
import { PageHost } from './pageHost.ts';
import { pageTranslations } from './pageTranslations.ts';
import { environmentView, noticeView, operationView } from './pageViews.ts';
import { recordedContents } from './recordedContents.ts';
import { loadOrder, type ShownOrder } from './shownOrder.ts';

const nothingShown: ShownParts = { input: false, support: false };

async function formOnly(): Promise<never> {
  throw new PageFailure('invalid', vscode.l10n.t('An order of the history is read-only.'));
}

/** One order of the history, read-only. Follows the ledger: an order that settles elsewhere settles here. */
export class OrderPage implements vscode.Disposable {
  readonly host: PageHost;
  private readonly services: RuntimeServices;
  private readonly answer: AnswerOnPage;
  private readonly parts: vscode.Disposable[] = [];
  private shown: ShownOrder;
  /** Unmasked on this page until it shows another order. */
  private revealed: ShownParts = nothingShown;

  constructor(services: RuntimeServices, panel: vscode.WebviewPanel, shown: ShownOrder) {
    this.services = services;
    this.shown = shown;
    this.answer = new AnswerOnPage(services);
    this.answer.show(shown);
    const handlers = this.handlers();
    this.host = new PageHost(
      panel,
      (raw) => replyTo(raw, handlers),
      () => this.state(),
      services.log,
    );
    this.parts.push(
      this.host,
      services.onDidChangeFields(() => this.show(this.shown)),
    );
  }

  /** Another order in the same tab. */
  show(shown: ShownOrder): void {
    if (shown.order.id !== this.shown.order.id) this.revealed = nothingShown;
    this.shown = shown;
    this.answer.show(shown);
    this.host.refresh();
  }

  orderId(): OrderId {
    return this.shown.order.id;
  }

  /** Reads the order again, after the ledger changed. An erased order closes its page. */
  async reload(): Promise<void> {
    const again = await loadOrder(this.services, this.shown.order.id);
    if (again === null) this.host.panel.dispose();
    else if (again.order.id === this.shown.order.id) this.show(again);
  }

  private handlers(): Handlers {
    return {
      'page/ready': async () => {
        this.host.nowReady();
        return this.state();
      },
      'draft/save': formOnly,
      'draft/check': formOnly,
      'draft/copyAs': formOnly,
      'draft/copyAgain': formOnly,
      'draft/recent': formOnly,
      'draft/saveAs': formOnly,
      'draft/editJson': formOnly,
      'call/submit': formOnly,
      'call/cancel': formOnly,
      ...this.answer.handlers,
      'order/act': async (params) => {
        if (!isPageAction(params.action)) return this.answer.handlers['order/act'](params);
        this.reveals(params.orderId, params.action);
        return null;
      },
      'answer/reveal': (params) => this.reveal(params),
      'notice/openOrder': formOnly,
      'environment/switch': async () => {
        await vscode.commands.executeCommand(commandIds.selectEnvironment);
        return null;
      },
      'environment/editPrices': formOnly,
      'environment/setKey': async () => {
        await vscode.commands.executeCommand(commandIds.setApiKey);
        return null;
      },
      'lookup/quick': async () => {
        await vscode.commands.executeCommand(commandIds.quickLookup);
        return null;
      },
    };
  }

  private async reveal(params: Requests['answer/reveal']['params']): Promise<AnswerView> {
    if (!params.orderId.endsWith(recordedSuffix)) return this.answer.handlers['answer/reveal'](params);
    const { order } = this.shown;
    const ledger = await this.services.ledger();
    const resolution = lastResolution(await ledger.events(order.id));
    const revealed = params.path === null ? 'all' : new Set([params.path]);
    const view =
      resolution === null || params.orderId !== order.id + recordedSuffix
        ? null
        : recordedAnswer(this.shown, resolution, this.operation, revealed, this.services.now());
    if (view === null) throw new PageFailure('invalid', vscode.l10n.t('This answer is no longer shown.'));
    return view;
  }

  private reveals(orderId: string, action: PageAction): void {
    if (orderId !== this.shown.order.id) {
      throw new PageFailure('invalid', vscode.l10n.t('This answer is no longer shown.'));
    }
    const shown = action === 'revealInput' || action === 'revealSupport';
    const isInput = action === 'revealInput' || action === 'hideInput';
    this.revealed = { ...this.revealed, [isInput ? 'input' : 'support']: shown };
    this.host.refresh();
  }

  private get operation(): Operation {
    return this.services.operation(this.shown.order.operation);
  }

  private async details(): Promise<OrderDetailsView> {
    const { order } = this.shown;
    const ledger = await this.services.ledger();
    const note = order.hasNote ? await ledger.readNote(order.id) : '';
    const now = this.services.now();
    const due = await dueDetails(ledger, this.shown, this.operation, this.revealed, now);
    const unproven = unprovenSentence(this.shown, await ledger.keys.survived());
    const events = await ledger.events(order.id);
    this.answer.showBeside(recordedContents(this.shown, lastResolution(events), this.operation));
    return orderDetails(this.shown, this.operation, events, note, { ...due, unproven }, now);
  }

  private async state(): Promise<PageState> {
    const { order } = this.shown;
    const { operation } = this;
    const to = await this.services.sending.destination();
    return {
      mode: 'order',
      operation: operationView(operation),
      environment: environmentView(to, this.services.leavesFrom),
      notice: noticeView(await this.services.sending.look(operation, to, null)),
      draft: { draftId: order.id, tab: 'form', fields: {}, json: '' },
      magic: [],
      call: null,
      answer: withoutOldAdvice(this.answer.view(), order),
      sameAsSent: false,
      details: await this.details(),
      problem: null,
      l10n: vscode.l10n.bundle === undefined ? {} : pageTranslations(vscode.l10n.bundle),
    };
  }

  dispose(): void {
    for (const part of this.parts) part.dispose();
  }
}
