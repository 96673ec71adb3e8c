import * as vscode from 'vscode';
import * as z from 'zod';
import { type OrderId, orderId } from '../../calls/ports/ids.ts';
import type { InputReader } from '../../calls/ports/inputReader.ts';
import { fillingOf } from '../../contract/aadhaar/reduced.ts';
import type { Operation } from '../../contract/shapes.ts';
import type { OperationId } from '../../contract/words.ts';
import { BatchCommands } from '../batch/batchCommands.ts';
import { AnswerCopies } from '../documents/answerCopies.ts';
import { answerCodes, answerHover } from '../documents/answerWords.ts';
import { closeErased } from '../documents/closeErased.ts';
import { type DocumentAddress, showOrderDocument } from '../documents/orderDocuments.ts';
import { ErasureWatch } from '../erasureWatch.ts';
import { importRequestFields } from '../fields/importFields.ts';
import { documentation, runHelpCommand } from '../help/helpCommands.ts';
import { runHistoryCommand } from '../history/historyCommands.ts';
import { OrdersPages } from '../history/ordersPages.ts';
import { KeyWatch } from '../keyScan/keyWatch.ts';
import { Lookups } from '../lookup/lookupCommands.ts';
import { isReduced, whyMissing } from '../reducedWords.ts';
import { RequestFiles } from '../requests/requestFiles.ts';
import { Proofs } from '../sending/proofs.ts';
import { openSending } from '../sending/sendingPorts.ts';
import type {
  HelpCommand,
  HistoryCommand,
  LookupCommand,
  Runtime,
  RuntimeServices,
  Services,
  SnippetCommand,
} from '../services.ts';
import { copyOrderAgain, copySnippet } from '../snippets/snippetCommands.ts';
import type { FilterState } from '../trees/filterState.ts';
import { UsageCommands } from '../usage/usageCommands.ts';
import { ClosedPages } from './closedPages.ts';
import { documentText } from './documentText.ts';
import { emptyDraft, type KeptDraft } from './draft.ts';
import { openBodies } from './formBodies.ts';
import { type FormStart, formBroughtBack, isEmpty, newForm } from './formStart.ts';
import { inputReader } from './keptInputs.ts';
import { OrderPage } from './orderPage.ts';
import { againWarning, iconOf, nameTab, orderTitle } from './orderTitles.ts';
import { pageHtml, pageRoots, pageViewType } from './pageHtml.ts';
import { RequestPage } from './requestPage.ts';
import { loadOrder, type ShownOrder } from './shownOrder.ts';

/** What a page leaves in the workbench's own storage: ids only, never what was typed. */
const leftState = z.object({ mode: z.enum(['form', 'order']), draftId: z.string(), operation: z.string() });

/** How often what is kept of open pages is saved anew, so that it does not age. */
const renewEveryMs = 6 * 3_600_000;

/** All open pages of this window. */
export class Pages implements Runtime {
  private readonly services: RuntimeServices;
  private readonly forms = new Set<RequestPage>();
  private orderPage: OrderPage | null = null;
  private stopWatching: (() => void) | null = null;

  private readonly filter: FilterState;
  private readonly lookups: Lookups;
  readonly requestFiles: RequestFiles;
  readonly usage: UsageCommands;
  readonly batches: BatchCommands;
  readonly ordersPages: OrdersPages;
  private readonly copies = new AnswerCopies();
  private readonly closed: ClosedPages;
  private readonly erasures: ErasureWatch;
  private readonly renewing: NodeJS.Timeout;
  readonly inputs: InputReader;
  private keyWatch: KeyWatch | null = null;

  readonly answerHover = answerHover;
  readonly answerCodes = answerCodes;

  constructor(services: Services, filter: FilterState) {
    this.services = { ...services, sending: openSending(services) };
    this.filter = filter;
    const proofs = new Proofs(services.newId);
    this.usage = new UsageCommands(services, filter);
    const show = (orderId: OrderId): Promise<void> => this.showBeside(orderId);
    this.erasures = new ErasureWatch(services, [
      () => this.lookups.forget(),
      () => closeErased(services),
      () => this.dropErased(),
    ]);
    this.lookups = new Lookups(this.services, show, () => this.startWatching());
    const bodies = openBodies(services, this.forms);
    this.requestFiles = new RequestFiles(this.services, show, bodies, (operation, json) =>
      this.openFilled(operation, json, null),
    );
    this.batches = new BatchCommands(this.services, proofs);
    this.ordersPages = new OrdersPages(this.services);
    this.closed = new ClosedPages(services.log);
    this.inputs = inputReader((id) => services.operation(id));
    this.renewing = setInterval(() => this.renew().catch(this.notRenewed), renewEveryMs);
    this.renewing.unref();
  }

