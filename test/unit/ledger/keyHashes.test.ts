import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { orderId } from '../../../src/calls/ports/ids.ts';
import { LedgerRefusal, type NewOrder, type Settlement } from '../../../src/calls/ports/ports.ts';
import { adoptKey } from '../../../src/ledger/adopting.ts';
import { Hashes } from '../../../src/ledger/hashes.ts';
import { openFile } from '../../../src/ledger/openFile.ts';
import { Store } from '../../../src/ledger/store.ts';
import { insertOrder, settleOrder } from '../../../src/ledger/writing.ts';
import { aFolder, aSettlement, bytes, keyRing, newOrder, noon } from './aLedger.ts';

/** The meters without the ledger around them. */
async function aStore(t: TestContext): Promise<Store> {
  const { db, names } = await openFile(aFolder(t), noon);
  t.after(() => db.close());
  return new Store(db, names);
}

const place = 'https://api.example.invalid';
const key = 'invented-key-9f3a';
const tail = 'tail:9f3a';
const sealed = { sealId: 'a-key', body: bytes('sealed'), head: bytes('head'), aadhaar: null };

function begun(store: Store, id: string, order: Partial<NewOrder> = {}): void {
  insertOrder(store, newOrder(id, { keyHash: tail, ...order }), sealed);
}

function answered(
  store: Store,
  id: string,
  settledAt: number,
  changes: Partial<NewOrder & Settlement> = {},
): void {
  begun(store, id, changes);
  settleOrder(store, orderId(id), aSettlement({ settledAt, ...changes }), sealed);
  // What was begun is counted for itself.
  store.db.exec('DELETE FROM begun');
}

function throttle(store: Store, keyHash: string, until: number, where = place): void {
  store
    .sql(
      `INSERT INTO throttles (operation, place, key_hash, until, since, guessed, calls, calls_at, sane_until, sane_since, sane_guessed)
       VALUES ('rc-advanced', ?, ?, ?, 1, 0, 5, ?, 0, 0, 0)`,
    )
    .run(where, keyHash, until, until);
}

const said = (store: Store, sql: string) =>
  store
    .sql(sql)
    .all()
    .map((row) => Object.values(row).join(' '));
const owners = (store: Store) => said(store, 'SELECT id, key_hash FROM orders ORDER BY id');
const meters = (store: Store) => said(store, 'SELECT place, key_hash FROM begun ORDER BY seq');
const waits = (store: Store) => said(store, 'SELECT place, key_hash, until FROM throttles ORDER BY until');

describe('a key', () => {
  it('has the hash that files of long ago know it by, and none when there is no key', async (t) => {
    const hashes = new Hashes(await aStore(t), keyRing('a-key'), true);
    // Made by another program, as in oldForms.test.ts.
    assert.equal(await hashes.keyHash(place, 'invented-key-1'), 'a548eb332d722621c4d210b8c00399cd');
    assert.equal(await hashes.keyHash('embedded-sandbox', 'k1'), 'e4982a46b96bc051f7a0d1c3793d8d6b');
    assert.equal(await hashes.keyHash(place, null), '');
  });

  it('whose hash cannot be made is refused in a sentence', async (t) => {
    const ring = { ...keyRing('a-key'), current: () => Promise.reject(new Error('locked')) };
    const hashes = new Hashes(await aStore(t), ring, true);
    for (const asked of [
      hashes.keyHash(place, key),
      hashes.fingerprint('rc-advanced', bytes('{}')),
      hashes.inputPrint('rc-advanced', bytes('{}')),
    ])
      await assert.rejects(asked, (error) => error instanceof LedgerRefusal && error.reason === 'unreadable');
  });

  it('takes over what was counted by its end once in a run, and again when more may have come in', async (t) => {
    const store = await aStore(t);
    const hashes = new Hashes(store, keyRing('a-key'), true);
    begun(store, 'a');
    const hash = await hashes.keyHash(place, key);
    assert.deepEqual(meters(store), [`${place} ${hash}`]);
    begun(store, 'b');
    await hashes.keyHash(place, key);
    assert.deepEqual(meters(store), [`${place} ${hash}`, `${place} ${tail}`]);
    hashes.lookAgain();
    await hashes.keyHash(place, key);
    assert.deepEqual(meters(store), [`${place} ${hash}`, `${place} ${hash}`]);
  });

  it('takes nothing over where the history is open for reading only', async (t) => {
    const store = await aStore(t);
    begun(store, 'a');
    await new Hashes(store, keyRing('a-key'), false).keyHash(place, key);
    assert.deepEqual(meters(store), [`${place} ${tail}`]);
  });
});

