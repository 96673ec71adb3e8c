import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readingsOf } from '../../../src/contract/readings.ts';

test('a body without a key that is there twice has no other reading, nor has one that is no JSON', () => {
  for (const body of [
    '{"a":1,"b":{"a":1}}',
    '[{"a":1},{"a":2}]',
    '{"a":{"b":1},"c":{"b":2}}',
    '{"a":1,"a":',
    '',
  ])
    assert.deepEqual(readingsOf(body), []);
});

test('each value of a key is a reading, its spelling and all else as it was', () => {
  assert.deepEqual(readingsOf('{ "a" : 1.0, "b": [ 1 ] , "a":\n"x" }\n'), [
    '{"a" : 1.0,"b": [ 1 ]}\n',
    '{"b": [ 1 ],"a":\n"x"}\n',
  ]);
});

test('a key is the same one however it is escaped', () => {
  assert.deepEqual(readingsOf('{"a":1,"\\u0061":2}'), ['{"a":1}', '{"\\u0061":2}']);
});

test('keys of objects within objects and lists count, too, and those of what is left alone', () => {
  assert.deepEqual(readingsOf('{"a":[{"b":1,"b":{"c":2}}]}'), ['{"a":[{"b":1}]}', '{"a":[{"b":{"c":2}}]}']);
  assert.deepEqual(readingsOf('{"a":{"b":1,"b":2},"a":3}'), [
    '{"a":{"b":1}}',
    '{"a":3}',
    '{"a":{"b":2}}',
    '{"a":3}',
  ]);
  assert.deepEqual(
    new Set(readingsOf('{"a":1,"b":1,"a":2,"b":2}')),
    new Set(['{"a":1,"b":1}', '{"a":1,"b":2}', '{"b":1,"a":2}', '{"a":2,"b":2}']),
  );
});

test('of many keys that are there twice the first are told apart, and never more than twenty readings are made', () => {
  const many = `{${Array.from({ length: 400 }, (_, at) => `"k${at % 200}":${at}`).join(',')}}`;
  assert.equal(readingsOf(many).length, 16);
  const often = `{${Array.from({ length: 400 }, (_, at) => `"k":${at}`).join(',')}}`;
  assert.equal(readingsOf(often).length, 20);
  assert.deepEqual(readingsOf(`{"a":1,"a":"${'x'.repeat(20_000)}"}`), []);
  assert.deepEqual(readingsOf(`{"a":1,"a":${'['.repeat(9000)}${']'.repeat(9000)}}`)[0], '{"a":1}');
});
