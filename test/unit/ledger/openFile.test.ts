import assert from 'node:assert/strict';
import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it, type TestContext } from 'node:test';
import { asLedgerRefusal } from '../../../src/calls/ports/ports.ts';
import { plain } from '../../../src/contract/words.ts';
import { fileNames } from '../../../src/ledger/fileNames.ts';
import { type OpenFile, type OpenOptions, openFile } from '../../../src/ledger/openFile.ts';
import { applicationId, schemaVersion, versionOf } from '../../../src/ledger/schema/version.ts';
import { aFolder, noon } from './aLedger.ts';
import { fileOf } from './oldFile.ts';
import { openIn } from './openFiles.ts';

const posix = process.platform !== 'win32';
const linux = process.platform === 'linux';
const mebibyte = 1024 * 1024;

async function opened(t: TestContext, folder: string, options: Partial<OpenOptions> = {}): Promise<OpenFile> {
  const file = await openFile(folder, noon, { platform: 'linux', ...options });
  t.after(() => {
    if (file.db.isOpen) file.db.close();
  });
  return file;
}

/** A file that was opened once and closed, then changed. */
async function changed(t: TestContext, sql = ''): Promise<string> {
  const folder = aFolder(t);
  (await opened(t, folder)).db.close();
  change(folder, sql);
  return folder;
}

function change(folder: string, sql: string): void {
  const db = new DatabaseSync(join(folder, 'orders.sqlite'));
  db.exec(sql);
  db.close();
}

const value = (db: DatabaseSync, pragma: string): unknown =>
  Object.values(db.prepare(`PRAGMA ${pragma}`).get() ?? {})[0];

const aside = (folder: string): string[] =>
  readdirSync(folder).filter((name) => name.startsWith('orders.set-aside'));
const copies = (folder: string): string[] =>
  readdirSync(folder).filter((name) => /^orders\.(backup|moving)/.test(name));

/** One page of an index filled with what is none; nothing but a look at all of the file finds it. */
function harm(folder: string): void {
  const file = join(folder, 'orders.sqlite');
  const db = new DatabaseSync(file, { readOnly: true });
  const root = Number(
    db.prepare("SELECT rootpage FROM sqlite_master WHERE name = 'orders_masked'").get()?.rootpage,
  );
  db.close();
  const content = readFileSync(file);
  content.fill(0x5a, 4096 * (root - 1), 4096 * root);
  writeFileSync(file, content);
}

describe('a new file', () => {
  it('is of this version and ours, keeps what is written, and gives room back without a trace', async (t) => {
    const { db, readOnly, problems } = await opened(t, aFolder(t));
    assert.deepEqual([readOnly, problems], [null, []]);
    assert.deepEqual([versionOf(db), value(db, 'application_id')], [schemaVersion, applicationId]);
    const pragmas = [
      'auto_vacuum',
      'journal_mode',
      'synchronous',
      'secure_delete',
      'foreign_keys',
      'temp_store',
    ];
    assert.deepEqual(
      pragmas.map((name) => value(db, name)),
      [2, 'wal', 2, 1, 1, 2],
    );
    assert.equal(value(db, 'busy_timeout'), 250);
    const onMac = await opened(t, aFolder(t), { platform: 'darwin' });
    assert.equal(value(onMac.db, 'fullfsync'), 1);
  });

  it('is its owner’s alone, and so are its folder and its lock, which stays empty', {
    skip: !posix,
  }, async (t) => {
    const before = process.umask(0);
    t.after(() => process.umask(before));
    const folder = join(aFolder(t), 'new', 'folder');
    const { names } = await opened(t, folder);
    assert.deepEqual(names, fileNames(folder));
    assert.equal(statSync(folder).mode & 0o777, 0o700);
    for (const name of ['orders.sqlite', 'orders.sqlite-wal', 'orders.lock'])
      assert.equal(statSync(join(folder, name)).mode & 0o777, 0o600, name);
    assert.equal(statSync(names.lock).size, 0);
  });

  it('lets go of its lock and of the folder once it is open', { skip: !linux }, async (t) => {
    const folder = aFolder(t);
    const { db } = await opened(t, folder);
    const files = new Set(openIn(folder).map((file) => file.slice(folder.length + 1)));
    assert.deepEqual([...files].sort(), ['orders.sqlite', 'orders.sqlite-shm', 'orders.sqlite-wal']);
    db.close();
    assert.deepEqual(openIn(folder), []);
  });

  it('is begun in an empty one, and in a database that nobody has written to', async (t) => {
    for (const sql of ['', 'PRAGMA journal_mode = WAL', 'CREATE TABLE x (y); DROP TABLE x']) {
      const folder = aFolder(t);
      change(folder, sql);
      const { db, problems } = await opened(t, folder);
      assert.deepEqual([versionOf(db), problems, aside(folder)], [schemaVersion, [], []]);
      assert.deepEqual(copies(folder), []);
    }
  });
});

