import assert from 'node:assert/strict';
import { existsSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { describe, it, type TestContext } from 'node:test';
import { openFile } from '../../../src/ledger/openFile.ts';
import { busyTimeoutMs, patience, Store, whenFree } from '../../../src/ledger/store.ts';
import { aFolder, noon } from './aLedger.ts';

async function aStore(t: TestContext) {
  const { db, names } = await openFile(aFolder(t), noon);
  t.after(() => db.close());
  return { store: new Store(db, names), db, names };
}

/** As SQLite throws it; its numbers: sqlite.org/rescode.html. */
const sqlite = (errcode: number) => Object.assign(new Error(`code ${errcode}`), { errcode });
const posix = process.platform !== 'win32';

describe('a file that another window has locked', () => {
  it('is tried again so many times, and no more', async () => {
    for (const [tries, made] of [
      [3, 3],
      [1, 1],
      [0, 1],
    ] as const) {
      let count = 0;
      const work = () => {
        count += 1;
        throw sqlite(5);
      };
      await assert.rejects(whenFree(work, tries), /code 5/);
      assert.equal(count, made);
    }
  });

  it('is waited for between two tries, in which others go on, and is used once it is free', async () => {
    let count = 0;
    let others = 0;
    const timer = setInterval(() => {
      others += 1;
    }, 5);
    const read = await whenFree(() => {
      count += 1;
      if (count < 3) throw sqlite(6);
      return 'read';
    }, 5);
    clearInterval(timer);
    assert.deepEqual([read, count], ['read', 3]);
    assert.ok(others > 2);
  });

  it('is not tried again for any other fault', async () => {
    let count = 0;
    const work = () => {
      count += 1;
      throw sqlite(13);
    };
    await assert.rejects(whenFree(work, 5), /code 13/);
    assert.equal(count, 1);
  });

  it('stops its window for no longer than is noticed, and is given up in time: an answer is tried longest', () => {
    assert.equal(busyTimeoutMs, 250);
    assert.deepEqual(patience, { briefly: 2, ordinary: 9, answer: 30, migration: 3000 });
  });
});

describe('a store', () => {
  it('makes each statement once, and remembers which tables it saw', async (t) => {
    const { store, db } = await aStore(t);
    assert.equal(store.sql('SELECT 1 AS one'), store.sql('SELECT 1 AS one'));
    assert.notEqual(store.sql('SELECT 1 AS one'), store.sql('SELECT 2 AS one'));
    assert.deepEqual([store.hasTable('later'), store.hasTable('later')], [false, false]);
    db.exec('CREATE TABLE later (x); CREATE INDEX other ON later (x)');
    assert.deepEqual(
      [store.hasTable('later'), store.hasTable('later'), store.hasTable('other')],
      [true, true, false],
    );
  });

  it('writes all or nothing, and hands on what was made', async (t) => {
    const { store, db } = await aStore(t);
    db.exec('CREATE TABLE x (y)');
    const count = () => db.prepare('SELECT count(*) AS n FROM x').get()?.n;
    const failing = store.write(() => {
      db.exec('INSERT INTO x VALUES (1)');
      throw new Error('half-way');
    });
    await assert.rejects(failing, /half-way/);
    assert.deepEqual([count(), db.isTransaction], [0, false]);
    const made = await store.write(() => {
      assert.equal(db.isTransaction, true);
      db.exec('INSERT INTO x VALUES (1)');
      return 'made';
    });
    assert.deepEqual([made, count(), db.isTransaction], ['made', 1, false]);
    // What ended the transaction itself, as a full disk may, is told as it was.
    const ended = store.write(() => {
      db.exec('ROLLBACK');
      throw sqlite(13);
    });
    await assert.rejects(ended, /code 13/);
  });

  it('reads several things of one moment', async (t) => {
    const { store, db, names } = await aStore(t);
    const other = await openFile(names.folder, noon);
    t.after(() => other.db.close());
    other.db.exec('CREATE TABLE x (y)');
    const count = () => db.prepare('SELECT count(*) AS n FROM x').get()?.n;
    const [before, after] = await store.snapshot(() => {
      const first = count();
      other.db.exec('INSERT INTO x VALUES (1)');
      return [first, count()];
    });
    assert.deepEqual([before, after, count()], [0, 0, 1]);
  });

  it('leaves word of damage, for its owner alone, and of nothing else', async (t) => {
    const { store, names } = await aStore(t);
    const failing = (errcode: number) =>
      store.read(() => {
        throw sqlite(errcode);
      });
    await assert.rejects(failing(13), /code 13/);
    assert.equal(existsSync(names.damaged), false);
    await assert.rejects(failing(11), /code 11/);
    assert.equal(existsSync(names.damaged), true);
    if (posix) assert.equal(statSync(names.damaged).mode & 0o777, 0o600);
    assert.equal(await store.read(() => 'read'), 'read');
  });

  it('knows when its file was moved away, or another lies in its place', { skip: !posix }, async (t) => {
    const { store, names } = await aStore(t);
    assert.equal(store.inPlace, true);
    renameSync(names.orders, `${names.orders}.moved`);
    assert.equal(store.inPlace, false);
    writeFileSync(names.orders, '');
    assert.equal(store.inPlace, false);
  });
});
