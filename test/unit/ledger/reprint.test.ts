import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { GoneInputs } from '../../../src/ledger/learning/goneInputs.ts';
import { Prints } from '../../../src/ledger/learning/prints.ts';
import { reprintLearned } from '../../../src/ledger/learning/reprint.ts';
import { untellShape } from '../../../src/ledger/learning/untelling.ts';
import { insertOrder } from '../../../src/ledger/writing.ts';
import type { StoredPlace } from '../../../src/shapes/enumerations.ts';
import { aLearner, head, type Learner, put, seenOf } from './aLearner.ts';
import { bytes, newOrder, noon } from './aLedger.ts';

const printsOf = (id: string): Prints => new Prints({ id, key: new Uint8Array(32).fill(id.length) });
const old = printsOf('old-key');
const fresh = printsOf('another-key');

const text = (print: string, said: string | null) => ({ print, text: said, inputs: 3, since: 1, last: 2 });
const place = (...texts: StoredPlace['texts']): StoredPlace => ({ inputs: 9, ended: false, texts });

function putPlace({ store }: Learner, id: number, at: string, stored: StoredPlace): void {
  store.sql('INSERT INTO fact_places VALUES (?, ?, ?)').run(id, at, JSON.stringify(stored));
}

function places({ store }: Learner): unknown {
  const rows = store.sql('SELECT learned, at, stored FROM fact_places ORDER BY learned, at').all();
  return rows.map(({ learned, at, stored }) => [learned, at, JSON.parse(String(stored))]);
}

describe('what was learned under another key', () => {
  it('is printed anew where its text is kept in clear, keys below keys included', async (t) => {
    const learner = await aLearner(t);
    const { store, rows } = learner;
    const other = { ...head, code: 'OTHER' };
    const [id, second] = [put(learner, 0), put(learner, 0, other.code)];
    const names = (by: Prints, of = head) => {
      const zorblat = by.text(of, 'keys \nzorblat');
      const quuxify = by.text(of, `keys .~${zorblat}\nquuxify`);
      return { zorblat, quuxify };
    };
    const before = names(old);
    const unknown = old.text(head, 'keys \nsomebody');
    // The longer name was written first, as its object is met first in another answer.
    putPlace(
      learner,
      id,
      `values .~${before.zorblat}.~${before.quuxify}`,
      place(text(old.text(head, 'x'), 'BLUE')),
    );
    putPlace(learner, id, `keys .~${before.zorblat}`, place(text(before.quuxify, 'quuxify')));
    putPlace(learner, id, 'keys ', place(text(before.zorblat, 'zorblat'), text(unknown, null)));
    putPlace(learner, second, 'values status', place(text('not told', null)));
    const facts = [`.~${before.zorblat}.~${before.quuxify}\ts`, `.~${unknown}\ti`, 'status\ts'];
    const add = store.sql('INSERT INTO facts (learned, text) VALUES (?, ?)');
    for (const fact of facts) add.run(id, fact);
    const range = store.sql('INSERT INTO fact_ranges VALUES (?, ?, ?, 1, 2)');
    range.run(id, 'length', `.~${before.zorblat}.~${before.quuxify}`);
    range.run(id, 'items', `.~${before.zorblat}.~${before.quuxify}`);
    range.run(id, 'length', 'status');
    store.sql('INSERT INTO fact_inputs VALUES (?, ?, 1)').run(id, bytes('print'));
    store.sql('UPDATE learned SET known = id * 10').run();

    await store.write(() => reprintLearned(store, fresh));
    const after = names(fresh);
    const values = `values .~${after.zorblat}.~${after.quuxify}`;
    const blue = fresh.text(head, `${values}\nBLUE`);
    const lost = { inputs: 9, ended: false, lost: true };
    assert.deepEqual(
      places(learner),
      [
        [id, 'keys ', { ...lost, texts: [text(after.zorblat, 'zorblat'), text('', null)] }],
        [id, `keys .~${after.zorblat}`, place(text(after.quuxify, 'quuxify'))],
        [id, values, place(text(blue, 'BLUE'))],
        [second, 'values status', { ...lost, texts: [text('', null)] }],
      ].toSorted(),
    );
    assert.deepEqual(rows('SELECT text FROM facts ORDER BY id'), [
      `.~${after.zorblat}.~${after.quuxify}\ts`,
      ...facts.slice(1),
    ]);
    const at = `.~${after.zorblat}.~${after.quuxify}`;
    assert.deepEqual(rows('SELECT what, at, least, most FROM fact_ranges ORDER BY what, at'), [
      `items ${at} 1 2`,
      `length ${at} 1 2`,
      'length status 1 2',
    ]);
    assert.deepEqual(rows('SELECT known FROM learned'), [`${id * 10 + 1}`, `${second * 10 + 1}`]);
    assert.deepEqual(rows('SELECT count(*) FROM fact_inputs'), ['0']);
    assert.deepEqual(rows('SELECT id, seal FROM learning'), ['1 another-key']);
  });

  it('takes the text of a value for no name of a key', async (t) => {
    const learner = await aLearner(t);
    const id = put(learner, 0);
    const print = old.text(head, 'some text');
    putPlace(learner, id, 'values status', place(text(print, 'ACTIVE')));
    learner.store.sql('INSERT INTO facts (learned, text) VALUES (?, ?)').run(id, `.~${print}\ts`);
    await learner.store.write(() => reprintLearned(learner.store, fresh));
    assert.deepEqual(learner.rows('SELECT text FROM facts'), [`.~${print}\ts`]);
  });

  it('is met again by its name and its values, but for those in no clear', async (t) => {
    const learner = await aLearner(t);
    const { store } = learner;
    const seen = seenOf({ zorblat: 'integer', status: { kinds: ['string'], values: ['ACTIVE'] } });
    for (let n = 0; n < 110; n += 1) learner.teach(`${n}`, seen);
    const input = fresh.input({ id: 'x', place: head.place, fingerprint: 'x' });
    await store.write(() => reprintLearned(store, fresh));
    learner.lessons.forget();
    const taught = { head, observation: seen, retryAfter: null, input, at: noon };
    assert.deepEqual(learner.lessons.teach(taught, fresh, true), []);
    const paths = learner
      .known()
      .shape()
      .paths.map(({ path, seen }) => [path, seen.inputs]);
    assert.deepEqual(paths, [
      [[], 111],
      [[{ key: 'zorblat' }], 111],
      [[{ key: 'status' }], 111],
    ]);
  });
});

