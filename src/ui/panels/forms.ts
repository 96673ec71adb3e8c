import { setTimeout as rest } from 'node:timers/promises';
import * as vscode from 'vscode';
import { draftId, type OrderId, type PageId, pageOfDraft } from '../../calls/ports/ids.ts';
import { fillingOf } from '../../contract/aadhaar/reduced.ts';
import type { Operation } from '../../contract/shapes.ts';
import type { OperationId } from '../../contract/words.ts';
import { keptOrder } from '../answers/shownOrder.ts';
import type { RuntimeServices } from '../base/services.ts';
import type { BodyEditors } from '../requests/bodyEditors.ts';
import { ClosedPages } from '../shell/closedPages.ts';
import { type Hosts, hostsHere, LostPages } from '../shell/lostPages.ts';
import { pageViewType } from '../shell/pageHtml.ts';
import { showUnshown } from '../shell/unshownTab.ts';
import { say } from '../words/both/translate.ts';
import { isReduced, whyMissing } from '../words/reducedWords.ts';
import { dropOldest, type FormBack, formClosedBefore, notBackYet } from './closedForms.ts';
import { emptyDraft, type KeptDraft } from './draft.ts';
import { openBodies } from './formBodies.ts';
import type { FormEnd } from './formEnd.ts';
import { type FormStart, formBroughtBack, isEmpty, newForm } from './formStart.ts';
import { formLost } from './lostForms.ts';
import { againWarning } from './orderTitles.ts';
import { dress, newPanel } from './pagePanel.ts';
import { RequestPage } from './requestPage.ts';

/** How long a new form is held up by what another program writes. */
const shortMs = 500;

/** VS Code saves an editor within seconds; nobody closes more forms in these. */
const mostOver = 20;

/** The open request forms of this window. */
export class Forms implements vscode.Disposable {
  readonly bodies: BodyEditors;
  private readonly services: RuntimeServices;
  private readonly opened: () => void;
  private readonly open = new Set<RequestPage>();
  private readonly closed: ClosedPages;
  /** Closed, and what is kept of them not put aside or removed yet. */
  private readonly ending = new Set<RequestPage>();
  /** Closed, and no more: an editor of their body may be saved yet. The last of them. */
  private readonly over = new Map<PageId, FormEnd>();
  /** Lost pages by the page that has what was typed in them: an editor of their body, which closes, is saved yet. */
  private readonly moved = new Map<PageId, PageId>();
  /** Closed while Send was asked about, which is not decided yet. */
  private readonly asked = new Set<RequestPage>();
  private readonly lost: LostPages;
  /** New forms that are not open yet. */
  private readonly coming = new Map<OperationId, Promise<void>>();

  /** @param opened a form is open from now on, and its input remembered, see dropErased */
  constructor(services: RuntimeServices, opened: () => void, hosts: Hosts = hostsHere) {
    this.services = services;
    this.opened = opened;
    this.closed = new ClosedPages(services.log);
    this.lost = new LostPages(services, hosts);
    this.bodies = openBodies(services, this.open, this.ending, this.over, this.moved);
  }

  /** The one of this operation that is open already, else a new one. */
  async show(id: OperationId): Promise<void> {
    // A double click asks twice: the first press may be opening it.
    const coming = this.coming.get(id);
    if (coming !== undefined) await coming;
    if (this.reveal(id)) return;
    const opening = this.openNew(this.services.operation(id)).finally(() => this.coming.delete(id));
    this.coming.set(id, opening);
    await opening;
  }

  /** With what was typed in the one that was closed last, if anything; its page loads meanwhile. */
  private async openNew(operation: Operation): Promise<void> {
    const tab = await showUnshown(pageViewType, operation.title);
    if (tab === 'shown') return;
    const lost = tab === 'closed' ? await this.lostBefore(operation) : null;
    const start = lost ?? newForm(this.services, emptyDraft(operation), null);
    const back = lost === null ? this.closedBefore(operation, start.page) : undefined;
    this.add(this.panel(operation), back === undefined ? start : { ...start, back });
  }

  /** One whose extension host is gone, as it was, in place of its dead tab. Where it cannot be had now it is there for the next form. */
  private async lostBefore(operation: Operation): Promise<FormStart | null> {
    try {
      return await formLost(this.services, this.lost, operation.id);
    } catch (error) {
      this.services.log.warn('lost forms', error instanceof Error ? error.message : '');
      return newForm(this.services, emptyDraft(operation), notBackYet().problem);
    }
  }

  /** Where it cannot be read, a form is opened all the same, which says by itself what is wrong with the history. */
  private async closedBefore(operation: Operation, page: PageId): Promise<FormBack | null> {
    try {
      await Promise.race([this.closed.goesOn(), rest(shortMs, undefined, { ref: false })]);
      if ([...this.ending].some(({ operationId }) => operationId === operation.id)) return notBackYet();
      const isHeld = (closed: PageId): boolean => [...this.asked].some(({ end }) => end.name === closed);
      // One whose dead tab was closed by hand was closed, too.
      const lost = await this.lost.lost(operation.id);
      const back = await formClosedBefore(this.services, operation, page, lost, isHeld);
      // The editor of its body knows it by the name it had.
      if (back?.from !== undefined) {
        this.moved.set(back.from, page);
        this.bodies.closeSoon(back.from);
      }
      return back;
    } catch (error) {
      this.services.log.warn('closed forms', error instanceof Error ? error.message : '');
      return null;
    }
  }

