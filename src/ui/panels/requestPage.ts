import * as vscode from 'vscode';
import type { OrderId, PageId } from '../../calls/ports/ids.ts';
import type { NewOrder } from '../../calls/ports/ports.ts';
import { emptyIn } from '../../contract/emptyFields.ts';
import type { Operation } from '../../contract/shapes.ts';
import type { OperationId } from '../../contract/words.ts';
import type { DraftInput, FormRequests, FormState } from '../../protocol/messages.ts';
import { settledHere } from '../answers/shownOrder.ts';
import type { RuntimeServices } from '../base/services.ts';
import type { BodyEditors } from '../requests/bodyEditors.ts';
import { KeptPage } from '../shell/keptPage.ts';
import { PageHost } from '../shell/pageHost.ts';
import { pageTranslations } from '../shell/pageTranslations.ts';
import { watchLedger } from '../shell/watchLedger.ts';
import { copyAgain } from '../snippets/lastCopy.ts';
import { copyCallAs } from '../snippets/snippetCommands.ts';
import { say } from '../words/both/translate.ts';
import { AnswerOnPage } from './answerOnPage.ts';
import { CallOut, SendDecision } from './callOut.ts';
import { takeBack } from './closedForms.ts';
import { bodyOfDraft, draftContents, emptyDraft } from './draft.ts';
import { checkBeside } from './draftCheck.ts';
import { FormDraft } from './formDraft.ts';
import { FormEnd } from './formEnd.ts';
import { FormNotice } from './formNotice.ts';
import { erasedMeanwhile, FormSays } from './formSays.ts';
import type { FormStart } from './formStart.ts';
import { latest } from './latest.ts';
import type { FormHandlers } from './pageHandlers.ts';
import { replyToForm } from './pageInbound.ts';
import { environmentView, magicViews } from './pageViews.ts';
import { questionHandlers } from './questionHandlers.ts';
import { isAnother, sentAs } from './toldBefore.ts';

/** A batch changes the ledger many times a second; the notice follows once in this time. */
const noticeQuietMs = 1000;
type SubmitParams = FormRequests['call/submit']['params'];
type SubmitResult = FormRequests['call/submit']['result'];

/** One request form: its draft, its one call at a time, and the answer below. */
export class RequestPage implements vscode.Disposable {
  readonly operationId: OperationId;
  /** The stable part of this form's draft ids. */
  readonly page: PageId;
  readonly host: PageHost<FormState>;
  private readonly services: RuntimeServices;
  private readonly answer: AnswerOnPage;
  private readonly parts: vscode.Disposable[];
  private readonly stop: () => void;
  private disposed = false;
  private readonly draft: FormDraft;
  private readonly kept: KeptPage;
  readonly end: FormEnd;
  /** Whether something of a closed form came into it; its page is told nothing before. */
  readonly back: Promise<boolean>;
  private readonly says: FormSays;
  /** Set from the press of Send until the call has settled, the question before it included. */
  private sending = false;
  private out: CallOut | null = null;
  private readonly decision = new SendDecision();
  private readonly notice: FormNotice;
  private readonly bodies: BodyEditors;
  private readonly persistEdited = latest(
    async () => void (await this.persist()),
    (error) => this.notKept(error),
  );

  constructor(
    services: RuntimeServices,
    panel: vscode.WebviewPanel,
    { page, seen, draft, last, problem, back }: FormStart,
    bodies: BodyEditors,
  ) {
    this.bodies = bodies;
    this.services = services;
    this.operationId = draft.operation;
    this.page = page;
    this.draft = new FormDraft(page, draft, this.operation);
    this.kept = new KeptPage(services, page, seen, () => this.forget());
    this.end = new FormEnd(services, page, this.draft, this.kept, this.decision, () => this.operation);
    this.answer = new AnswerOnPage(services);
    this.answer.show(last);
    this.says = new FormSays(problem);
    this.notice = new FormNotice(services, draft.lastOrder);
    this.back = takeBack(back, this.draft, this.says);
    const handlers = this.handlers();
    this.host = new PageHost(
      panel,
      (raw) => replyToForm(raw, handlers),
      () => this.state(),
      services.log,
      services.now,
    );
    const refresh = (): void => this.host.refresh();
    this.stop = watchLedger(services, noticeQuietMs, () => this.ledgerChanged());
    this.parts = [
      this.host,
      services.environments.onDidChange(refresh),
      services.keys.onDidChange(refresh),
      services.onDidChangeFields(() => {
        this.answer.lookAgain();
        if (this.draft.follow(this.operation)) this.persistEdited();
        refresh();
      }),
    ];
  }

