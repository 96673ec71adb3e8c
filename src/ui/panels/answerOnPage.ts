import * as vscode from 'vscode';
import { isLocalOrigin } from '../../calls/documents/keepDocument.ts';
import { environmentIdentity } from '../../calls/environments/counting.ts';
import { type Environment, identitiesOf } from '../../calls/environments/environments.ts';
import { printOf } from '../../calls/inputs/compared.ts';
import { owedBy } from '../../calls/orders/attention.ts';
import { isLink } from '../../contract/documentLink.ts';
import { sameBody } from '../../contract/sameBody.ts';
import { commandIds } from '../../contributions.ts';
import type { AnswerView, OrderAction } from '../../protocol/messages.ts';
import type { LearnedShape } from '../../shapes/model.ts';
import type { AnswerContents } from '../answers/answerContents.ts';
import { answerView, contentsOf } from '../answers/answerView.ts';
import { asRecorded } from '../answers/orderDue.ts';
import { requestView } from '../answers/requestView.ts';
import { loadOrder, type ShownOrder } from '../answers/shownOrder.ts';
import type { RevealedPaths } from '../answers/valueGroups.ts';
import { askModal } from '../base/modal.ts';
import type { Services } from '../base/services.ts';
import { showListDocument, showOrderDocument } from '../documents/both/orderDocuments.ts';
import { keepWithOrder } from '../documents/keepDocument.ts';
import { saveDocument } from '../documents/saveDocument.ts';
import { saveList } from '../documents/saveList.ts';
import { PageFailure } from '../shell/inbound.ts';
import { say } from '../words/both/translate.ts';
import { isReduced } from '../words/reducedWords.ts';
import { type PieceSource, pieceHandlers } from './answerPieces.ts';
import type { FormHandlers, OrderHandlers } from './pageHandlers.ts';
import { sameAnswer } from './sameAnswer.ts';

/** Of either kind of page, and alike on both. */
type AnswerMethods =
  | 'answer/reveal'
  | 'answer/copyOrderId'
  | 'answer/openRaw'
  | 'answer/openLink'
  | 'answer/keepDocument'
  | 'answer/rows'
  | 'answer/lines'
  | 'answer/copy'
  | 'answer/saveTable';

/** Shows or hides something on the order's own page; the others are commands. */
export type PageAction = 'revealInput' | 'hideInput' | 'revealSupport' | 'hideSupport';

type CommandAction = Exclude<OrderAction, PageAction>;

