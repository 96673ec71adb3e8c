import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentedPaths, flatten } from '../../../../src/calls/batch/flatten.ts';
import { operationById } from '../../../../src/contract/operations.ts';

const flat = (value: unknown) => Object.fromEntries(flatten(JSON.stringify(value)));

test('a result becomes its values by their paths', () => {
  assert.deepEqual(flat({ name: 'A', more: { year: 2020, none: null }, list: [1, { a: 2 }], yes: true }), {
    name: 'A',
    'more.year': '2020',
    'more.none': '',
    list: '[1,{"a":2}]',
    yes: 'true',
  });
  assert.deepEqual([...flatten('{"n":12345678901234567890.10}')], [['n', '12345678901234567890.10']]);
});

test('what is no object has no paths; an empty object is its own value', () => {
  assert.equal(flatten('').size, 0);
  for (const value of [null, [], [{ a: 1 }], 'a', 1])
    assert.deepEqual(flat(value), {}, JSON.stringify(value));
  assert.deepEqual(flat({ a: {}, b: { c: {} } }), { a: '{}', 'b.c': '{}' });
});

test('six levels of objects become columns, what lies deeper stays JSON', () => {
  assert.deepEqual(flat({ a: { b: { c: { d: { e: { f: 1 } } } } } }), { 'a.b.c.d.e.f': '1' });
  assert.deepEqual(flat({ a: { b: { c: { d: { e: { f: { g: 1 } } } } } } }), { 'a.b.c.d.e.f': '{"g":1}' });
});

test('the paths that the documents show, in their order', () => {
  const paths = documentedPaths(operationById('rc-advanced'));
  assert.deepEqual(
    [paths.length, paths[0], paths.at(-1)],
    [63, 'rc_number', 'response_metadata.masked_owner_name'],
  );
  assert.deepEqual(documentedPaths(operationById('email-bulk')), [], 'they show none');
});