  /** With the request fields as the settings have them now. */
  get operation(): Operation {
    return this.services.operation(this.operationId);
  }

  private handlers(): FormHandlers {
    const questions = questionHandlers({
      services: this.services,
      operation: () => this.operation,
      answer: this.answer.handlers,
      contents: () => this.draft.shown().draft,
      filled: (contents) => this.draft.filled(contents),
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
      'draft/save': (draft) => this.keep(draft).then(() => null),
      'draft/check': (draft) => checkBeside(this.services, this.operation, draft, this.answer, this.notice),
      'draft/startEmpty': async () => {
        this.says.clear();
        this.host.refresh();
        return draftContents(emptyDraft(this.operation));
      },
      'draft/editJson': async (draft) => {
        await this.keep({ ...draft, tab: 'json' });
        this.draft.bodyOpens();
        await this.bodies.open(this.page, this.operationId);
        return null;
      },
      'call/submit': (draft) => this.submit(draft),
      'call/cancel': async () => {
        this.out?.cancel();
        this.host.refresh();
        return null;
      },
      ...this.answer.handlers,
      ...questions,
    };
  }

  /** False when what was typed was erased from the history meanwhile. */
  private async keep(draft: DraftInput): Promise<boolean> {
    // A late save of a turn that has been sent must not put the old text over the new.
    if (this.draft.isLate(draft)) return false;
    this.draft.take(draft);
    if (this.says.typed(this.body())) this.host.refresh();
    this.bodies.formChanged(this.page, this.body());
    return this.persist();
  }

  /** What would leave now. */
  body(): string {
    return this.draft.body(this.operation);
  }

  /**
   * Takes over what was typed in the editor of the body. A new turn: what the page may still save of the old one is late.
   * Never waits for the disk: an editor that cannot save has VS Code keep its text there in clear.
   */
  edited(json: string): void {
    if (json === this.body() || !this.draft.edit(json)) return;
    this.host.refresh();
    this.persistEdited();
  }

  /** The input that stands here was erased, in whatever window. */
  private forget(): void {
    this.draft.empty(this.operation);
    this.answer.show(null);
    this.says.erased(this.body());
    this.bodies.closeSoon(this.page);
    this.host.refresh();
  }

  private notKept(error: unknown): void {
    this.says.notKept(error);
    this.host.refresh();
  }

  /**
   * From the editor of the body: a command, which is nobody's hand.
   * @param shown what stands there and is not saved yet
   * @returns false where a call is out, or asked about, already
   */
  async sendEdited(shown = this.body()): Promise<boolean> {
    if (this.sending) return false;
    await this.sendOnceKept(() => this.persist(), shown, false);
    return true;
  }

  async renew(): Promise<void> {
    if (this.kept.isSaved) await this.kept.save(this.draft.bytes(this.operation), false);
  }

  /** False when what is to be kept was erased meanwhile: the form is empty then. */
  persist(): Promise<boolean> {
    return this.kept.save(this.draft.bytes(this.operation));
  }

  /** At most one call at a time and one call for each turn of the draft: a double click or a repeated message sends nothing. */
  private async submit(draft: SubmitParams): Promise<SubmitResult> {
    if (this.sending || this.draft.isLate(draft)) return { sent: false };
    const empty = emptyIn(this.operation, draft);
    if (empty.length > 0) {
      await this.keep(draft);
      return { sent: false, empty };
    }
    const body = bodyOfDraft(this.operation, draft);
    return { sent: await this.sendOnceKept(() => this.keep(draft), body, draft.commanded !== true) };
  }

  /** @param keep see `persist` */
  private async sendOnceKept(keep: () => Promise<boolean>, body: string, proven: boolean): Promise<boolean> {
    this.sending = true;
    this.decision.start();
    try {
      this.says.clear();
      // Emptied, and said why: what was pressed for is not wanted any more.
      if (!(await keep())) return false;
      // What left with this turn stays told of; another text has one of its own.
      const isAnew = await isAnother(this.services, this.operation, this.draft, body);
      if (isAnew && !(await this.nextTurn(null))) return false;
      this.draft.press(body);
      return await this.send(body, proven);
    } finally {
      this.sending = false;
      this.decision.made();
      this.host.refresh();
    }
  }

  private async send(body: string, proven: boolean): Promise<boolean> {
    const draftId = this.draft.id;
    const { erasures } = this.says;
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
        withdrawn: () => (this.says.erasures === erasures ? null : erasedMeanwhile),
        leaves: (order, abort) => this.left(order, abort),
      });
      if (done.kind === 'not-begun') {
        this.says.fault(say(done.why));
        // The next press is a new wish: this one was fulfilled, here or in another window.
        if (done.sameDraft)
          await this.nextTurn(await sentAs(this.services, this.operation, this.draft, body));
      }
      if (done.kind === 'settled' && (await this.end.came(done))) await this.persist();
      if (done.kind === 'settled') this.answer.show(await settledHere(this.services, done));
      else this.host.takeFocusBack();
      return done.kind === 'settled';
    } finally {
      this.out = null;
    }
  }

  /** The order is on disk and the call is on its way. */
  private left(order: NewOrder, abort: AbortController): void {
    this.out = new CallOut(order, abort);
    this.notice.left(order);
    this.host.takeFocusBack();
    const sent = new TextDecoder().decode(order.requestBody);
    this.nextTurn(sent, order.id).catch((error: unknown) => this.services.log.warn('draft', String(error)));
    this.decision.made();
  }

  private async nextTurn(sent: string | null, lastOrder = this.draft.lastOrder): Promise<boolean> {
    this.draft.renew(lastOrder, sent, this.operation);
    // What the page saves of the turn before is late.
    this.host.refresh();
    return this.persist();
  }

  /** @param again in the form that was copied last; where nothing was copied yet, the user is asked for one */
  async copyAs(again: boolean): Promise<void> {
    await copyCallAs(this.services, this.operation, this.body(), again);
    this.host.refresh();
    this.host.takeFocusBack();
  }

  /** The order whose answer stands here, or null. */
  answered(): OrderId | null {
    return this.answer.current()?.order.id ?? null;
  }

  private async ledgerChanged(): Promise<void> {
    if (this.disposed || (await this.kept.look())) return;
    const came = await this.answer.follow();
    if (came || (await this.notice.hasChanged(this.operation, this.body()))) this.host.refresh();
  }

  /**
   * Something was erased by the user: an answer whose order is gone is shown no longer, whatever stands in the form. What
   * only retention takes stays in view: where little is kept, that is every answer at once.
   */
  async dropErased(): Promise<void> {
    if (await this.answer.drop()) this.host.refresh();
  }

  private async state(): Promise<FormState> {
    await this.back;
    const to = await this.services.sending.destination();
    const { operation } = this;
    const shown = await this.notice.show(to, operation, this.body());
    this.host.refreshAt(this.notice.changesAt);
    return {
      mode: 'form',
      ...shown,
      environment: environmentView(to, this.services.leavesFrom),
      ...this.draft.shown(),
      magic: to.sandbox === null ? [] : magicViews(operation, (await this.services.sandbox()).magic),
      call: this.out?.view() ?? null,
      answer: this.out === null ? this.answer.view(to.environment) : null,
      sameAsSent: await this.answer.isAnswerTo(this.body()),
      ...this.says.view(),
      ...copyAgain(this.services),
      l10n: vscode.l10n.bundle === undefined ? {} : pageTranslations(vscode.l10n.bundle),
    };
  }

  dispose(): void {
    this.disposed = true;
    this.bodies.closeSoon(this.page);
    this.stop();
    this.end.watch(this.services);
    for (const part of this.parts) part.dispose();
  }
}
