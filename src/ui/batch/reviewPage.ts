import * as vscode from 'vscode';
import type { ReviewRow } from '../../calls/batch/reviewRow.ts';
import type { BatchId, PageId } from '../../calls/ports/ids.ts';
import type { OperationId } from '../../contract/words.ts';
import { commandIds } from '../../contributions.ts';
import type { ReviewRequests, ReviewState } from '../../protocol/batchReview.ts';
import type { HandlersOf } from '../../protocol/frames.ts';
import { answerWith, PageFailure } from '../shell/inbound.ts';
import { KeptPage } from '../shell/keptPage.ts';
import { PageHost } from '../shell/pageHost.ts';
import { dressPage } from '../shell/pageHtml.ts';
import { watchLedger } from '../shell/watchLedger.ts';
import { erasedWords } from '../words/erasedWords.ts';
import type { BatchRuns } from './batchRuns.ts';
import { type Origin, originName, pickFile } from './chooseRows.ts';
import { ChosenResults } from './chosenResults.ts';
import { ownColumns } from './mapColumns.ts';
import { planReviewed } from './planBatch.ts';
import { encodeReview, encodeStarted, type KeptReview } from './reviewDraft.ts';
import { reviewInbound } from './reviewInbound.ts';
import { ReviewPlan } from './reviewPlan.ts';
import { earlierWords, renewedWords, saidOf } from './reviewWords.ts';
import { chooseGroup, chooseRow, correctRow } from './rowChanges.ts';
import { shownReview } from './shownReview.ts';
import { openAt } from './unreadableFile.ts';
import { watchOrigin } from './watchOrigin.ts';

export const reviewViewType = 'verificationExplorer.batchReview';

export function reviewTitle(origin: Origin): string {
  return vscode.l10n.t('Batch of {0}', originName(origin));
}

/** Orders of other pages change the budget; the summary follows once in this time. */
const settleMs = 1000;

export interface ReviewStart {
  readonly id: PageId;
  /** Erasures known of what is kept of it. */
  readonly seen: number;
  readonly kept: KeptReview;
}

/** The review of one batch before its start: rows, what was found about them, what it costs. */
export class ReviewPage implements vscode.Disposable {
  readonly host: PageHost<ReviewState>;
  private readonly batches: BatchRuns;
  readonly id: PageId;
  private readonly plan: ReviewPlan;
  private readonly kept: KeptPage;
  private readonly parts: vscode.Disposable[] = [];
  private watcher: vscode.Disposable | null = null;
  private readonly results: ChosenResults;
  private notice = '';
  private starting = false;
  private started = false;
  private plannedAs: BatchId | null = null;
  private disposed = false;

  constructor(batches: BatchRuns, panel: vscode.WebviewPanel, { id, seen, kept }: ReviewStart) {
    this.batches = batches;
    this.id = id;
    this.results = new ChosenResults(kept.results);
    const { services } = batches;
    this.kept = new KeptPage(services, id, seen, () => this.forget());
    this.plan = new ReviewPlan(services, kept.origin, kept.choices, () => this.refresh());
    const handlers = this.handlers();
    this.host = new PageHost<ReviewState>(
      panel,
      (raw) => answerWith<ReviewRequests>(reviewInbound, handlers, raw),
      () => this.state(),
      services.log,
    );
    this.parts.push(
      this.host,
      services.environments.onDidChange(this.lookAgain),
      services.keys.onDidChange(() => this.refresh()),
      services.onDidChangeFields(this.lookAgain),
      vscode.workspace.onDidSaveTextDocument(this.lookAgain),
    );
    this.watch(kept.origin);
    dressPage(this.host, services.extensionUri, 'review', 'checklist');
  }

  private readonly failed = (error: unknown): void =>
    this.batches.services.log.warn('batch review', error instanceof Error ? error.message : '');

  private readonly lookAgain = (): void => void this.lookForChanges().catch(this.failed);

  private watch(origin: Origin): void {
    this.host.panel.title = reviewTitle(origin);
    this.watcher?.dispose();
    this.watcher = watchOrigin(origin, this.lookAgain);
  }

  isOf(origin: Origin): boolean {
    return this.plan.isOf(origin);
  }

  get operation(): OperationId {
    return this.plan.operation.id;
  }

