import * as vscode from 'vscode';
import type { FocusMessage, Reply, SendMessage } from '../../protocol/frames.ts';
import type { PageState, ToPage } from '../../protocol/messages.ts';
import { Replies } from './replies.ts';

/** What slides away call by call is shown once in this time. */
const leastMs = 1000;
/** Longest wait of a timer in one go: a computer that slept wakes up with old timers. */
const longestMs = 3_600_000;

/**
 * One webview panel's wiring: answers its requests and posts whole snapshots. A hidden page gets none (it has no
 * frame); it asks for the state again with its own `page/ready` when it is shown.
 */
export class PageHost<State = PageState> implements vscode.Disposable {
  readonly panel: vscode.WebviewPanel;
  private readonly build: () => Promise<State>;
  private readonly log: vscode.LogOutputChannel;
  private readonly parts: vscode.Disposable[] = [];
  private readonly now: () => number;
  private timer: NodeJS.Timeout | undefined;
  /** Tells a page that is loading its first state. */
  private first: NodeJS.Timeout | undefined;
  private ready = false;
  /** Has not asked for anything yet; VS Code keeps what we post until it can hear. */
  private loading = false;
  /** The last state a loading page was told, as JSON. */
  private told: string | null = null;
  /** What is shown has changed since it was first shown. */
  private isNew = false;
  private building = false;
  private again = false;
  private readonly waiting: (() => void)[] = [];
  private disposed = false;

  constructor(
    panel: vscode.WebviewPanel,
    reply: (raw: unknown) => Promise<Reply | null>,
    build: () => Promise<State>,
    log: vscode.LogOutputChannel,
    now: () => number = Date.now,
  ) {
    this.panel = panel;
    this.build = build;
    this.log = log;
    this.now = now;
    const replies = new Replies({ reply, post: (one) => this.post(one), unhanded: notHandedOver });
    this.parts.push(
      panel.webview.onDidReceiveMessage((raw: unknown) => replies.hear(raw)),
      panel.onDidChangeViewState(() => {
        if (panel.visible) return;
        this.ready = this.loading = false;
        this.refreshAt(null);
      }),
    );
  }

  /**
   * After a dialog of ours, once: where VS Code has given the focus back to the frame around the page, keys are lost. The
   * page knows whether it is there, and which of its elements had it. Revealing the panel would do harm: it puts the
   * focus on the frame again, for a moment in which a key is lost. Not where the user has gone on to another editor.
   */
  takeFocusBack(): void {
    // A panel that is closed throws at whoever asks it anything.
    if (!this.disposed && this.panel.active) void this.post({ kind: 'focus' });
  }

  /** The page sends what it holds now, as by its own button; it alone knows whether a key was pressed in it. */
  send(): void {
    if (this.ready) void this.post({ kind: 'send' });
  }

  /**
   * Gives the panel its page, unless it is closed meanwhile.
   * @param toldAfterMs the page takes a state before it asks for one: unless another one is shown within this time, the first one is
   *   told then; null = it asks
   */
  load(html: () => string, toldAfterMs: number | null): void {
    if (this.disposed) return;
    try {
      this.panel.webview.html = html();
      if (toldAfterMs === null || this.ready || !this.panel.visible) return;
      this.loading = true;
      this.told = null;
      if (toldAfterMs === 0 || this.isNew) this.refresh();
      else this.first = setTimeout(() => this.refresh(), toldAfterMs);
    } catch (error) {
      this.log.error('page', error instanceof Error ? error.message : '');
    }
  }

  /** To be called by the `page/ready` handler: from now on snapshots go out. */
  nowReady(): void {
    this.ready = true;
    this.loading = false;
  }

  /** Posts the newest state; calls that come while one is being built make one more at its end, not a queue. */
  refresh(): void {
    clearTimeout(this.first);
    this.isNew = true;
    if (this.building) {
      this.again = true;
      return;
    }
    this.building = true;
    void this.postState();
  }

  /**
   * The same at a moment to come, in place of the one that was said before; null = at none. A page that is hidden or closed has no
   * such timer: shown again, it asks.
   */
  refreshAt(at: number | null): void {
    clearTimeout(this.timer);
    if (at === null || this.disposed || !(this.ready || this.loading)) return;
    const wait = Math.min(longestMs, Math.max(leastMs, at - this.now()));
    this.timer = setTimeout(() => (this.now() < at ? this.refreshAt(at) : this.refresh()), wait);
    this.timer.unref();
  }

  /** The same; resolves once a state was posted that knows what is so now, or none can be. */
  refreshed(): Promise<void> {
    return new Promise((resolve) => {
      this.waiting.push(resolve);
      this.refresh();
    });
  }

  private async postState(): Promise<void> {
    const tell = (count: number): void => {
      for (const one of this.waiting.splice(0, count)) one();
    };
    do {
      this.again = false;
      const { length } = this.waiting;
      if (!this.ready && !this.loading) break;
      try {
        const told = this.tellState(await this.build());
        // VS Code keeps what a page is told while it loads: what changes meanwhile is not to wait until that is heard.
        if (this.loading) told.catch((error: unknown) => this.untold(error));
        else await told;
        tell(length);
      } catch (error) {
        // Whatever changed meanwhile is to be told all the same: it may be what the failure waits for.
        this.untold(error);
      }
    } while (this.again);
    this.building = false;
    tell(this.waiting.length);
  }

  /** A page that has yet to load and was told the same draws once. */
  private async tellState(state: State): Promise<void> {
    const words = this.loading ? JSON.stringify(state) : null;
    if (words !== null && words === this.told) return;
    this.told = words;
    await this.post({ kind: 'event', event: 'page/state', payload: state });
  }

  private untold(error: unknown): void {
    this.log.error('page state', error instanceof Error ? error.message : '');
  }

  private async post(message: ToPage<State> | FocusMessage | SendMessage): Promise<void> {
    // A page that its own request has closed hears no answer.
    if (this.disposed) return;
    await this.panel.webview.postMessage(message);
  }

  dispose(): void {
    this.disposed = true;
    clearTimeout(this.first);
    this.refreshAt(null);
    for (const part of this.parts) part.dispose();
  }
}

function notHandedOver(error: unknown): string {
  const why = error instanceof Error ? error.message : String(error);
  return vscode.l10n.t('The reply could not be handed to the page: {0}', why);
}
