import { statSync, writeFileSync } from 'node:fs';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { isBusy, isDamage } from './faults.ts';
import type { FileNames } from './fileNames.ts';

/** How long one statement waits for another window's lock, in ms. It waits on the extension host's thread: keep it short. */
export const busyTimeoutMs = 250;
const pauseMs = 100;

/** How often a locked file is tried; each try takes up to 350 ms, 100 of them off the thread. Of a migration: five minutes, all of them off the thread. */
export const patience = { briefly: 2, ordinary: 9, answer: 30, migration: 3000 } as const;

/** Does work that needs a lock; while another process holds it, tries again after pauses in which the host goes on. */
export async function whenFree<T>(work: () => T, tries: number): Promise<T> {
  for (let left = tries; ; left -= 1) {
    try {
      return work();
    } catch (error) {
      if (!isBusy(error) || left <= 1) throw error;
    }
    await sleep(pauseMs);
  }
}

/** One connection to the file: statements made once, transactions, patience with other windows. */
export class Store {
  readonly db: DatabaseSync;
  readonly #names: FileNames;
  readonly #inode: number;
  readonly #statements = new Map<string, StatementSync>();
  readonly #tables = new Set<string>();
  #held: Promise<unknown> = Promise.resolve();

  constructor(db: DatabaseSync, names: FileNames) {
    this.db = db;
    this.#names = names;
    this.#inode = statSync(names.orders).ino;
  }

  sql(text: string): StatementSync {
    const known = this.#statements.get(text);
    if (known !== undefined) return known;
    const made = this.db.prepare(text);
    this.#statements.set(text, made);
    return made;
  }

  /** A table that was seen stays: looked for again, the whole schema would be read before each order. */
  hasTable(name: string): boolean {
    if (this.#tables.has(name)) return true;
    const found = this.sql('SELECT 1 FROM sqlite_master WHERE type = ? AND name = ?').get('table', name);
    if (found !== undefined) this.#tables.add(name);
    return found !== undefined;
  }

  /** Reads; `work` may run several times. */
  async read<T>(work: () => T, tries: number = patience.ordinary): Promise<T> {
    try {
      return await whenFree(work, tries);
    } catch (error) {
      // The next window that opens the file looks at all of it, and sets it aside if need be.
      if (isDamage(error)) writeFileSync(this.#names.damaged, '', { mode: 0o600 });
      throw error;
    }
  }

  /** Lets writes of this window wait for something of its own that locks the file for long, rather than be refused. */
  async hold<T>(work: () => Promise<T>): Promise<T> {
    const done = work();
    this.#held = Promise.allSettled([this.#held, done]);
    return done;
  }

  /** All of `work` or nothing; on disk when it resolves. `work` may run several times. */
  async write<T>(work: () => T, tries: number = patience.ordinary): Promise<T> {
    await this.#held;
    return this.read(() => whole(this.db, 'BEGIN IMMEDIATE', work), tries);
  }

  /** Several readings of one moment. */
  snapshot<T>(work: () => T): Promise<T> {
    return this.read(() => whole(this.db, 'BEGIN', work));
  }

  /** False when the file was moved, replaced or deleted: what is written then is found by nobody. */
  get inPlace(): boolean {
    return statSync(this.#names.orders, { throwIfNoEntry: false })?.ino === this.#inode;
  }
}

function whole<T>(db: DatabaseSync, begin: 'BEGIN' | 'BEGIN IMMEDIATE', work: () => T): T {
  db.exec(begin);
  try {
    const result = work();
    db.exec('COMMIT');
    return result;
  } catch (error) {
    // A full disk may have ended the transaction already.
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}
