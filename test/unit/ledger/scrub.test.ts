import assert from 'node:assert/strict';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it, type TestContext } from 'node:test';
import type { Worker } from 'node:worker_threads';
import { scrub } from '../../../src/ledger/scrub.ts';
import { aFolder } from './aLedger.ts';

/** A file with much that was deleted, and the log of that. */
function aFile(t: TestContext): { readonly file: string; readonly db: DatabaseSync } {
  const file = join(aFolder(t), 'orders.sqlite');
  const db = new DatabaseSync(file);
  t.after(() => db.close());
  db.exec('PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL; PRAGMA secure_delete = ON');
  db.exec('CREATE TABLE x (y)');
  db.exec(`INSERT INTO x VALUES (zeroblob(200000)), ('what is deleted'); DELETE FROM x`);
  return { file, db };
}

const version = (db: DatabaseSync) => db.prepare('PRAGMA schema_version').get()?.schema_version;

describe('what deleting leaves behind', () => {
  for (const whole of [true, false])
    it(`is gone from the file and its log, the file ${whole ? 'written anew' : 'left in its place'}`, async (t) => {
      const { file, db } = aFile(t);
      const before = version(db);
      assert.equal(await scrub(file, whole), true);
      assert.equal(statSync(`${file}-wal`).size, 0);
      assert.ok(statSync(file).size < 50_000);
      assert.equal(readFileSync(file).includes('what is deleted'), false);
      assert.equal(version(db) === before, !whole);
    });

  it('cannot be removed from what is no database: that is said', async (t) => {
    const file = join(aFolder(t), 'orders.sqlite');
    writeFileSync(file, 'no database at all, whatever wrote it here'.repeat(50));
    await assert.rejects(scrub(file, true), /not a database/);
  });

  it('may still be there when the thread ended before it said so', async (t) => {
    const { file } = aFile(t);
    const ending = (worker: Worker): void => {
      void worker.terminate();
    };
    process.once('worker', ending);
    t.after(() => process.off('worker', ending));
    await assert.rejects(scrub(file, true), /^Error: the thread that removes traces ended early$/);
  });
});
