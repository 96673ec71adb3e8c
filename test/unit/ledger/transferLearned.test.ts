import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { describe, it, type TestContext } from 'node:test';
import { Prints } from '../../../src/ledger/learning/prints.ts';
import { openFile } from '../../../src/ledger/openFile.ts';
import { takeLearned } from '../../../src/ledger/transfer/takeLearned.ts';
import { addMany, aFolder, aWindow, newOrder, noon } from './aLedger.ts';
import { aMerger, copyOf, keyOf } from './aMerge.ts';
import { teach } from './taught.ts';

const keyNamed = (id: string) => ({ id, key: new Uint8Array(keyOf(id)) });

/** A history that four calls about three inputs have taught, and one about an input of its own. */
async function aTaught(t: TestContext): Promise<string> {
  const folder = aFolder(t);
  const ledger = await aWindow(t, folder);
  for (const [n, input] of ['XX00AA1000', 'XX00AA1001', 'XX00AA1002', 'XX00AA1000'].entries())
    await teach(ledger, `o${n}`, { input, result: { color: 'BLUE', zorblat: { quuxify: n } }, at: n });
  await teach(ledger, 'own', {
    input: 'XX00AA1003',
    result: { color: 'RED' },
    at: 9,
    order: { fingerprint: null, place: 'https://other.example.invalid' },
  });
  await ledger.close();
  return folder;
}

const rows = (db: DatabaseSync, sql: string) =>
  db
    .prepare(sql)
    .all()
    .map((row) => ({ ...row }));
const shapes = ['facts', 'fact_sets', 'fact_ranges', 'fact_places'];
const inputs = 'SELECT * FROM fact_inputs ORDER BY learned, print';
const known = (db: DatabaseSync) =>
  rows(db, 'SELECT known FROM learned ORDER BY id').map((row) => Number(row.known));
const taught = 'SELECT id, taught FROM orders ORDER BY id';

