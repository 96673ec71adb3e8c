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
  private ready = false;
  /** Has not asked for anything yet; VS Code keeps what we post until it can hear. */
  private loading = false;
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
   * @param isTold whether the page takes a state before it asks for one
   */
  load(html: () => string, isTold: boolean): void {
    if (this.disposed) return;
    try {
      this.panel.webview.html = html();
      if (!isTold || !this.panel.visible) return;
      this.loading = true;
      this.refresh();
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
        await this.post({ kind: 'event', event: 'page/state', payload: await this.build() });
        tell(length);
      } catch (error) {
        // Whatever changed meanwhile is to be told all the same: it may be what the failure waits for.
        this.log.error('page state', error instanceof Error ? error.message : '');
      }
    } while (this.again);
    this.building = false;
    tell(this.waiting.length);
  }

  private async post(message: ToPage<State> | FocusMessage | SendMessage): Promise<void> {
    // A page that its own request has closed hears no answer.
    if (this.disposed) return;
    await this.panel.webview.postMessage(message);
  }

  dispose(): void {
    this.disposed = true;
    this.refreshAt(null);
    for (const part of this.parts) part.dispose();
  }
}

function notHandedOver(error: unknown): string {
  const why = error instanceof Error ? error.message : String(error);
  return vscode.l10n.t('The reply could not be handed to the page: {0}', why);
}