  async openForm(id: OperationId): Promise<void> {
    const open = [...this.forms].find((form) => form.operationId === id);
    if (open !== undefined) {
      open.host.panel.reveal();
      return;
    }
    const operation = this.services.operation(id);
    const start = newForm(this.services, emptyDraft(operation), null);
    this.addForm(this.newPanel(operation.title), start);
  }

  async sendAgain(orderId: OrderId): Promise<void> {
    const shown = await this.load(orderId);
    if (shown.requestBody === null) {
      throw new Error(
        vscode.l10n.t(
          'The request of this order is sealed with a key that is gone; it cannot be opened again.',
        ),
      );
    }
    const operation = this.services.operation(shown.order.operation);
    const json = new TextDecoder().decode(shown.requestBody);
    this.openFilled(operation, json, againWarning(shown), isReduced(shown.order));
  }

  /** A new form with this JSON: in the fields where they can hold it, else as it is. */
  private openFilled(operation: Operation, text: string, problem: string | null, reduced = false): void {
    const { tab, fields, json, missing } = fillingOf(operation, text, reduced);
    const start = emptyDraft(operation);
    const draft: KeptDraft = { ...start, json, tab, fields: tab === 'form' ? { ...fields } : start.fields };
    const panel = this.newPanel(operation.title);
    const why =
      missing.length === 0 ? problem : [whyMissing(missing), problem].filter((one) => one !== null).join(' ');
    this.addForm(panel, newForm(this.services, draft, why));
  }

  async openOrder(orderId: OrderId): Promise<void> {
    const shown = await this.load(orderId);
    if (this.orderPage !== null) {
      this.orderPage.show(shown);
      nameTab(this.orderPage.host.panel, shown);
      this.orderPage.host.panel.reveal();
      return;
    }
    await this.addOrderPage(this.newPanel(orderTitle(shown)), shown);
  }

  /** In the one reused tab, beside what the user works in, who keeps the focus. */
  private async showBeside(orderId: OrderId): Promise<void> {
    const shown = await this.load(orderId);
    const page = this.orderPage;
    const editor = vscode.window.activeTextEditor;
    if (page === null) {
      const column = editor === undefined ? vscode.ViewColumn.Active : vscode.ViewColumn.Beside;
      await this.addOrderPage(this.newPanel(orderTitle(shown), column, true), shown);
      return;
    }
    page.show(shown);
    const { panel } = page.host;
    nameTab(panel, shown);
    // A tab in the same group as the text would cover what the user is working in.
    const covers = editor !== undefined && editor.viewColumn === panel.viewColumn;
    panel.reveal(covers ? vscode.ViewColumn.Beside : undefined, true);
  }

  lookup(command: LookupCommand, argument: unknown): Promise<unknown> {
    return this.lookups.run(command, argument);
  }

  history(command: HistoryCommand, argument: unknown, selection: unknown): Promise<void> {
    return runHistoryCommand(command, this.services, this.filter, argument, selection);
  }

  importFields(argument: unknown): Promise<void> {
    return importRequestFields(this.services, argument);
  }

  copySnippet(command: SnippetCommand, argument: unknown): Promise<void> {
    return copySnippet(command, this.services, argument);
  }

  async copyAgain(): Promise<void> {
    const form = [...this.forms].find(({ host }) => host.panel.active);
    if (form !== undefined) return form.copyAgain();
    const order = this.orderPage?.host.panel.active === true ? this.orderPage.orderId() : null;
    if (order !== null) return copyOrderAgain(this.services, order);
    throw new Error(vscode.l10n.t('Open a request form or an order first: its request is what is copied.'));
  }

  async openOrderJson(orderId: OrderId): Promise<void> {
    await this.load(orderId);
    await showOrderDocument(orderId, true);
  }

  help(command: HelpCommand): Promise<void> {
    return runHelpCommand(command, this.services);
  }

  documentation(): string {
    return documentation();
  }

  async documentText(address: DocumentAddress): Promise<string> {
    await this.erasures.start();
    const { services } = this;
    const operation = (id: OperationId): Operation => services.operation(id);
    return documentText(address, { load: (id) => this.load(id), operation, now: services.now });
  }

