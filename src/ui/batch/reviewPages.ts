import * as vscode from 'vscode';
import { type PageId, pageId } from '../../calls/ports/ids.ts';
import type { OperationId } from '../../contract/words.ts';
import { ClosedPages } from '../shell/closedPages.ts';
import { type Hosts, hostsHere, LostPages } from '../shell/lostPages.ts';
import { handedBack, showUnshown } from '../shell/unshownTab.ts';
import { erasedWords } from '../words/erasedWords.ts';
import type { BatchRuns } from './batchRuns.ts';
import { isSameOrigin, type Origin } from './chooseRows.ts';
import { decodeReview, isStarted, leftState, newReview } from './reviewDraft.ts';
import { ReviewPage, type ReviewStart, reviewTitle, reviewViewType } from './reviewPage.ts';

/** Of pages, among all. */
const kind = 'review';

/** What is kept of a review, and what can be made of that. */
interface Left {
  readonly id: PageId;
  readonly seen: number;
  readonly kept: ReviewStart['kept'] | null;
  /** It became a batch. */
  readonly isOver: boolean;
  readonly isUnreadable: boolean;
}

/** Rows that are to be looked over. */
interface WantedRows {
  readonly origin: Origin;
  readonly operation: OperationId;
  /** See ReviewPages.open. */
  readonly isChosen: boolean;
}

/** Of reviews of the same rows the one for this operation, else, where that was only guessed, any. */
function theOne<Of>(
  ofRows: readonly Of[],
  operationOf: (one: Of) => OperationId,
  { operation, isChosen }: WantedRows,
): Of | undefined {
  return ofRows.find((one) => operationOf(one) === operation) ?? (isChosen ? undefined : ofRows[0]);
}

function gone(): string {
  return vscode.l10n.t(
    'The review of a batch could not be brought back. If the batch was started, Show Batch… tells what was sent; if not, open its file again.',
  );
}

/** The reviews that are open in this window. */
export class ReviewPages implements vscode.Disposable {
  private readonly batches: BatchRuns;
  private readonly pages = new Set<ReviewPage>();
  /** What each does as its panel is closed. */
  private readonly closing = new Map<vscode.WebviewPanel, vscode.Disposable>();
  private readonly closed: ClosedPages;
  private readonly lost: LostPages;
  /** Lost ones that cannot be read, of which the user knows. */
  private readonly told = new Set<PageId>();
  /** Pages that VS Code has handed back and that are not open yet. */
  private restoring: Promise<unknown> = Promise.resolve();

  constructor(batches: BatchRuns, hosts: Hosts = hostsHere) {
    this.batches = batches;
    this.closed = new ClosedPages(batches.services.log);
    this.lost = new LostPages(batches.services, hosts);
  }

  /**
   * @param isChosen its user has just said what the rows are for. Else that was guessed of their columns, and the review of these
   * rows is the one, whatever was chosen in it since
   */
  async open(origin: Origin, operation: OperationId, isChosen = false): Promise<void> {
    const wanted = { origin, operation, isChosen };
    if ((await this.shownBefore(wanted)) || this.reveal(wanted)) return;
    const left = await this.lostOf(wanted);
    // Asked twice at once, the first may have opened it meanwhile.
    if (this.reveal(wanted)) return;
    const { Active } = vscode.ViewColumn;
    const title = reviewTitle(origin);
    const panel = vscode.window.createWebviewPanel(reviewViewType, title, Active, { enableFindWidget: true });
    const { newId } = this.batches.services;
    await this.add(panel, left ?? { id: pageId(newId()), seen: 0, kept: newReview(origin, operation) });
  }

  /** Whether these rows are open, also in a tab that a reload left and nobody has shown since. */
  private async shownBefore(wanted: WantedRows): Promise<boolean> {
    const title = reviewTitle(wanted.origin);
    for (;;) {
      if (this.reveal(wanted)) return true;
      const before = this.pages.size;
      // A file of another folder may have the same name: the tab of one that is open must not be taken for a dead one.
      const open = [...this.pages].map(({ host }) => host.panel).filter((panel) => panel.title === title);
      if ((await showUnshown(reviewViewType, title, open)) !== 'shown') return false;
      await this.restoring;
      // It may have been that of the other file, and the next one be of these rows.
      if (this.pages.size <= before) return false;
    }
  }

