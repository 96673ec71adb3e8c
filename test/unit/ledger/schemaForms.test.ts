import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { migrate, migrations, runStep } from '../../../src/ledger/schema/schema.ts';
import { applicationId, schemaVersion, versionOf } from '../../../src/ledger/schema/version.ts';

/**
 * What an empty file of each version holds, as a digest of its tables, indexes, views and triggers and of the rows it
 * starts with. Whoever changes a step that users have run leaves their files as they were, with a number that says
 * otherwise: change nothing here but by a line at the end.
 */
const forms: readonly string[] = [
  'e00cc59c6a56725e',
  'dfcaa0251e0a89d0',
  '75f8605884a196f7',
  'c8e9d68618ebff96',
  '09828fe5a17b5636',
  '27f7207f7cf786ab',
  'b17dd90ebfecb1c9',
  '07fd08f153346694',
  'f2113762177c82a1',
  '8173212bd6254436',
  '3014e73f2174f9cb',
];

function formOf(db: DatabaseSync): string {
  const parts = db.prepare('SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY type, name').all();
  const rows = parts
    .filter(({ type, name }) => type === 'table' && !String(name).startsWith('sqlite_'))
    .map(({ name }) => [name, db.prepare(`SELECT * FROM "${String(name)}"`).all()]);
  const said = JSON.stringify([parts, rows]).replaceAll(/(?:\\n|\s)+/g, ' ');
  return createHash('sha256').update(said).digest('hex').slice(0, 16);
}

describe('a file', () => {
  it('of each version has the form that users’ files of that version have', () => {
    const db = new DatabaseSync(':memory:');
    const found = migrations.map((step) => {
      runStep(db, step);
      return formOf(db);
    });
    db.close();
    assert.deepEqual(found, forms);
  });

  it('is brought to the newest version from any other, its number and whose it is written with it', () => {
    for (let version = 0; version <= migrations.length; version += 1) {
      const db = new DatabaseSync(':memory:');
      for (const step of migrations.slice(0, version)) runStep(db, step);
      db.exec(`PRAGMA user_version = ${version}`);
      migrate(db);
      assert.equal(versionOf(db), schemaVersion);
      assert.equal(formOf(db), forms.at(-1));
      const id = db.prepare('PRAGMA application_id').get()?.application_id;
      assert.equal(id, version === migrations.length ? 0 : applicationId);
      db.close();
    }
    assert.equal(applicationId.toString(16), Buffer.from('VAPI').toString('hex'));
  });

  it('whose step fails half-way is left as it was, and says why', () => {
    const db = new DatabaseSync(':memory:');
    runStep(db, migrations[0] ?? '');
    db.exec('PRAGMA user_version = 1; CREATE TABLE spend (x)');
    const before = formOf(db);
    assert.throws(() => migrate(db), /table spend already exists/);
    assert.deepEqual([db.isTransaction, versionOf(db), formOf(db)], [false, 1, before]);
    db.close();
  });

  it('of a newer version is left alone', () => {
    const db = new DatabaseSync(':memory:');
    db.exec(`PRAGMA user_version = ${schemaVersion + 1}`);
    migrate(db);
    assert.equal(versionOf(db), schemaVersion + 1);
    assert.equal(db.prepare('SELECT count(*) AS n FROM sqlite_master').get()?.n, 0);
    db.close();
  });
});
