import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it, type TestContext } from 'node:test';
import { orderId } from '../../../src/calls/ports/ids.ts';
import type { Ledger } from '../../../src/calls/ports/ports.ts';
import type { Billing } from '../../../src/contract/words.ts';
import { aWindow, localDay, noon, question } from './aLedger.ts';
import { fileOf } from './oldFile.ts';

/* What was recorded before version 13, which counts by it. */

/** Whether a file of that version could hold what was recorded: version 1 could not. */
const versions = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] as const;
const day = localDay(noon);

function change(folder: string, sql: string): void {
  const db = new DatabaseSync(join(folder, 'orders.sqlite'));
  db.exec(`PRAGMA foreign_keys = ON; ${sql}`);
  db.close();
}

const resolved = (outcome: string, id: string): string =>
  `UPDATE orders SET resolved = '${outcome}', resolved_at = ${noon + 2000} WHERE id = '${id}';`;

async function spend(ledger: Ledger): Promise<string[]> {
  const { rows } = await ledger.usage({ from: day, to: day, environment: null });
  return rows.map((row) => `${row.calls} ${row.outcome} ${row.billing}`).toSorted();
}

async function found(ledger: Ledger, billing: Billing): Promise<string[]> {
  const query = { group: 'all', filter: { billings: [billing] }, limit: 10, after: null } as const;
  return (await ledger.list(query)).orders.map(({ id }) => id).toSorted();
}

async function used(ledger: Ledger, session = 's'): Promise<number[]> {
  const { spent, unclearToday } = await ledger.guard(question({ day, session, now: noon + 10 }));
  return [spent.session.calls, spent.day.calls, spent.month.calls, unclearToday];
}

for (const version of versions) {
  it(`counts by what was recorded in a file of version ${version}`, async (t) => {
    const folder = await fileOf(t, version);
    change(folder, resolved('negative', 'lost') + resolved('refunded', 'pending'));
    const ledger = await aWindow(t, folder);
    const rest = ['1 negative billed', '1 unknown unknown'];
    assert.deepEqual(await spend(ledger), [rest[0], '1 pending refunded', '1 unknown billed', rest[1]]);
    assert.deepEqual(await used(ledger), [0, 3, 3, 1]);
    const again = { at: noon + 3000, outcome: 'still-open', note: '', pasted: null } as const;
    for (const id of ['lost', 'pending']) await ledger.resolve(orderId(id), again);
    assert.deepEqual(await spend(ledger), [rest[0], '1 pending billed', '2 unknown unknown']);
  });

  it(`finds by what was recorded in a file of version ${version}`, async (t) => {
    const folder = await fileOf(t, version);
    change(folder, resolved('negative', 'lost') + resolved('refunded', 'pending'));
    const ledger = await aWindow(t, folder);
    assert.deepEqual(await found(ledger, 'refunded'), ['pending']);
    assert.deepEqual(await found(ledger, 'billed'), ['lost', 'settled']);
    assert.deepEqual(await found(ledger, 'unknown'), ['under-way']);
    assert.equal((await ledger.get(orderId('pending')))?.billing, 'billed');
  });

  it(`counts as answered what was recorded as still open, or not at all, in a file of version ${version}`, async (t) => {
    const folder = await fileOf(t, version);
    change(folder, resolved('still-open', 'lost') + resolved('verified', 'pending'));
    const ledger = await aWindow(t, folder);
    assert.deepEqual(await spend(ledger), ['1 negative billed', '1 pending billed', '2 unknown unknown']);
  });
}

/** Copies of the order `lost` of version 12, each counted by the triggers of then. */
const more = (...ids: readonly string[]): string =>
  ids
    .map(
      (
        id,
      ) => `INSERT INTO orders (id, draft_id, operation, environment, kind, origin, key_tail, machine, begun_at, deadline_at,
         masked_input, state, outcome, billing, evidence, day, session, price, identity, place, key_hash)
       SELECT '${id}', 'draft of ${id}', operation, environment, kind, origin, key_tail, machine, begun_at, deadline_at,
         masked_input, state, outcome, billing, evidence, day, 's', '4.50', identity, place, key_hash FROM orders WHERE id = 'lost';`,
    )
    .join('\n');

