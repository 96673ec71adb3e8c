import type { DatabaseSync } from 'node:sqlite';
import { orders1 } from './schema1.ts';
import { orders2 } from './schema2.ts';
import { orders3 } from './schema3.ts';
import { batches4 } from './schema4.ts';
import { accounts5 } from './schema5.ts';
import { aadhaar10 } from './schemaAadhaar.ts';
import { documents8 } from './schemaDocuments.ts';
import { erasure7 } from './schemaErasure.ts';
import { followUps6 } from './schemaFollowUps.ts';
import { keys9 } from './schemaKeys.ts';

/** "VAPI": tells our file from any other program's database. */
export const applicationId = 0x56415049;

/** Statements, or what makes them; within a transaction. */
export type Step = string | ((db: DatabaseSync) => void);

/** One step for each version, in order; `user_version` says how many have run. A step never changes once released. */
export const migrations: readonly Step[] = [
  orders1,
  orders2,
  orders3,
  batches4,
  accounts5,
  followUps6,
  erasure7,
  documents8,
  keys9,
  aadhaar10,
];

export function runStep(db: DatabaseSync, step: Step): void {
  if (typeof step === 'string') db.exec(step);
  else step(db);
}

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
      runStep(db, migrations[version] ?? '');
      db.exec(`PRAGMA user_version = ${version + 1}`);
    }
    db.exec(`PRAGMA application_id = ${applicationId}`);
    db.exec('COMMIT');
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}
