import * as vscode from 'vscode';
import { placeOf } from '../../calls/environments.ts';
import { type DraftId, draftOfPage, type PageId } from '../../calls/ids.ts';
import type { NewOrder } from '../../calls/ports.ts';
import { inputAt, QuietTwins } from '../../calls/quietTwins.ts';
import type { Destination } from '../../calls/sending/destination.ts';
import { emptyIn } from '../../contract/emptyFields.ts';
import type { Operation } from '../../contract/shapes.ts';
import type { OperationId } from '../../contract/words.ts';
import type {
  CallView,
  DraftInput,
  Handlers,
  NoticeView,
  PageState,
  Requests,
} from '../../protocol/messages.ts';
import type { BodyEditors } from '../requests/bodyEditors.ts';
import { latest } from '../requests/latest.ts';
import type { RuntimeServices } from '../services.ts';
import { lastCopy } from '../snippets/lastCopy.ts';
import { copyCallAs } from '../snippets/snippetCommands.ts';
import { say } from '../translate.ts';
import type { AnswerOnPage } from './answerOnPage.ts';
import { bodyOf, encodeDraft, type KeptDraft } from './draft.ts';
import { checkDraft } from './draftCheck.ts';
import { replyTo } from './inbound.ts';
import { PageHost } from './pageHost.ts';
import { pageTranslations } from './pageTranslations.ts';
import { environmentView, magicViews, noticeView, operationView } from './pageViews.ts';
import { questionHandlers } from './questionHandlers.ts';
import { justSettled } from './shownOrder.ts';
import { watchLedger } from './watchLedger.ts';

/** A batch changes the ledger many times a second; the notice follows once in this time. */
const _noticeQuietMs = 1000;

interface CallOut {
  readonly order: NewOrder;
  readonly abort: AbortController;
  cancelling: boolean;
}

