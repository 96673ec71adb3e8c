import * as vscode from 'vscode';
import { leaseMs } from '../../calls/batch/engine.ts';
import { operationOfBatch } from '../../calls/batch/planned.ts';
import type { RerunGroup } from '../../calls/batch/rerun.ts';
import { identityOf, originOf } from '../../calls/environments/environments.ts';
import type { Batch, BatchStore } from '../../calls/ports/batchPorts.ts';
import { type BatchId, batchId } from '../../calls/ports/ids.ts';
import type { Destination } from '../../calls/sending/ports.ts';
import { operations } from '../../contract/operations.ts';
import type { Operation } from '../../contract/shapes.ts';
import type { OperationId } from '../../contract/words.ts';
import { contextKeys } from '../../contributions.ts';
import { readOperation } from '../asking/arguments.ts';
import { pickOperation } from '../asking/askInput.ts';
import type { RuntimeServices } from '../base/services.ts';
import type { Proofs } from '../sending/proofs.ts';
import { BatchPages, leftRun } from './batchPage.ts';
import type { BatchRuns } from './batchRuns.ts';
import { standingOf } from './batchStatus.ts';
import { controlPress, goneWords, nothingLeft, takenWords } from './batchWords.ts';
import type { BatchCommand, BatchWork } from './batchWork.ts';
import { countRows } from './both/unfinished.ts';
import { chooseOrigin, type FileOrigin, sourceOf } from './chooseRows.ts';
import { confirmErasingBatch } from './confirmErasingBatch.ts';
import { controlBatch } from './controlBatch.ts';
import { operationByColumns } from './mapColumns.ts';
import { fileWithNumbers } from './numbersAgain.ts';
import { chooseBatch } from './pickBatch.ts';
import type { Planning } from './planBatch.ts';
import { rerunFailed } from './rerunFailed.ts';
import { openResults, startWithPlace } from './resultsPlace.ts';
import { resumeBatch } from './resumeBatch.ts';
import { reviewViewType } from './reviewPage.ts';
import { ReviewPages } from './reviewPages.ts';
import { RunningBatch } from './runningBatch.ts';
import type { RunProgress } from './runProgress.ts';
import { confirmStart, type Resumed, startOfBatch, type Told } from './startBatch.ts';
import { endOf } from './tellEnd.ts';
import { asSpoken } from './unreadableFile.ts';
import { writeResults } from './writeResults.ts';

const everyId: readonly OperationId[] = operations.map((operation) => operation.id);

/** Batches of this window; one runs at a time. */
export class BatchCommands implements BatchWork, BatchRuns {
  readonly services: RuntimeServices;
  private readonly proofs: Proofs;
  readonly reviews: ReviewPages;
  private readonly pages: BatchPages;
  private running: RunningBatch | null = null;
  /** From when it begins until it has ended. */
  private current: Batch | null = null;
  private ended: { readonly id: BatchId; readonly last: readonly number[] } | null = null;
  /** From the answer to a start's last question until the run has ended. */
  private busy = false;
  private ending: Promise<unknown> = Promise.resolve();
  private closing = false;
  private readonly changes = new vscode.EventEmitter<string>();
  readonly onDidChange = this.changes.event;

  constructor(services: RuntimeServices, proofs: Proofs) {
    this.services = services;
    this.proofs = proofs;
    this.reviews = new ReviewPages(this);
    this.pages = new BatchPages(this, reviewViewType);
  }

  run(command: BatchCommand, argument: unknown): Promise<void> {
    switch (command) {
      case 'runBatch':
        return this.fromRows(argument);
      case 'resumeBatch':
        return resumeBatch(this, argument);
      case 'rerunFailed':
        return rerunFailed(this, argument);
      case 'openBatch':
        return this.open(argument);
      case 'writeResults':
        return writeResults(this, argument);
      case 'eraseBatch':
        return this.erase(argument);
      case 'controlBatch':
        return controlBatch(this.running, this.proofs.take(argument, controlPress), (id) => this.follow(id));
    }
  }

  startActive(): boolean {
    return this.reviews.startActive() || this.pages.isActive();
  }

  async store(): Promise<BatchStore> {
    return (await this.services.ledger()).batches;
  }

  private async find(id: BatchId): Promise<Batch | null> {
    return (await this.store()).get(id, this.services.session, this.services.now());
  }

  /** Why it is not this window's. */
  private async lostWords(id: BatchId): Promise<string> {
    return (await this.find(id)) === null ? goneWords() : takenWords();
  }

