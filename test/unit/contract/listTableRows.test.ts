import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { rowsOf, tableOf } from './listTables.ts';

const sorted = (values: readonly unknown[], down = false) =>
  rowsOf(tableOf(values.map((v) => (v === undefined ? { other: 1 } : { v }))), {
    sort: { column: values[0] === undefined ? 1 : 0, down },
  });

describe('rows that are joined to what was sent', () => {
  /** Every row is about the place that it names; a row without one about none. */
  const joined = tableOf([{ at: 2 }, { at: null }, { at: 0 }, { at: 0 }], {
    joins: (item) => Reflect.get(Object(item), 'at'),
  });
  const alone = tableOf([{ at: 2 }]);

  it('know their place, from 0, or that they have none', () => {
    assert.equal(joined.isJoined, true);
    assert.deepEqual(
      [0, 1, 2, 3, 4].map((row) => joined.sentAt(row)),
      [2, null, 0, 0, null],
    );
    assert.deepEqual([...joined.placesMet()].sort(), [0, 2]);
  });

  it('are none where nothing can be joined', () => {
    assert.equal(alone.isJoined, false);
    assert.equal(alone.sentAt(0), null);
    assert.deepEqual([...alone.placesMet()], []);
  });

  it('are sorted by their place, those without one last; and shown by it, counted from 1', () => {
    const places = (down: boolean) => rowsOf(joined, { sort: { column: -1, down } });
    assert.deepEqual(places(false), [2, 3, 0, 1]);
    assert.deepEqual(places(true), [0, 2, 3, 1]);
    const at = (text: string) => rowsOf(joined, { only: { column: -1, text } });
    assert.deepEqual(['3', '1', '', '0', '2'].map(at), [[0], [2, 3], [1], [], []]);
  });
});

describe('sorted rows', () => {
  it('have what is empty last in either direction, in the order of the answer', () => {
    assert.deepEqual(sorted(['', 2, null, 1, '']), [3, 1, 0, 2, 4]);
    assert.deepEqual(sorted(['', 2, null, 1, ''], true), [1, 3, 0, 2, 4]);
    assert.deepEqual(sorted([undefined, 'b', undefined, 'a']), [3, 1, 0, 2]);
    assert.deepEqual(sorted(['b', undefined, 'a', undefined], true), [0, 2, 1, 3]);
  });

  it('have numbers by size before words, and after them when turned round', () => {
    assert.deepEqual(sorted(['b', '10', 'a', '9', '-1.5', '1e3']), [4, 3, 1, 5, 2, 0]);
    assert.deepEqual(sorted(['b', '10', 'a', '9', '-1.5', '1e3'], true), [0, 2, 5, 1, 3, 4]);
  });

  it('keep the order of the answer among equals, in either direction, whatever the case', () => {
    for (const down of [false, true]) {
      assert.deepEqual(sorted(['Same', 'same', 'SAME', 'same'], down), [0, 1, 2, 3]);
      assert.deepEqual(sorted(['1.0', '1', '1e0'], down), [0, 1, 2]);
    }
    const many = Array.from({ length: 100 }, (_, index) => (index % 2 === 0 ? 'b' : 'a'));
    const odd = Array.from({ length: 50 }, (_, index) => 2 * index + 1);
    assert.deepEqual(sorted(many), [...odd, ...odd.map((row) => row - 1)]);
  });

  it('have signs before letters, as small letters are', () => {
    assert.deepEqual(sorted(['B', '_', 'a']), [1, 2, 0]);
  });

  it('stay as they are where there is no such column, of which each cell is empty', () => {
    const list = tableOf([{ v: 2 }, { v: 1 }]);
    assert.deepEqual(rowsOf(list, { sort: { column: 9, down: true } }), [0, 1]);
    assert.deepEqual(rowsOf(list, { only: { column: 9, text: '' } }), [0, 1]);
    assert.deepEqual(rowsOf(list, { only: { column: 9, text: '1' } }), []);
  });
});

describe('filtered rows', () => {
  it('are all where nothing is asked for, even of items with nothing in them', () => {
    assert.deepEqual(rowsOf(tableOf([{}, {}]), {}), [0, 1]);
    assert.deepEqual(rowsOf(tableOf([{}, {}]), { filter: ' ' }), [0, 1]);
    assert.deepEqual(rowsOf(tableOf([{}, {}]), { filter: 'x' }), []);
  });

  it('hold what was typed as their cells show it: numbers that may not be exact with their sign', () => {
    const list = tableOf([{ v: 1e21 }, { v: 1e3 }, { v: true }, { v: null }]);
    const of = (text: string) => rowsOf(list, { only: { column: 0, text } });
    assert.deepEqual(['≈ 1e+21', '1e+21', '1000', 'true', ''].map(of), [[0], [], [1], [2], [3]]);
  });

  it('are looked into for two thousand characters of a list or object', () => {
    const long = (before: number) => ({ list: [`${'x'.repeat(before)}Z`] });
    const list = tableOf([long(1997), long(1998), long(1999)]);
    assert.deepEqual(rowsOf(list, { filter: 'z' }), [0]);
  });

  it('are looked for again once the query is another', () => {
    const list = tableOf([{ v: 'a' }, { v: 'b' }]);
    assert.deepEqual(rowsOf(list, { filter: 'a' }), [0]);
    assert.equal(
      list.rows({ sort: null, filter: 'a', only: null }),
      list.rows({ sort: null, filter: 'a', only: null }),
    );
    assert.deepEqual(rowsOf(list, { filter: 'b' }), [1]);
  });
});
