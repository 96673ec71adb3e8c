import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { it, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import { orderId } from '../../../src/calls/ports/ids.ts';
import { asLedgerRefusal, type Ledger } from '../../../src/calls/ports/ports.ts';
import { plain } from '../../../src/contract/words.ts';
import { ledgerOn } from '../../../src/ledger/ledger.ts';
import { openFile } from '../../../src/ledger/openFile.ts';
import { aFolder, aSettlement, aWindow, ids, keyRing, newOrder, noon, place } from './aLedger.ts';
import type { ChildReport } from './child.ts';

const run = promisify(execFile);
const posix = process.platform !== 'win32';
const child = join(import.meta.dirname, 'child.ts');
const quiet = '--disable-warning=MODULE_TYPELESS_PACKAGE_JSON';

async function report(file: string, args: readonly string[]): Promise<ChildReport> {
  const { stdout } = await run(file, [...args]);
  return JSON.parse(stdout) as ChildReport;
}

/** A ledger with the orders a and b, closed. */
async function used(t: TestContext): Promise<string> {
  const folder = aFolder(t);
  const ledger = await aWindow(t, folder);
  await place(ledger, 'a');
  await place(ledger, 'b', { order: { begunAt: noon + 1 } });
  await ledger.close();
  return folder;
}

async function refusal(ledger: Ledger, id: string): Promise<string> {
  const refused = await ledger.begin(newOrder(id)).catch(asLedgerRefusal);
  return refused === null || refused === undefined ? 'begun' : `${refused.reason}: ${plain(refused.what)}`;
}

function aside(folder: string): string[] {
  return readdirSync(folder).filter((name) => name.includes('set-aside') && name.endsWith('.sqlite'));
}

it('sends nothing when the disk is full, and goes on when there is room again', async (t) => {
  const folder = aFolder(t);
  const file = await openFile(folder, noon);
  const ledger = ledgerOn({ folder, sealing: keyRing('a-key'), now: () => noon, newId: () => 'id' }, file);
  t.after(() => ledger.close());
  await place(ledger, 'a');
  await ledger.begin(newOrder('under-way'));
  const pages = Number(file.db.prepare('PRAGMA page_count').get()?.page_count);
  file.db.exec(`PRAGMA max_page_count = ${pages}`);
  const large = new Uint8Array(randomBytes(50_000));
  const full = await ledger.begin(newOrder('b', { requestBody: large })).catch(asLedgerRefusal);
  assert.match(
    plain(full?.what ?? { text: '' }),
    /^Not sent: the disk is full.*Nothing was billed\. Free some space/,
  );
  const answer = { ...aSettlement().answer, body: large };
  await assert.rejects(ledger.settle(orderId('under-way'), aSettlement({ answer })), /full/);
  assert.equal((await ledger.get(orderId('under-way')))?.state, 'in-flight');
  file.db.exec('PRAGMA max_page_count = 1000000');
  await ledger.settle(orderId('under-way'), aSettlement({ answer }));
  await ledger.begin(newOrder('b', { requestBody: large }));
  assert.deepEqual((await ids(ledger)).toSorted(), ['a', 'b', 'under-way']);
});

it('sends nothing when the system refuses to let the file grow', { skip: !posix }, async (t) => {
  const folder = await used(t);
  const blocks = Math.ceil(statSync(join(folder, 'orders.sqlite')).size / 512) + 8;
  const limited = await report('/bin/sh', [
    '-c',
    `ulimit -f ${blocks}; exec "$0" ${quiet} "$1" "$2"`,
    process.execPath,
    child,
    folder,
  ]);
  assert.deepEqual(limited.orders, ['b', 'a']);
  assert.match(limited.begun, /^unwritable: Not sent: the disk (is full|refused to write)/);
  assert.deepEqual((await report(process.execPath, [quiet, child, folder])).begun, 'begun');
});

it('shows the history of a folder that may not be written, and sends nothing', {
  skip: !posix,
}, async (t) => {
  const folder = await used(t);
  chmodSync(folder, 0o555);
  for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o444);
  const found = await report(process.execPath, [quiet, child, folder, 'unprivileged']);
  assert.deepEqual(found.orders, ['b', 'a']);
  assert.match(found.problems.join(), /cannot be written.*it is shown, and nothing can be sent/);
  assert.match(found.begun, /^unwritable: Not sent: the order history cannot be written/);
});

