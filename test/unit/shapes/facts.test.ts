import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { aggregate, type FactSet } from '../../../src/shapes/aggregate.ts';
import {
  keptValues,
  learnPlace,
  type PlaceSeen,
  type StoredPlace,
} from '../../../src/shapes/enumerations.ts';
import { lessonOf, united } from '../../../src/shapes/facts.ts';
import { observe } from '../../../src/shapes/observe.ts';
import { Tally } from '../../../src/shapes/tally.ts';
import { linesOf } from '../../support/plantedShapes.ts';

const knowing = { print: (text: string) => `p${text.length}`, place: () => undefined };
const head = { operation: 'rc-advanced', place: 'p', side: 'answer', code: 'OK' } as const;

function facts(body: string): readonly string[] {
  return lessonOf(observe(body), knowing).facts;
}

function set(body: string, at: number, inputs = 1): FactSet {
  return { facts: facts(body), inputs, since: at, last: at };
}

const nothing = { ranges: [], places: new Map() };

describe('facts', () => {
  it("are one for each path, the same for all bodies that look alike, and hold no key that may be somebody's", () => {
    assert.deepEqual(facts('{"status":"x1?","score":[1,null],"rameshwar":{}}'), [
      '\to',
      '*',
      '.~p15\to',
      'score\ta',
      'score[]\tiz',
      'status\tsX',
    ]);
    assert.deepEqual(facts('{"status":"zz?"}'), facts('{"status":"quite another?"}'));
    assert.deepEqual(facts('<html>'), ['!unreadable', '*']);
    assert.deepEqual(lessonOf(observe('1'), knowing, 'seconds').facts, ['\ti', '*', '>seconds']);
  });

  it('of an input that is asked again unite, and what one answer lacked is uneven', () => {
    const both = united(facts('{"status":"x?","code":1}'), facts('{"status":null,"data":{}}'));
    assert.deepEqual(both, ['\to', '*', 'code\ti?', 'data\to?', 'status\tszX']);
    assert.deepEqual(united(both, both), both);
    assert.deepEqual(united(facts('{"a":{"b":1}}'), facts('{"a":1}')), ['\to', '*', 'a\tio', 'a.b\ti']);
    const odd = '{"a":{"x y":[1]},"b":[{"c":1}]}';
    assert.deepEqual(united(facts(odd), facts('{"a":{},"b":[]}')), [
      '\to',
      '*',
      'a\to',
      'a{}\ta',
      'a{}[]\ti',
      'b\tav',
      'b[]\to',
      'b[].c\ti',
    ]);
  });

  it('count inputs, not calls, and say since when', () => {
    const sets = [set('{"code":1}', 10, 3), set('{"code":null,"score":1}', 20, 2), set('{"code":"x?"}', 30)];
    const learned = aggregate(head, { ...nothing, sets });
    assert.deepEqual(linesOf(learned), ['code: string|integer|null', 'score?: integer']);
    assert.deepEqual(learned.seen, { inputs: 6, since: 10, last: 30 });
    const [, code, score] = learned.paths;
    assert.deepEqual(code?.kinds.null, { inputs: 2, since: 20, last: 20 });
    assert.deepEqual(score?.missing, { inputs: 4, since: 10, last: 30 });
    assert.equal(score?.of, 6);
    assert.deepEqual(linesOf(aggregate(head, { ...nothing, sets }, 10)), ['code: integer']);
    assert.deepEqual(linesOf(aggregate(head, { ...nothing, sets }, 20)), [
      'code: integer|null',
      'score?: integer',
    ]);
  });

  it('may be taken back when an input shows more', () => {
    const tally = new Tally(new Map());
    tally.add(set('{"code":1}', 10, 2));
    tally.add({ ...set('{"code":1}', 20), inputs: -1 });
    tally.add({ facts: united(facts('{"code":1}'), facts('{"data":{}}')), inputs: 1, since: 20, last: 20 });
    const learned = tally.shape(head, [], new Map());
    assert.deepEqual([learned.seen.inputs, linesOf(learned)], [2, ['code?: integer', 'data?: object']]);
    assert.deepEqual(
      learned.paths.map(({ of, missing }) => [of, missing?.inputs ?? 0]),
      [
        [2, 0],
        [2, 1],
        [2, 2],
      ],
    );
  });

  it('say nothing of what a body that was not looked at whole may have had', () => {
    const long = `{"first":1,"pdf":"${'A'.repeat(2_000_000)}","last":1}`;
    const sets = [set('{"first":1,"pdf":"A","last":1}', 1), set(long, 2)];
    assert.deepEqual(linesOf(aggregate(head, { ...nothing, sets })), [
      'first: integer',
      'last: integer',
      'pdf: string',
    ]);
  });

  it("say of a value that is somebody's in one call neither that it is one, nor that there are none", () => {
    const places = (body: string): readonly string[] => [...lessonOf(observe(body), knowing).places.keys()];
    assert.deepEqual(places('{"name":"Zaphod Silver","color":"SILVER"}'), ['keys ', 'values name']);
    assert.deepEqual(places('{"name":"Zaphod","color":"SILVER"}'), ['keys ', 'values name', 'values color']);
  });

  it('that cannot be read are no facts', () => {
    assert.throws(
      () => new Tally(new Map()).add({ facts: ['a b\ts'], inputs: 1, since: 0, last: 0 }),
      RangeError,
    );
  });
});

