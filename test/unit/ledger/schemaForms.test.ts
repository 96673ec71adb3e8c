import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { letShrink, migrate, migrations, runStep } from '../../../src/ledger/schema/schema.ts';
import { upgradeApart } from '../../../src/ledger/schema/upgradeApart.ts';
import { applicationId, canShrink, schemaVersion, versionOf } from '../../../src/ledger/schema/version.ts';
import { aFolder } from './aLedger.ts';

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
  '4c3704fcaf5431ee',
  '6b7036ae979bfea9',
  '110f5d88e10ee3a9',
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

  it('of the first version learns to give room back, once nobody else reads it', (t) => {
    const file = join(aFolder(t), 'orders.sqlite');
    const [db, other] = [new DatabaseSync(file), new DatabaseSync(file)];
    t.after(() => {
      for (const one of [db, other]) one.close();
    });
    db.exec('PRAGMA busy_timeout = 0; CREATE TABLE x (y); INSERT INTO x VALUES (1)');
    other.exec('BEGIN; SELECT * FROM x');
    letShrink(db);
    assert.equal(canShrink(db), false);
    other.exec('COMMIT');
    letShrink(db);
    assert.equal(canShrink(db), true);
    const written = db.prepare('PRAGMA schema_version').get()?.schema_version;
    letShrink(db);
    assert.equal(db.prepare('PRAGMA schema_version').get()?.schema_version, written, 'not written anew');
    const readOnly = new DatabaseSync(join(aFolder(t), 'other.sqlite'));
    readOnly.exec('CREATE TABLE x (y); BEGIN');
    assert.throws(() => letShrink(readOnly), /within a transaction/);
    readOnly.close();
  });

  it('whose thread ends early says so, and stays as it was', async (t) => {
    const folder = aFolder(t);
    const [file, schema] = [join(folder, 'orders.sqlite'), join(folder, 'schema.cjs')];
    writeFileSync(schema, 'process.exit(0)');
    await assert.rejects(upgradeApart(file, schema), {
      message: 'the thread that migrates the order history ended early',
    });
    writeFileSync(schema, 'exports.letShrink = exports.migrate = () => { throw new Error("no room"); }');
    await assert.rejects(upgradeApart(file, schema), /no room/);
    writeFileSync(
      schema,
      'exports.migrate = (db) => db.exec("CREATE TABLE made (x)"); exports.letShrink = () => {}',
    );
    await upgradeApart(file, schema);
    const db = new DatabaseSync(file);
    assert.deepEqual(db.prepare('SELECT name FROM sqlite_master').all().length, 1);
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
