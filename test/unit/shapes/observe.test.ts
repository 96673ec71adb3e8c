import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Observation, PathSeen, Stopped } from '../../../src/shapes/model.ts';
import { deepest, longestWhole, mostItems, mostPathsSeen, observe } from '../../../src/shapes/observe.ts';
import { pathText } from '../../../src/shapes/path.ts';
import { assertWithin } from '../../support/steps.ts';

function at({ paths }: Observation, text: string): PathSeen {
  return paths.find(({ path }) => pathText(path) === text) ?? assert.fail(`nothing at ${text}`);
}

function texts({ paths }: Observation): readonly string[] {
  return paths.map(({ path, kinds }) => `${pathText(path)}: ${kinds.join('|')}`);
}

function stops({ stopped }: Observation): readonly string[] {
  return stopped.map(({ why, path }: Stopped) => `${why} ${pathText(path)}`);
}

describe('observing a body', () => {
  it('tells each path once, parents first, items of a list as one', () => {
    const seen = observe('{"items":[{"id":1},{"id":2.5,"note":""},{"id":null,"note":"x"}],"status":true}');
    assert.deepEqual(texts(seen), [
      ': object',
      'items: array',
      'items[]: object',
      'items[].id: integer|number|null',
      'items[].note: string|empty-string',
      'status: boolean',
    ]);
    assert.deepEqual(seen.uneven.map(pathText), ['items[].note']);
    assert.deepEqual(at(seen, 'items').items, { least: 3, most: 3 });
    assert.deepEqual(at(seen, 'items[].note').length, { least: 1, most: 1 });
  });

  it('tells numbers by their spelling', () => {
    const kindOf = (number: string): readonly string[] => observe(number).paths[0]?.kinds ?? [];
    for (const one of ['0', '-0', '7', '1234567890123456789012345678901234567890'])
      assert.deepEqual(kindOf(one), ['integer'], one);
    for (const one of ['1.0', '1e400', '1E2', '-0.5', '1e-9']) assert.deepEqual(kindOf(one), ['number'], one);
    for (const one of ['01', '1.', '.5', '+1', '-', '1e', 'NaN', 'Infinity', '0x1'])
      assert.deepEqual(stops(observe(one)), ['unreadable '], one);
  });

  it('takes what is odd as data like any other', () => {
    const seen = observe('{"__proto__":{"a":1},"constructor":null,"code":1,"code":"x","toString":[]}');
    assert.deepEqual(texts(seen), [
      ': object',
      '__proto__: object',
      '__proto__.a: integer',
      'constructor: null',
      'code: string|integer',
      'toString: empty-array',
    ]);
    assert.deepEqual(seen.uneven, []);
    assert.equal(Object.hasOwn(Object.prototype, 'a'), false);
    assert.deepEqual(texts(observe('\ufeff{"a":"\\ud800\\u0000"}')), [': object', 'a: string']);
    assert.deepEqual(texts(observe(Uint8Array.from([0x22, 0xff, 0xfe, 0x22]))), [': string']);
  });

  it('says of formats what their look says', () => {
    const formatOf = (text: string): readonly string[] =>
      observe(JSON.stringify(text)).paths[0]?.formats ?? [];
    const looks = {
      date: ['2024-02-30'],
      'date-time': ['2024-01-31T10:20:30Z', '2024-01-31 10:20', '2024-01-31T10:20:30.123456+05:30'],
      'other-date': [
        '31-01-2024',
        '31/1/2024',
        '31-Jan-2024',
        '31 January 2024',
        'Jan 31, 2024',
        '2024/01/31',
      ],
      url: ['https://example.com/a?b=c'],
      email: ['someone@example.com'],
      uuid: ['123e4567-e89b-12d3-a456-426614174000'],
      digits: ['0', '007', '9'.repeat(60)],
      text: ['x', 'https://', 'a@b', '2024-1', '12 May be', 'http://a b', '१२'],
    };
    for (const [format, all] of Object.entries(looks))
      for (const text of all) assert.deepEqual(formatOf(text), [format], text);
  });

  it('offers as values only what may be one', () => {
    const values = (body: unknown, path: string): readonly string[] =>
      at(observe(JSON.stringify(body)), path).values;
    assert.deepEqual(values({ status: 'ACTIVE' }, 'status'), ['ACTIVE']);
    assert.deepEqual(values({ items: [{ kind: 'a' }, { kind: 'b' }, { kind: 'a' }] }, 'items[].kind'), [
      'a',
      'b',
    ]);
    assert.deepEqual(values({ flags: ['no_mx', 'disposable'] }, 'flags[]'), ['no_mx', 'disposable']);
    for (const text of [
      'RAMESH KUMAR',
      'x'.repeat(41),
      '2024-01-31',
      '12',
      'MH00AB1234',
      'a@b.co',
      'https://x.y',
      'नाम',
      'K-1234',
    ]) {
      assert.deepEqual(values({ status: text }, 'status'), [], text);
    }
    for (const key of ['owner_name', 'message', 'remark', 'email', 'id', 'credit_score', 'A B']) {
      const path = key === 'A B' ? '{}' : key;
      assert.deepEqual(values({ [key]: 'active' }, path), [], key);
    }
    for (const key of ['valid_to', 'linked_to', 'up_to', 'threshold', 'so']) {
      assert.deepEqual(values({ [key]: 'active' }, key), ['active'], key);
    }
    assert.deepEqual(values({ owner: { status: 'active' } }, 'owner.status'), []);
    assert.deepEqual(values(['active'], '[]'), []);
    const person = observe(
      '{"owner_name":"Zaphod Silver","color":"SILVER","items":[{"kind":"zaphod"},{"kind":"car"}]}',
    );
    assert.deepEqual([at(person, 'color').values, at(person, 'color').untold], [[], true]);
    assert.deepEqual(at(person, 'items[].kind').values, ['car']);
    const many = Array.from({ length: 17 }, (_, index) => ({ kind: `k${index}` }));
    assert.deepEqual(values(many, '[].kind'), []);
  });

  it('stops at its bounds and says where', () => {
    const deep = observe(`${'['.repeat(10_000)}${']'.repeat(10_000)}`);
    assert.deepEqual(stops(deep), [`depth ${'[]'.repeat(deepest)}`]);
    assert.equal(deep.paths.length, deepest + 1);
    const objects = observe(`${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`);
    assert.deepEqual(stops(objects), [`depth ${Array.from({ length: deepest }, () => 'a').join('.')}`]);
    const wide = observe(
      JSON.stringify({
        result: Object.fromEntries(
          Array.from({ length: 70 }, (_, one) => [
            `k${one}`,
            Object.fromEntries(Array.from({ length: 70 }, (_, other) => [`f${other}`, 1])),
          ]),
        ),
      }),
    );
    assert.ok(wide.paths.length <= mostPathsSeen);
    assert.equal(wide.stopped[0]?.why, 'paths');
    const long = observe(
      JSON.stringify({
        items: Array.from({ length: mostItems + 5 }, (_, index) => (index < mostItems ? 1 : 'x')),
        after: 1,
      }),
    );
    assert.deepEqual(stops(long), ['items items']);
    assert.deepEqual(texts(long), [': object', 'items: array', 'items[]: integer', 'after: integer']);
    assert.equal(at(long, 'items').items, null);
  });

  it('takes an object of very many unheard-of keys for a map', () => {
    const keys = Array.from(
      { length: 65 },
      (_, index) => `zz${String.fromCharCode(97 + (index % 26))}${'y'.repeat(1 + index / 26)}`,
    );
    const body = (count: number): string =>
      JSON.stringify({
        status: 1,
        ...Object.fromEntries(keys.slice(0, count).map((key) => [key, { code: 1 }])),
      });
    assert.equal(observe(body(64)).paths.length, 2 + 64 * 2);
    assert.deepEqual(texts(observe(body(65))), [
      ': object',
      'status: integer',
      '{}: object',
      '{}.code: integer',
    ]);
  });

  it('looks at the first part of a long body, and lacks nothing that it did not look at', () => {
    const row = '{"code":"c","valid":true,"nested":{"a":1}},';
    const whole = `{"first":1,"list":[${row.repeat(200)}1],"second":2}`;
    const bytes = new TextEncoder().encode(
      `{"first":1,"deep":[${'{"a":[[1,2],[3,'.padEnd(longestWhole, ' 5,')}`,
    );
    assert.deepEqual(stops(observe(whole)), []);
    const seen = observe(bytes);
    assert.deepEqual(stops(seen), ['items deep[].a[]', 'size deep[].a']);
    assert.deepEqual(texts(seen), [
      ': object',
      'first: integer',
      'deep: array',
      'deep[]: object',
      'deep[].a: array',
      'deep[].a[]: array',
      'deep[].a[][]: integer',
    ]);
    assert.deepEqual(seen.uneven, []);
    const text = observe(`{"pdf":"${'A'.repeat(50_000_000)}","code":1}`);
    assert.deepEqual([texts(text), stops(text)], [[': object'], ['size ']]);
    assert.deepEqual(stops(observe(`<html>${'x'.repeat(3_000_000)}`)), ['unreadable ']);
  });

  it('reads whatever JSON.parse reads, and nothing else', () => {
    const odd = fc.oneof(
      fc.json({ maxDepth: 4 }),
      fc.string(),
      fc
        .tuple(
          fc.json({ maxDepth: 3 }),
          fc.nat(),
          fc.constantFrom(',', ']', '}', '"', '\\', '\n', 'x', '1', ''),
        )
        .map(([json, place, mark]) => {
          const cut = place % (json.length + 1);
          return json.slice(0, cut) + mark + json.slice(cut + 1);
        }),
    );
    const property = fc.property(odd, (text) => {
      const isRead = observe(text).stopped.every(({ why }) => why !== 'unreadable');
      let isJson = true;
      try {
        JSON.parse(text.startsWith('\ufeff') ? text.slice(1) : text);
      } catch {
        isJson = false;
      }
      assert.equal(isRead, isJson, text);
    });
    fc.assert(property, { numRuns: 5000, seed: 5 });
  });

  it('takes a bounded number of steps', () => {
    const hostile = [
      '['.repeat(50_000_000),
      `{"a":[${'{"b":"someone","c":[1,2,3]},'.repeat(1_000_000)}`,
      `"${'\\'.repeat(40_000_000)}`,
      `{${Array.from({ length: 60_000 }, (_, index) => `"z${index.toString(26).replace(/\d/g, 'y')}q":1`).join()}}`,
      JSON.stringify(Array.from({ length: 900 }, () => 'a@'.repeat(400))),
    ];
    // Some steps for each character that is looked at; the longest body has fifty million.
    for (const body of hostile) assertWithin(body.slice(0, 20), 4_000_000, () => observe(body));
  });
});
