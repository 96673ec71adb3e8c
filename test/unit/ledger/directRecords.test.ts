import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { orderId } from '../../../src/calls/ports/ids.ts';
import { DocumentRecords } from '../../../src/ledger/documents.ts';
import { findByWords, openEvent, openNote } from '../../../src/ledger/events.ts';
import { FollowUpRecords } from '../../../src/ledger/followUps.ts';
import { openFile } from '../../../src/ledger/openFile.ts';
import { Records } from '../../../src/ledger/recording.ts';
import { Store } from '../../../src/ledger/store.ts';
import { insertOrder, settleOrder } from '../../../src/ledger/writing.ts';
import {
  aDocument,
  aFolder,
  aSettlement,
  bytes,
  damages,
  keyRing,
  newOrder,
  noon,
  pending,
  text,
} from './aLedger.ts';

const a = orderId('a');

/** What users record, without the ledger around it: one open order, and what is asked of who keeps the file. */
async function aPlace(t: TestContext) {
  const { db, names } = await openFile(aFolder(t), noon);
  t.after(() => db.close());
  const store = new Store(db, names);
  const sealed = { sealId: 'a-key', body: bytes('sealed'), head: bytes('head'), aadhaar: null };
  insertOrder(store, newOrder('a'), sealed);
  settleOrder(store, a, aSettlement(pending), sealed);
  const told = { changes: 0, mayWrite: true };
  const means = {
    store,
    sealing: keyRing('later-key'),
    mustWrite: () => {
      if (!told.mayWrite) throw new Error('open for reading only');
    },
    damages,
    changed: () => {
      told.changes += 1;
    },
  };
  const none = async () => [];
  return {
    store,
    told,
    means,
    followUps: new FollowUpRecords(means, none),
    documents: new DocumentRecords(means),
    records: new Records(means, none),
    knows: (seal: string) => store.sql('SELECT 1 FROM seals WHERE id = ?').get(seal) !== undefined,
  };
}

describe('what is recorded', () => {
  const ways = {
    'a follow-up': ({ followUps }) => followUps.set([a], '2026-11-22'),
    'a text of support': ({ followUps }) => followUps.addText(a, bytes('their words'), noon),
    'a document': ({ documents }) => documents.keep(a, aDocument(), bytes('%PDF-1.7')),
    'a note': ({ records }) => records.note(a, 'my words', noon),
    'an outcome': ({ records }) =>
      records.resolve(a, { at: noon, outcome: 'verified', note: 'seen', pasted: bytes('{}') }),
  } as const satisfies Record<string, (at: Awaited<ReturnType<typeof aPlace>>) => Promise<unknown>>;

  for (const [what, record] of Object.entries(ways)) {
    it(`is told to whoever listens: ${what}`, async (t) => {
      const at = await aPlace(t);
      await record(at);
      assert.equal(at.told.changes, 1);
    });

    it(`is refused where the history is open for reading only: ${what}`, async (t) => {
      const at = await aPlace(t);
      at.told.mayWrite = false;
      await assert.rejects(async () => record(at), /open for reading only/);
      assert.equal(at.told.changes, 0);
      for (const table of ['events', 'documents', 'support_texts'])
        assert.equal(at.store.sql(`SELECT count(*) AS n FROM ${table}`).get()?.n, 0, table);
    });
  }

  for (const what of ['a text of support', 'a document', 'a note', 'an outcome'] as const)
    it(`remembers the key that sealed it: ${what}`, async (t) => {
      const at = await aPlace(t);
      assert.equal(at.knows('later-key'), false);
      await ways[what](at);
      assert.equal(at.knows('later-key'), true);
    });

  it('of an order that nobody knows is refused', async (t) => {
    const { records, followUps, documents } = await aPlace(t);
    const z = orderId('z');
    for (const asked of [
      () => records.note(z, 'words', noon),
      () => records.readNote(z),
      () => records.events(z),
      () => records.resolve(z, { at: noon, outcome: 'verified', note: '', pasted: null }),
      () => followUps.addText(z, bytes('x'), noon),
      () => followUps.texts(z),
      () => documents.keep(z, aDocument(), bytes('x')),
    ])
      await assert.rejects(asked, { message: 'This order is no longer in the order history.' });
  });
});

