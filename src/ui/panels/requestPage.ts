import * as vscode from 'vscode';
import { draftOfPage, type PageId } from '../../calls/ids.ts';
import type { NewOrder } from '../../calls/ports.ts';
import type { Destination } from '../../calls/sending/destination.ts';
import type { Operation } from '../../contract/shapes.ts';
import type { OperationId } from '../../contract/words.ts';
import { commandIds } from '../../contributions.ts';
import type { CallView, DraftInput, Handlers, NoticeView, PageState } from '../../protocol/messages.ts';
import { saveRequest } from '../requests/saveRequestFile.ts';
import type { RuntimeServices } from '../services.ts';
import { copyCallAs } from '../snippets/snippetCommands.ts';
import { say } from '../translate.ts';
import type { AnswerOnPage } from './answerOnPage.ts';
import { bodyOf, encodeDraft, type KeptDraft } from './draft.ts';
import { checkDraft } from './draftCheck.ts';
import { replyTo } from './inbound.ts';
import { PageHost } from './pageHost.ts';
import { environmentView, magicViews, noticeView, operationView } from './pageViews.ts';
import { justSettled } from './shownOrder.ts';

/** A batch changes the ledger many times a second; the notice follows once in this time. */
const noticeQuietMs = 1000;

interface CallOut {
  readonly order: NewOrder;
  readonly abort: AbortController;
  cancelling: boolean;
}

/** One request form: its draft, its one call at a time, and the answer below. */
export class RequestPage implements vscode.Disposable {
  readonly operationId: OperationId;
  /** The stable part of this form's draft ids. */
  readonly page: PageId;
  readonly host: PageHost;
  private readonly services: RuntimeServices;
  private readonly answer: AnswerOnPage;
  private readonly parts: vscode.Disposable[];
  private readonly stops: (() => void)[] = [];
  private disposed = false;
  private draft: KeptDraft;
  private problem: string | null;
  /** Set from the press of Send until the call has settled, the question before it included. */
  private sending = false;
  /** The notice as it was last sent to the page. */
  private shownNotice = '';
  private out: CallOut | null = null;

  constructor(
    services: RuntimeServices,
    panel: vscode.WebviewPanel,
    operationId: OperationId,
    page: PageId,
    draft: KeptDraft,
    answer: AnswerOnPage,
    problem: string | null,
  ) {
    this.services = services;
    this.operationId = operationId;
    this.page = page;
    this.draft = draft;
    this.answer = answer;
    this.problem = problem;
    const handlers = this.handlers();
    this.host = new PageHost(
      panel,
      (raw) => replyTo(raw, handlers),
      () => this.state(),
      services.log,
    );
    const refresh = (): void => this.host.refresh();
    this.watchLedger().catch((error: unknown) => services.log.warn('notice', String(error)));
    this.parts = [
      this.host,
      services.environments.onDidChange(refresh),
      services.keys.onDidChange(refresh),
      services.onDidChangeFields(() => {
        this.answer.lookAgain();
        refresh();
      }),
    ];
  }

  /** With the request fields as the settings have them now. */
  private get operation(): Operation {
    return this.services.operation(this.operationId);
  }

  private handlers(): Handlers {
    return {
      'page/ready': async () => {
        this.host.nowReady();
        return this.state();
      },
      'draft/save': async (draft) => {
        await this.keep(draft);
        return null;
      },
      'draft/check': async (draft) => ({
        ...checkDraft(this.operation, draft),
        sameAsSent: this.answer.isAnswerTo(bodyOf(this.operation, draft)),
        notice: await this.notice(bodyOf(this.operation, draft)),
      }),
      'draft/copyAs': (draft) =>
        this.asking(() => copyCallAs(this.services, this.operation, bodyOf(this.operation, draft))),
      'draft/saveAs': (draft) =>
        this.asking(() => saveRequest(this.operation, bodyOf(this.operation, draft))),
      'call/submit': (draft) => this.submit(draft),
      'call/cancel': async () => {
        if (this.out === null) return null;
        this.out.cancelling = true;
        this.out.abort.abort();
        this.host.refresh();
        return null;
      },
      ...this.answer.handlers,
      'notice/openOrder': async ({ orderId }) => {
        await vscode.commands.executeCommand(commandIds.openOrder, orderId);
        return null;
      },
      'answer/openLink': (params) => this.asking(() => this.answer.handlers['answer/openLink'](params)),
      'environment/switch': () =>
        this.asking(() => vscode.commands.executeCommand(commandIds.selectEnvironment)),
      'environment/setKey': () => this.asking(() => vscode.commands.executeCommand(commandIds.setApiKey)),
    };
  }

  /** Something that opens dialogs of VS Code; the focus comes back from them, also from those that were given up. */
  private async asking(work: () => Thenable<unknown>): Promise<null> {
    try {
      await work();
    } finally {
      this.host.takeFocusBack();
    }
    return null;
  }

