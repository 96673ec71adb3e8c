import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { it } from 'node:test';
import { promisify } from 'node:util';
import { orderId, pageId } from '../../../src/calls/ports/ids.ts';
import type { Ledger } from '../../../src/calls/ports/ports.ts';
import { migrations } from '../../../src/ledger/schema/schema.ts';
import { canShrink, schemaVersion, versionOf } from '../../../src/ledger/schema/version.ts';
import { aSettlement, aWindow, bytes, ids, localDay, noon, question, text } from './aLedger.ts';
import { fileOf } from './oldFile.ts';

const run = promisify(execFile);

/** What the guard and the usage page count of them. */
async function countsOf(ledger: Ledger): Promise<unknown> {
  const day = localDay(noon);
  const usage = await ledger.usage({ from: day, to: day, environment: null });
  const { meters } = await ledger.guard(question({ now: noon + 10, day, keyHash: 'tail:9f3a' }));
  return {
    spend: usage.rows
      .map(({ messageCode, outcome, billing, calls }) => `${messageCode} ${outcome} ${billing} ${calls}`)
      .toSorted(),
    answered: usage.latency.reduce((sum, { calls }) => sum + calls, 0),
    begun: meters[0]?.count,
  };
}

function backupsIn(folder: string): string[] {
  return readdirSync(folder).filter((name) => name.startsWith('orders.backup') && name.endsWith('.sqlite'));
}

// A version after the first is filled by the steps themselves: its rows are those of version 1, migrated.
for (const version of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]) {
  it(`takes over everything from version ${version}, a whole copy first`, async (t) => {
    const folder = await fileOf(t, version);
    const ledger = await aWindow(t, folder);
    assert.deepEqual(ledger.problems(), []);
    assert.deepEqual(await ids(ledger), ['under-way', 'lost', 'pending', 'settled']);
    assert.deepEqual(await ids(ledger, 'attention'), ['lost', 'pending']);
    assert.equal((await ledger.find('ORD-pending', 5)).length, 1);
    const order = await ledger.get(orderId('settled'));
    assert.deepEqual(
      [order?.payloadsKept, order?.hasNote, order?.resolved, order?.keyTail],
      [true, false, null, '9f3a'],
    );
    const payloads = await ledger.payloads(orderId('settled'));
    assert.ok(payloads.kind === 'open' && payloads.answer !== null);
    assert.equal(text(payloads.requestBody), 'request of settled');
    assert.deepEqual(
      { ...payloads.answer, body: text(payloads.answer.body) },
      { ...aSettlement().answer, body: '{"answered":true}' },
    );
    assert.equal(text((await ledger.loadDraft(pageId('d'))) ?? bytes('')), 'draft');
    assert.deepEqual(
      (await ledger.events(orderId('lost'))).map((event) => event.kind),
      ['begun', 'lost'],
    );
    await ledger.settle(orderId('under-way'), aSettlement());
    assert.deepEqual(await countsOf(ledger), {
      spend: [
        'CODE negative billed 1',
        'CODE pending billed 1',
        'NO_RECORD_FOUND negative billed 1',
        'null unknown unknown 1',
      ],
      answered: 3,
      begun: 4,
    });
    const [copy = ''] = backupsIn(folder);
    const kept = new DatabaseSync(join(folder, copy), { readOnly: true });
    t.after(() => kept.close());
    assert.equal(versionOf(kept), version);
    assert.equal(kept.prepare('SELECT count(*) AS n FROM orders').get()?.n, 4);
    assert.equal(kept.prepare('PRAGMA integrity_check').get()?.integrity_check, 'ok');
    const db = new DatabaseSync(join(folder, 'orders.sqlite'));
    t.after(() => db.close());
    assert.equal(versionOf(db), migrations.length);
    assert.deepEqual(db.prepare('PRAGMA foreign_key_check').all(), []);
  });
}

it('has a file of every earlier version to migrate', () => {
  assert.equal(migrations.length, 14, 'a new version needs a test of the way from each earlier one');
  assert.equal(schemaVersion, migrations.length);
});

it('a large file is brought to this version on a thread of its own, all of it or nothing', async (t) => {
  const folder = await fileOf(t, 1);
  const db = new DatabaseSync(join(folder, 'orders.sqlite'));
  db.exec(`UPDATE orders SET request_body = zeroblob(9000000) WHERE id = 'lost'`);
  db.close();
  const nowhere = join(folder, 'schema.js');
  await assert.rejects(aWindow(t, folder, undefined, { schema: nowhere }), /Cannot find module/);
  const before = new DatabaseSync(join(folder, 'orders.sqlite'), { readOnly: true });
  assert.equal(versionOf(before), 1);
  before.close();
  const schema = join(import.meta.dirname, '../../../src/ledger/schema/schema.ts');
  const ledger = await aWindow(t, folder, undefined, { schema });
  assert.deepEqual(await ids(ledger), ['under-way', 'lost', 'pending', 'settled']);
  const after = new DatabaseSync(join(folder, 'orders.sqlite'));
  t.after(() => after.close());
  assert.deepEqual([versionOf(after), canShrink(after)], [schemaVersion, true]);
});

it('keeps one copy of the file as it was: the one before goes with the next', async (t) => {
  const folder = await fileOf(t, 9);
  const earlier = join(folder, 'orders.backup-v8-2026-01-01T00-00-00-000Z.sqlite');
  const old = new DatabaseSync(join(folder, 'orders.sqlite'));
  old.exec(`VACUUM INTO '${earlier}'`);
  old.close();
  await aWindow(t, folder);
  assert.match(backupsIn(folder).join(), /^orders\.backup-v9-[^,]*$/);
});

it('is migrated once when two processes open it at once', async (t) => {
  const folder = await fileOf(t, 1);
  const child = join(import.meta.dirname, 'child.ts');
  const both = await Promise.all(
    [1, 2, 3].map(() =>
      run(process.execPath, ['--disable-warning=MODULE_TYPELESS_PACKAGE_JSON', child, folder]),
    ),
  );
  for (const { stdout } of both) {
    const { opened, problems, begun, orders } = JSON.parse(stdout);
    assert.deepEqual([opened, problems, begun], ['open', [], 'begun']);
    const old = ['under-way', 'lost', 'pending', 'settled'];
    assert.deepEqual(
      orders.filter((id: string) => old.includes(id)),
      old,
    );
  }
  assert.equal(backupsIn(folder).length, 1);
  assert.equal((await ids(await aWindow(t, folder))).length, 7);
});

it('changes nothing when there is no room for the copy', {
  skip: process.platform === 'win32',
}, async (t) => {
  const folder = await fileOf(t, 1);
  const child = join(import.meta.dirname, 'child.ts');
  // Room for the file itself and SQLite's index of the log, which is there, but not for a copy of both.
  const limit = 'ulimit -f 80; exec "$0" --disable-warning=MODULE_TYPELESS_PACKAGE_JSON "$1" "$2"';
  const { stdout } = await run('/bin/sh', ['-c', limit, process.execPath, child, folder]);
  assert.match(JSON.parse(stdout).opened, /^unwritable: Not sent: the disk (is full|refused to write)/);
  assert.deepEqual(backupsIn(folder), []);
  const db = new DatabaseSync(join(folder, 'orders.sqlite'), { readOnly: true });
  t.after(() => db.close());
  assert.equal(versionOf(db), 1);
  assert.deepEqual(await ids(await aWindow(t, folder)), ['under-way', 'lost', 'pending', 'settled']);
});
