import { chmodSync, existsSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Phrase } from '../contract/words.ts';
import { applicationId, migrate, migrations, versionOf } from './schema.ts';

/** How long a statement waits for another window's lock. Statements run on the extension host's thread: keep it short. */
const busyTimeoutMs = 2000;

export interface OpenFile {
  readonly db: DatabaseSync;
  readonly file: string;
  /** True when a newer version of this extension wrote the file: it is read, never written. */
  readonly readOnly: boolean;
  readonly problems: readonly Phrase[];
}

function protect(file: string): void {
  for (const one of [file, `${file}-wal`, `${file}-shm`]) if (existsSync(one)) chmodSync(one, 0o600);
}

function configure(db: DatabaseSync): void {
  db.exec(`PRAGMA busy_timeout = ${busyTimeoutMs}`);
  // Network homes cannot do WAL: then the answer is another mode, and the rollback journal keeps the same promises.
  db.exec('PRAGMA journal_mode = WAL');
  db.exec('PRAGMA synchronous = FULL; PRAGMA secure_delete = ON; PRAGMA foreign_keys = ON');
}

/** Null when the file is ours and whole, else why it is not. */
function fault(db: DatabaseSync): Phrase | null {
  const version = versionOf(db);
  const tables = db.prepare("SELECT count(*) AS n FROM sqlite_master WHERE type = 'table'").get();
  const id = db.prepare('PRAGMA application_id').get();
  if (version === 0 && Number(tables?.n ?? 0) === 0) return null;
  if (Number(id?.application_id) !== applicationId) return { text: 'it belongs to another program' };
  const check = db.prepare('PRAGMA quick_check(1)').get();
  return check?.quick_check === 'ok' ? null : { text: 'it is damaged' };
}

function tryOpen(file: string): { readonly db: DatabaseSync } | { readonly why: Phrase } {
  const db = new DatabaseSync(file);
  try {
    db.exec(`PRAGMA busy_timeout = ${busyTimeoutMs}`);
    const why = fault(db);
    if (why === null) return { db };
    db.close();
    return { why };
  } catch (error) {
    db.close();
    if (isNotADatabase(error)) return { why: { text: 'it is damaged' } };
    throw error;
  }
}

/** SQLITE_CORRUPT or SQLITE_NOTADB, by code; a lock or a full disk is not damage and must not set a file aside. */
function isNotADatabase(error: unknown): boolean {
  const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0;
  return code === 11 || code === 26;
}

/**
 * Opens `orders.sqlite` in the folder, creating both. A damaged or foreign file is set aside under a new name, never
 * overwritten; one of a newer version is opened for reading only.
 */
export function openFile(folder: string, now: number): OpenFile {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, 'orders.sqlite');
  const problems: Phrase[] = [];
  let opened = tryOpen(file);
  if ('why' in opened) {
    const aside = `orders.set-aside-${new Date(now).toISOString().replaceAll(/[:.]/g, '-')}.sqlite`;
    for (const end of ['', '-wal', '-shm']) {
      if (existsSync(file + end)) renameSync(file + end, join(folder, aside + end));
    }
    problems.push({
      text: 'The order history could not be read: {0}. It is kept as {1}, and a new one was begun.',
      args: [opened.why.text, aside],
    });
    opened = tryOpen(file);
  }
  if ('why' in opened) throw new Error(`the order history cannot be opened: ${opened.why.text}`);
  const { db } = opened;
  if (versionOf(db) > migrations.length) {
    const text = 'The order history was written by a newer version of this extension: it is shown, and nothing can be sent. Update the extension.';
    return { db, file, readOnly: true, problems: [...problems, { text }] };
  }
  configure(db);
  migrate(db, file);
  protect(file);
  return { db, file, readOnly: false, problems };
}
