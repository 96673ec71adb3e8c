import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs, {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { basename, join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import {
  backupName,
  backups,
  fileNames,
  filesAside,
  folderInPlace,
  movingName,
  removeAside,
  removeCopies,
  removeFile,
  removeLeftMoving,
  setAside,
} from '../../../src/ledger/fileNames.ts';
import { createPrivate } from '../../../src/ledger/privateFile.ts';
import { aFolder, noon } from './aLedger.ts';

const posix = process.platform !== 'win32';
const dayMs = 86_400_000;

function withFiles(t: TestContext, ...names: readonly string[]): string {
  const folder = aFolder(t);
  for (const name of names) writeFileSync(join(folder, name), name);
  return folder;
}

/** The id of a process that has ended. */
function endedPid(): number {
  return Number(execFileSync(process.execPath, ['-p', 'process.pid'], { encoding: 'utf8' }));
}

describe('a folder where a file of the history belongs', () => {
  const belonging = [
    ...['orders.sqlite', 'orders.sqlite-wal', 'orders.sqlite-shm', 'orders.sqlite-journal'],
    ...['orders.lock', 'orders.held', 'orders.damaged'],
  ];
  for (const name of belonging)
    it(`is found: ${name}`, (t) => {
      const folder = withFiles(t, ...belonging.filter((one) => one !== name));
      assert.equal(folderInPlace(fileNames(folder)), null);
      mkdirSync(join(folder, name));
      assert.equal(folderInPlace(fileNames(folder)), join(folder, name));
    });
});

describe('a history that is set aside', () => {
  it('goes with what SQLite keeps beside it, under a name that says when', (t) => {
    const folder = withFiles(t, 'orders.sqlite', 'orders.sqlite-wal', 'orders.lock');
    assert.equal(setAside(fileNames(folder), noon), 'orders.set-aside-2026-11-21T12-00-00-000Z.sqlite');
    assert.deepEqual(readdirSync(folder).sort(), [
      'orders.lock',
      'orders.set-aside-2026-11-21T12-00-00-000Z.sqlite',
      'orders.set-aside-2026-11-21T12-00-00-000Z.sqlite-wal',
    ]);
  });

  it('takes no name that another one has, nor one whose side file is left', (t) => {
    const name = 'orders.set-aside-2026-11-21T12-00-00-000Z';
    const folder = withFiles(t, 'orders.sqlite', `${name}.sqlite`, `${name}-1.sqlite-shm`);
    assert.equal(setAside(fileNames(folder), noon), `${name}-2.sqlite`);
    assert.equal(readFileSync(join(folder, `${name}.sqlite`), 'utf8'), `${name}.sqlite`);
    assert.equal(readFileSync(join(folder, `${name}-2.sqlite`), 'utf8'), 'orders.sqlite');
  });

  it('is listed without its side files, the oldest first, and removed with them and nothing else', (t) => {
    const others = [
      'orders.sqlite',
      'orders.backup-v1-x.sqlite',
      'orders.set-aside-x.txt',
      'my-orders.set-aside-x.sqlite',
    ];
    const aside = ['orders.set-aside-b.sqlite', 'orders.set-aside-a.sqlite'];
    const beside = ['-wal', '-shm', '-journal'].map((end) => `orders.set-aside-b.sqlite${end}`);
    const folder = withFiles(t, ...others, ...aside, ...beside);
    assert.deepEqual(filesAside(folder), aside.toReversed());
    removeAside(folder);
    assert.deepEqual(readdirSync(folder).sort(), others.toSorted());
    removeAside(folder);
  });
});

describe('a copy made before a migration', () => {
  it('says which version and when, and takes no name twice', (t) => {
    const folder = aFolder(t);
    const name = () => backupName(fileNames(folder), 3, noon);
    assert.equal(name(), join(folder, 'orders.backup-v3-2026-11-21T12-00-00-000Z.sqlite'));
    writeFileSync(name(), '');
    assert.equal(name(), join(folder, 'orders.backup-v3-2026-11-21T12-00-00-000Z-1.sqlite'));
  });

  it('is found with its side files, and goes when something is taken out of the history', (t) => {
    const copy = 'orders.backup-v10-x.sqlite';
    const copies = [copy, `${copy}-journal`, `${copy}-shm`, `${copy}-wal`];
    const moving = `orders.moving-${endedPid()}-0a.sqlite`;
    const others = [
      'orders.backup-v-x.sqlite',
      'orders.backup-v1-x.sqlite.txt',
      'orders.sqlite',
      'x.orders.backup-v1-x.sqlite',
    ];
    const folder = withFiles(t, ...copies, ...others, moving);
    assert.deepEqual(backups(folder).toSorted(), copies.map((name) => join(folder, name)).toSorted());
    removeCopies(folder, Date.now());
    assert.deepEqual(readdirSync(folder).sort(), others.toSorted());
  });
});

describe('a copy on its way', () => {
  it('has a name of its own each time, of this process', (t) => {
    const names = fileNames(aFolder(t));
    const name = basename(movingName(names));
    assert.match(name, new RegExp(`^orders\\.moving-${process.pid}-[0-9a-f]{12}\\.sqlite$`));
    assert.notEqual(basename(movingName(names)), name);
  });

  it('stays while its process works, for a day, and goes with its side files once it has ended', (t) => {
    const own = `orders.moving-${process.pid}-0a.sqlite`;
    const left = `orders.moving-${endedPid()}-0a.sqlite`;
    const others = ['orders.moving-x-0a.sqlite', `x${left}`, `${left}x`, 'orders.sqlite'];
    const folder = withFiles(t, own, `${own}-wal`, left, `${left}-wal`, ...others);
    const now = Math.floor(Date.now() / 1000) * 1000;
    utimesSync(join(folder, own), now / 1000, now / 1000);
    removeLeftMoving(folder, now);
    assert.deepEqual(readdirSync(folder).sort(), [own, `${own}-wal`, ...others].toSorted());
    removeLeftMoving(folder, now + dayMs);
    assert.ok(existsSync(join(folder, own)));
    removeLeftMoving(folder, now + dayMs + 1);
    assert.deepEqual(readdirSync(folder).sort(), others.toSorted());
  });

  it('stays while it is somebody else’s process that works', (t) => {
    const refused = (code: string) => () => {
      throw Object.assign(new Error('kill failed'), { code });
    };
    const folder = withFiles(t, 'orders.moving-4242-0a.sqlite');
    const kill = t.mock.method(process, 'kill', refused('EPERM'));
    removeLeftMoving(folder, Date.now());
    assert.deepEqual(readdirSync(folder), ['orders.moving-4242-0a.sqlite']);
    assert.deepEqual(
      kill.mock.calls.map((call) => call.arguments),
      [[4242, 0]],
    );
    kill.mock.mockImplementation(refused('ESRCH'));
    removeLeftMoving(folder, Date.now());
    assert.deepEqual(readdirSync(folder), []);
  });

  it('is removed with all that SQLite keeps beside it, whatever of it is there', (t) => {
    const names = ['', '-wal', '-shm', '-journal'].map((end) => `x.sqlite${end}`);
    const folder = withFiles(t, ...names, 'x.sqlite-other');
    removeFile(join(folder, 'x.sqlite'));
    removeFile(join(folder, 'x.sqlite'));
    assert.deepEqual(readdirSync(folder), ['x.sqlite-other']);
  });
});

it('what another window removed after it was listed is gone all the same', (t) => {
  const folder = withFiles(t, 'orders.sqlite');
  const pid = endedPid();
  const gone = ['orders.backup-v1-x.sqlite', 'orders.set-aside-x.sqlite', `orders.moving-${pid}-0a.sqlite`];
  const reading = t.mock.method(fs, 'readdirSync', () => gone);
  syncBuiltinESMExports();
  try {
    removeAside(folder);
    removeCopies(folder, Date.now());
  } finally {
    reading.mock.restore();
    syncBuiltinESMExports();
  }
  assert.equal(reading.mock.callCount(), 3);
  assert.deepEqual(readdirSync(folder), ['orders.sqlite']);
});

describe('a file of the history', { skip: !posix }, () => {
  const modes = (folder: string) =>
    readdirSync(folder).map((name) => [name, statSync(join(folder, name)).mode & 0o777]);

  it('is its owner’s alone, whatever the process allows by default, and its side files with it', (t) => {
    const before = process.umask(0);
    t.after(() => process.umask(before));
    const folder = aFolder(t);
    createPrivate(join(folder, 'new.sqlite'));
    assert.deepEqual(modes(folder), [['new.sqlite', 0o600]]);
    const old = withFiles(t, 'old.sqlite', 'old.sqlite-wal');
    createPrivate(join(old, 'old.sqlite'));
    assert.deepEqual(modes(old).sort(), [
      ['old.sqlite', 0o600],
      ['old.sqlite-wal', 0o600],
    ]);
    assert.equal(readFileSync(join(old, 'old.sqlite'), 'utf8'), 'old.sqlite');
  });

  it('that cannot be made private is told of', (t) => {
    assert.throws(() => createPrivate(join(withFiles(t, 'x'), 'x', 'orders.sqlite')), { code: 'ENOTDIR' });
  });
});
