import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { it } from 'node:test';
import { plain } from '../../../src/contract/words.ts';
import { migrations, runStep } from '../../../src/ledger/schema/schema.ts';
import { schemaVersion, versionByTables, versionOf } from '../../../src/ledger/schema/version.ts';
import { aFolder, aWindow, ids, newOrder, place } from './aLedger.ts';
import { fileOf } from './oldFile.ts';

function change(folder: string, sql: string): void {
  const db = new DatabaseSync(join(folder, 'orders.sqlite'));
  db.exec(sql);
  db.close();
}

function versionIn(folder: string): number {
  const db = new DatabaseSync(join(folder, 'orders.sqlite'));
  const version = versionOf(db);
  db.close();
  return version;
}

const aside = (folder: string): string[] => readdirSync(folder).filter((name) => name.includes('set-aside'));

it('knows each version by the tables it has', () => {
  const db = new DatabaseSync(':memory:');
  assert.equal(versionByTables(db), 0);
  for (const [step, made] of migrations.entries()) {
    runStep(db, made);
    assert.equal(versionByTables(db), step + 1);
  }
  assert.equal(migrations.length, schemaVersion);
  db.close();
});

for (const damaged of [0, -1, 1, 5, 10, -2_147_483_648]) {
  it(`puts a version number right that was changed to ${damaged}, and loses no order`, async (t) => {
    const folder = aFolder(t);
    const before = await aWindow(t, folder);
    await place(before, 'a');
    await before.close();
    change(folder, `PRAGMA user_version = ${damaged}`);
    const ledger = await aWindow(t, folder);
    const told = `The order history file was marked as version ${damaged}, but its tables are those of version ${schemaVersion}`;
    assert.ok(ledger.problems().map(plain).join().startsWith(told), ledger.problems().map(plain).join());
    assert.deepEqual(await ids(ledger), ['a']);
    await ledger.begin(newOrder('b'));
    assert.equal(versionIn(folder), schemaVersion);
    assert.deepEqual(aside(folder), []);
    await ledger.close();
    assert.deepEqual((await aWindow(t, folder)).problems(), [], 'told once');
  });
}

for (const [built, damaged] of [
  [9, 0],
  [9, 4],
  [4, schemaVersion],
] as const) {
  it(`migrates a file of version ${built} that calls itself ${damaged}`, async (t) => {
    const folder = await fileOf(t, built);
    change(folder, `PRAGMA user_version = ${damaged}`);
    const ledger = await aWindow(t, folder);
    assert.deepEqual(await ids(ledger), ['under-way', 'lost', 'pending', 'settled']);
    assert.equal(versionIn(folder), schemaVersion);
    assert.deepEqual(aside(folder), []);
    assert.ok(readdirSync(folder).some((name) => name.startsWith(`orders.backup-v${built}-`)));
  });
}

for (const version of [0, 5, schemaVersion]) {
  it(`sets a file aside whose tables are of no version, called ${version}`, async (t) => {
    const folder = aFolder(t);
    const before = await aWindow(t, folder);
    await place(before, 'a');
    await before.close();
    change(folder, `DROP TABLE erasures; PRAGMA user_version = ${version}`);
    const ledger = await aWindow(t, folder);
    assert.match(
      ledger.problems().map(plain).join(),
      /could not be read: it is damaged\. It is kept as orders\.set-aside/,
    );
    assert.equal(aside(folder).length, 1);
    await place(ledger, 'new');
    assert.deepEqual(await ids(ledger), ['new']);
  });
}
