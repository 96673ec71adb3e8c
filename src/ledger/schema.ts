import { copyFileSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';

/** "VAPI": tells our file from any other program's database. */
export const applicationId = 0x56415049;

/**
 * One step for each version, in order; `user_version` says how many have run. Payload columns are sealed, all others
 * are readable without a key. `attention` is what the history shows on top; as a column it can carry a partial index,
 * so that counting and paging stay logarithmic at a million orders.
 */
export const migrations: readonly string[] = [
  `CREATE TABLE orders (
     seq INTEGER PRIMARY KEY,
     id TEXT NOT NULL UNIQUE,
     draft_id TEXT NOT NULL UNIQUE,
     operation TEXT NOT NULL,
     environment TEXT NOT NULL,
     kind TEXT NOT NULL,
     origin TEXT NOT NULL,
     key_tail TEXT,
     machine TEXT NOT NULL,
     begun_at INTEGER NOT NULL,
     deadline_at INTEGER NOT NULL,
     masked_input TEXT NOT NULL,
     fingerprint TEXT,
     state TEXT NOT NULL,
     settled_at INTEGER,
     resolved_at INTEGER,
     outcome TEXT NOT NULL,
     billing TEXT NOT NULL,
     evidence TEXT NOT NULL,
     http_status INTEGER,
     message_code TEXT,
     order_id TEXT,
     failure_code TEXT,
     total_ms REAL,
     attention INTEGER NOT NULL DEFAULT 0,
     seal_id TEXT,
     request_body BLOB,
     answer_head BLOB,
     answer_body BLOB
   ) STRICT;
   CREATE INDEX orders_attention ON orders (begun_at DESC, seq DESC) WHERE attention = 1;
   CREATE INDEX orders_rest ON orders (begun_at DESC, seq DESC) WHERE attention = 0;
   CREATE INDEX orders_newest ON orders (begun_at DESC, seq DESC);
   CREATE INDEX orders_in_flight ON orders (deadline_at) WHERE state = 'in-flight';
   CREATE INDEX orders_meter ON orders (operation, environment, begun_at);
   CREATE INDEX orders_order_id ON orders (order_id) WHERE order_id IS NOT NULL;
   CREATE INDEX orders_fingerprint ON orders (fingerprint, begun_at) WHERE fingerprint IS NOT NULL;
   CREATE TABLE drafts (id TEXT PRIMARY KEY, saved_at INTEGER NOT NULL, seal_id TEXT NOT NULL, body BLOB NOT NULL) STRICT;`,
];

export function versionOf(db: DatabaseSync): number {
  const row = db.prepare('PRAGMA user_version').get();
  return Number(row?.user_version ?? 0);
}

/** Brings a file up to this version, a copy of an older one first. Safe when two windows do it at once. */
export function migrate(db: DatabaseSync, file: string): void {
  const found = versionOf(db);
  if (found >= migrations.length) return;
  if (found > 0) {
    db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    copyFileSync(file, `${file}.backup-v${found}`);
  }
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
    db.exec('ROLLBACK');
    throw error;
  }
}