describe('after an input was forgotten', () => {
  it('what is not in clear and has its print loses it, and is told to who remembers', async (t) => {
    const learner = await aLearner(t);
    const [id, other] = [put(learner, 0), put(learner, 0, 'OTHER')];
    const print = old.text(head, 'x');
    const tellable = place(text(print, null), text(print, 'BLUE'));
    const texts: Readonly<Record<string, StoredPlace>> = {
      'values a': tellable,
      'values b': place(text(print, 'BLUE')),
      'values c': place(text('', null)),
      'values d': place(),
    };
    for (const shape of [id, other])
      for (const [at, stored] of Object.entries(texts)) putPlace(learner, shape, at, stored);
    const untold = { ...tellable, texts: [text('', null), text(print, 'BLUE')], lost: true } as const;
    const { store, rows } = learner;
    assert.deepEqual(await store.write(() => [...untellShape(store, id)]), [['values a', untold]]);
    assert.deepEqual(places(learner), [
      ...Object.entries({ ...texts, 'values a': untold }).map(([at, stored]) => [id, at, stored]),
      ...Object.entries(texts).map(([at, stored]) => [other, at, stored]),
    ]);
    assert.deepEqual(rows('SELECT known FROM learned'), ['1', '0']);
    assert.deepEqual(await store.write(() => [...untellShape(store, id)]), []);
    assert.deepEqual(rows('SELECT known FROM learned'), ['1', '0']);
  });
});

