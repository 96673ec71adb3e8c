import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { KnownShape } from '../../../src/ledger/learning/knownShape.ts';
import { Lessons } from '../../../src/ledger/learning/lessons.ts';
import { aLearner, head, type Learner, seenOf } from './aLearner.ts';
import { noon } from './aLedger.ts';

const year = seenOf({ year: 'integer' });
const yearText = seenOf({ year: 'string' });
const yearAndColor = seenOf({ year: 'integer', color: 'null' });

/** Facts, inputs, first and last ms after noon of each set. */
function sets({ store, known }: Learner): unknown[] {
  const shape = known();
  return store
    .sql('SELECT * FROM fact_sets ORDER BY id')
    .all()
    .map((row) => {
      const { facts, inputs, since, last } = shape.setOf(row);
      const said = facts.filter((fact) => /\w\t/.test(fact)).map((fact) => fact.replace('\t', ':'));
      return [said.toSorted().join(' '), inputs, since - noon, last - noon];
    });
}

/** A hundred inputs that showed the same, and how many it takes for them to depart. */
function hundred({ teach }: Learner): void {
  for (let n = 0; n < 100; n += 1) teach(`usual ${n}`, year);
}

describe('an input', () => {
  it('counts once in the set of what it showed, from its first to its last answer', async (t) => {
    const learner = await aLearner(t);
    const { teach, rows } = learner;
    teach('a', year, { at: 5 });
    teach('b', year, { at: 3 });
    assert.deepEqual(sets(learner), [['year:i', 2, 3, 5]]);
    teach('a', year, { at: 9 });
    teach('b', year, { at: 2 });
    assert.deepEqual(sets(learner), [['year:i', 2, 3, 9]]);
    teach('c', year, { at: 1 });
    assert.deepEqual(sets(learner), [['year:i', 3, 1, 9]]);
    assert.deepEqual(rows('SELECT count(*), count(DISTINCT fact_set) FROM fact_inputs'), ['3 1']);
  });

  it('that shows more moves to the set of all it showed, and the one it was in still says since when', async (t) => {
    const learner = await aLearner(t);
    const { teach, rows } = learner;
    for (const [n, input] of ['a', 'b'].entries()) teach(input, year, { at: n });
    teach('a', yearAndColor, { at: 7 });
    const apart = [
      ['year:i', 1, 0, 1],
      ['color:z? year:i', 1, 7, 7],
    ];
    assert.deepEqual(sets(learner), apart);
    teach('a', year, { at: 8 });
    assert.deepEqual(sets(learner), [apart[0], ['color:z? year:i', 1, 7, 8]], 'it has shown both');
    teach('b', yearAndColor, { at: 6 });
    assert.deepEqual(sets(learner), [
      ['year:i', 0, 0, 1],
      ['color:z? year:i', 2, 6, 8],
    ]);
    assert.deepEqual(rows('SELECT count(*), count(DISTINCT fact_set), max(fact_set) FROM fact_inputs'), [
      '2 1 2',
    ]);
  });

  it('is counted alike by who remembers and by who reads: inputs that moved, and such that came again', async (t) => {
    const learner = await aLearner(t);
    const { teach } = learner;
    hundred(learner);
    for (let n = 0; n < 30; n += 1) teach(`usual ${n}`, n < 10 ? year : yearAndColor);
    for (const by of [learner.lessons, new Lessons(learner.store)])
      assert.deepEqual(
        teach('usual 99', yearText, { judged: true, by }).map(({ grade, what, inputs }) => [
          grade,
          what.kind,
          inputs,
        ]),
        by === learner.lessons ? [['breaking', 'new-kind', 100]] : [],
      );
    const color = learner
      .known()
      .shape()
      .paths.find(({ path }) => JSON.stringify(path).includes('color'));
    assert.deepEqual([color?.seen.inputs, color?.missing?.inputs], [20, 100]);
  });
});

it('a set holds the ids of its facts from the smallest on, whichever was met first', async (t) => {
  const { teach, store } = await aLearner(t);
  teach('a', year);
  teach('b', yearAndColor);
  const ids = store
    .sql('SELECT ids FROM fact_sets ORDER BY id')
    .all()
    .map((row) => row.ids as Uint8Array);
  assert.deepEqual(
    ids.map((packed) => packed.filter((_, at) => at % 4 === 0)),
    [Uint8Array.of(1, 2, 3), Uint8Array.of(1, 2, 3, 4)],
  );
});

describe('a text that a repeat alone has shown', () => {
  const value = (...values: string[]) => seenOf({ status: { kinds: ['string'], values } });

  it('is met from then on', async (t) => {
    const { teach } = await aLearner(t);
    for (let n = 0; n < 120; n += 1) teach(`${n}`, value('ACTIVE'));
    teach('0', value('EXPIRED'));
    assert.deepEqual(teach('other', value('EXPIRED'), { judged: true }), []);
  });

  it('ends an enumeration where it is no value of any', async (t) => {
    const { teach, known } = await aLearner(t);
    for (let n = 0; n < 20; n += 1) teach(`${n}`, value('ACTIVE'));
    const told = () =>
      known()
        .shape()
        .paths.at(-1)
        ?.values?.map((one) => one.value) ?? null;
    assert.deepEqual(told(), ['ACTIVE']);
    teach('0', value());
    assert.equal(told(), null);
  });
});

