import type { DatabaseSync } from 'node:sqlite';
import { orders1 } from './schema1.ts';
import { orders2 } from './schema2.ts';
import { orders3 } from './schema3.ts';
import { batches4 } from './schema4.ts';

/** "VAPI": tells our file from any other program's database. */
export const applicationId = 0x56415049;

/** One step for each version, in order; `user_version` says how many have run. A step never changes once released. */
export const migrations: readonly string[] = [orders1, orders2, orders3, batches4];

export function versionOf(db: DatabaseSync): number {
  const row = db.prepare('PRAGMA user_version').get();
  return Number(row?.user_version ?? 0);
}

/** Runs the steps that are missing, all or none. Safe when two windows do it at once. */
export function migrate(db: DatabaseSync): void {
  if (versionOf(db) >= migrations.length) return;
  db.exec('BEGIN IMMEDIATE');
  try {
    // Another window may have migrated while this one waited for the lock.
    for (let version = versionOf(db); version < migrations.length; version += 1) {
      db.exec(migrations[version] ?? '');
      db.exec(`PRAGMA user_version = ${version + 1}`);
    }
    db.exec(`PRAGMA application_id = ${applicationId}`);
    db.exec('COMMIT');
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}
