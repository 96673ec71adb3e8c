import * as vscode from 'vscode';
import * as z from 'zod/mini';
import type { Batch, BatchRow, BatchStore } from '../../calls/ports/batchPorts.ts';
import { type BatchId, batchId } from '../../calls/ports/ids.ts';
import { commandIds } from '../../contributions.ts';
import type { RunListing, RunRequests, RunState } from '../../protocol/batchRun.ts';
import type { HandlersOf } from '../../protocol/frames.ts';
import { Coalesced } from '../base/both/coalesced.ts';
import { answerWith } from '../shell/inbound.ts';
import { PageHost } from '../shell/pageHost.ts';
import { dressPage } from '../shell/pageHtml.ts';
import { watchLedger } from '../shell/watchLedger.ts';
import { type CountedBatch, type RunStore, rowsOfBatch, runState } from './batchPageState.ts';
import type { BatchRuns } from './batchRuns.ts';
import { batchTitle } from './batchWords.ts';
import { showResults } from './resultsPlace.ts';
import { runInbound } from './runInbound.ts';

/** A running batch changes several times a second; its page follows once in this time. */
const settleMs = 1000;

/** A batch is counted anew once in this time for each row of it: that reads every row. */
const countMsPerRow = 0.2;

/** What the page leaves in the workbench's own storage. */
export const leftRun = z.object({ batch: z.string().check(z.minLength(1), z.maxLength(200)) });

/** The page of one batch that was started: how it goes on, what its rows came to. Follows the ledger while it is open. */
export class BatchPage implements vscode.Disposable {
  readonly host: PageHost<RunState>;
  private readonly batches: BatchRuns;
  private readonly id: BatchId;
  private readonly parts: vscode.Disposable[] = [];
  private counted: (CountedBatch & { readonly at: number; readonly ran: boolean }) | null = null;
  /** Undefined = nothing was chosen yet. */
  private listing: RunListing | null | undefined;
  private group: {
    readonly counted: CountedBatch;
    readonly what: string;
    readonly rows: Promise<readonly BatchRow[]>;
  } | null = null;

  constructor(batches: BatchRuns, panel: vscode.WebviewPanel, batch: Batch) {
    this.batches = batches;
    this.id = batch.id;
    const { services } = batches;
    const handlers = this.handlers();
    this.host = new PageHost<RunState>(
      panel,
      (raw) => answerWith<RunRequests>(runInbound, handlers, raw),
      () => this.state(),
      services.log,
    );
    const looks = new Coalesced(settleMs, () => void this.look().catch(this.failed));
    const changed = batches.onDidChange((id) => id === batch.id && looks.ask());
    this.parts.push(this.host, looks, changed, { dispose: watchLedger(services, settleMs, looks.ask) });
    panel.title = batchTitle(batch);
    dressPage(this.host, services.extensionUri, 'review', 'checklist');
  }

  private readonly failed = (error: unknown): void =>
    this.batches.services.log.warn('batch page', error instanceof Error ? error.message : '');

  /** Of one that was erased nothing is shown any more. */
  private async look(): Promise<void> {
    const store = await this.batches.store();
    const { rows } = await store.rows(this.id, null, 1);
    if (rows.length === 0) this.host.panel.dispose();
    else this.host.refresh();
  }

  private handlers(): HandlersOf<RunRequests> {
    const run = async (command: string, ...given: readonly string[]): Promise<null> => {
      await vscode.commands.executeCommand(command, ...given);
      return null;
    };
    return {
      'page/ready': async () => {
        this.host.nowReady();
        return this.state();
      },
      'run/show': async (listing) => {
        this.listing = listing;
        this.host.refresh();
        return null;
      },
      'run/openOrder': async ({ row: of }) => {
        const store = await this.batches.store();
        const [found] = (await store.rows(this.id, of === 0 ? null : of - 1, 1)).rows;
        return found?.order == null ? null : run(commandIds.openOrder, found.order);
      },
      'run/control': () => run(commandIds.controlBatch),
      'run/resume': () => run(commandIds.resumeBatch, this.id),
      'run/again': () => run(commandIds.rerunFailed, this.id),
      'run/writeResults': () => run(commandIds.writeResults, this.id),
      'run/openResults': async () => {
        const { results } = await this.batches.get(this.id);
        if (results !== null) await showResults(results.file);
        return null;
      },
    };
  }