describe('an answer', () => {
  it('departs in what was never met: a kind, a key, a value, a field', async (t) => {
    const value = (...values: string[]) => seenOf({ status: { kinds: ['string'], values } });
    const unvouched = seenOf({ year: 'integer', zorblat: 'null' });
    for (const [usual, odd, kinds] of [
      [year, year, []],
      [year, yearText, ['new-kind']],
      [year, yearAndColor, ['new-field']],
      [year, seenOf({}), ['missing']],
      [year, unvouched, ['new-field']],
      [unvouched, unvouched, []],
      [value('ACTIVE'), value('ACTIVE'), []],
      [value('ACTIVE'), value('EXPIRED'), ['new-value']],
      [yearAndColor, yearAndColor, []],
    ] as const) {
      const { teach } = await aLearner(t);
      for (let n = 0; n < 120; n += 1) teach(`usual ${n}`, usual);
      const drifts = teach('odd', odd, { judged: true });
      assert.deepEqual(
        drifts.map(({ what }) => what.kind),
        kinds,
        JSON.stringify(odd.paths),
      );
    }
  });

  it('departs in nothing where it is not judged, but is known from then on', async (t) => {
    const learner = await aLearner(t);
    hundred(learner);
    assert.deepEqual(learner.teach('odd', yearText), []);
    assert.deepEqual(learner.teach('odd too', yearText, { judged: true }), []);
  });

  it('departs in what no input shows any more, though it was shown', async (t) => {
    const learner = await aLearner(t);
    hundred(learner);
    learner.teach('one', seenOf({ color: 'null' }));
    learner.teach('one', year);
    // Its set is there still, of no input.
    const [drift, ...more] = learner.teach('other', seenOf({ color: 'null' }), { judged: true });
    assert.deepEqual([drift, more], [undefined, []]);
    const { store } = learner;
    store.sql('UPDATE fact_sets SET inputs = 0 WHERE inputs < 50').run();
    store.sql('UPDATE learned SET known = known + 1').run();
    const kinds = learner
      .teach('third', seenOf({ color: 'null' }), { judged: true })
      .map(({ what }) => what.kind);
    assert.deepEqual(kinds, ['missing', 'new-field']);
  });

  it('that looks just like one before is not compared with all that is known, for most do', async (t) => {
    const { teach } = await aLearner(t);
    const value = (one: string) => seenOf({ status: { kinds: ['string'], values: [one] }, zorblat: 'null' });
    for (let n = 0; n < 120; n += 1) teach(`${n}`, value('ACTIVE'));
    const compared = t.mock.method(KnownShape.prototype, 'shape');
    const times = (odd: Parameters<typeof teach>[1]): number => {
      compared.mock.resetCalls();
      teach('odd', odd, { judged: true });
      return compared.mock.callCount();
    };
    assert.equal(times(value('ACTIVE')), 0);
    assert.equal(times(value('EXPIRED')), 1);
    assert.equal(times(seenOf({ status: 'null' })), 1);
    assert.equal(times(value('ACTIVE')), 0);
  });

  it('teaches how a wait was asked for', async (t) => {
    const { teach, known } = await aLearner(t);
    teach('a', year, { retryAfter: 'seconds' });
    teach('b', year);
    assert.deepEqual(known().shape().retryAfter, { seconds: 1 });
  });
});

it('what was met at the same time is told in the order in which it was met', async (t) => {
  const { teach, known } = await aLearner(t);
  const names = ['model', 'amount', 'color', 'year', 'city', 'date', 'type', 'number'];
  for (const name of names) teach(name, seenOf({ [name]: 'null' }));
  const told = known()
    .shape()
    .paths.flatMap(({ path }) => path.map((one) => (typeof one === 'string' ? one : one.key)));
  assert.deepEqual(told, names);
});

describe('ends of lengths and lists', () => {
  it('widen, both, and never narrow', async (t) => {
    const { teach, rows } = await aLearner(t);
    const seen = (least: number, most: number) =>
      seenOf({
        code: { kinds: ['string'], length: { least, most }, values: [], untold: true },
        items: { kinds: ['array'], items: { least: least + 1, most: most + 1 } },
      });
    for (const [least, most, said] of [
      [4, 6, '4 6'],
      [5, 5, '4 6'],
      [4, 7, '4 7'],
      [3, 5, '3 7'],
      [2, 9, '2 9'],
    ] as const) {
      teach(`${least} ${most}`, seen(least, most));
      const ends = said.split(' ').map(Number);
      assert.deepEqual(rows('SELECT what, at, least, most FROM fact_ranges ORDER BY what DESC'), [
        `length code ${said}`,
        `items items ${ends.map((end) => end + 1).join(' ')}`,
      ]);
    }
  });
});

