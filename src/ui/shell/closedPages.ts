import type * as vscode from 'vscode';

/** A window that ends is gone sooner after it has closed its pages, or has said that it ends. */
const graceMs = 1000;

/**
 * Ends what is kept of pages that their user closed. VS Code tells of a page that is closed and of one whose window closes
 * or reloads by the same event, if at all, and brings the latter back; so only a window that goes on has closed a page for
 * good. What a window that ended with a page in this moment leaves goes by age, see ledger/draftDays.ts.
 */
export class ClosedPages {
  readonly #due = new Map<NodeJS.Timeout, () => Promise<void>>();
  readonly #log: Pick<vscode.LogOutputChannel, 'warn'>;
  #windowEnds = false;

  constructor(log: Pick<vscode.LogOutputChannel, 'warn'>) {
    this.#log = log;
  }

  closed(remove: () => Promise<void>): void {
    if (this.#windowEnds) return;
    const timer = setTimeout(() => void this.#end(timer), graceMs);
    this.#due.set(timer, remove);
  }

  async #end(timer: NodeJS.Timeout): Promise<void> {
    const remove = this.#due.get(timer);
    this.#due.delete(timer);
    clearTimeout(timer);
    try {
      await remove?.();
    } catch (error) {
      this.#log.warn('closed page', error instanceof Error ? error.message : '');
    }
  }

  /** Its user does something in the window, so what they closed a moment ago is closed for good. */
  async goesOn(): Promise<void> {
    await Promise.all([...this.#due.keys()].map((timer) => this.#end(timer)));
  }

  /** From now on a page that closes closes with its window. */
  windowEnds(): void {
    this.#windowEnds = true;
    for (const timer of this.#due.keys()) clearTimeout(timer);
    this.#due.clear();
  }
}
