import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cellValue, type ListColumn, listColumns, maskBelow } from '../../../src/contract/listColumns.ts';
import { operationById } from '../../../src/contract/operations.ts';

const rc = operationById('rc-advanced');
const below = ['data', 'result', 'rows'];
const columnsOf = (...items: readonly unknown[]) => listColumns(rc, below, items);
const namesOf = (...items: readonly unknown[]) => columnsOf(...items).columns.map(({ name }) => name);

describe('what masks everything at a path', () => {
  it('is what its own key says, else the nearest key around it that says anything', () => {
    for (const [path, kind] of [
      [['name', 'deep'], 'all'],
      [['email', 'deep', 'deeper'], 'email'],
      [['name', 'email'], 'email'],
      [['color', 'deep'], undefined],
      [[], undefined],
    ] as const)
      assert.equal(maskBelow(rc, path), kind, path.join('.'));
  });

  it('is nothing for a field of the envelope, whose containers say nothing of what they hold', () => {
    assert.equal(maskBelow(rc, ['message_code']), null);
    assert.equal(maskBelow(rc, ['data', 'error_code']), null);
    assert.equal(maskBelow(rc, ['data', 'result', 'color']), undefined);
    assert.equal(maskBelow(rc, ['message_code', 'deep']), undefined);
  });

  it('is found however deep the path is', () => {
    for (const keys of [30, 31, 32, 33, 39, 60])
      assert.equal(maskBelow(rc, [...Array<string>(keys).fill('a'), 'name']), 'all', String(keys));
  });
});

describe('the columns of a list', () => {
  it('are found in items that hold an object beside something else, each time', () => {
    assert.deepEqual(namesOf({ a: { b: 1 }, n: 1 }, { a: { d: 1 }, n: 2 }), ['a.b', 'n', 'a.d']);
    assert.deepEqual(namesOf({ a: { b: 1 } }, { a: { c: 1 } }), ['a.b', 'a.c']);
    assert.deepEqual(namesOf({ n: 1 }, { n: {} }, { n: { m: 1 } }), ['n', 'n.m']);
  });

  it('are told apart where their keys run together to the same text', () => {
    assert.deepEqual(namesOf({ ab: 1, c: 1 }, { x: 1 }, { a: 1, bc: 1 }), ['ab', 'c', 'x', 'a', 'bc']);
    assert.deepEqual(namesOf({ a: { b: 1 } }, { 'a.b': 1 }), ['a.b', 'a.b']);
  });

  it('begin with those that such lists have had, whether or not any item has them', () => {
    const usual = [
      { key: 'seldom', inner: null },
      { key: 'n', inner: 'm' },
    ];
    const { columns } = listColumns(rc, below, [{ first: 1, n: { m: 2 } }], usual);
    assert.deepEqual(
      columns.map(({ name, path }) => [name, path]),
      [
        ['seldom', [...below, 'seldom']],
        ['n.m', [...below, 'n', 'm']],
        ['first', [...below, 'first']],
      ],
    );
  });

  it('are counted beyond the sixtieth, each once, up to ten thousand', () => {
    const wide = (keys: number) =>
      Object.fromEntries(Array.from({ length: keys }, (_, at) => [`k${at}`, at]));
    const more = (keys: number) => columnsOf(wide(keys), wide(keys), { ...wide(keys), k0: {} }).more;
    assert.deepEqual(
      [59, 60, 61, 10_059, 10_060, 10_061, 10_070].map(more),
      [0, 0, 1, 9999, 10_000, 10_000, 10_000],
    );
  });

  it('say whether what is in them is masked, and whether they are the envelope’s', () => {
    const [named, plain] = columnsOf({ email: 1, color: 2 }).columns;
    assert.deepEqual([named?.mask, named?.open, plain?.mask, plain?.open], ['email', false, null, false]);
    const [code] = listColumns(rc, ['data'], [{ error_code: 'x' }]).columns;
    assert.deepEqual([code?.mask, code?.open], [null, true]);
  });
});

describe('an item like others', () => {
  /** An item whose values are counted as they are read. */
  function counting(keys: readonly string[], reads: { count: number }): object {
    const item = {};
    for (const key of keys)
      Object.defineProperty(item, key, {
        enumerable: true,
        get: () => {
          reads.count += 1;
          return 1;
        },
      });
    return item;
  }
  const readsOf = (...items: readonly (readonly string[])[]): number => {
    const reads = { count: 0 };
    columnsOf(...items.map((keys) => counting(keys, reads)));
    return reads.count;
  };

  it('than the one before it is read once, and not at all beyond the first key that differs', () => {
    const once = readsOf(['a', 'b']);
    assert.equal(readsOf(['a', 'b'], ['a', 'b']), once + 2);
    assert.equal(readsOf(['a', 'b'], ['a', 'b'], ['a', 'b']), once + 4);
    assert.equal(readsOf(['a', 'b'], ['x']), once + readsOf(['x']));
    assert.equal(readsOf(['a', 'b'], ['a']), once + 1 + readsOf(['a']));
  });

  it('than any before it is not looked into again', () => {
    const first = readsOf(['a'], ['b']);
    assert.equal(readsOf(['a'], ['b'], ['a']), first + 1);
    assert.equal(readsOf(['a'], ['b'], ['a'], ['b']), first + 2);
  });
});

describe('a cell', () => {
  const column = (key: string | null, inner: string | null): ListColumn => ({
    ...{ key, inner, name: '', path: [], mask: null, open: false },
  });

  it('of a key is missing where an object with something in it stands there, which has columns of its own', () => {
    assert.equal(cellValue({ a: 1 }, column('a', null)), 1);
    assert.deepEqual(cellValue({ a: {} }, column('a', null)), {});
    assert.equal(cellValue({ a: { b: 1 } }, column('a', null)), undefined);
    assert.equal(cellValue({ a: { b: 1 } }, column('a', 'b')), 1);
    assert.equal(cellValue({ a: 1 }, column('a', 'b')), undefined);
  });

  it('is nothing that an item inherits, and of an item that is no object all of it', () => {
    assert.equal(cellValue({}, column('toString', null)), undefined);
    assert.equal(cellValue({ a: {} }, column('a', 'toString')), undefined);
    assert.equal(cellValue('loose', column(null, null)), 'loose');
    assert.equal(cellValue('loose', column('length', null)), undefined);
    assert.equal(cellValue({ a: 1 }, column(null, null)), undefined);
  });
});