describe('a value of an enumeration', () => {
  const seen = (...values: readonly string[]): PlaceSeen => ({
    of: 'values',
    texts: values.map((text) => ({ print: `~${text}`, text })),
    closed: false,
  });
  const after = (...bodies: readonly (readonly string[])[]): StoredPlace =>
    bodies.reduce<StoredPlace | undefined>(
      (place, values, at) => learnPlace(place, seen(...values), { fresh: true, at }),
      undefined,
    ) ?? assert.fail();
  const kept = (place: StoredPlace): unknown => {
    const found = keptValues(place);
    return found === null ? null : [found.values.map(({ text }) => text), found.others];
  };

  it('is kept from the fifth input on, and only what two of them had', () => {
    assert.equal(kept(after(['a'], ['a'], ['b'], ['b'])), null);
    assert.deepEqual(kept(after(['a'], ['b'], ['a'], ['b'], ['a'])), [['a'], 1]);
    assert.doesNotMatch(JSON.stringify(after(['a'], ['b'], ['a'], ['b'])), /"text":"/);
    const one = ['a'];
    assert.deepEqual(kept(after(one, one, one, one, one, one, ['b'])), [['a'], 1]);
    assert.deepEqual(kept(after(one, one, one, one, one, one, ['b'], ['b'])), [['a', 'b'], 0]);
  });

  it('is not kept while many belong to one input alone', () => {
    const names = after(['a'], ['b'], ['c'], ['a'], ['d'], ['a'], ['e']);
    assert.equal(kept(names), null);
    assert.ok(names.texts.every(({ text }) => text === null));
  });

  it('is forgotten for good with the seventeenth, and with a text that is none', () => {
    const many = Array.from({ length: 17 }, (_, index) => [`v${index}`]);
    const ended = after(...Array.from({ length: 3 }, () => many.slice(0, 16)).flat(), ['v16']);
    assert.deepEqual([ended.ended, ended.texts], [true, []]);
    const closed = learnPlace(
      after(['a'], ['a'], ['a'], ['a'], ['a']),
      { ...seen(), closed: true },
      { fresh: true, at: 9 },
    );
    assert.deepEqual(closed, { inputs: 6, ended: true, texts: [] });
    assert.deepEqual(learnPlace(closed, seen('a'), { fresh: true, at: 10 }).texts, []);
  });

  it('counts the first answer of an input alone', () => {
    let place: StoredPlace | undefined;
    for (let at = 0; at < 50; at += 1) place = learnPlace(place, seen('a'), { fresh: at === 0, at });
    assert.deepEqual(place, {
      inputs: 1,
      ended: false,
      texts: [{ print: '~a', text: null, inputs: 1, since: 0, last: 49 }],
    });
  });
});

describe('a key that nobody vouches for', () => {
  const seen = (...keys: readonly string[]): PlaceSeen => ({
    of: 'keys',
    texts: keys.map((text) => ({ print: `~${text}`, text })),
    closed: false,
  });
  const after = (inputs: number, keysOf: (input: number) => readonly string[]): StoredPlace =>
    Array.from({ length: inputs }, (_, at) => at).reduce<StoredPlace | undefined>(
      (place, at) => learnPlace(place, seen(...keysOf(at)), { fresh: true, at }),
      undefined,
    ) ?? assert.fail();
  const named = ({ texts }: StoredPlace): readonly (string | null)[] =>
    texts.flatMap(({ text }) => text ?? []);

  it('has its name from the fifth input on', () => {
    assert.deepEqual(named(after(4, () => ['zaphod'])), []);
    assert.deepEqual(named(after(5, () => ['zaphod'])), ['zaphod']);
    assert.deepEqual(named(after(50, (input) => (input % 10 === 0 ? ['zaphod', 'other'] : ['other']))), [
      'zaphod',
      'other',
    ]);
  });

  it('never has it where keys come and go as in a map', () => {
    assert.deepEqual(named(after(1000, (input) => [`n${'x'.repeat(1 + (input % 13))}`])), []);
    assert.deepEqual(named(after(1000, (input) => ['total', `n${'x'.repeat(1 + (input % 13))}`])), ['total']);
    const map = after(200, (input) => ['total', `n${input}`]);
    assert.deepEqual([map.ended, map.texts.map(({ text }) => text)], [true, ['total']]);
  });
});