  private async keep(draft: DraftInput): Promise<void> {
    // A late save of a turn that has been sent must not put the old text over the new.
    if (draft.draftId !== draftOfPage(this.page, this.draft.turn)) return;
    const { tab, fields, json } = draft;
    this.draft = { ...this.draft, tab, fields: { ...fields }, json };
    await this.persist();
  }

  private async persist(): Promise<void> {
    const ledger = await this.services.ledger();
    await ledger.saveDraft(this.page, encodeDraft(this.draft), this.services.now());
  }

  /** At most one call at a time and one call for each turn of the draft: a double click or a repeated message sends nothing. */
  private async submit(draft: DraftInput): Promise<{ readonly sent: boolean }> {
    if (this.sending || draft.draftId !== draftOfPage(this.page, this.draft.turn)) return { sent: false };
    this.sending = true;
    try {
      this.problem = null;
      await this.keep(draft);
      return { sent: await this.send(bodyOf(this.operation, draft)) };
    } finally {
      this.sending = false;
      this.host.refresh();
    }
  }

  private async send(body: string): Promise<boolean> {
    const { sending } = this.services;
    const draftId = draftOfPage(this.page, this.draft.turn);
    try {
      const done = await sending.send({
        operation: this.operation,
        body,
        plannedPrint: null,
        draftId,
        to: 'chosen',
        asker: { kind: 'user', proven: true, notes: [] },
        batch: null,
        lagMs: 0,
        withdrawn: () => null,
        leaves: (order, abort) => this.left(order, abort),
      });
      if (done.kind === 'not-begun') {
        this.problem = say(done.why);
        // The next press is a new wish: this one was fulfilled, here or in another window.
        if (done.sameDraft) await this.nextTurn(this.draft.lastOrder);
      }
      if (done.kind === 'settled') this.answer.show(justSettled(done));
      else this.host.takeFocusBack();
      return done.kind === 'settled';
    } finally {
      this.out = null;
    }
  }

  /** The order is on disk and the call is on its way. */
  private left(order: NewOrder, abort: AbortController): void {
    this.out = { order, abort, cancelling: false };
    this.host.takeFocusBack();
    this.nextTurn(order.id).catch((error: unknown) => this.services.log.warn('draft', String(error)));
    this.host.refresh();
  }

  private async nextTurn(lastOrder: string | null): Promise<void> {
    this.draft = { ...this.draft, turn: this.draft.turn + 1, lastOrder };
    await this.persist();
  }

  private async notice(body: string): Promise<NoticeView> {
    const { sending } = this.services;
    return noticeView(await sending.look(this.operation, await sending.destination(), body));
  }

  /** Calls of other pages and windows change what stands in the way here. */
  private async watchLedger(): Promise<void> {
    const ledger = await this.services.ledger();
    if (this.disposed) return;
    let timer: NodeJS.Timeout | null = null;
    const look = (): void => {
      timer = null;
      this.lookAtNotice().catch((error: unknown) => this.services.log.warn('notice', String(error)));
    };
    const stop = ledger.onDidChange(() => {
      timer ??= setTimeout(look, noticeQuietMs);
    });
    this.stops.push(stop, () => clearTimeout(timer ?? undefined));
  }

  private async lookAtNotice(): Promise<void> {
    if (this.disposed) return;
    const notice = await this.notice(bodyOf(this.operation, this.draft));
    if (JSON.stringify(notice) !== this.shownNotice) this.host.refresh();
  }

  private callView(): CallView | null {
    if (this.out === null) return null;
    const { order } = this.out;
    return { orderId: order.id, startedAt: order.begunAt, cancelling: this.out.cancelling };
  }

  private async state(): Promise<PageState> {
    const { sending } = this.services;
    const to = await sending.destination();
    const { operation } = this;
    const notice = noticeView(await sending.look(operation, to, bodyOf(operation, this.draft)));
    this.shownNotice = JSON.stringify(notice);
    const { tab, fields, json, turn } = this.draft;
    return {
      mode: 'form',
      operation: operationView(this.operation),
      environment: environmentView(to, this.services.leavesFrom),
      notice,
      draft: { draftId: draftOfPage(this.page, turn), tab, fields, json },
      magic: await this.magic(to),
      call: this.callView(),
      answer: this.out === null ? this.answer.view() : null,
      sameAsSent: this.answer.isAnswerTo(bodyOf(operation, this.draft)),
      details: null,
      problem: this.problem,
      l10n: vscode.l10n.bundle === undefined ? {} : pageTranslations(vscode.l10n.bundle),
    };
  }

  private async magic(to: Destination): Promise<PageState['magic']> {
    return to.sandbox === null ? [] : magicViews(this.operation, (await this.services.sandbox()).magic);
  }

  dispose(): void {
    this.disposed = true;
    for (const stop of this.stops) stop();
    for (const part of this.parts) part.dispose();
  }
}

/** The bundle's plain texts by their English; commented entries are not the page's. */
export function pageTranslations(bundle: Readonly<Record<string, unknown>>): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [english, translated] of Object.entries(bundle)) {
    if (typeof translated === 'string') texts[english] = translated;
  }
  return texts;
}