describe('a follow-up', () => {
  it('that is set for nobody tells of no change', async (t) => {
    const { followUps, told } = await aPlace(t);
    assert.equal(await followUps.set([orderId('z')], '2026-11-22'), 0);
    assert.equal(told.changes, 0);
    assert.equal(await followUps.due('2026-11-30'), 0);
    assert.equal(await followUps.set([a, orderId('z')], '2026-11-22'), 1);
    const due = ['2026-11-21', '2026-11-22', '2026-11-23'].map((day) => followUps.due(day));
    assert.deepEqual(await Promise.all(due), [0, 1, 1]);
  });
});

describe('a document', () => {
  it('is listed without its facts, and not opened, where its key is gone', async (t) => {
    const { documents, means } = await aPlace(t);
    await documents.keep(a, aDocument(), bytes('%PDF-1.7'));
    const [kept] = await documents.list(a);
    assert.deepEqual(kept?.facts, aDocument());
    const id = kept?.id ?? 0;
    assert.equal(text((await documents.open(a, id)) ?? bytes('')), '%PDF-1.7');
    const gone = new DocumentRecords({ ...means, sealing: keyRing('another-key') });
    assert.deepEqual(await gone.list(a), [{ id, facts: null }]);
    assert.equal(await gone.open(a, id), null);
    assert.equal(await documents.open(a, id + 1), null);
    assert.deepEqual([await documents.count(a), await documents.count(orderId('z'))], [1, 0]);
  });
});

describe('a note', () => {
  it('of blanks alone removes the one before', async (t) => {
    const { records } = await aPlace(t);
    assert.equal(await records.readNote(a), '');
    await records.note(a, 'first', noon);
    assert.equal(await records.readNote(a), 'first');
    await records.note(a, ' \n ', noon + 1);
    assert.equal(await records.readNote(a), '');
  });

  it('that no key opens is known to be there, and an order’s story says so in its place', async (t) => {
    const { records, store } = await aPlace(t);
    await records.note(a, 'words', noon);
    const row = store.sql('SELECT * FROM events').get() ?? {};
    const other = keyRing('another-key');
    assert.equal(await openNote(other, 'a', row), null);
    assert.deepEqual(await openEvent(other, 'a', row), {
      kind: 'noted',
      at: noon,
      text: '[sealed: the key that opens this is gone]',
    });
    await assert.rejects(openEvent(other, 'a', { ...row, kind: 'odd' }), {
      message: 'the order history holds an event of an unknown kind: odd',
    });
  });

  it('is bound to its time: with another it opens nowhere', async (t) => {
    const { records, store, means } = await aPlace(t);
    await records.note(a, 'words', noon);
    await records.resolve(a, { at: noon + 1, outcome: 'still-open', note: 'later', pasted: bytes('{}') });
    store.db.exec('UPDATE events SET at = at + 1');
    const opened = [];
    for (const row of store.sql('SELECT * FROM events ORDER BY at').all())
      opened.push(await openEvent(means.sealing, 'a', row));
    assert.deepEqual(opened, [
      { kind: 'noted', at: noon + 1, text: '', damaged: { note: true, pasted: false } },
      {
        kind: 'resolved',
        at: noon + 2,
        resolution: { at: noon + 2, outcome: 'still-open', note: '', pasted: null },
        damaged: { note: true, pasted: true },
      },
    ]);
  });

  it('is found by up to thirty of its words, in any letters and order', async (t) => {
    const { records, store, means } = await aPlace(t);
    const words = Array.from({ length: 31 }, (_, n) => `Word${n}`);
    await records.note(a, words.join(' '), noon);
    const found = async (text: string) => (await findByWords(store, means.sealing, text)).length;
    assert.equal(await found(` ${words.slice(1).toReversed().join('  ').toUpperCase()}\n`), 1);
    assert.equal(await found(words.join(' ')), 0);
    assert.equal(await found('word1 other'), 0);
    assert.deepEqual([await found(''), await found(' \n')], [0, 0]);
  });
});