  private async state(): Promise<RunState> {
    const store = await this.batches.store();
    const progress = this.batches.progress(this.id);
    const counted = await this.count(progress !== null);
    const last = this.batches.lastCalls(this.id);
    // Where this window saw no answer there are no last ones: all are listed.
    const first = last.length === 0 && progress === null ? { group: null, offset: 0 } : null;
    const listing = this.listing === undefined ? first : this.listing;
    return runState(this.reading(store, counted), counted, progress, listing, last);
  }

  /** A group is read as seldom as it is counted, for that, too, reads every row. */
  private reading(store: BatchStore, counted: CountedBatch): RunStore {
    return {
      rows: (...asked) => store.rows(...asked),
      callRows: (...asked) => store.callRows(...asked),
      rowsIn: (...asked) => {
        const what = JSON.stringify(asked);
        if (this.group?.counted !== counted || this.group.what !== what)
          this.group = { counted, what, rows: store.rowsIn(...asked) };
        return this.group.rows;
      },
    };
  }

  /** @param runs here: once it has ended it is counted at once */
  private async count(runs: boolean): Promise<CountedBatch> {
    const now = this.batches.services.now();
    const before = this.counted;
    const next = before === null ? now : before.at + rowsOfBatch(before.batch) * countMsPerRow;
    if (before !== null && now >= before.at && now < next && before.ran === runs) {
      this.host.refreshAt(next);
      return before;
    }
    const store = await this.batches.store();
    const batch = await this.batches.get(this.id);
    // That its window is gone nobody tells: its hold runs out.
    if (batch.heldElsewhere) this.host.refreshAt(now + settleMs * 5);
    const [outcomes, billed] = [await store.outcomes(this.id), await store.billed(this.id)];
    this.counted = { batch, outcomes, billed, at: now, ran: runs };
    return this.counted;
  }

  dispose(): void {
    for (const part of this.parts.splice(0)) part.dispose();
  }
}

/** The pages of started batches that are open in this window, one for each. */
export class BatchPages implements vscode.Disposable {
  private readonly batches: BatchRuns;
  private readonly viewType: string;
  private readonly pages = new Map<BatchId, BatchPage>();

  constructor(batches: BatchRuns, viewType: string) {
    this.batches = batches;
    this.viewType = viewType;
  }

  /** @param panel that it is to stand in, null = one of its own */
  async open(id: BatchId, panel: vscode.WebviewPanel | null): Promise<void> {
    const batch = await this.batches.get(id);
    const open = this.pages.get(id);
    if (open !== undefined) {
      if (open.host.panel !== panel) panel?.dispose();
      open.host.panel.reveal();
      return;
    }
    const { Active } = vscode.ViewColumn;
    const options = { enableFindWidget: true };
    const title = batchTitle(batch);
    const own = panel ?? vscode.window.createWebviewPanel(this.viewType, title, Active, options);
    const page = new BatchPage(this.batches, own, batch);
    this.pages.set(id, page);
    own.onDidDispose(() => {
      this.pages.delete(id);
      page.dispose();
    });
  }

  /** One is in front, which has nothing to start any more. */
  isActive(): boolean {
    return [...this.pages.values()].some(({ host }) => host.panel.active);
  }

  /** After a reload of the window. Of one that was erased nothing is left. */
  async restore(id: string, panel: vscode.WebviewPanel): Promise<void> {
    const { services } = this.batches;
    const store = await this.batches.store();
    const there = await store.get(batchId(id), services.session, services.now());
    if (there === null) panel.dispose();
    else await this.open(there.id, panel);
  }

  dispose(): void {
    for (const page of this.pages.values()) page.dispose();
  }
}
