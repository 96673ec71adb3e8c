import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { LedgerRefusal } from '../calls/ports/ports.ts';
import type { Phrase } from '../contract/words.ts';
import { copyFile } from './copying.ts';
import { durability } from './durability.ts';
import { detailOf, isDamage, isForbidden, unwritable } from './faults.ts';
import {
  backupName,
  backups,
  type FileNames,
  fileNames,
  folderInPlace,
  movingName,
  removeFile,
  removeLeftMoving,
  setAside,
} from './fileNames.ts';
import { createPrivate } from './privateFile.ts';
import { upgradeApart } from './schema/upgradeApart.ts';
import { applicationId, canShrink, schemaVersion, versionByTables, versionOf } from './schema/version.ts';
import { busyTimeoutMs, patience, whenFree } from './store.ts';

export interface OpenFile {
  readonly db: DatabaseSync;
  readonly names: FileNames;
  /** Why nothing can be written, or null. */
  readonly readOnly: LedgerRefusal | null;
  readonly problems: readonly Phrase[];
}

export interface OpenOptions {
  /** Ms since the epoch. */
  readonly now: number;
  readonly platform: NodeJS.Platform;
  /** File of `schema/schema.ts` as it runs, for a thread to load; null where there are no threads to spare. */
  readonly schema: string | null;
}

/** Up to this size a file is looked through whole when it is opened (some 20 ms); larger ones after damage was met. */
const smallBytes = 8 * 1024 * 1024;

