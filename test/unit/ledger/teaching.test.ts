import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { orderId } from '../../../src/calls/ports/ids.ts';
import { LearningBroke, Teaching } from '../../../src/ledger/learning/teaching.ts';
import { insertOrder } from '../../../src/ledger/writing.ts';
import type { Observed } from '../../../src/shapes/model.ts';
import { aLearner, type Learner, seenOf } from './aLearner.ts';
import { bytes, newOrder, noon } from './aLedger.ts';

const key = { id: 'a-key', key: new Uint8Array(32).fill(7) };
const otherKey = { id: 'b-key', key: new Uint8Array(32).fill(8) };
const o = orderId;

const seen = (answer: Observed['answer'], request: Observed['request'] = null): Observed => ({
  code: 'OK',
  request,
  answer,
  retryAfter: 'seconds',
});
const year = seen(seenOf({ year: 'integer' }));

/** What teaches, orders with inputs of their own, and what it was told. */
async function aTeacher(t: Parameters<typeof aLearner>[0]) {
  const learner = await aLearner(t);
  const told: unknown[] = [];
  const teaching = new Teaching(learner.store, (error) => told.push(error));
  const sealed = { sealId: 'a-key', body: bytes('sealed'), aadhaar: null };
  const begin = (id: string, fingerprint: string | null = id): void =>
    insertOrder(learner.store, newOrder(id, { fingerprint }), sealed);
  return { ...learner, told, teaching, begin, taught: () => learner.rows('SELECT taught FROM orders') };
}

const inputs = ({ rows }: Pick<Learner, 'rows'>): unknown[] =>
  rows(
    'SELECT side, code, sum(inputs) FROM learned JOIN fact_sets ON fact_sets.learned = learned.id GROUP BY learned.id ORDER BY learned.id',
  );

describe('an order', () => {
  it('teaches both sides under its code, and is marked', async (t) => {
    const teacher = await aTeacher(t);
    const { teaching, begin, taught, rows, known } = teacher;
    begin('a');
    teaching.settled(o('a'), seen(seenOf({ year: 'integer' }), seenOf({ number: 'string' })), noon + 3, key);
    assert.deepEqual([inputs(teacher), taught()], [['request OK 1', 'answer OK 1'], ['1']]);
    assert.deepEqual(rows('SELECT since, last FROM fact_sets'), Array(2).fill(`${noon + 3} ${noon + 3}`));
    assert.deepEqual(known().shape().retryAfter, {}, 'a wait is the answer’s');
    const answer = rows(
      `SELECT text FROM facts JOIN learned ON learned.id = facts.learned WHERE side = 'answer'`,
    );
    assert.ok(answer.includes('>seconds'));
  });

  it('teaches one side alone where the other is not known', async (t) => {
    for (const [observed, sides] of [
      [seen(seenOf({}), null), ['answer OK 1']],
      [seen(null, seenOf({})), ['request OK 1']],
      [seen(null, null), []],
      [null, []],
    ] as const) {
      const teacher = await aTeacher(t);
      teacher.begin('a');
      teacher.teaching.settled(o('a'), observed, noon, key);
      assert.deepEqual(inputs(teacher), sides);
      assert.deepEqual(teacher.taught(), [sides.length > 0 ? '1' : '2']);
    }
  });

  it('that nobody knows teaches nothing', async (t) => {
    const teacher = await aTeacher(t);
    teacher.teaching.settled(o('nobody'), year, noon, key);
    assert.equal(teacher.teaching.old(o('nobody'), year, noon, key), false);
    assert.deepEqual([inputs(teacher), teacher.told], [[], []]);
  });

  it('is of the input that it shares with others of its place, or one of its own', async (t) => {
    const teacher = await aTeacher(t);
    for (const [id, fingerprint] of [
      ['a', 'x'],
      ['b', 'x'],
      ['c', null],
      ['d', null],
    ] as const) {
      teacher.begin(id, fingerprint);
      teacher.teaching.settled(o(id), year, noon, key);
    }
    assert.deepEqual(inputs(teacher), ['answer OK 3']);
  });

  it('from long ago teaches once, is looked at for no drift, and says whether it taught', async (t) => {
    const teacher = await aTeacher(t);
    const { teaching, begin, rows } = teacher;
    for (let n = 0; n < 110; n += 1) {
      begin(`${n}`);
      assert.equal(teaching.old(o(`${n}`), year, noon, key), true);
      assert.equal(teaching.old(o(`${n}`), year, noon, key), false);
    }
    for (const id of ['odd', 'nothing', 'settled']) begin(id);
    const odd = seen(seenOf({ year: 'string', color: 'null' }));
    assert.equal(teaching.old(o('nothing'), null, noon, key), false);
    assert.equal(teaching.old(o('odd'), odd, noon, key), true);
    assert.deepEqual(rows(`SELECT id, taught, drift IS NULL FROM orders WHERE seq > 110`), [
      'odd 1 1',
      'nothing 2 1',
      'settled 0 1',
    ]);
    teaching.settled(o('settled'), seen(seenOf({ year: 'boolean', model: 'null' })), noon, key);
    assert.deepEqual(rows(`SELECT drift FROM orders WHERE id = 'settled'`), ['breaking']);
  });

  it('keeps what it departs in, the gravest first, two hundred at most', async (t) => {
    const { teaching, begin, rows } = await aTeacher(t);
    for (let n = 0; n < 110; n += 1) {
      begin(`${n}`);
      teaching.settled(o(`${n}`), year, noon, key);
    }
    begin('odd');
    const words = ['amount', 'color', 'status', 'date', 'type', 'number', 'state', 'model', 'city', 'code'];
    const keys = words.flatMap((one) => words.map((other) => `${one}_${other}`));
    const more = keys.flatMap((one) => [one, `${one}_date`, `${one}_type`]).slice(0, 230);
    const odd = Object.fromEntries(more.map((name) => [name, 'null'] as const));
    teaching.settled(o('odd'), seen(seenOf({ ...odd, year: 'string' })), noon, key);
    const [kept] = rows('SELECT drifts FROM order_drifts');
    const drifts: { readonly grade: string }[] = JSON.parse(String(kept));
    assert.deepEqual(
      drifts.map(({ grade }) => grade),
      ['breaking', ...Array(199).fill('new')],
    );
    assert.deepEqual(rows(`SELECT drift, taught FROM orders WHERE drift IS NOT NULL`), ['breaking 1']);
  });
});

