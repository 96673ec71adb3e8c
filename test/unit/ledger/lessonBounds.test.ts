import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { aLearner, head, type Learner, packed, put, putSets, seenOf } from './aLearner.ts';
import { noon } from './aLedger.ts';

const year = seenOf({ year: 'integer' });
const fields = ['amount', 'color', 'status', 'date', 'type', 'number', 'state', 'model', 'owner', 'city'];
/** Each number has other fields, up to 1023. */
const seenBy = (n: number) =>
  seenOf(
    Object.fromEntries(fields.flatMap((name, bit) => (n & (1 << bit) ? [[name, 'integer'] as const] : []))),
  );

const count = ({ rows }: Learner, table: string): number => Number(rows(`SELECT count(*) FROM ${table}`)[0]);

describe('a shape', () => {
  it('is one of a thousand: of more nothing is learned', async (t) => {
    const learner = await aLearner(t);
    for (let n = 0; n < 998; n += 1) put(learner, 0, `other ${n}`);
    const code = (name: string) => ({ head: { ...head, code: name } });
    for (const [name, shapes] of [
      ['first', 999],
      ['second', 1000],
      ['third', 1000],
      ['first', 1000],
    ] as const) {
      assert.deepEqual(learner.teach('a', year, { ...code(name), judged: true }), []);
      assert.equal(count(learner, 'learned'), shapes, name);
    }
    assert.deepEqual(learner.rows('SELECT known FROM learned WHERE id > 998'), ['2', '1']);
  });

  it('has twenty thousand facts: what is new beyond is not learned, what is known is', async (t) => {
    const learner = await aLearner(t);
    put(learner, 19_997);
    // A body at all, the object and a field; then one more.
    learner.teach('a', seenOf({ amount: 'integer' }));
    assert.equal(count(learner, 'facts'), 20_000);
    learner.teach('b', seenOf({ amount: 'integer', color: 'null' }));
    assert.equal(count(learner, 'facts'), 20_000);
    const paths = learner
      .known()
      .shape()
      .paths.map(({ path, seen }) => `${JSON.stringify(path)} ${seen.inputs}`);
    assert.deepEqual(paths, ['[] 2', '[{"key":"amount"}] 2']);
    assert.deepEqual(learner.rows('SELECT inputs FROM fact_sets'), ['2']);
  });

  it('has twenty thousand ends of lengths: those known widen still', async (t) => {
    const learner = await aLearner(t);
    const id = put(learner, 0);
    learner.store
      .sql(
        `WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 19999)
         INSERT INTO fact_ranges SELECT ?, 'length', 'f' || n, 1, 1 FROM n`,
      )
      .run(id);
    const seen = (name: string, most: number) =>
      seenOf({ [name]: { kinds: ['array'], items: { least: 1, most } } });
    for (const [name, most] of [
      ['items', 1],
      ['models', 1],
      ['items', 5],
    ] as const)
      learner.teach(name, seen(name, most));
    assert.deepEqual(learner.rows(`SELECT at, least, most FROM fact_ranges WHERE what = 'items'`), [
      'items 1 5',
    ]);
  });

  it('has two thousand places: those known count still', async (t) => {
    const learner = await aLearner(t);
    const id = put(learner, 0);
    learner.store
      .sql(
        `WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 1998)
         INSERT INTO fact_places SELECT ?, 'values f' || n, '{"inputs":1,"ended":true,"texts":[]}' FROM n`,
      )
      .run(id);
    const seen = (name: string) => seenOf({ [name]: { kinds: ['string'], values: ['ACTIVE'] } });
    for (const [n, name] of ['status', 'state', 'status'].entries()) learner.teach(`${n}`, seen(name));
    assert.deepEqual(
      learner.rows(
        `SELECT at, json_extract(stored, '$.inputs') FROM fact_places WHERE at NOT LIKE '% f%' ORDER BY at`,
      ),
      ['keys  3', 'values status 2'],
    );
  });

  it('has two thousand sets; then a tenth of them goes, those of the fewest inputs first, longest ago', async (t) => {
    const learner = await aLearner(t);
    const id = put(learner, 1);
    const many = Array.from({ length: 1998 }, (_, n) => ({ inputs: n % 2 === 0 ? 1 : 2, last: 5000 - n }));
    putSets(learner, id, packed(1), many);
    learner.store
      .sql(
        `INSERT INTO fact_inputs SELECT learned, CAST(hash || '.1' AS BLOB), id FROM fact_sets
         UNION ALL SELECT learned, CAST(hash || '.2' AS BLOB), id FROM fact_sets WHERE inputs = 2`,
      )
      .run();
    const at = 9000;
    for (const n of [1, 2]) {
      learner.teach(`${n}`, seenBy(n), { at });
      assert.equal(count(learner, 'fact_sets'), 1998 + n);
    }
    learner.teach('3', seenBy(3), { at });
    assert.equal(count(learner, 'fact_sets'), 1801);
    // Of one input, those with the smallest `last`: the last two hundred of even numbers.
    assert.deepEqual(
      learner.rows(
        `SELECT min(substr(hash, 5) + 0) || ' ' || max(substr(hash, 5) + 0) FROM fact_sets WHERE inputs = 1 AND hash LIKE 'put %'`,
      ),
      ['0 1596'],
    );
    assert.equal(count(learner, 'fact_sets WHERE inputs = 2'), 999);
    const inputs = 1998 + 999 + 3 - 200;
    assert.equal(count(learner, 'fact_inputs'), inputs);
    assert.equal(learner.rows('SELECT sum(inputs) FROM fact_sets')[0], String(799 + 999 * 2 + 3));
    // Remembered as it was left: it takes as many as have gone until room is made again.
    for (let n = 4; n < 203; n += 1) {
      learner.teach(`${n}`, seenBy(n), { at });
      assert.equal(count(learner, 'fact_sets'), 1798 + n);
    }
    learner.teach('203', seenBy(203), { at });
    assert.equal(count(learner, 'fact_sets'), 1801);
  });

  it('has two hundred thousand facts in its sets; then a tenth of them goes', async (t) => {
    for (const [last, left] of [
      [1997, 101],
      [1998, 90],
    ] as const) {
      const learner = await aLearner(t);
      const id = put(learner, 2000);
      const ids = Array.from({ length: 2000 }, (_, n) => n + 1);
      putSets(
        learner,
        id,
        packed(...ids),
        Array.from({ length: 99 }, (_, n) => ({ inputs: 1, last: n })),
      );
      const { store } = learner;
      store
        .sql(`INSERT INTO fact_sets (learned, hash, ids, inputs, since, last) VALUES (?, 'odd', ?, 9, ?, ?)`)
        .run(id, packed(...ids.slice(0, last)), noon, noon);
      // Two facts more: the object and a body at all.
      learner.teach('a', seenOf({}), { at: 500 });
      assert.equal(count(learner, 'fact_sets'), 101);
      learner.teach('b', year, { at: 500 });
      const before = left === 101 ? 102 : 101 - 11 + 1;
      assert.equal(count(learner, 'fact_sets'), before, String(last));
      // What has gone is not counted any more.
      learner.teach('c', seenBy(1), { at: 500 });
      assert.equal(count(learner, 'fact_sets'), left === 101 ? 102 - 11 + 1 : before + 1);
    }
  });

  it('is counted anew as a key gets its name: its sets and facts once', async (t) => {
    for (const [facts, sets] of [
      [1, 1100],
      [2000, 60],
    ] as const) {
      const learner = await aLearner(t);
      const ids = Array.from({ length: facts }, (_, n) => n + 1);
      putSets(
        learner,
        put(learner, facts),
        packed(...ids),
        Array.from({ length: sets }, (_, n) => ({ inputs: 1, last: n })),
      );
      for (let n = 0; n < 5; n += 1) learner.teach(`${n}`, seenOf({ zorblat: 'integer' }));
      assert.match(String(learner.rows('SELECT stored FROM fact_places')), /"zorblat"/);
      learner.teach('more', year);
      assert.equal(count(learner, 'fact_sets'), sets + 2);
    }
  });

  it('that made room of sets in which no input was left tells apart what it told apart before', async (t) => {
    const learner = await aLearner(t);
    learner.teach('alone', seenOf({ status: { kinds: ['string'], values: ['SOMEBODY'] } }));
    const [set] = learner.store.sql('SELECT learned, ids FROM fact_sets').all();
    assert.ok(set?.ids instanceof Uint8Array);
    const many = Array.from({ length: 1999 }, (_, n) => ({ inputs: 0, last: n }));
    putSets(learner, Number(set.learned), set.ids, many);
    learner.store.sql('UPDATE learned SET known = known + 1').run();
    learner.teach('next', year);
    assert.equal(count(learner, 'fact_sets'), 1801);
    const [stored] = learner.rows(`SELECT stored FROM fact_places WHERE at = 'values status'`);
    assert.match(String(stored), /"print":"[^"]+"/);
  });

  it('that made room counts no input of what has gone, nor tells what one alone has shown', async (t) => {
    const learner = await aLearner(t);
    const { teach, rows, lessons, store } = learner;
    const status = (value: string) => seenOf({ status: { kinds: ['string'], values: [value] } });
    for (let n = 0; n < 110; n += 1) teach(`usual ${n}`, year, { at: n });
    teach('alone', status('SOMEBODY'), { at: 0 });
    const [usual] = store.sql('SELECT learned, ids FROM fact_sets').all();
    assert.ok(usual?.ids instanceof Uint8Array);
    const many = Array.from({ length: 1998 }, (_, n) => ({ inputs: 2, last: n }));
    putSets(learner, Number(usual.learned), usual.ids, many);
    store.sql('UPDATE learned SET known = known + 1').run();
    assert.match(
      String(rows(`SELECT stored FROM fact_places WHERE at = 'values status'`)),
      /"print":"[^"]+"/,
    );
    learner.readings();
    const [drift] = teach('odd', seenOf({ year: 'string' }), { at: 9000, judged: true });
    assert.equal(drift?.inputs, 110 + 2 * 1998);
    assert.match(String(rows(`SELECT stored FROM fact_places WHERE at = 'values status'`)), /"print":""/);
    assert.equal(count(learner, 'fact_sets'), 2000 - 200 + 1);
    // It is remembered with all that: nothing is read anew, and what is new there is not told as new.
    assert.equal(learner.readings(), 1);
    lessons.confirm();
    assert.deepEqual(teach('again', year, { at: 9001, judged: true }), []);
    // Of two hundred sets one was that of one input alone. The odd one and the last have come since.
    const [more] = teach('third', seenOf({ year: 'boolean' }), { at: 9002, judged: true });
    assert.equal(more?.inputs, 110 + 2 * (1998 - 199) + 2);
    assert.equal(learner.readings(), 0);
    assert.equal(rows('SELECT known FROM learned')[0], String(learner.known().version));
  });
});
