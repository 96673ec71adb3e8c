import { setTimeout as sleep } from 'node:timers/promises';
import * as vscode from 'vscode';
import { BatchRun, leaseMs, type RunEnd, type RunStatus } from '../../calls/batch/engine.ts';
import { timeNeeded } from '../../calls/batch/estimate.ts';
import { type Environment, mayBill } from '../../calls/environments/environments.ts';
import type { Batch, BatchCall, BatchStore } from '../../calls/ports/batchPorts.ts';
import { BatchSender } from '../../calls/sending/batchSender.ts';
import type { Settled } from '../../calls/sending/wanted.ts';
import type { Phrase } from '../../contract/words.ts';
import { askRead } from '../asking/pressedUnread.ts';
import { settings } from '../base/both/settings.ts';
import { tellFailure } from '../base/both/tellFailure.ts';
import type { RuntimeServices } from '../base/services.ts';
import { choiceLabel } from '../sending/askAbout.ts';
import { fileWord } from '../words/both/fileWord.ts';
import { say } from '../words/both/translate.ts';
import { BatchStatusBar, type Standing, standingOf, statusWords } from './batchStatus.ts';
import { duration } from './batchWords.ts';
import type { ResultsFile } from './resultsFile.ts';
import { ResultsRefused } from './resultsHeld.ts';
import { unwritableResults } from './resultsPlace.ts';
import type { RunProgress } from './runProgress.ts';
import { allowancesOf, type Resumed, type Told } from './startBatch.ts';

const tickMs = 1000;
/** Calls of which the page of the batch lists the rows. */
const mostLast = 20;
const minuteMs = 60_000;

async function sleepUntilWoken(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined);
}

/** What a running batch tells those around it, and gets of them. */
interface Around {
  /** Rows of it have changed. */
  changed(): void;
  /** A proof for the next click on the status bar, see Proofs. */
  press(): string;
}

/** A batch that this window runs: the engine, what is shown of it, its results file. */
export class RunningBatch {
  readonly batch: Batch;
  private readonly services: RuntimeServices;
  private readonly store: BatchStore;
  private readonly sender: BatchSender;
  private readonly results: ResultsFile | null;
  private readonly run: BatchRun;
  private readonly around: Around;
  /** Where the pace is told from: a pause says nothing of it. */
  private since: { readonly at: number; readonly settled: number };
  /** When calls came to an end in the last minute; no time to come, as one from before the clock was set back. */
  private ends: number[] = [];
  private paused = false;
  private over = false;
  private bar: BatchStatusBar | null = null;
  /** Calls that came to an end last, the newest first. */
  private last: readonly number[] = [];
  private told: RunProgress | null = null;
  private counted: (Standing & { readonly at: number; readonly settled: number }) | null = null;

  constructor(
    services: RuntimeServices,
    store: BatchStore,
    batch: Batch,
    told: Told,
    results: ResultsFile | null,
    around: Around,
    resumed: Resumed | null = null,
  ) {
    this.services = services;
    this.store = store;
    this.batch = batch;
    const ended = (call: BatchCall, result: Settled): Promise<void> => this.ended(call, result);
    this.sender = new BatchSender(services.sending, batch, told, ended, resumed?.fields);
    this.results = results;
    this.around = around;
    this.since = { at: services.now(), settled: 0 };
    this.run = new BatchRun(
      {
        store,
        attempt: (call, lagMs, still) => this.sender.attempt(call, lagMs, still),
        now: services.now,
        sleep: sleepUntilWoken,
        changed: () => this.noticed(),
      },
      {
        batch: batch.id,
        holder: services.session,
        stopAfterFailures: settings.batchStopAfterFailures(),
        concurrency: settings.batchConcurrency(),
      },
    );
  }

  get status(): RunStatus {
    return this.run.status;
  }

  /** Null before it is told for the first time. */
  get progress(): RunProgress | null {
    return this.told;
  }

  get lastCalls(): readonly number[] {
    return this.last;
  }

  /** The status bar was clicked, or somebody called its command: the next click needs another proof. */
  pressed(): void {
    this.bar?.arm();
  }

  pause(): void {
    this.run.pause(null);
  }