async function migrated(t: TestContext, sql: string): Promise<{ ledger: Ledger; rows: () => unknown[] }> {
  const folder = await fileOf(t, 12);
  change(folder, sql);
  const ledger = await aWindow(t, folder);
  const db = new DatabaseSync(join(folder, 'orders.sqlite'));
  t.after(() => db.close());
  const own = db.prepare(`SELECT billing, calls FROM spend WHERE price = '4.50' ORDER BY billing`);
  return { ledger, rows: () => own.all().map(({ billing, calls }) => `${calls} ${billing}`) };
}

describe('what was recorded before', () => {
  it('is counted with all that count alike, also in their session', async (t) => {
    const records = resolved('refunded', 'a') + resolved('refunded', 'b') + resolved('verified', 'c');
    const { ledger, rows } = await migrated(t, more('a', 'b', 'c', 'd') + records);
    assert.deepEqual(rows(), ['1 billed', '2 refunded', '1 unknown']);
    assert.deepEqual((await used(ledger))[0], 2);
  });

  it('moves no more than is counted, and nothing where its counts are gone', async (t) => {
    const records = resolved('refunded', 'a') + resolved('refunded', 'b') + resolved('verified', 'c');
    const less = `UPDATE spend SET calls = 2 WHERE price = '4.50'; UPDATE session_spend SET calls = 1;`;
    const some = await migrated(t, more('a', 'b', 'c') + records + less);
    assert.deepEqual(some.rows(), ['1 billed', '1 refunded']);
    assert.deepEqual((await used(some.ledger))[0], 0);
    const gone = `DELETE FROM spend WHERE price = '4.50'; DELETE FROM session_spend;`;
    const none = await migrated(t, more('a', 'b', 'c') + records + gone);
    assert.deepEqual([none.rows(), (await used(none.ledger))[0]], [[], 0]);
  });

  it('moves no count of an order that was erased before it came back: it stays as it was erased', async (t) => {
    const back = `DELETE FROM orders WHERE id = 'a'; ${more('a')}`;
    const { ledger, rows } = await migrated(t, more('a', 'b') + back + resolved('refunded', 'a'));
    assert.deepEqual(rows(), ['2 unknown']);
    assert.deepEqual(await found(ledger, 'refunded'), ['a'], 'it is found as it was recorded');
  });

  it('beside a final answer counts for nothing, as a version before may have left it there', async (t) => {
    const answered = `UPDATE orders SET state = 'settled', outcome = 'negative', billing = 'billed' WHERE id = 'a';`;
    const { ledger, rows } = await migrated(t, more('a') + resolved('refunded', 'a') + answered);
    assert.deepEqual(rows(), ['1 billed']);
    for (const note of ['noted since', '']) {
      assert.deepEqual([rows(), await found(ledger, 'refunded')], [['1 billed'], []]);
      await ledger.note(orderId('a'), note, noon);
    }
  });

  it('is followed where a window of version 12 goes on recording after another brought the file here', async (t) => {
    const folder = await fileOf(t, 12);
    const old = new DatabaseSync(join(folder, 'orders.sqlite'));
    t.after(() => old.close());
    const records = old.prepare(`UPDATE orders SET resolved = ?, resolved_at = ${noon} WHERE id = 'pending'`);
    records.run('refunded');
    const ledger = await aWindow(t, folder);
    const others = ['1 negative billed', '2 unknown unknown'];
    assert.deepEqual(await spend(ledger), [others[0], '1 pending refunded', others[1]]);
    records.run('verified');
    assert.deepEqual(await spend(ledger), [others[0], '1 pending billed', others[1]]);
    records.run('refunded');
    assert.deepEqual(await spend(ledger), [others[0], '1 pending refunded', others[1]]);
    assert.deepEqual(await found(ledger, 'refunded'), ['pending']);
  });

  it('leaves the parts of what else stands beside an order as they were', async (t) => {
    const folder = await fileOf(t, 12);
    change(folder, `${resolved('refunded', 'pending')} UPDATE orders SET has_note = 1 WHERE id = 'pending';`);
    const ledger = await aWindow(t, folder);
    const { resolvedAt, hasNote, outcome } = (await ledger.get(orderId('pending'))) ?? {};
    assert.deepEqual([resolvedAt, hasNote, outcome], [noon + 2000, true, 'pending']);
    const noted = { hasNote: true, billings: ['refunded'] } as const;
    assert.equal(
      (await ledger.list({ group: 'rest', filter: noted, limit: 9, after: null })).orders.length,
      1,
    );
  });
});