  /** To be called once: reads the file, and from then on follows what the summary rests on. */
  async load(): Promise<void> {
    const { services } = this.batches;
    const look = async (): Promise<void> => {
      // Rows of an earlier batch stand in no file: where one was erased there, it goes here, too.
      if (!(await this.kept.look()) && this.plan.origin.kind === 'batch') await this.lookForChanges();
      this.refresh();
    };
    this.parts.push({ dispose: watchLedger(services, settleMs, look) });
    await this.changing(() => this.plan.load());
  }

  private refresh(): void {
    if (!this.disposed) this.host.refresh();
  }

  /** After a change the user made: said no more, kept, shown. */
  private async changing(work: () => Promise<void>): Promise<void> {
    this.notice = '';
    await work();
    await this.keep();
    this.refresh();
  }

  async keep(): Promise<void> {
    if (this.disposed || this.started) return;
    const { origin, choices } = this.plan;
    const bytes = encodeReview({ origin, results: this.results.choice, choices });
    if (bytes !== null) await this.kept.save(bytes);
  }

  /**
   * An input that a correction holds, or a row left out, was erased: the file's own rows stand as before. What stood in an
   * editor is here alone, so nothing of it may stay.
   */
  private forget(): void {
    const { origin } = this.plan;
    if (origin.kind === 'text') {
      this.host.panel.dispose();
      void vscode.window.showInformationMessage(erasedWords.rows(originName(origin)));
      return;
    }
    this.changing(() => this.plan.open(origin))
      .then(() => {
        this.notice = erasedWords.review();
        this.refresh();
      })
      .catch(this.failed);
  }

  /** Whether what the review rests on has changed: then the rows are looked at anew, and it is said. */
  private async lookForChanges(): Promise<boolean> {
    return this.starting || this.disposed ? false : this.lookAnew();
  }

  private async lookAnew(): Promise<boolean> {
    const why = await this.plan.stale();
    if (why === null) {
      this.plan.freshen();
      this.refresh();
      return false;
    }
    await this.plan.settled();
    const accepted = this.plan.review?.hasAccepted ?? false;
    await this.plan.renew(why);
    const lost = this.plan.review?.lost ?? 0;
    this.notice = renewedWords(why, this.plan.environment.name, accepted, lost);
    await this.keep();
    this.refresh();
    return true;
  }

  private handlers(): HandlersOf<ReviewRequests> {
    const { plan } = this;
    const change = async (work: () => Promise<void> | void): Promise<null> => {
      // What is asked about must be what leaves.
      if (this.starting)
        throw new Error(vscode.l10n.t('The batch is being started: answer the question first.'));
      await this.changing(async () => work());
      // The page keeps what was chosen on the screen until this is answered.
      await this.host.refreshed();
      return null;
    };
    const said = (work: () => Promise<string>): Promise<null> =>
      change(async () => {
        this.notice = await work();
      });
    // Rows of an earlier batch stand in no file, and go nowhere else.
    const ofFile = (work: () => Promise<void>): Promise<null> => {
      if (plan.origin.kind === 'batch') throw new PageFailure('invalid', earlierWords(plan.origin));
      return change(work);
    };
    return {
      'page/ready': async () => {
        this.host.nowReady();
        return this.state();
      },
      'review/operation': ({ operation }) => ofFile(() => plan.setOperation(operation)),
      'review/header': ({ header }) => ofFile(() => plan.setHeader(header)),
      'review/source': ({ field, source }) => ofFile(() => plan.setSource(field, source)),
      'review/show': async (shown) => {
        plan.shown = shown;
        this.refresh();
        return null;
      },
      'review/chooseGroup': (of) => change(() => chooseGroup(plan.rowsOf(of.plan), of)),
      'review/chooseRow': (of) => said(() => chooseRow(plan.rowsOf(of.plan), of)),
      'review/reveal': async (of) => plan.rowsOf(of.plan).valuesOf(of.row),
      'review/correct': (of) => said(() => correctRow(plan.rowsOf(of.plan), of.row, of.values)),
      'review/undo': (of) => said(() => correctRow(plan.rowsOf(of.plan), of.row, null)),
      'review/results': ({ choice }) => change(() => this.results.choose(choice)),
      'review/resultsFile': () => change(() => this.askFile()),
      'review/otherFile': () => ofFile(() => this.otherFile()),
      ...this.elsewhere(),
      'review/start': async () => {
        await this.start();
        return null;
      },
    };
  }

