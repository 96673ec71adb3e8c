import assert from 'node:assert/strict';
import type { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { fingerprintKey, fingerprintOf } from '../../../src/ledger/fingerprint.ts';
import { open } from '../../../src/ledger/sealing.ts';
import { prepareOrder } from '../../../src/ledger/transfer/reseal.ts';
import { bytes, text } from './aLedger.ts';
import { aHistory, aMerger, copyOf, keyOf, request } from './aMerge.ts';

/** What of an order is known on the computer where it was made alone, and a number that each file has of its own. */
const own = ['taught', 'session', 'batch', 'batch_row', 'facet'];
const tables = [
  ...['orders', 'payloads', 'order_drifts', 'aadhaar_numbers', 'events', 'support_texts', 'documents'],
  ...['input_parts', 'latency', 'spend', 'begun', 'seals'],
];

type Row = Readonly<Record<string, unknown>>;

function rowsOf(db: DatabaseSync, table: string): Row[] {
  const without =
    table === 'orders' ? own : ['events', 'support_texts', 'documents'].includes(table) ? ['id'] : [];
  return db
    .prepare(`SELECT * FROM ${table} ORDER BY 1, 2`)
    .all()
    .map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => !without.includes(name))));
}

const said = (db: DatabaseSync, sql: string) =>
  db
    .prepare(sql)
    .all()
    .map((row) => Object.values(row).join(' '));

