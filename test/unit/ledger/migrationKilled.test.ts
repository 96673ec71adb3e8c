import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { it, type TestContext } from 'node:test';
import { versionOf } from '../../../src/ledger/schema/version.ts';
import { aFolder, aWindow, ids, noon } from './aLedger.ts';
import { fileOf } from './oldFile.ts';

const names = (folder: string, what: string): string[] =>
  readdirSync(folder).filter((name) => name.startsWith(`orders.${what}`) && !/-(wal|shm)$/.test(name));

/** A file of version 9 whose copy takes a while. */
async function largeFile(t: TestContext): Promise<string> {
  const folder = await fileOf(t, 9);
  const db = new DatabaseSync(join(folder, 'orders.sqlite'));
  db.exec(
    `INSERT INTO drafts (id, saved_at, seal_id, body) VALUES ('large', ${noon}, 'a-key', zeroblob(60000000))`,
  );
  db.close();
  return folder;
}

/** Opens the file in a process that is killed by `dies`, a line of its own code, as no cleaning up can be run then. */
async function openAndDie(
  t: TestContext,
  folder: string,
  dies: { schema: string; meanwhile: string },
): Promise<void> {
  const schema = join(aFolder(t), 'schema.cjs');
  writeFileSync(schema, dies.schema);
  const at = (path: string) => JSON.stringify(join(import.meta.dirname, path));
  const program = `
    import { readdirSync, statSync } from 'node:fs';
    import { openFile } from ${at('../../../src/ledger/openFile.ts')};
    const folder = ${JSON.stringify(folder)};
    const die = () => process.kill(process.pid, 'SIGKILL');
    ${dies.meanwhile}
    await openFile(folder, ${noon}, { schema: ${JSON.stringify(schema)} });`;
  const file = join(aFolder(t), 'dying.mjs');
  writeFileSync(file, program);
  const dying = spawn(process.execPath, ['--disable-warning=MODULE_TYPELESS_PACKAGE_JSON', file]);
  const [, signal] = await once(dying, 'exit');
  assert.equal(signal, 'SIGKILL');
}

/** Exactly one copy, whole and as the file was. */
function oneWhole(t: TestContext, folder: string): string {
  const [name = '', ...more] = names(folder, 'backup');
  assert.deepEqual(more, []);
  const kept = new DatabaseSync(join(folder, name), { readOnly: true });
  t.after(() => kept.close());
  assert.equal(versionOf(kept), 9);
  assert.equal(kept.prepare('SELECT count(*) AS n FROM orders').get()?.n, 4);
  assert.equal(kept.prepare('PRAGMA integrity_check').get()?.integrity_check, 'ok');
  return name;
}

it('a migration killed after its copy, again and again, leaves one copy', {
  skip: process.platform === 'win32',
}, async (t) => {
  const folder = await largeFile(t);
  const dies = { schema: "exports.migrate = () => process.kill(process.pid, 'SIGKILL');", meanwhile: '' };
  await openAndDie(t, folder, dies);
  const first = oneWhole(t, folder);
  await openAndDie(t, folder, dies);
  assert.equal(oneWhole(t, folder).slice(0, 16), first.slice(0, 16));
  assert.equal((await ids(await aWindow(t, folder))).length, 4);
  oneWhole(t, folder);
  assert.deepEqual(names(folder, 'moving'), []);
});

it('a copy that was cut short by a kill is never taken for one', {
  skip: process.platform === 'win32',
}, async (t) => {
  const folder = await largeFile(t);
  const meanwhile = `
    const look = () => {
      const half = readdirSync(folder).filter((name) => /^orders[.](backup|moving)-.*sqlite$/.test(name));
      if (half.some((name) => statSync(folder + '/' + name).size > 1_000_000)) die();
      setImmediate(look);
    };
    look();`;
  await openAndDie(t, folder, { schema: '', meanwhile });
  assert.deepEqual(names(folder, 'backup'), []);
  assert.equal(names(folder, 'moving').length > 0, true);
  assert.equal((await ids(await aWindow(t, folder))).length, 4);
  oneWhole(t, folder);
  assert.deepEqual(names(folder, 'moving'), []);
});
