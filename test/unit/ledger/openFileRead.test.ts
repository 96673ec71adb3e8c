import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it, type TestContext } from 'node:test';
import { asLedgerRefusal } from '../../../src/calls/ports/ports.ts';
import { plain } from '../../../src/contract/words.ts';
import { openFile } from '../../../src/ledger/openFile.ts';
import { aFolder, noon } from './aLedger.ts';
import { openIn } from './openFiles.ts';

const posix = process.platform !== 'win32';
const file = (folder: string): string => join(folder, 'orders.sqlite');

/** A history with one draft, closed; `sql` is done to it. */
async function aHistory(t: TestContext, sql = ''): Promise<string> {
  const folder = aFolder(t);
  (await openFile(folder, noon)).db.close();
  const db = new DatabaseSync(file(folder));
  db.exec(`INSERT INTO drafts (id, saved_at, seal_id, body) VALUES ('d', 1, 'a-key', x'00'); ${sql}`);
  db.close();
  return folder;
}

async function opened(t: TestContext, folder: string) {
  const made = await openFile(folder, noon);
  t.after(() => {
    if (made.db.isOpen) made.db.close();
  });
  return made;
}

async function refused(folder: string): Promise<string> {
  const error: unknown = await openFile(folder, noon).then(
    ({ db }) => db.close(),
    (reason: unknown) => reason,
  );
  const refusal = asLedgerRefusal(error);
  assert.ok(refusal !== null, String(error));
  return `${refusal.reason}: ${plain(refusal.what)}`;
}

/** In the place of a file: whoever opens it is told that it is none, whatever rights he has. */
function bar(folder: string, name: string): void {
  rmSync(join(folder, name), { force: true });
  symlinkSync(join(file(folder), 'inside'), join(folder, name));
}

describe('a history that cannot be written', { skip: !posix }, () => {
  for (const [what, name] of [
    ['its lock cannot be made', 'orders.lock'],
    ['what SQLite keeps beside it cannot be made', 'orders.sqlite-shm'],
  ] as const)
    it(`is shown, for reading alone: ${what}`, async (t) => {
      const folder = await aHistory(t);
      bar(folder, name);
      const { db, names, readOnly, problems } = await opened(t, folder);
      assert.equal(names.folder, folder);
      assert.equal(db.prepare('SELECT count(*) AS n FROM drafts').get()?.n, 1);
      assert.throws(() => db.exec('DELETE FROM drafts'), /readonly/);
      assert.equal(readOnly?.reason, 'unwritable');
      assert.match(plain(readOnly.what), /^Not sent: the order history cannot be written \(/);
      const [problem, ...more] = problems.map(plain);
      assert.deepEqual(more, []);
      assert.match(
        problem ?? '',
        /^The order history cannot be written \(.+\): it is shown, and nothing can be sent\. /,
      );
      assert.ok(problem?.endsWith(`Allow writing to ${folder}, then reload the window.`), problem);
    });

  it('and that is damaged is refused with both said, and left as it is', async (t) => {
    const folder = await aHistory(t);
    bar(folder, 'orders.lock');
    writeFileSync(file(folder), 'words of somebody '.repeat(99));
    assert.equal(
      await refused(folder),
      `unwritable: The order history could not be read: it is damaged. Its folder cannot be written, so no new one can be started: allow writing to ${folder}, then reload the window.`,
    );
    assert.deepEqual(
      readdirSync(folder).filter((name) => name.includes('aside')),
      [],
    );
  });

  it('is refused where there is none yet', async (t) => {
    const inTheWay = join(aFolder(t), 'a file');
    writeFileSync(inTheWay, '');
    assert.match(
      await refused(inTheWay),
      /^unwritable: Not sent: the order history cannot be written \(EEXIST/,
    );
    assert.match(
      await refused(join(inTheWay, 'x')),
      /^unwritable: Not sent: the order history cannot be written \(ENOTDIR/,
    );
  });

  it('is refused in a sentence for any other fault', async (t) => {
    const folder = await aHistory(t);
    bar(folder, 'orders.lock');
    rmSync(file(folder));
    // Where it leads to there is nothing now, not even a file.
    assert.match(await refused(folder), /^unwritable: Not sent: the order could not be recorded \(ENOENT/);
  });
});

describe('a history of a newer version', () => {
  it('is shown as it is, and nothing can be sent', async (t) => {
    const folder = await aHistory(t, 'PRAGMA user_version = 99; DROP TABLE erasures');
    const before = readFileSync(file(folder));
    const { db, readOnly, problems } = await opened(t, folder);
    assert.equal(readOnly?.reason, 'newer-schema');
    assert.equal(
      plain(readOnly.what),
      'Not sent: the order history was written by a newer version of this extension. Nothing was billed. Update the extension to send.',
    );
    assert.deepEqual(problems.map(plain), [
      'The order history was written by a newer version of this extension: it is shown, and nothing can be sent. Update the extension.',
    ]);
    assert.equal(db.prepare('SELECT count(*) AS n FROM drafts').get()?.n, 1);
    assert.throws(() => db.exec('DELETE FROM drafts'), /readonly/);
    db.close();
    assert.equal(Buffer.compare(readFileSync(file(folder)), before), 0);
    if (process.platform === 'linux') assert.deepEqual(openIn(folder), []);
  });
});

describe('a history that another window opens', () => {
  it('is waited for, in which the host goes on', async (t) => {
    const folder = await aHistory(t);
    const other = new DatabaseSync(join(folder, 'orders.lock'));
    t.after(() => other.close());
    other.exec('BEGIN IMMEDIATE');
    let turns = 0;
    // Let go only once the host has had its turns: one that is held up while it waits would wait for ever.
    const timer = setInterval(() => {
      turns += 1;
      if (turns === 20) other.exec('COMMIT');
    }, 5);
    const { problems } = await opened(t, folder);
    clearInterval(timer);
    assert.deepEqual(problems, []);
    assert.ok(turns >= 20, `the host had ${turns} turns while it waited`);
  });

  it('is not touched where a folder stands in the place of a file', async (t) => {
    const folder = aFolder(t);
    mkdirSync(join(folder, 'orders.damaged'));
    assert.equal(
      await refused(folder),
      `unwritable: The order history could not be opened: a folder stands where its file ${join(folder, 'orders.damaged')} belongs. Nothing can be sent. Move or rename that folder, then reload the window.`,
    );
    assert.deepEqual(readdirSync(folder), ['orders.damaged']);
  });
});
