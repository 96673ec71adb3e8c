import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { Worker } from 'node:worker_threads';
import { copyFile } from '../../../src/ledger/copying.ts';
import { fileNames } from '../../../src/ledger/fileNames.ts';
import { Holders } from '../../../src/ledger/holders.ts';
import { aFolder } from './aLedger.ts';
import { openIn } from './openFiles.ts';

describe('windows that hold the key', () => {
  it('are known to one that does not, while one of them does', async (t) => {
    const names = fileNames(aFolder(t));
    const [one, two, asking] = [new Holders(names), new Holders(names), new Holders(names)];
    t.after(() => {
      for (const window of [one, two]) window.release();
    });
    assert.equal(asking.anyOther(), false);
    assert.equal(readFileSync(names.held).length, 0);
    if (process.platform !== 'win32') assert.equal(statSync(names.held).mode & 0o777, 0o600);
    await one.hold();
    await two.hold();
    await two.hold();
    assert.equal(asking.anyOther(), true);
    one.release();
    one.release();
    assert.equal(asking.anyOther(), true);
    two.release();
    assert.equal(asking.anyOther(), false);
    await one.hold();
    assert.equal(asking.anyOther(), true);
  });

  it('hold it by a file that is their owner’s alone from the start', {
    skip: process.platform === 'win32',
  }, async (t) => {
    const before = process.umask(0);
    t.after(() => process.umask(before));
    const names = fileNames(aFolder(t));
    const window = new Holders(names);
    await window.hold();
    assert.equal(statSync(names.held).mode & 0o777, 0o600);
    window.release();
  });

  it('wait a moment for one that looks whether anybody is there', async (t) => {
    const names = fileNames(aFolder(t));
    const [holding, asking] = [new Holders(names), new Holders(names)];
    t.after(() => holding.release());
    asking.anyOther();
    const looking = new DatabaseSync(names.held);
    looking.exec('BEGIN EXCLUSIVE');
    const held = holding.hold();
    setTimeout(() => looking.close(), 20);
    await held;
    assert.equal(asking.anyOther(), true);
  });

  it('are nobody where the file that tells of them is no such file: that is said, not taken for an answer', async (t) => {
    const names = fileNames(aFolder(t));
    writeFileSync(names.held, 'no database at all, whatever wrote it here'.repeat(50));
    await assert.rejects(new Holders(names).hold(), /not a database/);
    assert.throws(() => new Holders(names).anyOther(), /not a database/);
  });
});

it('a window that could not be told to hold the key lets go of the file', {
  skip: process.platform !== 'linux',
}, async (t) => {
  const names = fileNames(aFolder(t));
  const held = () => openIn(names.folder);
  writeFileSync(names.held, 'no database at all, whatever wrote it here'.repeat(50));
  await assert.rejects(new Holders(names).hold(), /not a database/);
  assert.deepEqual(held(), []);
  writeFileSync(names.held, '');
  const window = new Holders(names);
  await window.hold();
  assert.deepEqual(held(), [names.held]);
  window.release();
  assert.deepEqual(held(), []);
});

/** Locks a file for so long on a thread of its own, so that who waits for it in this one is not in its way. */
const locking = `
const { parentPort, workerData } = require('node:worker_threads');
const { DatabaseSync } = require('node:sqlite');
const db = new DatabaseSync(workerData.file);
db.exec('BEGIN EXCLUSIVE');
parentPort.postMessage('locked');
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, workerData.ms);
db.close();
`;

describe('a copy of the file', () => {
  for (const mode of ['wal', 'delete'] as const)
    it(`is made of what ${mode === 'wal' ? 'stood there when it was begun' : 'stands there in the end'}, and keeps nobody from writing meanwhile: ${mode}`, async (t) => {
      const names = fileNames(aFolder(t));
      const db = new DatabaseSync(names.orders);
      t.after(() => db.close());
      // More than SQLite copies at once: it goes on after others had their turn.
      db.exec(`PRAGMA busy_timeout = 1000; PRAGMA journal_mode = ${mode}; CREATE TABLE x (y, z)`);
      db.exec('INSERT INTO x VALUES (1, zeroblob(2000000))');
      const copy = join(names.folder, 'copy.sqlite');
      const copied = copyFile(names, copy);
      db.exec('INSERT INTO x VALUES (2, NULL)');
      await copied;
      const read = new DatabaseSync(copy, { readOnly: true });
      const found = read.prepare('SELECT count(*) AS n FROM x').get()?.n;
      read.close();
      assert.equal(found, mode === 'wal' ? 1 : 2);
    });

  it('waits a moment for another window that writes where there is no log', async (t) => {
    const names = fileNames(aFolder(t));
    const db = new DatabaseSync(names.orders);
    db.exec('CREATE TABLE x (y)');
    db.close();
    const worker = new Worker(locking, { eval: true, workerData: { file: names.orders, ms: 20 } });
    t.after(() => worker.terminate());
    await once(worker, 'message');
    const copy = join(names.folder, 'copy.sqlite');
    await copyFile(names, copy);
    const read = new DatabaseSync(copy, { readOnly: true });
    assert.equal(read.prepare('SELECT name FROM sqlite_schema').all().length, 1);
    read.close();
  });

  for (const mode of ['wal', 'delete'] as const)
    it(`is that of one moment, with what only stands in the log: ${mode}`, async (t) => {
      const folder = aFolder(t);
      const names = fileNames(folder);
      const db = new DatabaseSync(names.orders);
      t.after(() => db.close());
      db.exec(`PRAGMA journal_mode = ${mode}; CREATE TABLE x (y); INSERT INTO x VALUES (1)`);
      if (mode === 'wal') db.exec('PRAGMA wal_checkpoint(TRUNCATE); PRAGMA wal_autocheckpoint = 0');
      db.exec('INSERT INTO x VALUES (2)');
      const copy = join(folder, 'copy.sqlite');
      const copied = copyFile(names, copy);
      if (mode === 'wal') db.exec('INSERT INTO x VALUES (3)');
      await copied;
      // The copy lets go of the file: it can be written again, the log emptied too.
      db.exec('INSERT INTO x VALUES (4)');
      if (mode === 'wal') assert.equal(db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy, 0);
      const read = new DatabaseSync(copy, { readOnly: true });
      const found = read.prepare('SELECT y FROM x ORDER BY y').all();
      read.close();
      assert.deepEqual(
        found.map(({ y }) => y),
        [1, 2],
      );
    });

  it('of a file that is not there is none', async (t) => {
    const names = fileNames(aFolder(t));
    await assert.rejects(copyFile(names, join(names.folder, 'copy.sqlite')), /unable to open/);
    assert.equal(existsSync(names.orders), false);
  });
});