type SubmitParams = Requests['call/submit']['params'];
type SubmitResult = Requests['call/submit']['result'];

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
  private readonly quiet: QuietTwins;
  /** See PageState.edited. */
  private editedAs: DraftId | null = null;
  private readonly bodies: BodyEditors;
  private readonly persistEdited = latest(
    () => this.persist(),
    (error) => this.notKept(error),
  );

  constructor(
    services: RuntimeServices,
    panel: vscode.WebviewPanel,
    operationId: OperationId,
    page: PageId,
    draft: KeptDraft,
    answer: AnswerOnPage,
    problem: string | null,
    bodies: BodyEditors,
  ) {
    this.bodies = bodies;
    this.services = services;
    this.operationId = operationId;
    this.page = page;
    this.draft = draft;
    this.answer = answer;
    this.problem = problem;
    this.quiet = new QuietTwins(draft.lastOrder);
    const handlers = this.handlers();
    this.host = new PageHost(
      panel,
      (raw) => replyTo(raw, handlers),
      () => this.state(),
      services.log,
    );
    const refresh = (): void => this.host.refresh();
    this.stops.push(watchLedger(services, () => this.lookAtNotice()));
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
    const questions = questionHandlers({
      services: this.services,
      operation: () => this.operation,
      openLink: this.answer.handlers['answer/openLink'],
      begins: () => this.host.leaveFocus(),
      over: (copied) => {
        if (copied) this.host.refresh();
        this.host.takeFocusBack();
      },
    });
    return {
      'page/ready': async () => {
        this.host.nowReady();
        return this.state();
      },
      'draft/save': async (draft) => {
        await this.keep(draft);
        return null;
      },
      'draft/check': async (draft) => {
        const body = bodyOf(this.operation, draft);
        return {
          ...checkDraft(this.operation, draft),
          sameAsSent: await this.answer.isAnswerTo(body),
          notice: await this.notice(body),
        };
      },
      'draft/editJson': async (draft) => {
        await this.keep({ ...draft, tab: 'json' });
        await this.bodies.open(this.page, this.operationId);
        return null;
      },
      'call/submit': (draft) => this.submit(draft),
      'call/cancel': async () => {
        if (this.out === null) return null;
        this.out.cancelling = true;
        this.out.abort.abort();
        this.host.refresh();
        return null;
      },
      ...this.answer.handlers,
      ...questions,
    };
  }

  private async keep(draft: DraftInput): Promise<void> {
    // A late save of a turn that has been sent must not put the old text over the new.
    if (draft.draftId !== draftOfPage(this.page, this.draft.turn)) return;
    const { tab, fields, json, asTyped = [] } = draft;
    this.draft = { ...this.draft, tab, fields: { ...fields }, json, asTyped: [...asTyped] };
    this.bodies.formChanged(this.page, this.operationId, this.body());
    await this.persist();
  }

  /** What would leave now. */
  body(): string {
    return bodyOf(this.operation, this.draft);
  }

  /**
   * Takes over what was typed in the editor of the body. A new turn: what the page may still save of the old one is late.
   * Never waits for the disk: an editor that cannot save has VS Code keep its text there in clear.
   */
  edited(json: string): void {
    if (json === this.body()) return;
    this.draft = { ...this.draft, tab: 'json', json, turn: this.draft.turn + 1 };
    this.editedAs = draftOfPage(this.page, this.draft.turn);
    this.host.refresh();
    this.persistEdited();
  }

  private notKept(error: unknown): void {
    this.problem = vscode.l10n.t(
      'What is typed cannot be kept for a reload of the window: {0}',
      error instanceof Error ? error.message : String(error),
    );
    this.host.refresh();
  }

  /** From the editor of the body: a command, which is nobody's hand. */
  async sendEdited(): Promise<void> {
    if (this.sending) return;
    this.sending = true;
    try {
      this.problem = null;
      await this.send(this.body(), false);
    } finally {
      this.sending = false;
      this.host.refresh();
    }
  }

  private async persist(): Promise<void> {
    const ledger = await this.services.ledger();
    await ledger.saveDraft(this.page, encodeDraft(this.draft), this.services.now());
  }

  /** At most one call at a time and one call for each turn of the draft: a double click or a repeated message sends nothing. */
  private async submit(draft: SubmitParams): Promise<SubmitResult> {
    if (this.sending || draft.draftId !== draftOfPage(this.page, this.draft.turn)) return { sent: false };
    const empty = emptyIn(this.operation, draft);
    if (empty.length > 0) {
      await this.keep(draft);
      return { sent: false, empty };
    }
    this.sending = true;
    try {
      this.problem = null;
      await this.keep(draft);
      return { sent: await this.send(bodyOf(this.operation, draft), true) };
    } finally {
      this.sending = false;
      this.host.refresh();
    }
  }

  private async send(body: string, proven: boolean): Promise<boolean> {
    this.host.leaveFocus();
    const draftId = draftOfPage(this.page, this.draft.turn);
    try {
      const done = await this.services.sending.send({
        operation: this.operation,
        body,
        plannedPrint: null,
        draftId,
        to: 'chosen',
        asker: { kind: 'user', proven, notes: [] },
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
    this.quiet.left(
      inputAt(order.environment, order.place, new TextDecoder().decode(order.requestBody)),
      order.id,
    );
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
    return this.noticeAt(await sending.destination(), body);
  }

  private async noticeAt(to: Destination, body: string): Promise<NoticeView> {
    const check = await this.services.sending.look(this.operation, to, body);
    this.quiet.holds(inputAt(to.environment.name, placeOf(to.environment), body));
    return noticeView({ ...check, obstacles: check.obstacles.filter((one) => this.quiet.tells(one)) });
  }

  /** In the form that was copied last; where nothing was copied yet, the user is asked for one. */
  async copyAgain(): Promise<void> {
    await copyCallAs(this.services, this.operation, this.body(), true);
    this.host.refresh();
  }

  private draftInput(): DraftInput {
    const { tab, fields, json, turn, asTyped } = this.draft;
    const base = { draftId: draftOfPage(this.page, turn), tab, fields, json };
    return asTyped.length === 0 ? base : { ...base, asTyped };
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
    const notice = await this.noticeAt(to, bodyOf(operation, this.draft));
    this.shownNotice = JSON.stringify(notice);
    const copyAgain = lastCopy(this.services);
    return {
      mode: 'form',
      operation: operationView(this.operation),
      environment: environmentView(to, this.services.leavesFrom),
      notice,
      draft: this.draftInput(),
      ...(this.editedAs === null ? {} : { edited: this.editedAs }),
      magic: await this.magic(to),
      call: this.callView(),
      answer: this.out === null ? this.answer.view() : null,
      sameAsSent: await this.answer.isAnswerTo(bodyOf(operation, this.draft)),
      details: null,
      problem: this.problem,
      ...(copyAgain === null ? {} : { copyAgain: copyAgain.label }),
      l10n: vscode.l10n.bundle === undefined ? {} : pageTranslations(vscode.l10n.bundle),
    };
  }

  private async magic(to: Destination): Promise<PageState['magic']> {
    return to.sandbox === null ? [] : magicViews(this.operation, (await this.services.sandbox()).magic);
  }

  dispose(): void {
    this.disposed = true;
    this.bodies.closeSoon(this.page);
    for (const stop of this.stops) stop();
    for (const part of this.parts) part.dispose();
  }
}