describe('orders of a backup', () => {
  it('are under the same key what they were, with all that belongs to them and is counted of them', async (t) => {
    const copy = copyOf(t, await aHistory(t));
    const { store, hashes, take } = await aMerger(t);
    assert.deepEqual(await take(copy, 'a-key'), { added: 4, known: 0, sealed: 0 });
    for (const table of tables) {
      const there = rowsOf(copy, table);
      assert.ok(there.length > 0, table);
      assert.deepEqual(rowsOf(store.db, table), there, table);
    }
    assert.equal(hashes.looked, 1);
    assert.deepEqual(await take(copy, 'a-key'), { added: 0, known: 4, sealed: 0 });
  });

  it('are sealed anew under another key, each part in its place, and what was not there stays away', async (t) => {
    const copy = copyOf(t, await aHistory(t));
    const { store, take } = await aMerger(t, 'another-key');
    assert.deepEqual(await take(copy, 'a-key'), { added: 4, known: 0, sealed: 0 });
    const key = keyOf('another-key');
    const opened = (id: string, place: string, body: unknown): string =>
      body instanceof Uint8Array ? text(open(key, id, place, body)) : String(body);
    const payloads = store.db
      .prepare('SELECT o.id, p.* FROM payloads p JOIN orders o USING (seq) ORDER BY seq')
      .all();
    assert.deepEqual(
      payloads.map((row) => [
        row.id,
        row.request_seal,
        opened(String(row.id), 'request_body', row.request_body).slice(0, 10),
        row.answer_seal,
        opened(String(row.id), 'answer_head', row.answer_head).slice(0, 7),
        opened(String(row.id), 'answer_body', row.answer_body).slice(0, 7),
      ]),
      [
        ['paid', 'another-key', '{"emails":', 'another-key', '{"head"', '{"answe'],
        ['failed', 'another-key', '{"emails":', 'another-key', '{"head"', '{"answe'],
        ['open', 'another-key', '{"aadhaar_', 'another-key', '{"head"', '{"charg'],
        ['on its way', 'another-key', '{"aadhaar_', null, 'null', 'null'],
      ],
    );
    const events = store.db.prepare('SELECT * FROM events ORDER BY id').all();
    assert.deepEqual(
      events.map(({ kind, at, seal_id, words, pasted }) => [
        seal_id,
        words === null ? null : opened('open', `events.${String(kind)}.${Number(at)}`, words).slice(0, 20),
        opened('open', `events.pasted.${Number(at)}`, pasted),
      ]),
      [
        ['another-key', 'a note of mine', 'null'],
        ['another-key', 'asked', '{"it":"what was pasted"}'],
        ['another-key', 'again', 'null'],
      ],
    );
    const [sent] = store.db.prepare('SELECT * FROM support_texts').all();
    assert.equal(opened('open', `support.${Number(sent?.at)}`, sent?.body), 'support wrote');
    const [document] = store.db.prepare('SELECT * FROM documents').all();
    assert.match(opened('paid', `document.facts.${Number(document?.at)}`, document?.facts), /^\{"facts"/);
    assert.equal(opened('paid', `document.body.${Number(document?.at)}`, document?.body), 'a document');
    const [numbers] = store.db.prepare('SELECT * FROM aadhaar_numbers').all();
    assert.match(opened('open', 'aadhaar', numbers?.body), /^\["\d{12}"\]$/);
    for (const one of [sent, document, numbers]) assert.equal(one?.seal_id, 'another-key');
    assert.deepEqual(said(store.db, 'SELECT id, told FROM seals'), ['another-key 0']);
    // Found as twins by prints of this key; calls are counted by what is left of the API key.
    const print = fingerprintOf(fingerprintKey(key), 'email-bulk', bytes(request));
    assert.equal(
      store.db.prepare(`SELECT fingerprint FROM orders WHERE id = 'paid'`).get()?.fingerprint,
      print,
    );
    assert.equal(said(store.db, 'SELECT DISTINCT fingerprint FROM input_parts').length, 2);
    assert.deepEqual(said(store.db, 'SELECT DISTINCT key_hash FROM orders'), ['tail:9f3a']);
  });

  it('that no key opens stay as they are, are counted, and their seal was told of where they come from', async (t) => {
    const copy = copyOf(t, await aHistory(t));
    const { store, take } = await aMerger(t, 'another-key');
    assert.deepEqual(await take(copy), { added: 4, known: 0, sealed: 4 });
    for (const table of ['payloads', 'aadhaar_numbers', 'events', 'support_texts', 'documents'])
      assert.deepEqual(rowsOf(store.db, table), rowsOf(copy, table), table);
    assert.deepEqual(said(store.db, 'SELECT id, told FROM seals'), ['a-key 1']);
    // Its print is kept as a mark of the order; by the parts of it nothing would ever be found.
    const prints = 'SELECT fingerprint FROM orders ORDER BY seq';
    assert.deepEqual(said(store.db, prints), said(copy, prints));
    assert.deepEqual(said(store.db, 'SELECT fingerprint FROM input_parts'), []);
  });

  it('have each seal remembered that nothing opens, whatever it sealed', async (t) => {
    const lost = ['events', 'support_texts', 'documents', 'aadhaar_numbers']
      .map((table) => `UPDATE ${table} SET seal_id = 'lost ${table}'`)
      .join('; ');
    const copy = copyOf(t, await aHistory(t), lost);
    const { store, take } = await aMerger(t);
    assert.deepEqual(await take(copy, 'a-key'), { added: 4, known: 0, sealed: 2 });
    assert.deepEqual(said(store.db, 'SELECT id, told FROM seals ORDER BY id'), [
      'a-key 0',
      'lost aadhaar_numbers 1',
      'lost documents 1',
      'lost events 1',
      'lost support_texts 1',
    ]);
  });

  it('whose answer alone was damaged keep the rest sealed with the new key', async (t) => {
    const copy = copyOf(t, await aHistory(t), 'UPDATE payloads SET answer_body = zeroblob(60) WHERE seq = 1');
    const { store, take } = await aMerger(t, 'another-key');
    assert.deepEqual(await take(copy, 'a-key'), { added: 4, known: 0, sealed: 1 });
    assert.deepEqual(said(store.db, 'SELECT request_seal, answer_seal FROM payloads WHERE seq = 1'), [
      'another-key a-key',
    ]);
    assert.deepEqual(said(store.db, 'SELECT id, told FROM seals ORDER BY id'), ['a-key 1', 'another-key 0']);
  });
});

describe('an order of a backup', () => {
  const prepared = async (copy: DatabaseSync, change: string, key: string, known: readonly string[]) => {
    copy.exec(`SAVEPOINT one; ${change}`);
    const row = copy.prepare(`SELECT * FROM orders WHERE id = 'paid'`).get() ?? {};
    const hashes = { inputPrint: async () => ({ whole: 'made anew', parts: [] }) };
    const keys = new Map(known.map((id) => [id, { id, key: keyOf(id) }]));
    const made = await prepareOrder(copy, row, { own: { id: key, key: keyOf(key) }, known: keys, hashes });
    copy.exec('ROLLBACK TO one; RELEASE one');
    return made;
  };
  const reduced = `UPDATE orders SET aadhaar_reduced_at = 1`;
  const dropped = 'DELETE FROM payloads';

  it('is counted to the hash of its API key under the same key alone, else to its last characters', async (t) => {
    const copy = copyOf(t, await aHistory(t));
    const cases = [
      ['', 'a-key', 'hash of 9f3a'],
      ['', 'another-key', 'tail:9f3a'],
      [`UPDATE orders SET key_hash = ''`, 'another-key', ''],
      [`UPDATE orders SET key_hash = 'tail:0000'`, 'another-key', 'tail:0000'],
      [`UPDATE orders SET key_hash = 'not a tail:'`, 'another-key', 'tail:9f3a'],
      ['UPDATE orders SET key_tail = NULL', 'another-key', 'tail:'],
      [dropped, 'a-key', 'hash of 9f3a'],
      [dropped, 'another-key', 'tail:9f3a'],
    ] as const;
    for (const [change, key, hash] of cases)
      assert.equal((await prepared(copy, change, key, ['a-key'])).keyHash, hash, `${change} ${key}`);
  });

  it('has a print made anew of a request that is whole, and keeps the one it had under the same key', async (t) => {
    const copy = copyOf(t, await aHistory(t));
    const print = String(copy.prepare(`SELECT fingerprint FROM orders WHERE id = 'paid'`).get()?.fingerprint);
    const none = 'UPDATE orders SET fingerprint = NULL';
    const cases = [
      ['', 'a-key', 'made anew', 2],
      ['', 'another-key', 'made anew', 0],
      [none, 'another-key', null, 0],
      [reduced, 'a-key', print, 2],
      [reduced, 'another-key', null, 0],
      [dropped, 'a-key', print, 2],
      [`${none}; ${dropped}`, 'a-key', null, 0],
    ] as const;
    for (const [change, key, whole, parts] of cases) {
      const made = (await prepared(copy, change, key, ['a-key'])).print;
      assert.deepEqual([made?.whole ?? null, made?.parts.length ?? 0], [whole, parts], `${change} ${key}`);
    }
  });
});