  private elsewhere(): Pick<
    HandlersOf<ReviewRequests>,
    'review/openAtProblem' | 'review/openOrder' | 'review/setPrice' | 'review/switchEnvironment'
  > {
    const run = async (command: string, ...given: readonly string[]): Promise<null> => {
      await vscode.commands.executeCommand(command, ...given);
      return null;
    };
    return {
      'review/openAtProblem': () => openAt(this.plan.origin, this.plan.noRows.line),
      'review/openOrder': (of) => run(commandIds.openOrder, this.orderOf(of)),
      'review/setPrice': () => run(commandIds.setPrice, this.plan.operation.id, this.plan.environment.name),
      'review/switchEnvironment': () => run(commandIds.selectEnvironment),
    };
  }

  private orderOf(of: ReviewRequests['review/openOrder']['params']): string {
    const review = this.plan.rowsOf(of.plan);
    const { openTwins, paidTwins } = review.row(of.row);
    return openTwins[0] ?? paidTwins[0] ?? review.acceptedOf(of.row)[0] ?? '';
  }

  private askFile(): Promise<void> {
    return this.results.ask(this.plan.source);
  }

  private async otherFile(): Promise<void> {
    const origin = await pickFile();
    if (origin === undefined) return;
    this.watch(origin);
    this.results.choose(this.results.choice);
    await this.plan.open(origin);
  }

  private async isPlaceKept(): Promise<boolean> {
    const words = await this.results.writtenSince();
    if (words === null) return true;
    this.notice = words;
    this.refresh();
    return false;
  }

  private async start(): Promise<void> {
    if (this.starting || this.started || this.disposed) return;
    this.batches.mustBeFree();
    const of = this.plan.plan;
    this.starting = true; // Before the file is asked for: a second press meanwhile is none.
    try {
      if (!(await this.lookAnew()) && (await this.isPlaceKept()) && (await this.startOnce(of))) {
        this.started = true;
        // Kept or not, the page is over; closed, it tries anew.
        await this.end().catch(this.failed);
        if (this.plannedAs === null) this.host.panel.dispose();
        else await this.batches.follow(this.plannedAs, this.host.panel);
      }
    } finally {
      // Also of what came while the question stood: the next start is not refused for it once more.
      if (!this.started) await this.isPlaceKept();
      this.starting = false;
    }
    // What changed while the question stood.
    if (!this.started) await this.lookForChanges();
  }

  /** It is closed for good. Of one whose batch was started a word stays. */
  end(): Promise<void> {
    return this.started ? this.kept.end(encodeStarted()) : this.kept.remove();
  }

  /** @param of the plan that its user saw as they pressed: no other rows leave for that */
  private async startOnce(of: number): Promise<boolean> {
    const { plan } = this;
    plan.rowsOf(of);
    const { source } = plan;
    if (source === null) return false;
    if ((await this.results.wanted(source))?.place === null) {
      await this.askFile();
      // What changed while the question stood.
      if (await this.lookAnew()) return false;
    }
    const wanted = await this.results.wanted(source);
    if (wanted?.place === null) return false;
    const { services } = this.batches;
    const ledger = await services.ledger();
    const to = await services.sending.destination(plan.environment);
    // A row corrected just before the press leaves as it was corrected; from then on nothing is changed.
    await plan.settled();
    const review = plan.rowsOf(of);
    const { mapping, operation, kept, insteadOf } = plan;
    if (mapping === null) return false;
    const results =
      wanted === null ? null : { format: wanted.format, masked: wanted.masked, ...wanted.place };
    const ownOf = ({ row, cells }: ReviewRow): readonly string[] | null =>
      kept === null ? (results === null ? null : cells) : (kept.own[row] ?? null);
    const read = async (id: BatchId): Promise<boolean> => {
      this.plannedAs = id;
      if (!(await planReviewed(ledger, id, review, ownOf))) return false;
      // What was erased while it was written would stand in the history anew.
      return (await plan.isStillKept()) && plan.review === review;
    };
    return this.batches.plan({
      operation,
      to,
      source,
      read,
      insteadOf,
      results,
      columns: kept?.columns ?? (results === null ? [] : ownColumns(operation, mapping)),
      said: saidOf(review, results),
    });
  }

  private async state(): Promise<ReviewState> {
    const { plan, results, id } = this;
    const view = await shownReview(this.batches.services, plan, results);
    return { ...view, id, notice: this.notice };
  }

  dispose(): void {
    this.disposed = true;
    this.watcher?.dispose();
    for (const part of this.parts.splice(0)) part.dispose();
  }
}
