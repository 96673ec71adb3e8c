import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { operationById } from '../../../src/contract/operations.ts';
import type { Drift, Observed } from '../../../src/shapes/model.ts';
import { observe } from '../../../src/shapes/observe.ts';
import { observed } from '../../../src/shapes/observed.ts';
import { pathText } from '../../../src/shapes/path.ts';
import { MemoryShapes } from '../../support/memoryShapes.ts';
import { made, plans } from '../../support/plantedPlans.ts';
import { Dice } from '../../support/plantedShapes.ts';

const asked = { operation: 'credit-report', place: 'embedded', input: '', at: 0 } as const;

function seen(body: string): Observed {
  return { code: 'OK', request: null, answer: observe(body), retryAfter: null };
}

/** An answer with something of each kind, at every depth. */
function answer(dice: Dice): Record<string, unknown> {
  const leaf = (): Record<string, unknown> => ({
    code: `c-${dice.below(1000)}%`,
    count: dice.below(100),
    ratio: dice.below(1000) / 1000 + 0.0001,
    valid: dice.chance(0.5),
    outcome: dice.one(['passed', 'failed', 'skipped']),
    variant: dice.chance(0.5) ? null : 'some text, it seems',
    frobnication: 'an unheard-of word, always there',
    ...(dice.chance(0.6) ? { extra: 1 } : {}),
  });
  return {
    ...leaf(),
    data: { ...leaf(), result: { ...leaf(), metadata: leaf(), entries: dice.many(1, 4, leaf) } },
    accounts: dice.many(1, 3, () => ({ ...leaf(), payments: dice.many(2, 3, leaf) })),
    ...(dice.chance(0.5) ? { coverage: { ...leaf(), terms: leaf() } } : {}),
    months: { [`${dice.below(12)}`]: leaf() },
    tags: dice.many(1, 3, () => 'a tag?'),
  };
}

type Json = Record<string, unknown>;

/** The first object at a place like `accounts[].payments[]`, or null where this answer has none. */
function objectAt(body: Json, place: string): Json | null {
  let at: unknown = body;
  for (const step of place.split('.').filter((one) => one !== '')) {
    const key = step.replace(/[[\]{}]/g, '');
    at = (at as Json)[key];
    if (step.endsWith('[]')) at = (at as Json[])[0];
    if (step.endsWith('{}') && at !== undefined) at = Object.values(at as Json)[0];
    if (at === undefined) return null;
  }
  return at as Json;
}

const places = [
  '',
  'data',
  'data.result',
  'data.result.metadata',
  'data.result.entries[]',
  'accounts[]',
  'accounts[].payments[]',
  'coverage',
  'coverage.terms',
  'months{}',
];

interface Change {
  readonly name: string;
  apply(object: Json): void;
  /** Of the drift that is to be found: grade, path below the place, what. */
  readonly found: readonly [grade: Drift['grade'], below: string, what: Drift['what']['kind']];
}