describe('a key that nobody vouches for', () => {
  it('counts under its name as soon as it has got one, for who remembers as for who reads', async (t) => {
    const learner = await aLearner(t);
    const { teach, known, rows } = learner;
    const seen = seenOf({ zorblat: 'integer' });
    const paths = () =>
      known()
        .shape()
        .paths.map(({ path, seen }) => `${JSON.stringify(path)} ${seen.inputs}`);
    for (let n = 0; n < 4; n += 1) teach(`${n}`, seen);
    // Nobody gets it a name by asking again.
    for (let n = 0; n < 4; n += 1) teach('0', seen);
    assert.deepEqual(paths(), ['[] 4', '["any-key"] 4']);
    teach('4', seen);
    assert.deepEqual(paths(), ['[] 5', '[{"key":"zorblat"}] 5']);
    assert.equal(rows(`SELECT count(*) FROM fact_places WHERE stored LIKE '%zorblat%'`)[0], '1');
    for (let n = 5; n < 110; n += 1) teach(`${n}`, seen);
    const [drift] = teach('odd', seenOf({ zorblat: 'boolean' }), { judged: true });
    assert.deepEqual([drift?.what.kind, drift?.path, drift?.inputs], ['new-kind', [{ key: 'zorblat' }], 110]);
  });
});

it('a key that gets its name is known by it to the very next answer', async (t) => {
  const { teach, store } = await aLearner(t);
  const seen = seenOf({ zorblat: 'integer' });
  for (let n = 0; n < 110; n += 1) teach(`${n}`, seen);
  // As if it had not got one yet.
  store.sql(`UPDATE fact_places SET stored = replace(stored, '"text":"zorblat"', '"text":null')`).run();
  store.sql('UPDATE learned SET known = known + 1').run();
  teach('last', seen);
  const [drift] = teach('odd', seenOf({ zorblat: 'boolean' }), { judged: true });
  assert.deepEqual([drift?.what.kind, drift?.inputs], ['new-kind', 111]);
});

describe('what is remembered of the file', () => {
  it('is read once, and anew after others wrote, or the transaction came to nothing', async (t) => {
    const { teach, readings, lessons, store, rows } = await aLearner(t);
    const other = new Lessons(store);
    const steps: readonly (readonly [string, () => unknown, number])[] = [
      ['for the first time', () => undefined, 1],
      ['in the same transaction', () => undefined, 0],
      ['confirmed, in the next', () => [lessons.confirm(), lessons.begin()], 0],
      ['not confirmed', () => lessons.begin(), 1],
      ['confirmed', () => lessons.confirm(), 0],
      ['written by another', () => teach('a', year, { by: other }), 2],
      ['forgotten', () => lessons.forget(), 1],
      ['forgotten, in the next', () => [lessons.confirm(), lessons.forget(), lessons.begin()], 1],
      ['gone and learned anew', () => store.sql('DELETE FROM learned').run(), 1],
    ];
    for (const [what, happens, read] of steps) {
      happens();
      teach('a', year);
      assert.equal(readings(), read, what);
    }
    assert.deepEqual(rows('SELECT known FROM learned'), ['1']);
    teach('a', year);
    assert.deepEqual(rows('SELECT known FROM learned'), ['2']);
  });

  it('is of the shapes used last, thirty-two of them', async (t) => {
    const { teach, readings, lessons } = await aLearner(t);
    const ask = (code: number): number => {
      teach('a', year, { head: { ...head, code: String(code) } });
      return readings();
    };
    for (let code = 0; code < 32; code += 1) assert.equal(ask(code), 1);
    for (let code = 0; code < 32; code += 1) assert.equal(ask(code), 0, String(code));
    assert.equal(ask(0), 0);
    assert.equal(ask(32), 1);
    lessons.confirm();
    // 1 was used longest ago, for 0 was asked about since.
    assert.deepEqual([ask(0), ask(2), ask(31), ask(32), ask(1)], [0, 0, 0, 0, 1]);
    assert.equal(ask(3), 1);
  });

  it('is told apart by operation, place, side and code', async (t) => {
    const { teach, rows } = await aLearner(t);
    const heads = [
      head,
      { ...head, operation: 'aadhaar-pan-link' },
      { ...head, place: 'https://other.invalid' },
      { ...head, side: 'request' },
      { ...head, code: 'OTHER' },
    ] as const;
    for (let n = 0; n < 2; n += 1) for (const one of heads) teach('a', year, { head: one });
    assert.deepEqual(
      rows('SELECT operation, place, side, code FROM learned ORDER BY id'),
      heads.map((one) => Object.values(one).join(' ')),
    );
    assert.deepEqual(rows('SELECT inputs FROM fact_sets'), Array(5).fill('1'));
  });
});