  /** @returns false where none of these rows is open */
  private reveal(wanted: WantedRows): boolean {
    const ofRows = [...this.pages].filter((page) => page.isOf(wanted.origin));
    const open = theOne(ofRows, ({ operation }) => operation, wanted);
    open?.host.panel.reveal();
    return open !== undefined;
  }

  /** The one of these rows whose extension host is gone, as it was. */
  private async lostOf(wanted: WantedRows): Promise<ReviewStart | null> {
    const all = await this.lostHere();
    const ofRows = all.flatMap(({ id, seen, kept }) =>
      kept !== null && isSameOrigin(kept.origin, wanted.origin) ? [{ id, seen, kept }] : [],
    );
    const lost = theOne(ofRows, ({ kept }) => kept.choices.operation, wanted);
    if (lost !== undefined) return lost;
    for (const { id, isUnreadable } of all) {
      // It may be the one of these rows. What is kept of it stays: its key may be back another day.
      if (isUnreadable && !this.told.has(id)) {
        this.told.add(id);
        void vscode.window.showInformationMessage(gone());
      }
    }
    return null;
  }

  private async lostHere(): Promise<readonly Left[]> {
    try {
      return await Promise.all((await this.lost.lost(kind)).map((id) => this.left(id)));
    } catch (error) {
      this.batches.services.log.warn('lost reviews', error instanceof Error ? error.message : '');
      return [];
    }
  }

  private async left(id: PageId): Promise<Left> {
    const ledger = await this.batches.services.ledger();
    const seen = await ledger.draftErasures(id);
    const bytes = await ledger.loadDraft(id);
    const kept = bytes instanceof Uint8Array ? decodeReview(bytes) : null;
    const isOver = bytes instanceof Uint8Array && isStarted(bytes);
    return { id, seen, kept, isOver, isUnreadable: bytes !== null && kept === null && !isOver };
  }

  /** After a reload of the window: the file is read again, and what was corrected or left out is so again. One that became a batch is over. */
  restore(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    handedBack(panel);
    const back = this.bringBack(panel, state);
    this.restoring = Promise.allSettled([this.restoring, back]);
    return back;
  }

  private async bringBack(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const read = leftState.safeParse(state);
    const left = read.success ? await this.left(pageId(read.data.review)) : null;
    // Found by its note it may be open already: there is one page of a review.
    const open = [...this.pages].find(({ id }) => id === left?.id);
    if (open !== undefined) {
      if (open.host.panel !== panel) panel.dispose();
      open.host.panel.reveal();
      return;
    }
    if (left?.kept) {
      await this.add(panel, { ...left, kept: left.kept });
      return;
    }
    panel.dispose();
    if (left?.isOver) return;
    void vscode.window.showInformationMessage(
      left !== null && left.seen > 0 ? erasedWords.reviewGone() : gone(),
    );
  }

  private async add(panel: vscode.WebviewPanel, start: ReviewStart): Promise<void> {
    const page = new ReviewPage(this.batches, panel, start);
    this.pages.add(page);
    void this.lost.opened(kind, page.id);
    this.closing.set(
      panel,
      panel.onDidDispose(() => this.over(page)),
    );
    await page.load();
  }

  private over(page: ReviewPage): void {
    this.pages.delete(page);
    this.closing.delete(page.host.panel);
    page.dispose();
    this.closed.closed(async () => {
      await page.end();
      await this.lost.over(kind, page.id);
    });
  }

  /** Its batch was started: the review is over, and its panel is another page's. */
  handOver(panel: vscode.WebviewPanel): void {
    this.closing.get(panel)?.dispose();
    for (const page of this.pages) if (page.host.panel === panel) this.over(page);
  }

  /** The page presses its own button; false where none is the active tab. */
  startActive(): boolean {
    const active = [...this.pages].find(({ host }) => host.panel.active);
    active?.host.send();
    return active !== undefined;
  }

  /** What is kept of a page that is open does not age. */
  async renew(): Promise<void> {
    for (const page of this.pages) {
      await this.lost.opened(kind, page.id);
      await page.keep();
    }
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
