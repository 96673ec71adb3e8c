import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it, type TestContext } from 'node:test';
import { asLedgerRefusal } from '../../../src/calls/ports/ports.ts';
import { plain } from '../../../src/contract/words.ts';
import { openFile } from '../../../src/ledger/openFile.ts';
import { backUp, sealCopy } from '../../../src/ledger/transfer/backUp.ts';
import { restore } from '../../../src/ledger/transfer/restore.ts';
import { readSealed, writeSealed } from '../../../src/ledger/transfer/sealedFile.ts';
import { addMany, aFolder, noon } from './aLedger.ts';
import { aMerger, keyOf } from './aMerge.ts';
import { fileOf } from './oldFile.ts';
import { openIn } from './openFiles.ts';

const passphrase = 'a passphrase of these tests';
const cheap = 1 << 10;
const posix = process.platform !== 'win32';
const linux = process.platform === 'linux';

/** A history with its folder, which backs up and restores. */
async function aTransfer(t: TestContext) {
  const { store, means: all } = await aMerger(t);
  const told = { changed: 0 };
  const means = {
    ...all,
    changed: () => {
      told.changed += 1;
    },
  };
  const moving = () => readdirSync(all.names.folder).filter((name) => name.startsWith('orders.moving'));
  return { store, means, told, moving, folder: all.names.folder };
}

/** Files of these folders that this process has open, but those of the history itself. */
const held = (...folders: readonly string[]): string[] =>
  openIn(...folders).filter((file) => !/orders\.sqlite/.test(file));

async function saidOf(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => assert.fail('it was taken'),
    (reason: unknown) => reason,
  );
  const refusal = asLedgerRefusal(error);
  assert.ok(refusal !== null, String(error));
  return `${refusal.reason}: ${plain(refusal.what)}`;
}

/** A database of this version with so many orders, as the copy in a backup is, changed by `sql`. */
async function aCopy(t: TestContext, sql = '', count = 2): Promise<string> {
  const folder = aFolder(t);
  const { db } = await openFile(folder, noon);
  db.close();
  addMany(folder, count);
  const file = join(folder, 'orders.sqlite');
  const changed = new DatabaseSync(file);
  changed.exec(`PRAGMA journal_mode = DELETE; ${sql}`);
  changed.close();
  return file;
}

const contents = { orders: 2, keys: { 'a-key': keyOf('a-key').toString('hex') } };

async function sealedCopy(t: TestContext, copy: string): Promise<string> {
  const file = join(aFolder(t), 'orders.backup');
  await sealCopy(file, passphrase, contents, copy, cheap);
  return file;
}

/** A backup that holds these bytes, whatever they say. */
async function sealedBytes(t: TestContext, ...parts: readonly Uint8Array[]): Promise<string> {
  const file = join(aFolder(t), 'orders.backup');
  const bytes = parts.reduce((sum, part) => sum + part.length, 0);
  const handle = await open(file, 'wx');
  await writeSealed(
    handle,
    passphrase,
    bytes,
    (async function* () {
      yield* parts;
    })(),
    cheap,
  );
  await handle.close();
  return file;
}

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes);
  return length;
}