describe('a file', () => {
  it('that is opened again is neither copied nor told of, and word of damage and left copies go', async (t) => {
    const folder = await changed(
      t,
      `INSERT INTO drafts (id, saved_at, seal_id, body) VALUES ('d', 1, 'a-key', x'00')`,
    );
    writeFileSync(join(folder, 'orders.damaged'), '');
    writeFileSync(join(folder, 'orders.moving-4194303-00ff.sqlite'), 'left by a window that was killed');
    const { db, problems } = await opened(t, folder);
    assert.equal(db.prepare('SELECT count(*) AS n FROM drafts').get()?.n, 1);
    assert.deepEqual([problems, copies(folder), aside(folder)], [[], [], []]);
    assert.equal(existsSync(join(folder, 'orders.damaged')), false);
  });

  const foreign = 'it belongs to another program';
  const damaged = 'it is damaged';
  const broken: readonly (readonly [what: string, why: string, harm: (folder: string) => void])[] = [
    ['is of another program', foreign, (folder) => change(folder, 'PRAGMA application_id = 1')],
    [
      'is of a program that has no name for its files',
      foreign,
      (folder) => change(folder, 'PRAGMA application_id = 0; PRAGMA user_version = 0'),
    ],
    [
      'has no tables, but a version',
      foreign,
      (folder) => {
        truncateSync(join(folder, 'orders.sqlite'), 0);
        change(folder, 'PRAGMA user_version = 5');
      },
    ],
    ['lacks a table', damaged, (folder) => change(folder, 'DROP TABLE erasures')],
    ['is harmed in an index', damaged, harm],
    [
      'is no database',
      damaged,
      (folder) => writeFileSync(join(folder, 'orders.sqlite'), 'words of somebody '.repeat(99)),
    ],
    [
      'is empty beside a log',
      damaged,
      (folder) => {
        truncateSync(join(folder, 'orders.sqlite'), 0);
        writeFileSync(join(folder, 'orders.sqlite-wal'), 'a log');
      },
    ],
    [
      'ends inside its last page',
      damaged,
      (folder) => {
        const file = join(folder, 'orders.sqlite');
        truncateSync(file, statSync(file).size - 1);
      },
    ],
  ];
  for (const [what, why, harmed] of broken)
    it(`that ${what} is set aside as it is, and a new one begun`, async (t) => {
      const folder = await changed(t);
      harmed(folder);
      const before = readFileSync(join(folder, 'orders.sqlite'));
      const { db, readOnly, problems } = await opened(t, folder);
      const [name = ''] = aside(folder);
      assert.deepEqual(problems.map(plain), [
        `The order history could not be read: ${why}. It is kept as ${name}, and a new one was started. It knows no earlier calls: budgets and limits start from zero, and inputs that were paid for are not noticed.`,
      ]);
      assert.equal(Buffer.compare(readFileSync(join(folder, name)), before), 0);
      assert.deepEqual([readOnly, versionOf(db)], [null, schemaVersion]);
      if (posix) assert.equal(statSync(join(folder, 'orders.sqlite')).mode & 0o777, 0o600);
      db.close();
      if (linux) assert.deepEqual(openIn(folder), []);
    });

  for (const [bytes, marked, found] of [
    [8 * mebibyte, false, true],
    [8 * mebibyte + 4096, false, false],
    [8 * mebibyte + 4096, true, true],
  ] as const)
    it(`of ${bytes} bytes is ${found ? '' : 'not '}looked through${marked ? ' after damage was met' : ''}`, async (t) => {
      const folder = await changed(t);
      harm(folder);
      truncateSync(join(folder, 'orders.sqlite'), bytes);
      if (marked) writeFileSync(join(folder, 'orders.damaged'), '');
      const { problems } = await opened(t, folder);
      assert.equal(problems.length, found ? 1 : 0);
      assert.equal(aside(folder).length, found ? 1 : 0);
    });

  it('that is large and ends inside its last page is known by that alone', async (t) => {
    const folder = await changed(t, 'CREATE TABLE large (x); INSERT INTO large VALUES (zeroblob(9000000))');
    const file = join(folder, 'orders.sqlite');
    assert.deepEqual((await opened(t, folder)).problems, []);
    const cut = await changed(t, 'CREATE TABLE large (x); INSERT INTO large VALUES (zeroblob(9000000))');
    truncateSync(join(cut, 'orders.sqlite'), statSync(file).size - 1);
    assert.equal((await opened(t, cut)).problems.length, 1);
    assert.equal(aside(cut).length, 1);
  });

  it('of any size whose number is wrong is looked through', async (t) => {
    const folder = await changed(t, 'PRAGMA user_version = 3');
    harm(folder);
    truncateSync(join(folder, 'orders.sqlite'), 9 * mebibyte);
    assert.equal((await opened(t, folder)).problems.length, 1);
    assert.equal(aside(folder).length, 1);
  });

  it('whose number alone is wrong has it put right, which is said once', async (t) => {
    const folder = await changed(t, 'PRAGMA user_version = 3');
    const first = await opened(t, folder);
    assert.deepEqual(first.problems.map(plain), [
      `The order history file was marked as version 3, but its tables are those of version ${schemaVersion}. The number was corrected and no order is lost. Another program has written to this file, or the disk is failing.`,
    ]);
    assert.deepEqual([versionOf(first.db), copies(folder)], [schemaVersion, []]);
    assert.deepEqual((await opened(t, folder)).problems, []);
  });

  it('that is short of what its log has is whole', async (t) => {
    const folder = await changed(t);
    const writer = new DatabaseSync(join(folder, 'orders.sqlite'));
    t.after(() => writer.close());
    writer.exec('PRAGMA wal_autocheckpoint = 0; CREATE TABLE x (y); INSERT INTO x VALUES (zeroblob(100000))');
    const { db, problems } = await opened(t, folder);
    assert.deepEqual([problems, aside(folder)], [[], []]);
    assert.equal(db.prepare('SELECT count(*) AS n FROM x').get()?.n, 1);
  });
});

