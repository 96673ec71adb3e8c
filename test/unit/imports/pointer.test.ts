import assert from 'node:assert/strict';
import test from 'node:test';
import { valueAt } from '../../../src/imports/pointer.ts';

test('a pointer is followed by its escapes, through references on the way and at the end', () => {
  const root = {
    'a/b~c d': { x: 1 },
    list: [{ y: 2 }],
    alias: { $ref: '#/a~1b~0c%20d' },
    twice: { $ref: '#/alias' },
  };
  assert.equal(valueAt(root, '#'), root);
  assert.equal(valueAt(root, '#/a~1b~0c%20d/x'), 1);
  assert.equal(valueAt(root, '#/list/0/y'), 2);
  assert.equal(valueAt(root, '#/twice/x'), 1);
  assert.deepEqual(valueAt(root, '#/twice'), { x: 1 });
});

test('what stands beside a reference holds over what it refers to', () => {
  const root = { base: { type: 'string', note: 'of the base' }, own: { $ref: '#/base', note: 'own' } };
  assert.deepEqual(valueAt(root, '#/own'), { type: 'string', note: 'own' });
});

test('a reference to another file is left to the caller', () => {
  assert.deepEqual(valueAt({ a: { $ref: 'other.yaml#/b' } }, '#/a'), { $ref: 'other.yaml#/b' });
});

test('there is no value at what is not there, is inherited, or is no pointer', () => {
  const root = { a: { b: null }, text: 'abc' };
  for (const pointer of [
    '#/c',
    '#/a/b/c',
    '#/a/constructor',
    '#/a/__proto__',
    '#/text/length',
    '#a',
    '#/%',
    '#/a/',
  ])
    assert.throws(() => valueAt(root, pointer), pointer);
  assert.equal(valueAt(root, '#/a/b'), null);
});

test('references in a circle, and references that multiply, end', { timeout: 60_000 }, () => {
  assert.throws(() => valueAt({ a: { $ref: '#/b' }, b: { $ref: '#/a' } }, '#/a'));
  assert.throws(() => valueAt({ a: { $ref: '#/a/b' } }, '#/a'));
  const levels = Array.from({ length: 40 }, (_, at): [string, unknown] => [
    `l${at}`,
    { x: { $ref: `#/l${at + 1}/x/x/x` }, $ref: `#/l${at + 1}/x/x` },
  ]);
  assert.throws(() => valueAt(Object.fromEntries(levels), '#/l0/x/x'));
});
