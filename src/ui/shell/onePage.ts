import * as vscode from 'vscode';
import { handedBack, showUnshown } from './unshownTab.ts';

interface Page extends vscode.Disposable {
  readonly host: { readonly panel: vscode.WebviewPanel };
  /** To be called once: from then on what is new shows by itself. */
  follow(): void;
}

/** What tells one such page from another. */
interface Kind<Choice> {
  readonly viewType: string;
  readonly title: string;
  /** Whether VS Code's find searches it; a page that holds only what is in view has a search of its own. */
  readonly enableFindWidget: boolean;
  /** A schema of what was chosen. */
  readonly choice: {
    safeParse(
      value: unknown,
    ): { readonly success: true; readonly data: Choice } | { readonly success: false };
  };
  first(): Choice;
  make(panel: vscode.WebviewPanel, choice: Choice): Page;
}

/** A page of which a window has one at most. */
export class OnePage<Choice> implements vscode.Disposable {
  private readonly kind: Kind<Choice>;
  private page: Page | null = null;

  constructor(kind: Kind<Choice>) {
    this.kind = kind;
  }

  async open(): Promise<void> {
    const { viewType, title, first, enableFindWidget } = this.kind;
    if (this.reveal() || (await showUnshown(viewType, null)) === 'shown') return;
    // Asked twice at once, the first may have opened it meanwhile.
    if (this.reveal()) return;
    const { Active } = vscode.ViewColumn;
    this.add(vscode.window.createWebviewPanel(viewType, title, Active, { enableFindWidget }), first());
  }

  /** @returns false where there is none */
  private reveal(): boolean {
    this.page?.host.panel.reveal();
    return this.page !== null;
  }

  /** Brings the page back after a reload of the window, with what was chosen. */
  async restore(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    handedBack(panel);
    const kept = this.kind.choice.safeParse(state);
    this.add(panel, kept.success ? kept.data : this.kind.first());
  }

  private add(panel: vscode.WebviewPanel, choice: Choice): void {
    const page = this.kind.make(panel, choice);
    this.page = page;
    panel.onDidDispose(() => {
      if (this.page === page) this.page = null;
      page.dispose();
    });
    page.follow();
  }

  dispose(): void {
    this.page?.host.panel.dispose();
  }
}