const actions: Record<CommandAction, string> = {
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
  private contents: AnswerContents | null = null;
  /** As it was when the answer came here: the page reveals, sorts and filters by the places of columns, which it orders. */
  private learned: LearnedShape | null = null;
  /** An answer shown beside, by its id: what the user recorded. */
  private beside: { readonly id: string; readonly contents: AnswerContents } | null = null;

  constructor(services: Services) {
    this.services = services;
  }

  show(order: ShownOrder | null): void {
    if (!sameAnswer(this.shown, order)) {
      this.contents = null;
      this.learned = order?.learned ?? null;
    }
    this.shown = order;
    this.masked = null;
  }

  /** Another answer on the same page, whose lists and text may be asked for. */
  showBeside(beside: { readonly id: string; readonly contents: AnswerContents } | null): void {
    this.beside = beside;
  }

  /** What is masked has changed. */
  lookAgain(): void {
    this.masked = null;
    this.contents = null;
  }

  /**
   * Reads the order again of an answer that is still to come, or may be, or that left open what its user may record. True
   * where something came of it.
   */
  async follow(): Promise<boolean> {
    const before = this.shown;
    if (before === null) return false;
    const { order } = before;
    const again =
      order.state === 'settled' ? await this.recorded(before) : await loadOrder(this.services, order.id);
    // What is erased goes where erasing is told of.
    if (again === null || this.shown !== before) return false;
    const { state, resolved, resolvedAt } = again.order;
    if (state === order.state && resolved === order.resolved && resolvedAt === order.resolvedAt) return false;
    this.show(again);
    return true;
  }

  /** A batch changes the ledger often: what is settled is opened once, and its answer stays, whatever is kept of it. */
  private async recorded(shown: ShownOrder): Promise<ShownOrder | null> {
    if (owedBy({ ...shown.order, resolved: null }) === null) return null;
    const row = await (await this.services.ledger()).get(shown.order.id);
    if (row === null) return null;
    return { ...shown, order: { ...shown.order, resolved: row.resolved, resolvedAt: row.resolvedAt } };
  }

  /** Shows no answer any more whose order is gone from the ledger. True where that was so. */
  async drop(): Promise<boolean> {
    const id = this.shown?.order.id;
    if (id === undefined || (await (await this.services.ledger()).get(id)) !== null) return false;
    // A ledger that erases answers late: another answer may have come meanwhile.
    if (this.shown?.order.id !== id) return false;
    this.show(null);
    return true;
  }

  current(): ShownOrder | null {
    return this.shown;
  }

  /**
   * For a snapshot: masked. What is unmasked is the page's to remember, for as long as it lives.
   * @param chosen the environment of the form: what came from it is not called another's because it was renamed since
   */
  view(chosen: Environment): AnswerView | null {
    if (this.shown === null) return null;
    const { order } = this.shown;
    const view = asRecorded(this.viewOf(this.shown), order, this.services.now());
    const isOwn = identitiesOf(chosen).includes(environmentIdentity(order.identity));
    return isOwn ? { ...view, environment: chosen.name } : view;
  }

  /** The same, as it was recorded, for a page that always shows an order. @param shown the one that is shown */
  viewOf(shown: ShownOrder): AnswerView {
    this.masked ??= this.reveal(shown, new Set());
    return this.masked;
  }

  /** Whether this is what the shown answer was asked for. By its print where the request is no longer whole, or not kept. */
  async isAnswerTo(body: string): Promise<boolean> {
    const { services, shown } = this;
    if (shown === null) return false;
    const { operation, fingerprint } = shown.order;
    if (shown.requestBody !== null && !isReduced(shown.order))
      return sameBody(new TextDecoder().decode(shown.requestBody), body);
    return (
      fingerprint === (await printOf(await services.ledger(), services.operation(operation), body)).whole
    );
  }

  private reveal(shown: ShownOrder, revealed: RevealedPaths): AnswerView {
    const { services } = this;
    const operation = services.operation(shown.order.operation);
    const about = { revealed, operation, now: services.now() };
    const parts = { ...shown, learned: this.learned, ...about };
    this.contents ??= contentsOf(parts);
    return answerView({ ...parts, contents: this.contents }, say);
  }

  private source(orderId: string): PieceSource {
    if (this.beside?.id === orderId) {
      return { contents: this.beside.contents, headers: [], request: () => '' };
    }
    const shown = this.expect(orderId);
    if (this.contents === null) this.viewOf(shown);
    if (this.contents === null) throw gone();
    const { order, requestBody, answer } = shown;
    const operation = this.services.operation(order.operation);
    const request = (revealed: boolean): string => {
      const { method, url, headers, body } = requestView(order, operation, requestBody, revealed, say);
      const lines = headers.map(([name, value]) => `${name}: ${value}`);
      return [`${method} ${url}`, ...lines, '', body].join('\n');
    };
    return { contents: this.contents, headers: answer?.head?.headers ?? [], request };
  }

  /** The order the page speaks of must be the one it shows: a message that comes late is refused, not misapplied. */
  private expect(orderId: string): ShownOrder {
    if (this.shown?.order.id !== orderId) throw gone();
    return this.shown;
  }

  readonly handlers: Pick<FormHandlers, AnswerMethods | 'order/act'> = {
    ...pieceHandlers({
      source: (orderId) => this.source(orderId),
      saveTable: (params, contents, to) =>
        to === 'editor'
          ? showListDocument(this.expect(params.orderId).order, contents.lists, params)
          : saveList(contents, params),
    }),
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
      await showOrderDocument(order, masked);
      return null;
    },
    'answer/openLink': async ({ url }) => {
      await openLink(url, this.shown?.order.origin ?? '');
      return null;
    },
    'answer/keepDocument': async ({ orderId, path }) => {
      const { contents } = this.source(orderId);
      const link = contents.valueText(path, true, say);
      if (link === null || this.shown === null) throw gone();
      const { id, origin } = this.shown.order;
      await keepWithOrder(this.services, { order: id, origin, field: path, link });
      return null;
    },
    'order/act': ({ orderId, action }) => this.act(orderId, action),
  };

  /** What is a command on the order whose answer this is. */
  async act(orderId: string, action: CommandAction): Promise<null> {
    this.expect(orderId);
    await vscode.commands.executeCommand(actions[action], orderId);
    return null;
  }

  /** What only the order's own page offers. */
  readonly orderHandlers: Pick<OrderHandlers, 'order/saveDocument' | 'order/sendAgain'> = {
    'order/saveDocument': async ({ orderId, document }) => {
      await saveDocument(this.services, this.expect(orderId).order.id, document);
      return null;
    },
    'order/sendAgain': async ({ orderId }) => {
      this.expect(orderId);
      await vscode.commands.executeCommand(commandIds.sendAgain, orderId);
      return null;
    },
  };
}

function gone(): PageFailure {
  return new PageFailure(
    'invalid',
    vscode.l10n.t('This answer is no longer shown. Open the order from the history.'),
  );
}

/** A link from an answer: https only, or one to this computer in an answer from it, and only after asking, with the whole address in view. */
async function openLink(url: string, origin: string): Promise<void> {
  if (URL.parse(url)?.protocol !== 'https:' && !isLink(url, isLocalOrigin(origin))) {
    throw new PageFailure('invalid', vscode.l10n.t('Only https links are opened.'));
  }
  const open = vscode.l10n.t('Open in Browser');
  const answer = await askModal(
    vscode.l10n.t('Open a link from the answer?'),
    vscode.l10n.t('{0}\n\nThe address came from the service and may hold personal data.', url),
    open,
  );
  if (answer === open) await vscode.env.openExternal(vscode.Uri.parse(url, true));
}