describe('a backup', () => {
  it('holds the keys that its orders may need, then the database; it says how many it has, and how many keys are lost', async (t) => {
    const { store, means, moving, folder } = await aTransfer(t);
    addMany(folder, 3);
    store.db.exec(`INSERT INTO seals (id) VALUES ('a-key'), ('lost-1'), ('lost-2')`);
    const file = join(aFolder(t), 'orders.backup');
    assert.deepEqual(await backUp(means, file, passphrase), { orders: 3, lostKeys: 2 });
    const chunks: Buffer[] = [];
    for await (const chunk of readSealed(file, passphrase)) chunks.push(Buffer.from(chunk));
    const whole = Buffer.concat(chunks);
    const length = whole.readUInt32BE(0);
    const { orders, keys } = JSON.parse(whole.subarray(4, 4 + length).toString('utf8'));
    assert.deepEqual([orders, keys], [3, contents.keys]);
    assert.equal(whole.subarray(4 + length, 4 + length + 15).toString(), 'SQLite format 3');
    assert.deepEqual([readdirSync(join(file, '..')), moving()], [['orders.backup'], []]);
    if (posix) assert.equal(statSync(file).mode & 0o777, 0o600);
    if (linux) assert.deepEqual(held(folder, join(file, '..')), []);
  });

  it('of a history without orders or keys is one, too', async (t) => {
    const { means } = await aTransfer(t);
    const file = join(aFolder(t), 'orders.backup');
    assert.deepEqual(await backUp(means, file, passphrase), { orders: 0, lostKeys: 0 });
    const { means: other } = await aTransfer(t);
    assert.deepEqual(await restore(other, file, passphrase), { added: 0, known: 0, sealed: 0 });
  });

  it('that cannot be put in its place leaves nothing behind, and what stands there as it is', async (t) => {
    const { means, moving, folder } = await aTransfer(t);
    const where = aFolder(t);
    const inTheWay = join(where, 'orders.backup');
    mkdirSync(inTheWay);
    await assert.rejects(backUp(means, inTheWay, passphrase), /EISDIR|ENOTEMPTY|EEXIST|EPERM/);
    assert.deepEqual([readdirSync(where), moving()], [['orders.backup'], []]);
    await assert.rejects(backUp(means, join(where, 'nowhere', 'orders.backup'), passphrase), /ENOENT/);
    assert.deepEqual(moving(), []);
    if (linux) assert.deepEqual(held(folder, where), []);
  });

  it('is made by way of a copy that is its owner’s alone, and so it is taken apart', {
    skip: !posix,
  }, async (t) => {
    const before = process.umask(0);
    t.after(() => process.umask(before));
    const { means, folder, moving } = await aTransfer(t);
    const seen = new Set<number>();
    const watched = async (work: Promise<unknown>): Promise<number[]> => {
      seen.clear();
      let next = setImmediate(function look() {
        for (const name of moving())
          seen.add((statSync(join(folder, name), { throwIfNoEntry: false })?.mode ?? 0o600) & 0o777);
        next = setImmediate(look);
      });
      await work;
      clearImmediate(next);
      return [...seen];
    };
    const file = join(aFolder(t), 'orders.backup');
    assert.deepEqual(await watched(backUp(means, file, passphrase)), [0o600]);
    assert.deepEqual(await watched(restore(means, file, passphrase)), [0o600]);
  });
});

