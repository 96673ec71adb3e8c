import type * as vscode from 'vscode';

/** A window that ends is gone sooner after it has closed its pages, or has said that it ends. */
const graceMs = 1000;
/** What another program kept us from is tried anew after this time. */
const againMs = 30_000;

type End = () => Promise<void>;

/**
 * Ends what is kept of pages that their user closed. VS Code tells of a page that is closed and of one whose window closes
 * or reloads by the same event, if at all, and brings the latter back; so only a window that goes on has closed a page for
 * good. What a window that ended with a page in this moment leaves goes by age, see ledger/retention.ts.
 */
export class ClosedPages {
  readonly #due = new Map<End, NodeJS.Timeout>();
  readonly #underWay = new Set<Promise<void>>();
  readonly #log: Pick<vscode.LogOutputChannel, 'warn'>;
  #windowEnds = false;

  constructor(log: Pick<vscode.LogOutputChannel, 'warn'>) {
    this.#log = log;
  }

  /** @param end is called until it succeeds */
  closed(end: End): void {
    this.#later(end, graceMs);
  }

  #later(end: End, ms: number): void {
    if (this.#windowEnds) return;
    const timer = setTimeout(() => this.#start(end), ms);
    this.#due.set(end, timer);
  }

  #start(end: End): void {
    clearTimeout(this.#due.get(end));
    this.#due.delete(end);
    const done = this.#try(end).finally(() => this.#underWay.delete(done));
    this.#underWay.add(done);
  }

  async #try(end: End): Promise<void> {
    try {
      await end();
    } catch (error) {
      this.#log.warn('closed page', error instanceof Error ? error.message : '');
      this.#later(end, againMs);
    }
  }

  /** Its user does something in the window, so what they closed a moment ago is closed for good. */
  async goesOn(): Promise<void> {
    for (const end of [...this.#due.keys()]) this.#start(end);
    await Promise.all(this.#underWay);
  }

  /** From now on a page that closes closes with its window. */
  windowEnds(): void {
    this.#windowEnds = true;
    for (const timer of this.#due.values()) clearTimeout(timer);
    this.#due.clear();
  }
}