describe('a file of an earlier version', () => {
  it('is kept as a copy of its owner’s before it is changed, in place of earlier copies', async (t) => {
    const folder = await fileOf(t, 9);
    const earlier = ['orders.backup-v8-earlier.sqlite', 'orders.backup-v8-earlier.sqlite-wal'];
    for (const name of earlier) writeFileSync(join(folder, name), 'an earlier copy');
    const { db, problems } = await opened(t, folder);
    assert.deepEqual([versionOf(db), problems], [schemaVersion, []]);
    assert.deepEqual(copies(folder), ['orders.backup-v9-2026-11-21T12-00-00-000Z.sqlite']);
    const copy = join(folder, copies(folder)[0] ?? '');
    if (posix) assert.equal(statSync(copy).mode & 0o777, 0o600);
    const read = new DatabaseSync(copy, { readOnly: true });
    assert.deepEqual([versionOf(read), read.prepare('SELECT count(*) AS n FROM orders').get()?.n], [9, 4]);
    read.close();
  });

  it('is changed on a thread of its own where it is large, and lets go of where that fails', async (t) => {
    const nowhere = { schema: '/nowhere/schema.js' };
    assert.equal(versionOf((await opened(t, await fileOf(t, 9), nowhere)).db), schemaVersion, 'a small one');
    const from = await fileOf(t, 9);
    // What makes it large stands in the log alone.
    const large = 'CREATE TABLE large (x); INSERT INTO large VALUES (zeroblob(9000000))';
    change(from, `PRAGMA wal_autocheckpoint = 0; ${large}`);
    // A file that nobody has open.
    const folder = aFolder(t);
    for (const name of ['orders.sqlite', 'orders.sqlite-wal'])
      copyFileSync(join(from, name), join(folder, name));
    await assert.rejects(openFile(folder, noon, nowhere), (error) =>
      /could not be recorded \(Cannot find module '\/nowhere\/schema.js'/.test(
        plain(asLedgerRefusal(error)?.what ?? { text: '' }),
      ),
    );
    if (linux) assert.deepEqual(openIn(folder), []);
    const whole = await opened(t, folder);
    assert.deepEqual([versionOf(whole.db), value(whole.db, 'auto_vacuum')], [schemaVersion, 2]);
  });

  it('of this version that gives no room back learns to, without a copy', async (t) => {
    const folder = await changed(t, 'PRAGMA journal_mode = DELETE; PRAGMA auto_vacuum = NONE; VACUUM');
    const { db, problems } = await opened(t, folder);
    assert.deepEqual([value(db, 'auto_vacuum'), problems, copies(folder)], [2, [], []]);
  });

  it('of which no copy can be made is left as it is, with nothing half made beside it', {
    skip: !linux,
  }, async (t) => {
    const folder = await fileOf(t, 9);
    let over = false;
    const opening = openFile(folder, noon)
      .catch(asLedgerRefusal)
      .finally(() => {
        over = true;
      });
    // Its file is taken away as soon as it is open, before it is copied.
    while (!over && !openIn(folder).some((file) => file.endsWith('orders.lock'))) await null;
    const before = openIn(folder).length;
    while (!over && openIn(folder).length <= before) await null;
    rmSync(join(folder, 'orders.sqlite'));
    const refusal = await opening;
    assert.ok(refusal !== null && 'what' in refusal);
    assert.match(plain(refusal.what), /^Not sent: the order history cannot be written \(unable to open/);
    assert.deepEqual(copies(folder), []);
  });
});