  async get(id: BatchId): Promise<Batch> {
    const batch = await this.find(id);
    if (batch === null) throw new Error(goneWords());
    return batch;
  }

  async all(): Promise<readonly Batch[]> {
    return (await this.store()).list(this.services.session, this.services.now());
  }

  mustBeFree(): void {
    if (!this.busy) return;
    throw new Error(
      vscode.l10n.t('A batch is running in this window. Wait until it ends, or cancel it in the status bar.'),
    );
  }

  private async fromRows(argument: unknown): Promise<void> {
    const uri = argument instanceof vscode.Uri ? argument : null;
    const reading = readOperation(uri === null ? argument : undefined);
    if (reading.kind === 'bad') {
      throw new Error(
        vscode.l10n.t('{0} is not an operation. Use one of: {1}.', reading.shown, everyId.join(', ')),
      );
    }
    const origin = await chooseOrigin(uri);
    if (origin === undefined) return;
    const told = reading.kind === 'given' ? reading.value : await this.operationOf(origin);
    if (told !== null) return this.reviews.open(origin, told, reading.kind === 'given');
    const picked = await pickOperation(this.services, everyId, vscode.l10n.t('Run Batch'));
    if (picked !== undefined) await this.reviews.open(origin, picked.id, true);
  }

  /** By the names of the columns; null = they do not tell. */
  private async operationOf(origin: FileOrigin): Promise<OperationId | null> {
    const reader = await this.services.batchReader();
    const shape = await reader.look(await sourceOf(origin)).catch((error: unknown) => {
      throw asSpoken(error, origin);
    });
    return operationByColumns(this.services.operations(), shape)?.id ?? null;
  }

  /** Its rows that failed so, or with null those that wait, to be looked over as a new batch. */
  async review(from: Batch, groups: readonly RerunGroup[] | null): Promise<void> {
    await this.destinationOf(from);
    const { identity, origin } = from;
    const rows = { kind: 'batch', batch: from.id, name: from.source, identity, origin, groups } as const;
    const numbers = await fileWithNumbers(this.services, from, { ...rows, numbers: null });
    if (numbers !== undefined) await this.reviews.open({ ...rows, numbers }, from.operation);
  }

  restore(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const run = leftRun.safeParse(state);
    return run.success ? this.pages.restore(run.data.batch, panel) : this.reviews.restore(panel, state);
  }

  lastCalls(id: BatchId): readonly number[] {
    if (this.running?.batch.id === id) return this.running.lastCalls;
    return this.ended?.id === id ? this.ended.last : [];
  }

  async follow(id: BatchId, panel: vscode.WebviewPanel | null = null): Promise<void> {
    if (panel !== null) this.reviews.handOver(panel);
    await this.pages.open(id, panel);
  }

  progress(id: BatchId): RunProgress | null {
    const { current, running } = this;
    if (current?.id !== id) return null;
    const status = vscode.l10n.t('sending');
    return running?.progress ?? { ...standingOf(current), isPaused: false, status, pace: [] };
  }

  /** A new batch: its rows are written, then the user is asked, then it runs. Given up on the way, nothing of it stays. */
  async plan(planning: Planning): Promise<boolean> {
    const { operation, to, source } = planning;
    const store = await this.store();
    const id = batchId(this.services.newId());
    const { environment } = to;
    await store.create({
      id,
      operation: operation.id,
      environment: environment.name,
      identity: identityOf(environment),
      kind: environment.kind,
      origin: originOf(environment),
      source: source.name,
      createdAt: this.services.now(),
      baseUrl: environment.baseUrl,
      fields: operation.requestFields,
      columns: planning.columns,
    });
    let started = false;
    try {
      if (!(await planning.read(id))) return false;
      started = await this.start(await this.get(id), planning);
      return started;
    } finally {
      if (!started) await store.discard(id);
    }
  }

  private async start(batch: Batch, planning: Planning): Promise<boolean> {
    const { to, insteadOf, results } = planning;
    // What was to be left out is written as left out, and what was accepted all the same is named.
    const choice = { sendFlawed: true, sendPaid: false };
    const first = startOfBatch(batch, choice);
    if (first.rows === 0) {
      void vscode.window.showInformationMessage(nothingLeft(countRows(batch, () => true)));
      return false;
    }
    const check = await this.services.sending.look(this.operationFor(batch), to, null);
    const told = await confirmStart(batch, check, choice, first, planning.said);
    if (told === null) return false;
    const store = await this.store();
    await this.go(told, null, async () => {
      const started = { ...choice, insteadOf };
      await startWithPlace(results, await this.all(), (target) =>
        store.start(batch.id, { ...started, results: target }),
      );
      if (insteadOf !== null) this.changed(insteadOf.batch);
      return this.get(batch.id);
    });
    return true;
  }