  private async dropErased(): Promise<void> {
    for (const form of this.forms) await form.dropErased();
  }

  private startWatching(): void {
    this.erasures.start().catch(this.notRenewed);
  }

  /** What is kept of pages that are open does not age. */
  private async renew(): Promise<void> {
    for (const form of this.forms) await form.renew();
    await this.batches.reviews.renew();
  }

  private readonly notRenewed = (error: unknown): void =>
    this.services.log.warn('drafts', error instanceof Error ? error.message : '');

  /** Brings a page back after a reload of the window: draft, tab and last answer as they were. */
  async restore(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const left = leftState.safeParse(state);
    if (!left.success) {
      panel.dispose();
      return;
    }
    panel.webview.options = {
      enableScripts: true,
      localResourceRoots: [...pageRoots(this.services.extensionUri)],
    };
    if (left.data.mode === 'order') {
      const shown = await loadOrder(this.services, orderId(left.data.draftId));
      if (shown === null) panel.dispose();
      else await this.addOrderPage(panel, shown);
      return;
    }
    const start = await formBroughtBack(this.services, left.data);
    if (start === null) panel.dispose();
    else this.addForm(panel, start);
  }

  private async load(orderId: OrderId): Promise<ShownOrder> {
    const shown = await loadOrder(this.services, orderId);
    if (shown === null) throw new Error(vscode.l10n.t('This order is no longer in the order history.'));
    return shown;
  }

  private newPanel(
    title: string,
    viewColumn: vscode.ViewColumn = vscode.ViewColumn.Active,
    preserveFocus = false,
  ): vscode.WebviewPanel {
    return vscode.window.createWebviewPanel(
      pageViewType,
      title,
      { viewColumn, preserveFocus },
      {
        enableScripts: true,
        enableFindWidget: true,
        localResourceRoots: [...pageRoots(this.services.extensionUri)],
      },
    );
  }

  private dress(panel: vscode.WebviewPanel, operation: OperationId): void {
    // Neither the sandbox's beaker nor an outcome's: a form may be live, and nothing is said before its answer.
    panel.iconPath = iconOf(operation);
    panel.webview.html = pageHtml(panel.webview, this.services.extensionUri);
  }

  private addForm(panel: vscode.WebviewPanel, start: FormStart): void {
    const form = new RequestPage(this.services, panel, start, this.requestFiles.bodies);
    this.forms.add(form);
    this.startWatching();
    panel.onDidDispose(() => {
      this.forms.delete(form);
      form.dispose();
      this.closed.closed(() => form.kept.remove());
    });
    this.dress(panel, start.draft.operation);
    // What was filled in from elsewhere is to be found by an erasure, too; what was brought back is young again.
    if (!isEmpty(this.services, start.draft)) form.persist().catch(this.notRenewed);
  }

  private async addOrderPage(panel: vscode.WebviewPanel, shown: ShownOrder): Promise<void> {
    const page = new OrderPage(this.services, panel, shown);
    this.orderPage = page;
    const ledger = await this.services.ledger();
    this.stopWatching ??= ledger.onDidChange(() => {
      const reloading = this.orderPage?.reload();
      reloading?.catch((error: unknown) => this.services.log.warn('order page', String(error)));
    });
    panel.onDidDispose(() => {
      if (this.orderPage === page) this.orderPage = null;
      page.dispose();
    });
    this.dress(panel, shown.order.operation);
  }

  editAnswerCopy(): Promise<void> {
    return this.copies.open();
  }

  watchKeys(): void {
    this.keyWatch ??= new KeyWatch(this.services);
  }

  async finish(): Promise<void> {
    this.windowEnds();
    await this.batches.finish();
    await this.services.sending.finish();
  }

  private windowEnds(): void {
    this.closed.windowEnds();
    this.batches.reviews.windowEnds();
  }

  dispose(): void {
    this.windowEnds();
    clearInterval(this.renewing);
    this.stopWatching?.();
    this.erasures.dispose();
    this.batches.dispose();
    this.keyWatch?.dispose();
    this.copies.dispose();
    this.requestFiles.dispose();
    this.usage.dispose();
    this.ordersPages.dispose();
    this.services.sending.dispose();
    for (const form of this.forms) form.host.panel.dispose();
    this.orderPage?.host.panel.dispose();
  }
}