describe('prints of inputs', () => {
  const key = { id: 'old-key', key: new Uint8Array(32).fill('old-key'.length) };
  const print = (id: string, fingerprint: string | null, at = head.place) =>
    old.input({ id, place: at, fingerprint });

  /** Orders `a`, `b` of one input, `c` of another, `d` of none; two shapes that counted all. */
  async function aHistory(t: Parameters<typeof aLearner>[0]) {
    const learner = await aLearner(t);
    const { store } = learner;
    const sealed = { sealId: 'a-key', body: bytes('sealed'), aadhaar: null };
    const orders = { a: 'x', b: 'x', c: 'y', d: null } as const;
    for (const [id, fingerprint] of Object.entries(orders))
      insertOrder(store, newOrder(id, { fingerprint, place: head.place }), sealed);
    const add = store.sql('INSERT OR IGNORE INTO fact_inputs VALUES (?, ?, 1)');
    for (const code of ['OK', 'OTHER', 'ELSEWHERE']) {
      const shape = put(learner, 0, code);
      for (const [id, fingerprint] of Object.entries(orders)) add.run(shape, print(id, fingerprint));
      putPlace(learner, shape, 'values status', place(text(print('a', 'x').toString().slice(0, 1), null)));
    }
    store.sql(`UPDATE learned SET place = 'elsewhere' WHERE code = 'ELSEWHERE'`).run();
    store.sql(`INSERT INTO learning VALUES (1, 'old-key')`).run();
    const sealing = { current: async () => key, find: async () => null };
    const gone = new GoneInputs(store, sealing);
    const del = async (prints: Awaited<ReturnType<GoneInputs['prints']>>, ...ids: readonly string[]) => {
      const json = JSON.stringify(ids);
      const erase = store.sql('DELETE FROM orders WHERE id IN (SELECT value FROM json_each(?))');
      return store.write(() => gone.deleting(json, prints, () => Number(erase.run(json).changes)));
    };
    const left = () => learner.rows('SELECT count(*) FROM fact_inputs GROUP BY learned ORDER BY learned');
    return { ...learner, gone, sealing, del, left };
  }

  it('are made by the key that made them, by none where there are none, and by nobody where it cannot be had', async (t) => {
    const { gone, sealing, store } = await aHistory(t);
    const prints = await gone.prints();
    assert.ok(prints instanceof Prints);
    assert.equal(prints.seal, 'old-key');
    store.sql(`UPDATE learning SET seal = 'lost-key'`).run();
    assert.equal(await gone.prints(), null);
    store.sql('DELETE FROM learning').run();
    assert.equal(await gone.prints(), null);
    sealing.current = () => Promise.reject(new Error('the keyring is locked'));
    assert.equal(await gone.prints(), null);
    store.sql('DELETE FROM fact_inputs').run();
    assert.equal(await gone.prints(), 'none');
  });

  it('go with the last order of their input, at its place, from all that counted it', async (t) => {
    const { del, left, rows } = await aHistory(t);
    assert.equal(await del(old, 'a'), 1);
    assert.deepEqual(
      [left(), rows('SELECT known FROM learned')],
      [
        ['3', '3', '3'],
        ['0', '0', '0'],
      ],
    );
    assert.equal(await del(old, 'b', 'd'), 2);
    assert.deepEqual(
      [left(), rows('SELECT known FROM learned')],
      [
        ['1', '1', '3'],
        ['1', '1', '0'],
      ],
    );
    assert.deepEqual(rows('SELECT id FROM orders'), ['c']);
  });

  it('of an order without a known input go with that order alone', async (t) => {
    const { del, left } = await aHistory(t);
    await del(old, 'c');
    assert.deepEqual(left(), ['2', '2', '3']);
    await del(old, 'd');
    assert.deepEqual(left(), ['1', '1', '3']);
  });

  it('go all, of that operation and place, where nobody can tell which; none while an order of the input is left', async (t) => {
    const { del, left } = await aHistory(t);
    await del(null, 'a');
    assert.deepEqual(left(), ['3', '3', '3']);
    await del(null, 'b');
    assert.deepEqual(left(), ['3']);
  });

  it('of an order that could not be erased stay', async (t) => {
    const { gone, store, left } = await aHistory(t);
    const seqs = JSON.stringify(
      store
        .sql('SELECT seq FROM orders')
        .all()
        .map(({ seq }) => seq),
    );
    assert.equal(await store.write(() => gone.deleting(seqs, old, () => 0)), 0);
    assert.deepEqual(left(), ['3', '3', '3']);
    assert.equal(await store.write(() => gone.deleting(seqs, 'none', () => 7)), 7);
    assert.deepEqual(left(), ['3', '3', '3']);
  });

  it('that a shape has not counted change nothing there', async (t) => {
    const learner = await aHistory(t);
    const shape = put(learner, 0, 'NEVER');
    putPlace(learner, shape, 'values status', place(text('x', null)));
    await learner.del(old, 'c');
    assert.deepEqual(learner.rows('SELECT known FROM learned'), ['1', '1', '0', '0']);
  });

  it('of an input that stays with another operation or place go', async (t) => {
    const { del, left, store } = await aHistory(t);
    const sealed = { sealId: 'a-key', body: bytes('sealed'), aadhaar: null };
    insertOrder(store, newOrder('e', { fingerprint: 'y', place: 'elsewhere' }), sealed);
    insertOrder(
      store,
      newOrder('f', { fingerprint: 'y', place: head.place, operation: 'email-bulk' }),
      sealed,
    );
    await del(old, 'c');
    assert.deepEqual(left(), ['2', '2', '3']);
  });
});
