import type { DatabaseSync } from 'node:sqlite';
import { isBusy } from '../faults.ts';
import { orders1 } from './schema1.ts';
import { orders2 } from './schema2.ts';
import { orders3 } from './schema3.ts';
import { batches4 } from './schema4.ts';
import { accounts5 } from './schema5.ts';
import { aadhaar10, numbersTold11 } from './schemaAadhaar.ts';
import { documents8 } from './schemaDocuments.ts';
import { erasedOrders12 } from './schemaErasedOrders.ts';
import { erasure7 } from './schemaErasure.ts';
import { followUps6 } from './schemaFollowUps.ts';
import { keeping14 } from './schemaKeeping.ts';
import { keys9 } from './schemaKeys.ts';
import { recorded13 } from './schemaRecorded.ts';
import { shapes11 } from './schemaShapes.ts';
import { applicationId, canShrink, versionOf } from './version.ts';

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
  shapes11 + numbersTold11,
  erasedOrders12,
  recorded13,
  keeping14,
];

export function runStep(db: DatabaseSync, step: Step): void {
  if (typeof step === 'string') db.exec(step);
  else step(db);
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

/** Makes a file of the first version able to shrink, once no other window is in the way. */
export function letShrink(db: DatabaseSync): void {
  if (canShrink(db)) return;
  try {
    db.exec('PRAGMA auto_vacuum = INCREMENTAL; VACUUM; PRAGMA wal_checkpoint(TRUNCATE)');
  } catch (error) {
    // Another window reads the file: the next one that opens it will do this.
    if (!isBusy(error)) throw error;
  }
}
