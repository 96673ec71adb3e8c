import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SourceNumber } from '../../../src/contract/jsonNumbers.ts';
import { listsIn } from '../../../src/contract/nesting.ts';

test('lists are found in twelve objects one in the other, and no deeper', () => {
  const nested = (keys: number) => JSON.parse(`${'{"a":'.repeat(keys)}[1]${'}'.repeat(keys)}`);
  assert.deepEqual(
    listsIn(nested(12)).map(({ path, keys }) => [path, keys.length]),
    [['a.a.a.a.a.a.a.a.a.a.a.a', 12]],
  );
  assert.deepEqual(listsIn(nested(13)), []);
});

test('the first fifty lists become tables', () => {
  const lists = (count: number) =>
    listsIn(Object.fromEntries(Array.from({ length: count }, (_, at) => [`l${at}`, [at]])));
  assert.deepEqual(
    [49, 50, 51].map(lists).map(({ length }) => length),
    [49, 50, 50],
  );
  assert.equal(lists(51).at(-1)?.path, 'l49');
});

test('what is no list and no object holds none', () => {
  for (const value of [null, undefined, true, 5, 'x', new SourceNumber('5')]) {
    assert.deepEqual(listsIn(value), []);
    assert.deepEqual(
      listsIn({ a: value, b: [value] }).map(({ path }) => path),
      ['b'],
    );
  }
});
