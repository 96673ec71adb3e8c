import { DatabaseSync } from 'node:sqlite';
import { isBusy } from './faults.ts';
import type { FileNames } from './fileNames.ts';
import { createPrivate } from './privateFile.ts';
import { patience, whenFree } from './store.ts';

function connect(file: string): DatabaseSync {
  const db = new DatabaseSync(file);
  // Who asks must not stand still for it.
  db.exec('PRAGMA busy_timeout = 0');
  return db;
}

/**
 * Which windows hold the valid key, by a lock of the operating system that dies with its process: it cannot be forgotten
 * by a window that was killed, nor be taken for held after a restart. All that hold it share a read lock on an empty file.
 */
export class Holders {
  readonly #file: string;
  #held: DatabaseSync | null = null;

  constructor(names: FileNames) {
    this.#file = names.held;
  }

  /** From now on this window counts as one that holds the key. */
  async hold(): Promise<void> {
    if (this.#held !== null) return;
    createPrivate(this.#file);
    // A read transaction; another window that looks whether anybody is there keeps it out for a moment.
    const db = await whenFree(() => {
      const opened = connect(this.#file);
      try {
        opened.exec('BEGIN; SELECT count(*) FROM sqlite_master');
        return opened;
      } catch (error) {
        opened.close();
        throw error;
      }
    }, patience.ordinary);
    this.#held = db;
  }

  release(): void {
    this.#held?.close();
    this.#held = null;
  }

  /** Whether any other window holds the key. Asked by one that does not. */
  anyOther(): boolean {
    createPrivate(this.#file);
    const db = connect(this.#file);
    try {
      db.exec('BEGIN EXCLUSIVE');
      return false;
    } catch (error) {
      if (!isBusy(error)) throw error;
      return true;
    } finally {
      db.close();
    }
  }
}