const changes: readonly Change[] = [
  ...['code', 'count', 'ratio', 'valid', 'outcome', 'frobnication'].flatMap((key): readonly Change[] => [
    { name: `${key} goes`, apply: (object) => delete object[key], found: ['breaking', `.${key}`, 'missing'] },
    {
      name: `${key} becomes an object`,
      apply: (object) => Object.assign(object, { [key]: { a: 1 } }),
      found: ['breaking', `.${key}`, 'new-kind'],
    },
    {
      name: `${key} becomes null`,
      apply: (object) => Object.assign(object, { [key]: null }),
      found: ['notable', `.${key}`, 'new-kind'],
    },
  ]),
  {
    name: 'a whole number breaks',
    apply: (object) => Object.assign(object, { count: 1.5 }),
    found: ['breaking', '.count', 'new-kind'],
  },
  {
    name: 'a number becomes a text',
    apply: (object) => Object.assign(object, { ratio: '0.5' }),
    found: ['breaking', '.ratio', 'new-kind'],
  },
  {
    name: 'a text is empty',
    apply: (object) => Object.assign(object, { code: '' }),
    found: ['notable', '.code', 'new-kind'],
  },
  {
    name: 'a text becomes a number',
    apply: (object) => Object.assign(object, { code: 5 }),
    found: ['breaking', '.code', 'new-kind'],
  },
  {
    name: 'an enumeration has one more',
    apply: (object) => Object.assign(object, { outcome: 'postponed' }),
    found: ['notable', '.outcome', 'new-value'],
  },
  {
    name: 'an enumeration is none any more',
    apply: (object) => Object.assign(object, { outcome: 'x'.repeat(60) }),
    found: ['notable', '.outcome', 'new-value'],
  },
  {
    name: 'a field is new',
    apply: (object) => Object.assign(object, { confidence: 1 }),
    found: ['new', '.confidence', 'new-field'],
  },
  {
    name: 'a field is new that might be a name',
    apply: (object) => Object.assign(object, { rameshwar: [1] }),
    found: ['new', '{}', 'new-field'],
  },
  {
    name: 'a field is new that is no name',
    apply: (object) => Object.assign(object, { 'A B': '' }),
    found: ['new', '{}', 'new-field'],
  },
];

function told({ grade, path, what }: Drift): string {
  return `${grade} ${pathText(path)} ${what.kind}`;
}

