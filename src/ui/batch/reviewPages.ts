import * as vscode from 'vscode';
import { type PageId, pageId } from '../../calls/ports/ids.ts';
import type { OperationId } from '../../contract/words.ts';
import { ClosedPages } from '../shell/closedPages.ts';
import { erasedWords } from '../words/erasedWords.ts';
import type { BatchRuns } from './batchRuns.ts';
import type { Origin } from './chooseRows.ts';
import { decodeReview, isStarted, type KeptReview, leftState, newReview } from './reviewDraft.ts';
import { ReviewPage, reviewViewType } from './reviewPage.ts';

/** The reviews that are open in this window. */
export class ReviewPages implements vscode.Disposable {
  private readonly batches: BatchRuns;
  private readonly pages = new Set<ReviewPage>();
  private readonly closed: ClosedPages;

  constructor(batches: BatchRuns) {
    this.batches = batches;
    this.closed = new ClosedPages(batches.services.log);
  }

  async open(origin: Origin, operation: OperationId): Promise<void> {
    const open = [...this.pages].find((page) => page.isOf(origin, operation));
    if (open !== undefined) {
      open.host.panel.reveal();
      return;
    }
    const panel = vscode.window.createWebviewPanel(
      reviewViewType,
      vscode.l10n.t('Batch'),
      vscode.ViewColumn.Active,
      { enableFindWidget: true },
    );
    const { newId } = this.batches.services;
    await this.add(panel, pageId(newId()), 0, newReview(origin, operation));
  }

  /** After a reload of the window: the file is read again, and what was corrected or left out is so again. One that became a batch is over. */
  async restore(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const left = leftState.safeParse(state);
    const page = left.success ? pageId(left.data.review) : null;
    const ledger = await this.batches.services.ledger();
    const seen = page === null ? 0 : await ledger.draftErasures(page);
    const bytes = page === null ? null : await ledger.loadDraft(page);
    const kept = bytes instanceof Uint8Array ? decodeReview(bytes) : null;
    if (page === null || kept === null) {
      panel.dispose();
      if (bytes instanceof Uint8Array && isStarted(bytes)) return;
      void vscode.window.showInformationMessage(
        seen > 0
          ? erasedWords.reviewGone()
          : vscode.l10n.t(
              'The review of a batch could not be brought back. If the batch was started, Show Batch… tells what was sent; if not, open its file again.',
            ),
      );
      return;
    }
    await this.add(panel, page, seen, kept);
  }

  private async add(panel: vscode.WebviewPanel, id: PageId, seen: number, kept: KeptReview): Promise<void> {
    const page = new ReviewPage(this.batches, panel, { id, seen, kept });
    this.pages.add(page);
    panel.onDidDispose(() => {
      this.pages.delete(page);
      page.dispose();
      this.closed.closed(() => page.end());
    });
    await page.load();
  }

  /** The page presses its own button; false where none is the active tab. */
  startActive(): boolean {
    const active = [...this.pages].find(({ host }) => host.panel.active);
    active?.host.send();
    return active !== undefined;
  }

  /** What is kept of a page that is open does not age. */
  async renew(): Promise<void> {
    for (const page of this.pages) await page.keep();
  }

  /** The window closes or reloads: what is kept of a review brings it back. */
  windowEnds(): void {
    this.closed.windowEnds();
  }

  dispose(): void {
    this.windowEnds();
    for (const page of this.pages) page.dispose();
  }
}