  operationFor(batch: Batch): Operation {
    return operationOfBatch(batch, this.services.operation(batch.operation));
  }

  async go(told: Told, resumed: Resumed | null, begin: () => Promise<Batch>): Promise<void> {
    // The questions may have stood while another batch was started.
    this.mustBeFree();
    // Taken at once: what follows waits, and meanwhile another batch may be started or the window close.
    this.busy = true;
    const begun = begin();
    const run = async (batch: Batch): Promise<void> => {
      this.current = batch;
      await this.runToEnd(batch, told, resumed).catch((error: unknown) => {
        void vscode.window.showErrorMessage(error instanceof Error ? error.message : String(error));
      });
      this.current = null;
      this.changed(batch.id);
    };
    const free = (): void => {
      this.busy = false;
    };
    // Why it could not begin is told by whoever asked for it.
    this.ending = begun.then(run, () => undefined).finally(free);
    const { id } = await begun;
    // A new one has its page in the place of its review.
    if (resumed === null) return;
    await this.follow(id).catch(async (error: unknown) => {
      // Of one that is gone by now its run tells: how it ended, where little is kept, or that it was erased before.
      if ((await this.find(id)) !== null) throw error;
    });
  }

  private async runToEnd(batch: Batch, told: Told, resumed: Resumed | null): Promise<void> {
    const { services } = this;
    const ledger = await services.ledger();
    const held = await ledger.batches.hold(batch.id, services.session, services.now(), leaseMs);
    if (!held) throw new Error(await this.lostWords(batch.id));
    const results = await openResults(services, ledger, this.operationFor(batch), batch, resumed === null);
    const changed = (): void => this.changed(batch.id);
    const around = { changed, press: () => this.proofs.issue(controlPress) };
    const running = new RunningBatch(services, ledger.batches, batch, told, results, around, resumed);
    if (this.closing) {
      // It never ran: nothing was interrupted, and the next window may resume it.
      await ledger.batches.release(batch.id, services.session);
      await results?.close();
      return;
    }
    this.running = running;
    await vscode.commands.executeCommand('setContext', contextKeys.batchRunning, true);
    let tell: () => Promise<void>;
    try {
      const end = await running.untilEnd();
      if (end === 'taken') {
        void vscode.window.showWarningMessage(await this.lostWords(batch.id));
        return;
      }
      tell = await endOf(this, batch.id, (shown) => this.follow(shown));
    } finally {
      this.running = null;
      this.ended = { id: batch.id, last: running.lastCalls };
      // While it ran its rows were spared by the choice to keep little.
      await services.sending.forget();
      await vscode.commands.executeCommand('setContext', contextKeys.batchRunning, false);
    }
    if (this.closing) return;
    tell().catch((error: unknown) => services.log.error('batch', String(error)));
  }

  changed(batch: BatchId): void {
    this.changes.fire(batch);
  }

  destinationOf(batch: Batch): Promise<Destination> {
    const environment = this.services.environments.byIdentity(batch.identity);
    if (environment === undefined || originOf(environment) !== batch.origin) {
      throw new Error(
        vscode.l10n.t(
          'This batch was started for {0} at {1}, which is no longer in the settings. Add that environment again to go on.',
          batch.environment,
          batch.origin,
        ),
      );
    }
    return this.services.sending.destination(environment);
  }

  private async open(argument: unknown): Promise<void> {
    const batch = await chooseBatch(this, await this.all(), argument, vscode.l10n.t('Show Batch'));
    if (batch !== undefined) await this.follow(batch.id);
  }

  private async erase(argument: unknown): Promise<void> {
    const batch = await chooseBatch(this, await this.all(), argument, vscode.l10n.t('Erase Batch'));
    if (batch === undefined) return;
    if (!(await confirmErasingBatch(batch))) return;
    if (this.running?.batch.id === batch.id) this.mustBeFree();
    const erased = await (await this.store()).erase(batch.id, this.services.session, this.services.now());
    if (!erased) throw new Error(await this.lostWords(batch.id));
    this.changed(batch.id);
  }

  /** No further call leaves; resolves once the last one is written. */
  async finish(): Promise<void> {
    this.closing = true;
    this.running?.leave();
    await this.ending;
  }

  dispose(): void {
    this.reviews.dispose();
    this.pages.dispose();
    this.changes.dispose();
  }
}