describe('drift', () => {
  const store = new MemoryShapes();
  const dice = new Dice(3);
  for (let input = 0; input < 400; input += 1) {
    const drifts = store.learn(
      { ...asked, input: `input ${input}`, at: input },
      seen(JSON.stringify(answer(dice))),
    );
    assert.deepEqual(drifts, []);
  }

  it('is found with its grade for each of more than two hundred planted changes, and nothing else with it', () => {
    let count = 0;
    for (const place of places) {
      for (const {
        name,
        apply,
        found: [grade, below, what],
      } of changes) {
        // Below keys that are data fields are as little to be foreseen as the keys.
        if (place === 'months{}' && what === 'new-field') continue;
        let body = answer(dice);
        while (objectAt(body, place) === null) body = answer(dice);
        apply(objectAt(body, place) ?? assert.fail());
        const expected = `${grade} ${place}${place === '' ? below.replace(/^\./, '') : below} ${what}`;
        const drifts = store.drifts(asked, seen(JSON.stringify(body)));
        assert.deepEqual(drifts.map(told), [expected], `${name} in ${place}`);
        count += 1;
      }
    }
    assert.ok(count >= 200, String(count));
  });

  it('is said for a list that is empty for the first time, and for a part that goes as a whole', () => {
    const empty = store.drifts(asked, seen(JSON.stringify({ ...answer(dice), tags: [] })));
    assert.deepEqual(empty.map(told), ['notable tags new-kind']);
    const { data: _, ...without } = answer(dice);
    assert.deepEqual(store.drifts(asked, seen(JSON.stringify(without))).map(told), ['breaking data missing']);
  });

  it("holds no value of the answer and no key that may be somebody's", () => {
    const body = { ...answer(dice), kumaraswamy: 'kumaraswamy', 'Asha Verma': 1, outcome: 'Asha' };
    const drifts = store.drifts(asked, seen(JSON.stringify(body)));
    assert.ok(drifts.length > 0);
    assert.doesNotMatch(JSON.stringify(drifts), /kumara|asha/i);
  });

  it('is never found on too little evidence', () => {
    const few = new MemoryShapes();
    for (let input = 0; input < 99; input += 1)
      few.learn({ ...asked, input: String(input) }, seen('{"status":"x1","count":1}'));
    for (let again = 0; again < 500; again += 1)
      few.learn({ ...asked, input: '5' }, seen('{"status":"x1","count":1}'));
    assert.deepEqual(few.drifts(asked, seen('{"count":"a","new":null}')), []);
    few.learn({ ...asked, input: 'the hundredth' }, seen('{"status":"x1","count":1}'));
    assert.deepEqual(few.drifts(asked, seen('{"count":"a","code":null}')).map(told), [
      'breaking status missing',
      'breaking count new-kind',
      'new code new-field',
    ]);
  });

  it('is none where keys come and go, whether they look like names of fields or not', () => {
    const syllables = ['ba', 'shi', 'ru', 'ven', 'kat', 'mo', 'lal'] as const;
    for (const count of [30, 60, 200]) {
      const own = new MemoryShapes();
      const ownDice = new Dice(count);
      const names = Array.from({ length: count }, () =>
        ownDice.many(3, 5, () => ownDice.one(syllables)).join(''),
      );
      for (let input = 0; input < 600; input += 1) {
        const shares = Object.fromEntries(
          ownDice.many(1, 2, () => [names[ownDice.below(count)] ?? '', { share: 1 }]),
        );
        const drifts = own.learn({ ...asked, input: String(input) }, seen(JSON.stringify({ shares })));
        assert.deepEqual(drifts, []);
      }
      assert.doesNotMatch(own.stored() + JSON.stringify(own.all()), new RegExp(`"(${names.join('|')})"`));
    }
  });

  it('is none where numbers were reduced, of which no kind is known, until enough inputs have shown one', () => {
    const own = new MemoryShapes();
    const of = (value: unknown, isReduced: boolean): Observed =>
      observed({
        ...{
          operation: operationById('credit-report'),
          request: null,
          isReduced,
          headers: [],
          receivedAt: 0,
        },
        reading: { shape: 'envelope', messageCode: 'OK' },
        answer: JSON.stringify({ uids: { a: value } }),
      });
    for (let input = 0; input < 120; input += 1) {
      own.learn({ ...asked, input: String(input) }, of('XXXX-XXXX-0124', true));
    }
    assert.deepEqual(own.drifts(asked, of(234567890124, false)), []);
    assert.deepEqual(own.drifts(asked, of('XXXX-XXXX-0124', false)), [], 'a service may write them so');
    const [shape] = own.all();
    assert.deepEqual(
      shape?.paths.map(({ path, kinds, seen: { inputs } }) => [pathText(path), Object.keys(kinds), inputs]),
      [
        ['', ['object'], 120],
        ['uids', ['object'], 120],
        ['uids.a', [], 120],
      ],
    );
    // What a few showed beside them is no kind that all had.
    assert.deepEqual(own.learn({ ...asked, input: '120' }, of(null, false)), []);
    assert.deepEqual(own.drifts(asked, of('234567890124', false)), []);
    for (let input = 121; input < 220; input += 1)
      assert.deepEqual(own.learn({ ...asked, input: String(input) }, of(null, false)), []);
    const [found] = own.drifts(asked, of('234567890124', false));
    assert.equal(found?.inputs, 100, 'told of those that had one');
  });

  it('is none where either was not looked through to its end', () => {
    const deep = `{"data":${'['.repeat(60)}${']'.repeat(60)}}`;
    assert.deepEqual(
      store.drifts(asked, seen(deep)).filter(({ what }) => what.kind === 'new-field'),
      [],
    );
    assert.deepEqual(store.drifts(asked, seen('<html>')), []);
    const long = `{"status":"${'x'.repeat(2_000_000)}"`;
    assert.deepEqual(store.drifts(asked, seen(long)), []);
  });

  it('is never found in ten thousand answers of shapes that do not change', () => {
    let answers = 0;
    const property = fc.property(plans, fc.integer(), (plan, seed) => {
      const own = new MemoryShapes();
      const ownDice = new Dice(seed);
      for (let input = 0; input < 500; input += 1) {
        const body = made(plan, ownDice);
        const drifts = own.learn({ ...asked, input: String(input), at: input }, seen(body));
        answers += 1;
        assert.deepEqual(drifts.map(told), [], `answer ${input}: ${body}`);
      }
    });
    fc.assert(property, { numRuns: 30, seed: 11 });
    assert.ok(answers >= 10_000, String(answers));
  });
});