describe('what was counted by the end of a key', () => {
  it('counts as the key’s: calls, waits, and the order whose 429 is still to come', async (t) => {
    const store = await aStore(t);
    begun(store, 'call');
    await adoptKey(store, place, key, 'hash');
    assert.deepEqual([meters(store), owners(store)], [[`${place} hash`], ['call hash']]);

    const waiting = await aStore(t);
    throttle(waiting, tail, noon + 5);
    await adoptKey(waiting, place, key, 'hash');
    assert.deepEqual(waits(waiting), [`${place} hash ${noon + 5}`]);

    const over = await aStore(t);
    begun(over, 'over');
    const unanswered = aSettlement({ httpStatus: null, failureCode: 'reset', billing: 'unknown' });
    settleOrder(over, orderId('over'), unanswered, sealed);
    await adoptKey(over, place, key, 'hash');
    assert.deepEqual([meters(over), owners(over)], [[`${place} hash`], [`over ${tail}`]]);

    const out = await aStore(t);
    begun(out, 'out');
    out.db.exec('DELETE FROM begun');
    await adoptKey(out, place, key, 'hash');
    assert.deepEqual(owners(out), ['out hash']);
  });

  it('counts where its environment’s place was forgotten, too, and of two waits the later holds', async (t) => {
    const store = await aStore(t);
    throttle(store, tail, noon + 5, '');
    throttle(store, tail, noon + 9);
    throttle(store, 'hash', noon + 7);
    throttle(store, tail, noon + 20, 'https://other.example.invalid');
    await adoptKey(store, place, key, 'hash');
    assert.deepEqual(waits(store), [
      `${place} hash ${noon + 9}`,
      `https://other.example.invalid ${tail} ${noon + 20}`,
    ]);
  });

  it('is that of the last four of twelve characters or more, and of none of a shorter key', async (t) => {
    for (const [typed, end] of [
      ['123456789f3a', 'tail:9f3a'],
      ['12345679f3a', 'tail:'],
    ] as const) {
      const store = await aStore(t);
      begun(store, 'a', { keyHash: 'tail:9f3a' });
      begun(store, 'b', { keyHash: 'tail:' });
      await adoptKey(store, place, typed, 'hash');
      const left = end === 'tail:' ? 'tail:9f3a' : 'tail:';
      assert.deepEqual(new Set(meters(store)), new Set([`${place} hash`, `${place} ${left}`]), typed);
    }
  });

  it('is left where it is another key’s or another place’s', async (t) => {
    const store = await aStore(t);
    begun(store, 'a', { keyHash: 'tail:0000' });
    begun(store, 'b', { place: 'https://other.example.invalid' });
    const before = meters(store);
    await adoptKey(store, place, key, 'hash');
    assert.deepEqual(meters(store), before);
  });

  it('hands on the newest answer alone, where it is newer than the key’s own', async (t) => {
    const none = await aStore(t);
    answered(none, 'old', noon);
    answered(none, 'new', noon + 1);
    await adoptKey(none, place, key, 'hash');
    assert.deepEqual(owners(none), ['new hash', `old ${tail}`]);
    for (const [own, taken] of [
      [noon, true],
      [noon + 1, false],
      [noon + 2, false],
    ] as const) {
      const store = await aStore(t);
      answered(store, 'own', own, { keyHash: 'hash' });
      answered(store, 'theirs', noon + 1);
      await adoptKey(store, place, key, 'hash');
      assert.deepEqual(owners(store), ['own hash', `theirs ${taken ? 'hash' : tail}`]);
    }
    const unanswered = await aStore(t);
    answered(unanswered, 'failed', noon, { failureCode: 'reset' });
    await adoptKey(unanswered, place, key, 'hash');
    assert.deepEqual(owners(unanswered), [`failed ${tail}`]);
  });
});
