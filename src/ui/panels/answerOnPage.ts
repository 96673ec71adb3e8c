import * as vscode from 'vscode';
import { sameBody } from '../../contract/sameBody.ts';
import { commandIds } from '../../contributions.ts';
import type { AnswerView, Handlers, OrderAction } from '../../protocol/messages.ts';
import { showOrderDocument } from '../documents/orderDocuments.ts';
import type { Services } from '../services.ts';
import { say } from '../translate.ts';
import { answerView, type Revealed } from './answerView.ts';
import { PageFailure } from './inbound.ts';
import type { ShownOrder } from './shownOrder.ts';

type AnswerMethods =
  | 'answer/reveal'
  | 'answer/copyOrderId'
  | 'answer/openRaw'
  | 'answer/openLink'
  | 'order/sendAgain'
  | 'order/act';

/** Shows or hides something on the order's own page; the others are commands. */
export type PageAction = 'revealInput' | 'hideInput' | 'revealSupport' | 'hideSupport';

const actions: Record<Exclude<OrderAction, PageAction>, string> = {
  copyQuote: commandIds.copySupportQuote,
  recordOutcome: commandIds.recordOutcome,
  followUp: commandIds.followUpOrder,
  addSupport: commandIds.addSupportText,
  note: commandIds.noteOrder,
  openJson: commandIds.openOrderJson,
  compare: commandIds.compareOrders,
  export: commandIds.exportOrders,
  erase: commandIds.eraseOrder,
};

export function isPageAction(action: OrderAction): action is PageAction {
  return !Object.hasOwn(actions, action);
}

/** The answer a page shows, and what can be done with it. */
export class AnswerOnPage {
  private readonly services: Services;
  private shown: ShownOrder | null = null;
  /** The masked view of `shown`, made once: every snapshot carries it, and a large answer takes time to lay out. */
  private masked: AnswerView | null = null;

  constructor(services: Services) {
    this.services = services;
  }

  show(order: ShownOrder | null): void {
    this.shown = order;
    this.masked = null;
  }

  /** What is masked has changed. */
  lookAgain(): void {
    this.masked = null;
  }

  current(): ShownOrder | null {
    return this.shown;
  }

  /** For a snapshot: masked. What is unmasked is the page's to remember, for as long as it lives. */
  view(): AnswerView | null {
    if (this.shown === null) return null;
    this.masked ??= this.reveal(this.shown, new Set());
    return this.masked;
  }

  /** Whether this is what the shown answer was asked for. */
  isAnswerTo(body: string): boolean {
    const asked = this.shown?.requestBody ?? null;
    return asked !== null && sameBody(new TextDecoder().decode(asked), body);
  }

  private reveal(shown: ShownOrder, revealed: Revealed): AnswerView {
    const { services } = this;
    const operation = services.operation(shown.order.operation);
    const about = { revealed, operation, now: services.now() };
    return answerView({ ...shown, ...about }, say);
  }

  /** The order the page speaks of must be the one it shows: a message that comes late is refused, not misapplied. */
  private expect(orderId: string): ShownOrder {
    if (this.shown?.order.id !== orderId) {
      throw new PageFailure(
        'invalid',
        vscode.l10n.t('This answer is no longer shown. Open the order from the history.'),
      );
    }
    return this.shown;
  }

  readonly handlers: Pick<Handlers, AnswerMethods> = {
    'answer/reveal': async ({ orderId, path }) => {
      return this.reveal(this.expect(orderId), path === null ? 'all' : new Set([path]));
    },
    'answer/copyOrderId': async ({ orderId }) => {
      this.expect(orderId);
      await vscode.commands.executeCommand(commandIds.copyOrderId, orderId);
      return null;
    },
    'answer/openRaw': async ({ orderId, masked }) => {
      const { order } = this.expect(orderId);
      await showOrderDocument(order.id, masked);
      return null;
    },
    'answer/openLink': async ({ url }) => {
      await openLink(url);
      return null;
    },
    'order/act': async ({ orderId, action }) => {
      this.expect(orderId);
      if (isPageAction(action)) throw new PageFailure('invalid', 'this is no page of an order');
      await vscode.commands.executeCommand(actions[action], orderId);
      return null;
    },
    'order/sendAgain': async ({ orderId }) => {
      this.expect(orderId);
      await vscode.commands.executeCommand(commandIds.sendAgain, orderId);
      return null;
    },
  };
}

/** A link from an answer: https only, and only after asking, with the whole address in view. */
async function openLink(url: string): Promise<void> {
  if (!URL.canParse(url) || new URL(url).protocol !== 'https:') {
    throw new PageFailure('invalid', vscode.l10n.t('Only https links are opened.'));
  }
  const open = vscode.l10n.t('Open in Browser');
  const answer = await vscode.window.showWarningMessage(
    vscode.l10n.t('Open a link from the answer?'),
    {
      modal: true,
      detail: vscode.l10n.t('{0}\n\nThe address came from the service and may hold personal data.', url),
    },
    open,
  );
  if (answer === open) await vscode.env.openExternal(vscode.Uri.parse(url, true));
}