it('takes a folder that may not be written for a history that may not, though its files may be', {
  skip: !posix,
}, async (t) => {
  const folder = await used(t);
  // Another window had it open before; so all files are there that are needed to write.
  await aWindow(t, folder);
  for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o666);
  chmodSync(folder, 0o555);
  const found = await report(process.execPath, [quiet, child, folder, 'unprivileged']);
  assert.deepEqual(found.orders, ['b', 'a']);
  assert.match(found.problems.join(), /cannot be written \(EACCES.*it is shown, and nothing can be sent/);
  assert.match(found.begun, /^unwritable: Not sent: the order history cannot be written/);
});

it('refuses in a sentence where no folder can be made', { skip: !posix }, async (t) => {
  const folder = aFolder(t);
  chmodSync(folder, 0o555);
  const inside = await report(process.execPath, [quiet, child, join(folder, 'new'), 'unprivileged']);
  assert.match(inside.opened, /^unwritable: Not sent: the order history cannot be written.*EACCES/);
  writeFileSync(join(aFolder(t), 'a-file'), '');
  const file = join(aFolder(t), 'a-file');
  writeFileSync(file, '');
  const onFile = await report(process.execPath, [quiet, child, file]);
  assert.match(onFile.opened, /^unwritable: Not sent: the order history cannot be written/);
});

it('waits for another program’s lock without stopping the host, then refuses', async (t) => {
  const folder = await used(t);
  const ledger = await aWindow(t, folder);
  const other = new DatabaseSync(join(folder, 'orders.sqlite'));
  t.after(() => other.close());
  other.exec('BEGIN IMMEDIATE');
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 5);
  t.after(() => clearInterval(timer));
  assert.match(
    await refusal(ledger, 'c'),
    /^unwritable: Not sent: another program has locked the order history/,
  );
  assert.ok(turns >= 8, 'the host had a turn at each pause');
  const begun = refusal(ledger, 'd');
  setTimeout(() => other.exec('COMMIT'), 600);
  assert.equal(await begun, 'begun');
  assert.deepEqual(await ids(ledger), ['b', 'd', 'a']);
});

it('does not take a locked file for a damaged one', async (t) => {
  const folder = await used(t);
  const other = new DatabaseSync(join(folder, 'orders.sqlite'));
  t.after(() => other.close());
  other.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; DELETE FROM drafts; COMMIT');
  const refused = await openFile(folder, noon).catch(asLedgerRefusal);
  assert.ok(refused !== null && 'what' in refused);
  assert.match(plain(refused.what), /another program has locked the order history/);
  assert.deepEqual(aside(folder), []);
});

const broken: readonly (readonly [what: string, why: RegExp, harm: (file: string) => void])[] = [
  ['cut in the middle', /it is damaged/, (file) => truncateSync(file, 4096 * 6 + 100)],
  ['cut inside its first page', /it is damaged/, (file) => truncateSync(file, 700)],
  [
    'emptied beside its log',
    /it is damaged/,
    (file) => {
      writeFileSync(`${file}-wal`, randomBytes(5000));
      truncateSync(file, 0);
    },
  ],
  [
    'overwritten in the middle',
    /it is damaged/,
    (file) => {
      const content = readFileSync(file);
      content.fill(0x5a, 4096 * 3, 4096 * 8);
      writeFileSync(file, content);
    },
  ],
  [
    'no database',
    /it is damaged/,
    (file) =>
      writeFileSync(file, 'something else entirely, and longer than a header of SQLite is '.repeat(20)),
  ],
  [
    'another program’s database',
    /it belongs to another program/,
    (file) => {
      renameSync(file, `${file}.ours`);
      const db = new DatabaseSync(file);
      db.exec("CREATE TABLE theirs (x); INSERT INTO theirs VALUES ('precious')");
      db.close();
    },
  ],
];

