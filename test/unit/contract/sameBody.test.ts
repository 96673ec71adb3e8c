import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sameBody } from '../../../src/contract/sameBody.ts';

test('the same text, and the same JSON written otherwise', () => {
  for (const [one, other] of [
    ['not json', 'not json'],
    ['{"a":1,"b":[true,null]}', '{ "b": [true, null],\n "a": 1 }'],
    ['{"a":12345678901234567890}', '{"a": 12345678901234567890}'],
  ] as const)
    assert.equal(sameBody(one, other), true, one);
});

test('what differs in a value, a digit, a type or an order of entries differs', () => {
  for (const [one, other] of [
    ['{"a":1}', '{"a":"1"}'],
    ['{"a":12345678901234567890}', '{"a":12345678901234567891}'],
    ['[1,2]', '[2,1]'],
    ['{"a":', '{"a": '],
    ['{}', ''],
    [`${'['.repeat(100_000)}${']'.repeat(100_000)}`, '[]'],
  ] as const)
    assert.equal(sameBody(one, other), false, one.slice(0, 40));
});

test('so it is in bodies of more than a million characters', () => {
  const filler = `"${'x'.repeat(1_000_001)}"`;
  const large = (inner: string): string => `{"filler":${filler},"a":${inner}}`;
  for (const [one, other] of [
    ['12345678901234567890', '12345678901234567891'],
    ['9007199254740992', '9007199254740993'],
    ['1e400', '1e500'],
    ['1e400', 'null'],
    ['1.0', '1'],
    ['{"":"1"}', '1'],
    ['"1"', '1'],
  ] as const)
    assert.equal(sameBody(large(one), large(other)), false, `${one} ${other}`);
  assert.equal(sameBody(large('[1e400,"1\\"2"]'), `{"a":[1e400, "1\\"2"],"filler":${filler}}`), true);
});

test('what differs in a key, or is no JSON though it reads like it, differs', () => {
  for (const [one, other] of [
    ['{"a":1}', '{"b": 1}'],
    ['{"a":1,"b":2}', '{"a":2, "b":1}'],
    ['{"a":1}', '{"a":1 /* c */}'],
    ['{"a":1}', '{"a":1,}'],
    ['["n1"]', '[1 ]'],
  ] as const)
    assert.equal(sameBody(one, other), false, other);
});

test('a byte order mark says nothing', () => {
  assert.equal(sameBody('\ufeff{"a":1}', '{ "a":1 }'), true);
  assert.equal(sameBody('{ "a":1 }', '\ufeff{"a":1}'), true);
  assert.equal(sameBody('{"a":1}\ufeff', '{ "a":1 }'), false);
});
