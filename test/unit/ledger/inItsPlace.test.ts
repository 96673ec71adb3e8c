import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { asLedgerRefusal } from '../../../src/calls/ports/ports.ts';
import { plain } from '../../../src/contract/words.ts';
import { openFile } from '../../../src/ledger/openFile.ts';
import { aFolder, aWindow, ids, place } from './aLedger.ts';

const own = [
  'orders.sqlite',
  'orders.sqlite-wal',
  'orders.sqlite-shm',
  'orders.sqlite-journal',
  'orders.lock',
];

for (const name of [...own, 'orders.held', 'orders.damaged']) {
  it(`says in a sentence that a folder stands in the place of ${name}, and touches nothing in it`, async (t) => {
    const folder = aFolder(t);
    const inTheWay = join(folder, name);
    mkdirSync(join(inTheWay, 'within'), { recursive: true, mode: 0o755 });
    writeFileSync(join(inTheWay, 'precious'), 'theirs');
    const { mode } = statSync(inTheWay);
    const refused = await openFile(folder, Date.now()).then(
      ({ db }) => db.close(),
      (error: unknown) => asLedgerRefusal(error) ?? Promise.reject(error),
    );
    assert.ok(refused !== undefined, 'was opened');
    assert.equal(refused.reason, 'unwritable');
    assert.equal(
      plain(refused.what),
      `The order history could not be opened: a folder stands where its file ${inTheWay} belongs. Nothing can be sent. Move or rename that folder, then reload the window.`,
    );
    assert.deepEqual(readdirSync(inTheWay).toSorted(), ['precious', 'within']);
    assert.equal(statSync(inTheWay).mode, mode);
    assert.deepEqual(readdirSync(folder), [name]);
  });
}

it('shows every order once the folder is gone', async (t) => {
  const folder = aFolder(t);
  const before = await aWindow(t, folder);
  await place(before, 'a');
  await before.close();
  const inTheWay = join(folder, 'orders.lock');
  assert.ok(existsSync(inTheWay));
  rmSync(inTheWay);
  mkdirSync(inTheWay);
  await assert.rejects(openFile(folder, Date.now()), /a folder stands/);
  rmdirSync(inTheWay);
  assert.deepEqual(await ids(await aWindow(t, folder)), ['a']);
});