for (const [what, why, harm] of broken) {
  it(`sets a file aside that is ${what}, and begins a new one`, async (t) => {
    const folder = await used(t);
    harm(join(folder, 'orders.sqlite'));
    const content = readFileSync(join(folder, 'orders.sqlite'));
    const ledger = await aWindow(t, folder);
    const [name = ''] = aside(folder);
    const problem = ledger.problems().map(plain).join();
    assert.match(problem, why);
    assert.ok(problem.includes(name) && name !== '');
    assert.equal(Buffer.compare(readFileSync(join(folder, name)), content), 0, 'not a byte of it changed');
    assert.deepEqual(await ids(ledger), []);
    await place(ledger, 'new');
    assert.deepEqual((await aWindow(t, folder)).problems(), []);
  });
}

it('sets a large file aside that lacks the end of its last page, without looking at all of it', async (t) => {
  const folder = await used(t);
  const ledger = await aWindow(t, folder);
  const body = new Uint8Array(randomBytes(9_000_000));
  await place(ledger, 'large', { settlement: { answer: { ...aSettlement().answer, body } } });
  await ledger.close();
  const file = join(folder, 'orders.sqlite');
  truncateSync(file, statSync(file).size - 1);
  const after = await aWindow(t, folder);
  assert.match(after.problems().map(plain).join(), /it is damaged/);
  assert.equal(aside(folder).length, 1);
});

it('looks at all of a file after damage was met in it', async (t) => {
  const folder = await used(t);
  const ledger = await aWindow(t, folder);
  const large = randomBytes(9_000_000);
  await place(ledger, 'large', { settlement: { answer: { ...aSettlement().answer, body: large } } });
  await ledger.close();
  const file = join(folder, 'orders.sqlite');
  const db = new DatabaseSync(file, { readOnly: true });
  const root = Number(
    db.prepare("SELECT rootpage FROM sqlite_master WHERE name = 'orders_masked'").get()?.rootpage,
  );
  db.close();
  const content = readFileSync(file);
  content.fill(0x5a, 4096 * (root - 1), 4096 * root);
  writeFileSync(file, content);
  const next = await aWindow(t, folder);
  assert.equal((await ids(next)).length, 3);
  assert.match(
    await refusal(next, 'c'),
    /^unwritable: Not sent: the order history file is damaged.*Reload the window/,
  );
  await next.close();
  const after = await aWindow(t, folder);
  assert.match(after.problems().map(plain).join(), /it is damaged/);
  assert.equal(await refusal(after, 'c'), 'begun');
});

it('shows the history of a newer version, and changes nothing in it', async (t) => {
  const folder = await used(t);
  const file = join(folder, 'orders.sqlite');
  const db = new DatabaseSync(file);
  db.exec(
    'PRAGMA user_version = 99; ALTER TABLE orders ADD COLUMN of_the_future TEXT; PRAGMA wal_checkpoint(TRUNCATE)',
  );
  db.close();
  const content = readFileSync(file);
  const ledger = await aWindow(t, folder);
  assert.match(ledger.problems().map(plain).join(), /newer version of this extension: it is shown/);
  assert.match(await refusal(ledger, 'c'), /^newer-schema: Not sent: .*Update the extension/);
  await assert.rejects(ledger.note(orderId('a'), 'x', noon), /reading only/);
  await assert.rejects(ledger.erase([orderId('a')]), /reading only/);
  assert.deepEqual(await ledger.recover(noon * 2), []);
  assert.deepEqual(await ids(ledger), ['b', 'a']);
  assert.equal((await ledger.payloads(orderId('a'))).kind, 'open');
  await ledger.close();
  assert.equal(Buffer.compare(readFileSync(file), content), 0);
});

it('sends nothing once its file was moved away', { skip: !posix }, async (t) => {
  const folder = await used(t);
  const ledger = await aWindow(t, folder);
  mkdirSync(join(folder, 'elsewhere'));
  renameSync(join(folder, 'orders.sqlite'), join(folder, 'elsewhere', 'orders.sqlite'));
  assert.match(
    await refusal(ledger, 'c'),
    /^unwritable: Not sent: the order history file was moved or deleted/,
  );
});
