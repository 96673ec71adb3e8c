import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** What SQLite keeps beside a database file. */
export const sideFiles = ['', '-wal', '-shm', '-journal'] as const;

export interface FileNames {
  readonly folder: string;
  readonly orders: string;
  /** Locked while a window opens, sets aside or migrates the file; always empty. */
  readonly lock: string;
  /** Locked, together, by the windows that hold the key of this history; always empty. */
  readonly held: string;
  /** Stands there when a window met damage: the next one that opens the file looks at all of it. */
  readonly damaged: string;
}

export function fileNames(folder: string): FileNames {
  return {
    folder,
    orders: join(folder, 'orders.sqlite'),
    lock: join(folder, 'orders.lock'),
    held: join(folder, 'orders.held'),
    damaged: join(folder, 'orders.damaged'),
  };
}

/** The first folder that stands where a file of this history belongs, or null. */
export function folderInPlace({ orders, lock, held, damaged }: FileNames): string | null {
  const files = [...sideFiles.map((end) => orders + end), lock, held, damaged];
  return files.find((file) => statSync(file, { throwIfNoEntry: false })?.isDirectory()) ?? null;
}

function stamp(now: number): string {
  return new Date(now).toISOString().replaceAll(/[:.]/g, '-');
}

/** A name of this form that no file has. */
function freeName(folder: string, what: string, now: number): string {
  for (let n = 0; ; n += 1) {
    const name = `orders.${what}-${stamp(now)}${n === 0 ? '' : `-${n}`}.sqlite`;
    if (sideFiles.every((end) => !existsSync(join(folder, name + end)))) return name;
  }
}

/** Renames the file and what belongs to it, overwriting nothing. Returns the new name. */
export function setAside(names: FileNames, now: number): string {
  const aside = freeName(names.folder, 'set-aside', now);
  for (const end of sideFiles) {
    if (existsSync(names.orders + end)) renameSync(names.orders + end, join(names.folder, aside + end));
  }
  return aside;
}

export function backupName(names: FileNames, version: number, now: number): string {
  return join(names.folder, freeName(names.folder, `backup-v${version}`, now));
}

/** Copies made before migrations. */
export function backups(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter((name) => /^orders\.backup-v\d+-.*\.sqlite(-wal|-shm|-journal)?$/.test(name))
    .map((name) => join(folder, name));
}

const asideName = /^orders\.set-aside-.*\.sqlite$/;

/** Histories that were set aside; names in the folder, side files left out. */
export function filesAside(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter((name) => asideName.test(name))
    .sort();
}

/** With what SQLite keeps beside them. */
export function removeAside(folder: string): void {
  for (const name of readdirSync(folder)) {
    const main = name.replace(/-(wal|shm|journal)$/, '');
    if (asideName.test(main)) rmSync(join(folder, name), { force: true });
  }
}

/** A copy on its way into a backup or out of one; bears the id of the process that works with it. */
export function movingName({ folder }: FileNames): string {
  return join(folder, `orders.moving-${process.pid}-${randomBytes(6).toString('hex')}.sqlite`);
}

/** A database file and what SQLite keeps beside it. */
export function removeFile(file: string): void {
  for (const end of sideFiles) rmSync(file + end, { force: true });
}

function runs(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** No backup takes so long: then another process has the same id. */
const longestMoveMs = 24 * 3_600_000;

/** Removes copies whose process ended before it could. */
export function removeLeftMoving(folder: string, now: number): void {
  for (const name of readdirSync(folder)) {
    const pid = /^orders\.moving-(\d+)-[0-9a-f]+\.sqlite$/.exec(name)?.[1];
    if (pid === undefined) continue;
    const file = join(folder, name);
    const age = now - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? now);
    if (!runs(Number(pid)) || age > longestMoveMs) removeFile(file);
  }
}

/** What is taken out of the history stands in its copies, too: those made before migrations, and those a killed window left. */
export function removeCopies(folder: string, now: number): void {
  for (const copy of backups(folder)) rmSync(copy, { force: true });
  removeLeftMoving(folder, now);
}
