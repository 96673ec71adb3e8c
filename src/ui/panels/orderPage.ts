import * as vscode from 'vscode';
import { isDamaged } from '../../calls/ports/damaged.ts';
import type { OrderId } from '../../calls/ports/ids.ts';
import type { Operation } from '../../contract/shapes.ts';
import type { AnswerView, OrderDetailsView, OrderRequests, OrderState } from '../../protocol/messages.ts';
import { looksAt } from '../answers/notKept.ts';
import { lastResolution, orderDetails, recordedAnswer, recordedSuffix } from '../answers/orderDetails.ts';
import { dueDetails, type ShownParts, unprovenSentence, withoutOldAdvice } from '../answers/orderDue.ts';
import { loadOrder, type ShownOrder } from '../answers/shownOrder.ts';
import type { RuntimeServices } from '../base/services.ts';
import { PageFailure } from '../shell/inbound.ts';
import { PageHost } from '../shell/pageHost.ts';
import { pageTranslations } from '../shell/pageTranslations.ts';
import { damagedWords } from '../words/damagedWords.ts';
import { sealedWords } from '../words/sealedWords.ts';
import { AnswerOnPage, isPageAction, type PageAction } from './answerOnPage.ts';
import type { OrderHandlers } from './pageHandlers.ts';
import { replyToOrder } from './pageInbound.ts';
import { operationView } from './pageViews.ts';
import { recordedContents } from './recordedContents.ts';
import type { SupportBox } from './supportBox.ts';

/** Of an order that the settings keep nothing of, see answers/notKept.ts. */
const nothingKept = {
  followUps: { texts: async () => [] },
  documents: { list: async () => [] },
  events: async () => [],
};
const nothingShown: ShownParts = { input: false, support: false };

/** One order of the history, read-only. Follows the ledger: an order that settles elsewhere settles here. */
export class OrderPage implements vscode.Disposable {
  readonly host: PageHost<OrderState>;
  private readonly services: RuntimeServices;
  private readonly answer: AnswerOnPage;
  private readonly parts: vscode.Disposable[] = [];
  private readonly box: SupportBox;
  private shown: ShownOrder;
  /** Unmasked on this page until it shows another order. */
  private revealed: ShownParts = nothingShown;
  private looks = 0;
  /** The look whose finding is shown. */
  private newest = 0;

  constructor(services: RuntimeServices, panel: vscode.WebviewPanel, shown: ShownOrder, box: SupportBox) {
    this.services = services;
    this.shown = shown;
    this.answer = new AnswerOnPage(services);
    this.answer.show(shown);
    looksAt(this, shown.order.id);
    this.box = box;
    this.box.startAgain();
    const handlers = this.handlers();
    this.host = new PageHost(
      panel,
      (raw) => replyToOrder(raw, handlers),
      () => this.state(),
      services.log,
    );
    this.parts.push(
      this.host,
      services.onDidChangeFields(() => {
        this.answer.lookAgain();
        this.show(this.shown);
      }),
    );
  }

  /** Another order in the same tab. */
  show(shown: ShownOrder): void {
    if (shown.order.id !== this.shown.order.id) {
      this.revealed = nothingShown;
      this.box.startAgain();
    }
    this.shown = shown;
    this.answer.show(shown);
    looksAt(this, shown.order.id);
    this.host.refresh();
  }

  /** Lets what support sent be written. */
  writeSupport(): void {
    this.box.open(this.shown.order.id);
  }

  orderId(): OrderId {
    return this.shown.order.id;
  }

  /** Reads the order again, after the ledger changed. An erased order closes its page, unless that shows another by then. */
  async reload(): Promise<void> {
    const { id } = this.shown.order;
    this.looks += 1;
    const look = this.looks;
    const again = await loadOrder(this.services, id, this.shown);
    await this.box.dropGone(false);
    // Of two looks the later one knows more.
    if (id !== this.shown.order.id || look < this.newest) return;
    this.newest = look;
    if (again === null) this.host.panel.dispose();
    // An answer that could not be written yet is shown all the same.
    else if (again.order.state === 'settled' || this.shown.order.state !== 'settled') this.show(again);
  }

  private handlers(): OrderHandlers {
    return {
      'page/ready': async () => {
        this.box.startAgain();
        this.host.nowReady();
        return this.state();
      },
      ...this.answer.handlers,
      ...this.answer.orderHandlers,
      ...this.box.handlers,
      'order/act': async ({ orderId, action }) => {
        if (!isPageAction(action)) return this.answer.act(orderId, action);
        this.reveals(orderId, action);
        return null;
      },
      'answer/reveal': (params) => this.reveal(params),
    };
  }

  private async reveal(params: OrderRequests['answer/reveal']['params']): Promise<AnswerView> {
    if (!params.orderId.endsWith(recordedSuffix)) return this.answer.handlers['answer/reveal'](params);
    const { order } = this.shown;
    const ledger = await this.services.ledger();
    const resolution = lastResolution(await ledger.events(order.id));
    const revealed = params.path === null ? 'all' : new Set([params.path]);
    const view =
      resolution === null || params.orderId !== order.id + recordedSuffix
        ? null
        : recordedAnswer(this.shown, resolution, this.operation, revealed, this.services.now());
    if (view === null)
      throw new PageFailure(
        'invalid',
        vscode.l10n.t('This answer is no longer shown. Open the order from the history.'),
      );
    return view;
  }

  private reveals(orderId: string, action: PageAction): void {
    if (orderId !== this.shown.order.id) {
      throw new PageFailure(
        'invalid',
        vscode.l10n.t('This answer is no longer shown. Open the order from the history.'),
      );
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
    const words = order.hasNote ? ((await ledger.readNote(order.id)) ?? sealedWords()) : '';
    const note = isDamaged(words) ? damagedWords.note() : words;
    const now = this.services.now();
    const kept = (await ledger.get(order.id)) === null ? nothingKept : ledger;
    const due = await dueDetails(kept, this.shown, this.operation, this.revealed, now);
    const writing = this.box.view(order.id);
    const unproven = unprovenSentence(this.shown, await ledger.keys.survived());
    const events = await kept.events(order.id);
    this.answer.showBeside(recordedContents(this.shown, lastResolution(events), this.operation));
    return orderDetails(this.shown, this.operation, events, note, { ...due, unproven, writing }, now);
  }

  /** Of one order, and as far as that has come: what is asked of the history meanwhile may wait for a key. */
  private async state(): Promise<OrderState> {
    const { shown } = this;
    const state: OrderState = {
      mode: 'order',
      operation: operationView(this.operation),
      answer: withoutOldAdvice(this.answer.viewOf(shown), shown.order),
      details: await this.details(),
      l10n: vscode.l10n.bundle === undefined ? {} : pageTranslations(vscode.l10n.bundle),
    };
    const { id, state: reached } = this.shown.order;
    return id === shown.order.id && reached === shown.order.state ? state : this.state();
  }

  dispose(): void {
    looksAt(this, null);
    for (const part of this.parts) part.dispose();
  }
}