/** Null when the file is ours and whole, else why it is not. */
function whatIsWrong(db: DatabaseSync, thorough: boolean): Phrase | null {
  const tables = db.prepare("SELECT count(*) AS n FROM sqlite_master WHERE type = 'table'").get();
  const id = db.prepare('PRAGMA application_id').get();
  if (versionOf(db) === 0 && Number(tables?.n ?? 0) === 0) return null;
  if (Number(id?.application_id) !== applicationId) return { text: 'it belongs to another program' };
  const told = versionOf(db);
  // Of a newer version's tables nothing is known here.
  const built = told > schemaVersion ? told : versionByTables(db);
  if (built === null) return { text: 'it is damaged' };
  if (!thorough && built === told) return null;
  const check = db.prepare('PRAGMA quick_check(1)').get();
  return check?.quick_check === 'ok' ? null : { text: 'it is damaged' };
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/**
 * A file that ends inside its last page: SQLite takes the rest of that page for zeros. Told only where nothing stands in
 * the log, as a file may be short of what is there; while this reads, nobody can move the log into the file.
 */
function isCut(db: DatabaseSync, names: FileNames): boolean {
  db.exec('BEGIN');
  try {
    const pages = Number(db.prepare('PRAGMA page_count').get()?.page_count ?? 0);
    const size = Number(db.prepare('PRAGMA page_size').get()?.page_size ?? 0);
    return sizeOf(`${names.orders}-wal`) === 0 && sizeOf(names.orders) < pages * size;
  } finally {
    if (db.isTransaction) db.exec('ROLLBACK');
  }
}

function connect(location: string | URL, readOnly: boolean): DatabaseSync {
  const db = new DatabaseSync(location, { readOnly });
  db.exec(`PRAGMA busy_timeout = ${busyTimeoutMs}`);
  return db;
}

/** A connection to a file that is ours and whole (or new), or why it is neither. */
function tryOpen(
  location: string | URL,
  names: FileNames,
  readOnly: boolean,
): { readonly db: DatabaseSync } | { readonly why: Phrase } {
  // SQLite would take an empty file for a new database and throw its log away.
  if (sizeOf(names.orders) === 0 && sizeOf(`${names.orders}-wal`) > 0)
    return { why: { text: 'it is damaged' } };
  const db = connect(location, readOnly);
  try {
    const thorough = existsSync(names.damaged) || sizeOf(names.orders) <= smallBytes;
    const why = whatIsWrong(db, thorough) ?? (isCut(db, names) ? { text: 'it is damaged' } : null);
    if (why === null) return { db };
    db.close();
    return { why };
  } catch (error) {
    db.close();
    if (isDamage(error)) return { why: { text: 'it is damaged' } };
    throw error;
  }
}

function configure(db: DatabaseSync, platform: NodeJS.Platform): void {
  // Takes effect in a new file only; what was erased gives its pages back.
  db.exec('PRAGMA auto_vacuum = INCREMENTAL');
  // Network homes cannot do WAL: then the answer is another mode, and the rollback journal keeps the same promises.
  db.exec('PRAGMA journal_mode = WAL');
  db.exec(durability(platform));
  db.exec('PRAGMA secure_delete = ON; PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY');
}

/** The names in the folder too must outlive a power cut. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  fsyncSync(handle);
  closeSync(handle);
}

/**
 * A copy of the file as it is, before it changes, in place of earlier ones. It bears its name once it is whole: what a
 * killed window leaves of one goes when the file is opened next (see `removeLeftMoving`).
 */
async function keepCopy(db: DatabaseSync, names: FileNames, now: number): Promise<void> {
  const earlier = backups(names.folder);
  const copy = movingName(names);
  createPrivate(copy);
  try {
    await copyFile(names, copy);
    renameSync(copy, backupName(names, versionOf(db), now));
  } catch (error) {
    removeFile(copy);
    throw error;
  }
  // Those before go only when this one would outlive a power cut.
  syncFolder(names.folder);
  for (const one of earlier) rmSync(one, { force: true });
}

/** Brings the file to this version. A large one on a thread of its own: it takes some 30 s for a million orders. */
async function upgrade(db: DatabaseSync, names: FileNames, { now, schema }: OpenOptions): Promise<void> {
  const found = versionOf(db);
  if (found === schemaVersion && canShrink(db)) return;
  if (found > 0 && found < schemaVersion) await keepCopy(db, names, now);
  const size = sizeOf(names.orders) + sizeOf(`${names.orders}-wal`);
  if (schema !== null && size > smallBytes) return upgradeApart(names.orders, schema);
  const { letShrink, migrate } = await import('./schema/schema.ts');
  await whenFree(() => migrate(db), patience.ordinary);
  letShrink(db);
}

const newer: Phrase = {
  text: 'Not sent: the order history was written by a newer version of this extension. Nothing was billed. Update the extension to send.',
};

/** Opens the file for reading alone, where it or its folder may not be written or a newer version wrote it. */
function openToRead(names: FileNames, refusal: LedgerRefusal, problem: Phrase): OpenFile {
  const opened = readable(names);
  if ('why' in opened) {
    throw new LedgerRefusal('unwritable', {
      text: 'The order history could not be read: {0}. Its folder cannot be written, so no new one can be started: allow writing to {1}, then reload the window.',
      args: [opened.why.text, names.folder],
    });
  }
  return { db: opened.db, names, readOnly: refusal, problems: [problem] };
}

function readable(names: FileNames): ReturnType<typeof tryOpen> {
  try {
    return tryOpen(names.orders, names, true);
  } catch (error) {
    if (!isForbidden(error)) throw error;
    // Where SQLite's side files cannot be made, the file alone still can be read, as nobody can be writing it.
    return tryOpen(new URL(`${pathToFileURL(names.orders).href}?immutable=1`), names, true);
  }
}

/** Of a file whose tables are whole: a number that something else wrote over is told by them. Null where it is right. */
async function mendVersion(db: DatabaseSync): Promise<Phrase | null> {
  const told = versionOf(db);
  const built = versionByTables(db);
  if (built === null || built === told) return null;
  await whenFree(() => db.exec(`PRAGMA user_version = ${built}`), patience.ordinary);
  return {
    text: 'The order history file was marked as version {0}, but its tables are those of version {1}. The number was corrected and no order is lost. Another program has written to this file, or the disk is failing.',
    args: [told, built],
  };
}

async function openToWrite(names: FileNames, opening: OpenOptions): Promise<OpenFile> {
  const { now, platform } = opening;
  const problems: Phrase[] = [];
  createPrivate(names.orders);
  let opened = await whenFree(() => tryOpen(names.orders, names, false), patience.ordinary);
  if ('why' in opened) {
    const aside = setAside(names, now);
    problems.push({
      // Whoever set a budget relies on it.
      text: 'The order history could not be read: {0}. It is kept as {1}, and a new one was started. It knows no earlier calls: budgets and limits start from zero, and inputs that were paid for are not noticed.',
      args: [opened.why.text, aside],
    });
    createPrivate(names.orders);
    opened = tryOpen(names.orders, names, false);
  }
  if ('why' in opened) throw new Error(`the order history cannot be opened: ${opened.why.text}`);
  rmSync(names.damaged, { force: true });
  removeLeftMoving(names.folder, now);
  const { db } = opened;
  if (versionOf(db) > schemaVersion) {
    db.close();
    const text =
      'The order history was written by a newer version of this extension: it is shown, and nothing can be sent. Update the extension.';
    return openToRead(names, new LedgerRefusal('newer-schema', newer), { text });
  }
  try {
    const mended = await mendVersion(db);
    if (mended !== null) problems.push(mended);
    await whenFree(() => configure(db, platform), patience.ordinary);
    await upgrade(db, names, opening);
    syncFolder(names.folder);
  } catch (error) {
    db.close();
    throw error;
  }
  return { db, names, readOnly: null, problems };
}

/**
 * One window at a time opens, sets aside or migrates; the lock dies with its process. Asked for without waiting on the
 * extension host's thread, and for long: another window may be migrating a large file.
 */
async function alone<T>(names: FileNames, work: () => Promise<T>): Promise<T> {
  createPrivate(names.lock);
  const lock = connect(names.lock, false);
  try {
    lock.exec('PRAGMA busy_timeout = 0');
    await whenFree(() => lock.exec('BEGIN IMMEDIATE'), patience.migration);
    return await work();
  } finally {
    lock.close();
  }
}

/** Whose it is nobody knows: it is neither moved nor looked into. */
function refuseFolder(names: FileNames): void {
  const folder = folderInPlace(names);
  if (folder === null) return;
  throw new LedgerRefusal('unwritable', {
    text: 'The order history could not be opened: a folder stands where its file {0} belongs. Nothing can be sent. Move or rename that folder, then reload the window.',
    args: [folder],
  });
}

/**
 * Opens `orders.sqlite` in the folder, creating both. A damaged or foreign file is set aside under a new name, never
 * overwritten; one of a newer version, or one that may not be written, is opened for reading only.
 * @throws LedgerRefusal when there is nothing to show and nothing can be written.
 */
export async function openFile(
  folder: string,
  now: number,
  { platform = process.platform, schema = null }: Partial<OpenOptions> = {},
): Promise<OpenFile> {
  const names = fileNames(folder);
  const opening = { now, platform, schema };
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    refuseFolder(names);
    accessSync(folder, constants.W_OK);
    if (existsSync(names.orders)) accessSync(names.orders, constants.W_OK);
    return await alone(names, () => openToWrite(names, opening));
  } catch (error) {
    if (error instanceof LedgerRefusal) throw error;
    if (!isForbidden(error) || !existsSync(names.orders)) throw unwritable(error);
    const problem: Phrase = {
      text: 'The order history cannot be written ({0}): it is shown, and nothing can be sent. Allow writing to {1}, then reload the window.',
      args: [detailOf(error), folder],
    };
    return openToRead(names, unwritable(error), problem);
  }
}
