import type { DatabaseSync } from 'node:sqlite';

/**
 * Tells listeners of changes: this window's at once, other windows' by looking at SQLite's `data_version`, which only
 * other connections' commits change. Looks only while somebody listens.
 */
export class Watch {
  readonly #db: DatabaseSync;
  readonly #pollMs: number;
  readonly #listeners = new Set<() => void>();
  #timer: NodeJS.Timeout | null = null;
  #seen = 0;

  constructor(db: DatabaseSync, pollMs: number) {
    this.#db = db;
    this.#pollMs = pollMs;
  }

  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    if (this.#timer === null) {
      this.#seen = this.#version();
      this.#timer = setInterval(() => this.#look(), this.#pollMs);
      this.#timer.unref();
    }
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.stop();
    };
  }

  /** This window wrote an order. */
  changed(): void {
    for (const listener of this.#listeners) {
      try {
        listener();
      } catch (error) {
        // What is written is written: a listener's fault must not look like the order's. It surfaces on its own.
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }

  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
    this.#listeners.clear();
  }

  #version(): number {
    return Number(this.#db.prepare('PRAGMA data_version').get()?.data_version ?? 0);
  }

  #look(): void {
    let version: number;
    try {
      version = this.#version();
    } catch {
      // Without WAL another window's writing locks readers out too, and a disk may be gone for a moment: look again
      // at the next tick. Whoever reads or writes orders meanwhile is told what is wrong.
      return;
    }
    if (version === this.#seen) return;
    this.#seen = version;
    this.changed();
  }
}