describe('what could not be learned', () => {
  const broken = `CREATE TEMP TRIGGER broken BEFORE INSERT ON facts BEGIN SELECT RAISE(ABORT, 'no more facts'); END`;

  it('leaves nothing of it, and an order that is settled may teach again', async (t) => {
    const teacher = await aTeacher(t);
    const { teaching, begin, store, told, taught } = teacher;
    begin('a');
    store.db.exec(broken);
    await store.write(() => {
      store.sql(`UPDATE orders SET outcome = 'verified'`).run();
      teaching.settled(o('a'), year, noon, key);
    });
    assert.match(String(told), /no more facts/);
    assert.deepEqual([inputs(teacher), taught()], [[], ['0']]);
    assert.deepEqual(teacher.rows('SELECT outcome FROM orders'), ['verified'], 'the rest is written');
    assert.deepEqual(teacher.rows('SELECT count(*) FROM learned'), ['0']);
  });

  it('marks an order from long ago as one with nothing to learn', async (t) => {
    const { teaching, begin, store, told, taught } = await aTeacher(t);
    begin('a');
    store.db.exec(broken);
    await store.write(() => assert.equal(teaching.old(o('a'), year, noon, key), false));
    assert.deepEqual([told.length, taught()], [1, ['2']]);
  });

  it('is said to whoever wrote more, where that was undone with it', async (t) => {
    const { teaching, begin, store, told } = await aTeacher(t);
    begin('a');
    store.db.exec(broken.replace('ABORT', 'ROLLBACK'));
    await assert.rejects(
      store.write(() => teaching.settled(o('a'), year, noon, key)),
      (error) =>
        error instanceof LearningBroke &&
        error.name === 'LearningBroke' &&
        error.message === 'what an answer taught could not be written' &&
        /no more facts/.test(String(error.cause)),
    );
    assert.equal(told.length, 1);
    teaching.undone(new Error('as it ended'));
    assert.match(String(told[1]), /as it ended/);
  });

  it('keeps no other of the same transaction from teaching, from what is in the file', async (t) => {
    const teacher = await aTeacher(t);
    const { teaching, begin, store, rows, known, told } = teacher;
    const color = seen(seenOf({ amount: 'integer', color: 'null' }));
    store.db.exec(
      `CREATE TEMP TRIGGER broken BEFORE INSERT ON facts WHEN new.text GLOB 'color*' AND (SELECT count(*) FROM facts) < 5
       BEGIN SELECT RAISE(ABORT, 'no more facts'); END`,
    );
    for (const id of ['odd', 'a', 'b', 'c']) begin(id);
    await store.write(() => {
      teaching.begin();
      assert.equal(teaching.old(o('odd'), color, noon, key), false);
      for (const [id, observed] of [
        ['a', year],
        ['b', seen(seenOf({ amount: 'integer' }))],
        ['c', color],
      ] as const)
        assert.equal(teaching.old(o(id), observed, noon, key), true, id);
    });
    assert.equal(told.length, 1);
    assert.deepEqual(rows('SELECT seal FROM learning'), ['a-key']);
    const paths = known()
      .shape()
      .paths.map(({ path, seen }) => `${JSON.stringify(path)} ${seen.inputs}`);
    assert.deepEqual(paths.toSorted(), [
      '[] 3',
      '[{"key":"amount"}] 2',
      '[{"key":"color"}] 1',
      '[{"key":"year"}] 1',
    ]);
  });

  it('is not taken for known when another window has taught since', async (t) => {
    const { teaching, begin, store, known } = await aTeacher(t);
    const color = seen(seenOf({ color: 'null' }));
    for (const id of ['a', 'b', 'c', 'd']) begin(id);
    teaching.settled(o('a'), year, noon, key);
    teaching.confirm();
    store.db.exec('BEGIN');
    teaching.settled(o('b'), color, noon, key);
    store.db.exec('ROLLBACK');
    new Teaching(store, () => undefined).settled(o('c'), year, noon, key);
    teaching.settled(o('d'), color, noon, key);
    const paths = known()
      .shape()
      .paths.map(({ path, seen }) => `${JSON.stringify(path)} ${seen.inputs}`);
    assert.deepEqual(paths, ['[] 3', '[{"key":"year"}] 2', '[{"key":"color"}] 1']);
  });

  it('is remembered where it was, for what is settled next', async (t) => {
    const { teaching, begin, readings } = await aTeacher(t);
    for (const [id, read] of [
      ['a', 1],
      ['b', 0],
      ['c', 0],
    ] as const) {
      begin(id);
      teaching.settled(o(id), year, noon, key);
      teaching.confirm();
      assert.equal(readings(), read, id);
    }
  });

  it('is remembered by nobody, nor what came to nothing with its transaction', async (t) => {
    const teacher = await aTeacher(t);
    const { teaching, begin, store } = teacher;
    const undo = (id: string): void => {
      store.db.exec('BEGIN');
      begin(id);
      teaching.settled(o(id), year, noon, key);
      store.db.exec('ROLLBACK');
    };
    undo('a');
    begin('b');
    teaching.settled(o('b'), year, noon, key);
    teaching.confirm();
    undo('c');
    begin('d');
    teaching.settled(o('d'), year, noon, key);
    assert.deepEqual(inputs(teacher), ['answer OK 2']);
    teaching.confirm();
    undo('e');
    teaching.undone(new Error('as it ended'));
    begin('f');
    teaching.settled(o('f'), year, noon, key);
    assert.deepEqual([inputs(teacher), teacher.known().shape().seen.inputs], [['answer OK 3'], 3]);
  });
});