  /**
   * Resumes where the user's own hand is certain and nothing is new to them; else asks once more, for any extension can
   * press for them.
   * @param lifts the wait that the service asked for goes, too
   */
  async resumeAsked(proven: boolean, lifts = false): Promise<void> {
    const { sending } = this.services;
    const environment = sending.ports.settings.environment(this.batch.identity);
    const guarded = environment === undefined || sending.isGuarded(environment);
    const { why } = this.run.status;
    const known = why === null ? [] : [why];
    const news = this.sender.news(why);
    const asks = guarded && (!proven || news.length > 0);
    const said = asks ? [...known, ...news] : known;
    if (asks && !(await this.confirmResume(environment, said))) return;
    if (lifts) await this.sender.lift();
    this.sender.goOn(said);
    this.run.resume();
  }

  private async confirmResume(
    environment: Environment | undefined,
    said: readonly Phrase[],
  ): Promise<boolean> {
    const resume = vscode.l10n.t('Resume');
    const lines = [
      ...said.map(say),
      environment !== undefined && mayBill(environment)
        ? vscode.l10n.t('Environment: {0} (live), {1}', environment.name, environment.baseUrl)
        : vscode.l10n.t('Environment: {0}', this.batch.environment),
    ];
    const question = vscode.l10n.t('Resume the batch of {0}?', fileWord(this.batch.source));
    return (await askRead(question, lines.join('\n'), [resume])) === resume;
  }

  cancel(): void {
    this.run.cancel();
  }

  /** The window closes. */
  leave(): void {
    this.run.leave();
  }

  /** Until nothing is under way any more and the results are written. */
  async untilEnd(): Promise<RunEnd> {
    const bar = new BatchStatusBar(this.batch, this.around.press);
    this.bar = bar;
    const heart = setInterval(() => void this.run.beat().catch(this.failed('batch lease')), leaseMs / 3);
    const show = (): void => void this.show(bar).catch(this.failed('batch progress'));
    const ticker = setInterval(show, tickMs);
    let end: RunEnd | null = null;
    try {
      show();
      await this.completeFirst();
      // Before it is given back: then it may be forgotten, or another window begin to write.
      end = await this.run.run((how) => this.completed(how));
      return end;
    } finally {
      clearInterval(ticker);
      this.over = true;
      clearInterval(heart);
      this.bar = null;
      bar.dispose();
      await this.closeResults(end === 'taken');
      this.around.changed();
    }
  }

  /** What earlier runs left out. A run that cannot begin gives the batch back: nothing was interrupted. */
  private async completeFirst(): Promise<void> {
    try {
      await this.results?.complete();
    } catch (error) {
      this.leave();
      await this.store.release(this.batch.id, this.services.session);
      throw unwritableResults(error);
    }
  }

  /** @param how a window that closes has no time for rows of which nothing came yet: the next one has */
  private async completed(how: RunEnd): Promise<void> {
    try {
      await this.results?.complete(true, how !== 'left');
    } catch (error) {
      // In the words of whoever reads it.
      throw error instanceof ResultsRefused ? new Error(say(error.why)) : error;
    }
  }

  /** The batch has ended all the same: a file that another program holds open cannot be exchanged. */
  private async closeResults(taken: boolean): Promise<void> {
    try {
      await this.results?.close(taken);
    } catch (error) {
      if (error instanceof ResultsRefused) return void vscode.window.showWarningMessage(say(error.why));
      const why = error instanceof Error ? error.message : String(error);
      void vscode.window.showWarningMessage(
        vscode.l10n.t(
          'The results file has every row, but in the order of the answers, and perhaps not a column for each result field: {0}. “Write Results of a Batch…” writes it anew.',
          why,
        ),
      );
    }
  }

  private failed(what: string): (error: unknown) => void {
    return (error) => this.services.log.warn(what, error instanceof Error ? error.message : '');
  }

  private async ended(call: BatchCall, { settlement }: Settled): Promise<void> {
    this.ends.push(this.services.now());
    this.last = [call.call, ...this.last].slice(0, mostLast);
    await this.writing(this.results?.add(call, settlement));
  }

  private async writing(work: Promise<void> | undefined): Promise<void> {
    try {
      await work;
    } catch (error) {
      // The file hands it over again; sending on while it stands still would surprise.
      const said = error instanceof Error ? error.message : String(error);
      const why = error instanceof ResultsRefused ? say(error.why) : said;
      this.run.pause({ text: 'The results file could not be written: {0}', args: [why] });
    }
  }