  /** @returns false where none of this operation is open */
  private reveal(id: OperationId): boolean {
    const open = [...this.open].find((form) => form.operationId === id);
    open?.host.panel.reveal();
    return open !== undefined;
  }

  /** A new form with the order's request in it; nothing is sent. */
  async sendAgain(id: OrderId): Promise<void> {
    const shown = await keptOrder(this.services, id);
    if (shown.requestBody === null) {
      const why = shown.warning === null ? '' : say(shown.warning);
      throw new Error(vscode.l10n.t('The request of this order cannot be sent again. {0}', why).trim());
    }
    const operation = this.services.operation(shown.order.operation);
    const json = new TextDecoder().decode(shown.requestBody);
    this.fill(operation, json, againWarning(shown), isReduced(shown.order));
  }

  /**
   * A new form with this JSON: in the fields where they can hold it, else as it is.
   * @param isTyped whether some of it was typed for this form, and stands nowhere else
   */
  fill(operation: Operation, text: string, problem: string | null, reduced = false, isTyped = false): void {
    const { tab, fields, json, missing } = fillingOf(operation, text, reduced);
    const start = emptyDraft(operation);
    const shown = { json, tab, fields: tab === 'form' ? { ...fields } : start.fields };
    const draft: KeptDraft = { ...start, ...shown, told: !isTyped };
    const panel = this.panel(operation);
    const why =
      missing.length === 0 ? problem : [whyMissing(missing), problem].filter((one) => one !== null).join(' ');
    this.add(panel, newForm(this.services, draft, why));
  }

  /** Brings a form back after a reload of the window: draft, tab and last answer as they were. */
  async restore(
    panel: vscode.WebviewPanel,
    left: { readonly draftId: string; readonly operation: string },
  ): Promise<void> {
    const start = await formBroughtBack(this.services, left);
    if (start === null) {
      panel.dispose();
      return;
    }
    const page = pageOfDraft(draftId(left.draftId));
    // Found by its note it may be open already, beside the tab of its dead page.
    const open = [...this.open].find((form) => form.page === start.page);
    if (open !== undefined) {
      panel.dispose();
      open.host.panel.reveal();
      return;
    }
    // It goes on under another name: that note would lead to nothing.
    if (start.page !== page) this.lost.over(start.draft.operation, page).catch(this.notKept);
    this.add(panel, start);
  }

  /** The one the user works in, or null. */
  active(): RequestPage | null {
    return [...this.open].find(({ host }) => host.panel.active) ?? null;
  }

  private panel({ title }: Operation): vscode.WebviewPanel {
    return newPanel(title);
  }

  private add(panel: vscode.WebviewPanel, start: FormStart): void {
    const form = new RequestPage(this.services, panel, start, this.bodies);
    this.open.add(form);
    this.opened();
    panel.onDidDispose(() => {
      this.open.delete(form);
      this.ending.add(form);
      form.dispose();
      this.closed.closed(() => this.end(form));
    });
    dress(form.host, this.services.extensionUri, start.draft.operation, 'form');
    void this.lost.opened(form.operationId, form.page);
    // What was filled in from elsewhere is to be found by an erasure, too; what was brought back is young again.
    const isFilled = !isEmpty(this.services, start.draft);
    form.back.then((isBack) => (isFilled || isBack ? form.persist() : true)).catch(this.notKept);
  }

  private readonly notKept = (error: unknown): void =>
    this.services.log.warn('drafts', error instanceof Error ? error.message : '');

  /** Its user closed it for good. */
  private async end(form: RequestPage): Promise<void> {
    await form.back;
    if (form.end.isAsked) this.asked.add(form);
    await form.end.closed();
    await this.lost.over(form.operationId, form.page);
    this.ending.delete(form);
    this.over.set(form.page, form.end);
    for (const page of [...this.over.keys()].slice(0, -mostOver)) this.over.delete(page);
    if (this.asked.has(form)) void this.decided(form);
    await dropOldest(this.services, form.operationId).catch(this.notKept);
  }

  /** Nobody waits for the answer; only what is kept of what left is removed until that succeeds. */
  private async decided(form: RequestPage): Promise<void> {
    const end = async (): Promise<void> => {
      await form.end.decided();
      this.asked.delete(form);
    };
    await end().catch((error: unknown) => {
      this.notKept(error);
      this.closed.closed(end);
    });
  }

  /** What is kept of them is saved anew, so that it does not age. */
  async renew(): Promise<void> {
    for (const form of this.open) {
      await this.lost.opened(form.operationId, form.page);
      await form.renew();
    }
  }

  /** Something was erased by the user: answers whose order is gone are shown no longer. */
  async dropErased(): Promise<void> {
    for (const form of this.open) await form.dropErased();
  }

  /** From now on a form that closes closes with its window. */
  windowEnds(): void {
    this.closed.windowEnds();
  }

  dispose(): void {
    for (const form of this.open) form.host.panel.dispose();
  }
}
