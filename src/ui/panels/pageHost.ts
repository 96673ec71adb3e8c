import type * as vscode from 'vscode';
import type { FocusMessage, PageState, ToPage } from '../../protocol/messages.ts';

/** A dialog's answer is here before the dialog has given the focus back, by as much as the workbench is busy. */
const focusAfterMs = [0, 100, 300];

/**
 * One webview panel's wiring: answers its requests and posts whole snapshots. A hidden page gets none (it has no
 * frame); it asks for the state again with its own `page/ready` when it is shown.
 */
export class PageHost<State = PageState> implements vscode.Disposable {
  readonly panel: vscode.WebviewPanel;
  private readonly build: () => Promise<State>;
  private readonly log: vscode.LogOutputChannel;
  private readonly parts: vscode.Disposable[] = [];
  private timers: NodeJS.Timeout[] = [];
  private ready = false;
  private building = false;
  private again = false;
  private disposed = false;

  constructor(
    panel: vscode.WebviewPanel,
    reply: (raw: unknown) => Promise<ToPage<State> | null>,
    build: () => Promise<State>,
    log: vscode.LogOutputChannel,
  ) {
    this.panel = panel;
    this.build = build;
    this.log = log;
    this.parts.push(
      panel.webview.onDidReceiveMessage(async (raw: unknown) => {
        const message = await reply(raw);
        if (message !== null) await this.post(message);
      }),
      panel.onDidChangeViewState(() => {
        if (!panel.visible) this.ready = false;
      }),
    );
  }

  /**
   * After a dialog of ours: VS Code gives the focus back to the frame around the page at best, where keys are lost. The
   * page itself knows which of its elements had it, and takes it where it has it not. Revealing the panel would do harm:
   * it puts the focus on the frame again, for a moment in which a key is lost. Not where the user has gone on to another editor.
   */
  takeFocusBack(): void {
    this.leaveFocus();
    this.timers = focusAfterMs.map((ms) => setTimeout(() => this.giveFocus(), ms));
  }

  /** A dialog of ours is about to open: what would still be given back to the page would close it. */
  leaveFocus(): void {
    for (const timer of this.timers) clearTimeout(timer);
    this.timers = [];
  }

  private giveFocus(): void {
    if (!this.panel.active) return;
    void this.post({ kind: 'focus' });
  }

  /** To be called by the `page/ready` handler: from now on snapshots go out. */
  nowReady(): void {
    this.ready = true;
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

  private async postState(): Promise<void> {
    try {
      do {
        this.again = false;
        if (!this.ready) break;
        await this.post({ kind: 'event', event: 'page/state', payload: await this.build() });
      } while (this.again);
    } catch (error) {
      this.log.error('page state', error instanceof Error ? error.message : '');
    } finally {
      this.building = false;
    }
  }

  private async post(message: ToPage<State> | FocusMessage): Promise<void> {
    // A page that its own request has closed hears no answer.
    if (this.disposed) return;
    await this.panel.webview.postMessage(message);
  }

  dispose(): void {
    this.disposed = true;
    this.leaveFocus();
    for (const part of this.parts) part.dispose();
  }
}
