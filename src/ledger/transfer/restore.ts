import { type FileHandle, open } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import type { Restored } from '../../calls/ports/transferPorts.ts';
import { durability } from '../durability.ts';
import { isDamage } from '../faults.ts';
import { movingName, removeFile } from '../fileNames.ts';
import { createPrivate } from '../privateFile.ts';
import { applicationId, schemaVersion, versionByTables, versionOf } from '../schema/version.ts';
import type { Contents } from './backUp.ts';
import * as faults from './faults.ts';
import type { TransferMeans } from './means.ts';
import { merge } from './merge.ts';
import { readSealed } from './sealedFile.ts';

/** Keys and numbers: far more than any history has. */
const longestContents = 4 << 20;

function readContents(json: string): Contents {
  // Authentic: only this code can have sealed it.
  return JSON.parse(json);
}

/** Takes a backup apart: what stands before the database, and the database into a file. */
async function unseal(file: string, passphrase: string, into: FileHandle): Promise<Contents> {
  let start: Buffer = Buffer.alloc(0);
  let contents: Contents | null = null;
  for await (const chunk of readSealed(file, passphrase)) {
    if (contents !== null) {
      await into.writeFile(chunk);
      continue;
    }
    start = Buffer.concat([start, chunk]);
    const length = start.length < 4 ? 0 : start.readUInt32BE(0);
    if (length > longestContents) throw faults.damaged();
    if (start.length < 4 + length || start.length < 4) continue;
    contents = readContents(start.subarray(4, 4 + length).toString('utf8'));
    await into.writeFile(start.subarray(4 + length));
  }
  if (contents === null) throw faults.damaged();
  return contents;
}

/** The copy as a database of this version. */
async function openCopy(copy: string): Promise<DatabaseSync> {
  const db = new DatabaseSync(copy);
  try {
    // One file, with nothing beside it.
    db.exec(
      'PRAGMA journal_mode = MEMORY; PRAGMA temp_store = MEMORY; PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON',
    );
    db.exec(durability(process.platform));
    if (Number(db.prepare('PRAGMA application_id').get()?.application_id) !== applicationId)
      throw faults.noBackup();
    const told = versionOf(db);
    if (told > schemaVersion) throw faults.newerVersion(told);
    if (db.prepare('PRAGMA quick_check(1)').get()?.quick_check !== 'ok') throw faults.damaged();
    const built = versionByTables(db);
    if (built === null) throw faults.damaged();
    // Backed up with a number that something else had written over: by a wrong one the steps would run where they have run.
    if (built !== told) db.exec(`PRAGMA user_version = ${built}`);
    const { migrate } = await import('../schema/schema.ts');
    migrate(db);
    return db;
  } catch (error) {
    db.close();
    throw isDamage(error) ? faults.damaged() : error;
  }
}

/** See Transfer. The backup is read to its end before anything of it counts. */
export async function restore(means: TransferMeans, file: string, passphrase: string): Promise<Restored> {
  means.mustWrite();
  const copy = movingName(means.names);
  createPrivate(copy);
  try {
    const into = await open(copy, 'w', 0o600);
    let contents: Contents;
    try {
      contents = await unseal(file, passphrase, into);
    } finally {
      await into.close();
    }
    const db = await openCopy(copy);
    try {
      return await merge(means, db, contents.keys);
    } finally {
      db.close();
    }
  } finally {
    removeFile(copy);
    means.changed();
  }
}