describe('what came to nothing', () => {
  it('is not believed where the next call taught nothing, and another window has written as often', async (t) => {
    const { teaching, begin, store, rows } = await aTeacher(t);
    const settle = (by: Teaching, id: string, fields: Parameters<typeof seenOf>[0]): void => {
      begin(id);
      by.settled(o(id), seen(seenOf(fields)), noon, key);
    };
    settle(teaching, 'a', { year: 'integer' });
    teaching.confirm();
    store.db.exec('BEGIN');
    settle(teaching, 'b', { year: 'integer', color: 'string' });
    store.db.exec('ROLLBACK');
    teaching.undone(new Error('as it ended'));
    // A call of which nothing could be observed.
    teaching.confirm();
    settle(new Teaching(store, () => undefined), 'c', { year: 'integer', fuel: 'string' });
    settle(teaching, 'd', { year: 'integer', color: 'string' });
    const facts = rows('SELECT text FROM facts').join('\n');
    assert.match(facts, /color/);
    assert.deepEqual(rows('SELECT inputs FROM fact_sets'), ['1', '1', '1']);
  });
});

describe('prints', () => {
  it('are of the key that seals now: with another all are made anew, once', async (t) => {
    const teacher = await aTeacher(t);
    const { teaching, begin, rows, store } = teacher;
    const settle = (id: string, by: typeof key): void => {
      begin(id);
      teaching.settled(o(id), year, noon, by);
      teaching.confirm();
    };
    settle('a', key);
    assert.deepEqual(rows('SELECT seal FROM learning'), ['a-key']);
    settle('b', key);
    assert.deepEqual(rows('SELECT count(*) FROM fact_inputs'), ['2']);
    settle('c', otherKey);
    assert.deepEqual(rows('SELECT seal FROM learning'), ['b-key']);
    assert.deepEqual(rows('SELECT count(*) FROM fact_inputs'), ['1'], 'those of the key before find nothing');
    assert.deepEqual(inputs(teacher), ['answer OK 3']);
    settle('d', otherKey);
    assert.deepEqual(rows('SELECT count(*) FROM fact_inputs'), ['2']);
    // Another window, whose key is the same, leaves them.
    new Teaching(store, () => undefined).settled(o('a'), year, noon, otherKey);
    assert.deepEqual(rows('SELECT count(*) FROM fact_inputs'), ['3']);
  });

  it('that were made anew in a transaction that came to nothing are made anew again', async (t) => {
    const { teaching, begin, rows, store } = await aTeacher(t);
    for (const id of ['a', 'b', 'c']) begin(id);
    teaching.settled(o('a'), year, noon, key);
    teaching.confirm();
    store.db.exec('BEGIN');
    teaching.settled(o('b'), year, noon, otherKey);
    store.db.exec('ROLLBACK');
    assert.deepEqual(rows('SELECT seal FROM learning'), ['a-key']);
    teaching.settled(o('c'), year, noon, otherKey);
    assert.deepEqual(rows('SELECT seal FROM learning'), ['b-key']);
    assert.deepEqual(rows('SELECT count(*) FROM fact_inputs'), ['1']);
  });
});