describe('a backup that is restored', () => {
  it('tells of a change, with nothing of it left, whether it was taken or not', async (t) => {
    const { store, means, told, moving, folder } = await aTransfer(t);
    const file = await sealedCopy(t, await aCopy(t));
    assert.deepEqual(await restore(means, file, passphrase), { added: 2, known: 0, sealed: 0 });
    assert.equal(store.sql('SELECT count(*) AS n FROM orders').get()?.n, 2);
    assert.deepEqual([told.changed, moving()], [1, []]);
    assert.match(
      await saidOf(restore(means, file, 'another passphrase')),
      /^passphrase: This is not the passphrase/,
    );
    await assert.rejects(restore(means, join(folder, 'nowhere'), passphrase), /ENOENT/);
    assert.deepEqual([told.changed, moving()], [3, []]);
    if (linux) assert.deepEqual(held(folder, join(file, '..')), []);
  });

  it('is not even looked at where the history is open for reading only', async (t) => {
    const { means, told, moving } = await aTransfer(t);
    const mustWrite = (): void => {
      throw new Error('for reading only');
    };
    const file = await sealedCopy(t, await aCopy(t));
    await assert.rejects(restore({ ...means, mustWrite }, file, passphrase), /for reading only/);
    assert.deepEqual([told.changed, moving()], [0, []]);
  });

  it('may have as much as 4 MiB before its database, and no more', async (t) => {
    const database = readFileSync(await aCopy(t));
    const json = JSON.stringify(contents);
    const room = 4 * 1024 * 1024;
    const padded = (length: number) => Buffer.from(json.padEnd(length), 'utf8');
    const { means } = await aTransfer(t);
    const most = await sealedBytes(t, lengthOf(room), padded(room), database);
    assert.deepEqual(await restore(means, most, passphrase), { added: 2, known: 0, sealed: 0 });
    const more = await sealedBytes(t, lengthOf(room + 1), padded(room + 1), database);
    assert.match(await saidOf(restore(means, more, passphrase)), /^unreadable: This backup is damaged/);
  });

  it('may have a database of any size', async (t) => {
    const { means } = await aTransfer(t);
    const large = 'CREATE TABLE large (x); INSERT INTO large VALUES (zeroblob(3000000))';
    const file = await sealedCopy(t, await aCopy(t, large));
    assert.deepEqual(await restore(means, file, passphrase), { added: 2, known: 0, sealed: 0 });
  });

  it('is damaged that ends before its database begins', async (t) => {
    const { means } = await aTransfer(t);
    const json = Buffer.from(JSON.stringify(contents), 'utf8');
    for (const parts of [
      [],
      [Buffer.of(0, 0, 0)],
      [lengthOf(5)],
      [lengthOf(json.length + 1), json],
      [lengthOf(json.length), json],
    ]) {
      const file = await sealedBytes(t, ...parts);
      const said = await saidOf(restore(means, file, passphrase));
      // Without a byte of a database there is a new one, which is nobody's.
      const none = parts.length === 2 && parts[0]?.readUInt32BE(0) === json.length;
      assert.match(
        said,
        none ? /^unreadable: This file is not a backup/ : /^unreadable: This backup is damaged/,
      );
    }
  });

  const refused: readonly (readonly [what: string, said: RegExp, sql: string])[] = [
    ['of another program', /^unreadable: This file is not a backup of orders/, 'PRAGMA application_id = 1'],
    [
      'of a newer version',
      /^newer-schema: This backup is marked as version 15; .* versions up to 14/,
      'PRAGMA user_version = 15',
    ],
    ['that lacks a table', /^unreadable: This backup is damaged/, 'DROP TABLE erasures'],
  ];
  for (const [what, said, sql] of refused)
    it(`is refused where it is one ${what}`, async (t) => {
      const { means, moving, folder } = await aTransfer(t);
      const file = await sealedCopy(t, await aCopy(t, sql));
      assert.match(await saidOf(restore(means, file, passphrase)), said);
      assert.deepEqual(moving(), []);
      if (linux) assert.deepEqual(held(folder), []);
    });

  it('is refused where its database is damaged, found at once or in a part that nobody asks for', async (t) => {
    const { means } = await aTransfer(t);
    const [whole, harmed, none] = [await aCopy(t), await aCopy(t), await aCopy(t)];
    const db = new DatabaseSync(harmed, { readOnly: true });
    const root = Number(
      db.prepare("SELECT rootpage FROM sqlite_master WHERE name = 'orders_masked'").get()?.rootpage,
    );
    db.close();
    const content = readFileSync(harmed);
    content.fill(0x5a, 4096 * (root - 1), 4096 * root);
    writeFileSync(harmed, content);
    writeFileSync(none, 'words of somebody '.repeat(400));
    truncateSync(whole, 4096 * 3);
    for (const copy of [harmed, none, whole])
      assert.match(
        await saidOf(restore(means, await sealedCopy(t, copy), passphrase)),
        /^unreadable: This backup is damaged/,
      );
  });

  it('is brought to this version by its tables, whatever it calls itself', async (t) => {
    const { means, store } = await aTransfer(t);
    const old = new DatabaseSync(join(await fileOf(t, 9), 'orders.sqlite'));
    const copy = join(aFolder(t), 'copy.sqlite');
    old.exec(`PRAGMA user_version = 4; VACUUM INTO '${copy}'`);
    old.close();
    const file = await sealedCopy(t, copy);
    assert.deepEqual(await restore(means, file, passphrase), { added: 4, known: 0, sealed: 0 });
    assert.equal(store.sql('SELECT count(*) AS n FROM orders').get()?.n, 4);
  });
});