describe('what a backup has learned', () => {
  it('is taken over as it is under the same key, each shape as one that no window knows', async (t) => {
    const copy = copyOf(t, await aTaught(t));
    const { store, take } = await aMerger(t);
    await take(copy, 'a-key');
    for (const table of shapes) {
      const there = rows(copy, `SELECT * FROM ${table} ORDER BY 1, 2, 3`);
      assert.ok(there.length > 0, table);
      assert.deepEqual(rows(store.db, `SELECT * FROM ${table} ORDER BY 1, 2, 3`), there, table);
    }
    const heads = 'SELECT id, operation, place, side, code FROM learned ORDER BY id';
    assert.deepEqual(rows(store.db, heads), rows(copy, heads));
    assert.deepEqual(rows(store.db, inputs), rows(copy, inputs));
    assert.deepEqual(rows(store.db, taught), rows(copy, taught));
    assert.deepEqual(rows(store.db, 'SELECT seal FROM learning'), [{ seal: 'a-key' }]);
    const before = known(copy);
    const [above = 0, ...others] = known(store.db).map((one, n) => one - (before[n] ?? 0));
    assert.ok(above > 1000 && others.every((one) => one === above), 'counted on from one number');
  });

  it('is printed anew under another key: each input that its orders asked about, and no other', async (t) => {
    const copy = copyOf(t, await aTaught(t));
    const { store, take } = await aMerger(t, 'another-key');
    await take(copy, 'a-key');
    const prints = new Prints(keyNamed('another-key'));
    const asked = rows(store.db, 'SELECT id, place, fingerprint FROM orders ORDER BY seq').map((row) => ({
      id: String(row.id),
      place: String(row.place),
      fingerprint: row.fingerprint === null ? null : String(row.fingerprint),
    }));
    assert.equal(asked.length, 5);
    const wanted = new Set(asked.map((one) => Buffer.from(prints.input(one)).toString('hex')));
    const found = rows(store.db, 'SELECT hex(print) AS print, fact_set FROM fact_inputs');
    assert.deepEqual(new Set(found.map(({ print }) => String(print).toLowerCase())), wanted);
    // As many of each set as there.
    const sets = 'SELECT learned, fact_set, count(*) AS n FROM fact_inputs GROUP BY 1, 2 ORDER BY 1, 2';
    assert.deepEqual(rows(store.db, sets), rows(copy, sets));
    assert.deepEqual(rows(store.db, taught), rows(copy, taught));
    assert.deepEqual(rows(store.db, 'SELECT seal FROM learning'), [{ seal: 'another-key' }]);
  });

  it('comes without its inputs where the key that printed them did not come along', async (t) => {
    const copy = copyOf(t, await aTaught(t));
    const { store, take } = await aMerger(t, 'another-key');
    await take(copy);
    assert.deepEqual(rows(store.db, inputs), []);
    assert.equal(known(store.db).length, known(copy).length);
    assert.deepEqual(rows(store.db, taught), rows(copy, taught));
  });

  it('is counted for orders that are here, taught there and have taught nothing here, and for no others', async (t) => {
    const copy = copyOf(t, await aTaught(t));
    const { store, take } = await aMerger(t);
    // The orders come alone.
    const [learning] = rows(copy, 'SELECT seal FROM learning');
    copy.exec(`DELETE FROM learning; UPDATE orders SET taught = 0 WHERE id = 'own'`);
    await take(copy, 'a-key');
    assert.deepEqual(rows(store.db, 'SELECT * FROM learned'), []);
    copy.prepare('INSERT INTO learning (id, seal) VALUES (1, ?)').run(String(learning?.seal));
    store.db.exec(`DELETE FROM orders WHERE id = 'o1'; UPDATE orders SET taught = 2 WHERE id = 'o2'`);
    const own = keyNamed('a-key');
    await takeLearned(store, copy, own, new Map([['a-key', own]]));
    assert.deepEqual(
      rows(store.db, taught).map(({ id, taught: as }) => [id, as]),
      [
        ['o0', 1],
        ['o2', 2],
        ['o3', 1],
        ['own', 0],
      ],
    );
    // One input, of which something was learned from request and answer.
    assert.equal(rows(store.db, inputs).length, 2);
  });

  it('stays away from a history that has learned itself, also where it did so meanwhile', async (t) => {
    const copy = copyOf(t, await aTaught(t));
    const learn = `INSERT INTO learned (operation, place, side, code) VALUES ('rc-advanced', 'here', 'answer', 'X')`;
    const own = keyNamed('a-key');
    const keys = new Map([['a-key', own]]);
    const { store } = await aMerger(t);
    store.before = () => store.db.exec(learn);
    await takeLearned(store, copy, own, keys);
    assert.deepEqual(rows(store.db, 'SELECT place FROM learned'), [{ place: 'here' }]);
    assert.deepEqual(rows(store.db, 'SELECT * FROM facts'), []);
    store.after.length = 0;
    await takeLearned(store, copy, own, keys);
    assert.deepEqual(store.after, [], 'nothing is even begun');
  });

  it('is nothing where nothing was learned there', async (t) => {
    const folder = aFolder(t);
    const ledger = await aWindow(t, folder);
    await ledger.begin(newOrder('a'));
    await ledger.close();
    const { store, take } = await aMerger(t);
    await take(copyOf(t, folder), 'a-key');
    assert.deepEqual(rows(store.db, 'SELECT * FROM learned'), []);
    assert.deepEqual(rows(store.db, 'SELECT * FROM learning'), []);
    assert.equal(store.sql('SELECT taught FROM orders').get()?.taught, 0);
  });

  it('is read five hundred orders at a time, between which the host goes on', async (t) => {
    const folder = aFolder(t);
    const file = await openFile(folder, noon);
    file.db.close();
    addMany(folder, 1001);
    const copy = copyOf(
      t,
      folder,
      `UPDATE orders SET taught = 2; INSERT INTO learning (id, seal) VALUES (1, 'a-key')`,
    );
    const { store } = await aMerger(t);
    store.db.exec(`ATTACH '${join(folder, 'orders.sqlite')}' AS theirs`);
    const names = rows(copy, `SELECT name FROM pragma_table_xinfo('orders') WHERE hidden = 0`).map(
      ({ name }) => String(name),
    );
    const columns = names.filter((name) => name !== 'taught').join(', ');
    store.db.exec(`INSERT INTO orders (${columns}) SELECT ${columns} FROM theirs.orders; DETACH theirs`);
    let turns = 0;
    let next = setImmediate(function look() {
      turns += 1;
      next = setImmediate(look);
    });
    await takeLearned(store, copy, keyNamed('a-key'), new Map());
    clearImmediate(next);
    assert.deepEqual(rows(store.db, 'SELECT taught, count(*) AS n FROM orders GROUP BY 1'), [
      { taught: 2, n: 1001 },
    ]);
    // Three readings of the orders, and a few turns more; each reading goes on behind the one before.
    assert.ok(turns >= 3 && turns < 100, String(turns));
  });
});