  /** A pause that the user did not ask for is told once, with what can be done. */
  private noticed(): void {
    const { phase, why, settled } = this.run.status;
    if (phase !== 'paused') {
      if (this.paused) this.since = { at: this.services.now(), settled };
      this.paused = false;
    } else if (!this.paused) {
      this.paused = true;
      void this.writing(this.results?.save(false));
      if (why === null) return;
      this.tellPause(say(why)).catch((error: unknown) => {
        this.failed('batch pause')(error);
        tellFailure(error);
      });
    }
  }

  private async tellPause(why: string): Promise<void> {
    const resume = vscode.l10n.t('Resume');
    const cancel = vscode.l10n.t('Cancel Batch');
    const lift = vscode.l10n.t('Lift the Wait and Resume');
    const words = vscode.l10n.t('The batch of {0} is paused: {1}', fileWord(this.batch.source), why);
    const { remedy } = this.run.status;
    const { ports } = this.services.sending;
    const environment = ports.settings.environment(this.batch.identity);
    const elsewhere = remedy?.kind === 'lift' || environment === undefined ? null : remedy;
    const mending = elsewhere === null ? [] : [choiceLabel(elsewhere)];
    const buttons = remedy?.kind === 'lift' ? [lift, cancel] : [...mending, resume, cancel];
    const answer = await vscode.window.showWarningMessage(words, ...buttons);
    if (answer !== undefined && this.over) {
      // A notification stays until it is answered; a new run of the batch has its own.
      throw new Error(
        vscode.l10n.t('This run of the batch has ended. What runs now is controlled from the status bar.'),
      );
    }
    if (answer === lift || answer === resume) await this.resumeAsked(false, answer === lift);
    if (answer === cancel) this.cancel();
    if (elsewhere === null || environment === undefined || answer !== mending[0]) return;
    await ports.goElsewhere(elsewhere, environment, this.batch.operation);
    // Whether what was set is enough is found as it goes on, which is for its user to say.
    if (this.run.status.phase === 'paused') await this.tellPause(why);
  }

  private async show(bar: BatchStatusBar): Promise<void> {
    const now = this.services.now();
    const standing = await this.standing(now);
    void this.writing(this.results?.save(true));
    if (standing === null) return;
    bar.show(this.run.status, standing, now);
    const status = statusWords(this.run.status, now);
    const isPaused = this.run.status.phase === 'paused';
    const goesOn = !isPaused && !this.run.status.ending;
    const pace = goesOn ? await this.pace(standing.total - standing.ended, now) : [];
    this.told = { ...standing, isPaused, status, pace };
    this.around.changed();
  }

  /** Counted in the ledger now and then, the oftener the fewer rows there are; in between by what came to an end. */
  private async standing(now: number): Promise<Standing | null> {
    const { settled } = this.run.status;
    if (this.counted === null || now >= this.counted.at + this.counted.total / 5) {
      const batch = await this.store.get(this.batch.id, this.services.session, now);
      if (batch === null) return null;
      this.counted = { ...standingOf(batch), at: now, settled };
    }
    const { ended, total, settled: before } = this.counted;
    return { total, ended: Math.min(total, ended + this.run.status.settled - before) };
  }

  /** Calls of the last minute, and the time that is left. */
  private async pace(left: number, now: number): Promise<string[]> {
    this.ends = this.ends.filter((at) => at > now - minuteMs && at <= now);
    const words = [vscode.l10n.t('{0} in the last minute', this.ends.length)];
    const { sending } = this.services;
    const environment = sending.ports.settings.environment(this.batch.identity);
    if (environment === undefined) return words;
    const operation = this.services.operation(this.batch.operation);
    const to = await sending.destination(environment);
    const allowances = allowancesOf(await sending.look(operation, to, null));
    const settled = this.run.status.settled - this.since.settled;
    const byRate = settled === 0 ? 0 : (left * (now - this.since.at)) / settled;
    // Where no limit holds it up it takes as long as its calls do.
    const needed = timeNeeded(left, allowances) || byRate;
    const time = Math.max(needed, (this.run.status.until ?? now) - now);
    if (time > 0) words.push(vscode.l10n.t('about {0} left', duration(time)));
    return words;
  }
}
