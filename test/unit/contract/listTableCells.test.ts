import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { allRevealed, nothingRevealed, tableOf } from './listTables.ts';

const one = (value: unknown, reveal = nothingRevealed) => tableOf([{ v: value }]).cells(0, reveal)[0];
const clear = { masked: false, sensitive: false };
const hidden = { masked: true, sensitive: true };
const shownTexts = (list: ReturnType<typeof tableOf>, row: number) =>
  list.cells(row, nothingRevealed).map(({ text }) => text);

describe('a cell of a list', () => {
  it('says what kind of value it holds and whether that is masked', () => {
    for (const [value, cell] of [
      [null, { ...clear, kind: 'null', text: '' }],
      ['', { ...clear, kind: 'empty', text: '' }],
      ['plain', { ...clear, kind: 'text', text: 'plain' }],
      [false, { ...clear, kind: 'boolean', text: 'false' }],
      [5, { ...clear, kind: 'number', text: '5' }],
      ['a@b.example', { ...hidden, kind: 'text', text: '••••••' }],
      [[], { ...clear, kind: 'list', text: '0' }],
      [{}, { ...clear, kind: 'object', text: '0' }],
      [[1], { ...hidden, kind: 'list', text: '1' }],
    ] as const)
      assert.deepEqual(one(value), cell, JSON.stringify(value));
    assert.deepEqual(tableOf([{ a: 1 }, { b: 1 }]).cells(0, nothingRevealed)[1], {
      ...{ ...clear, kind: 'missing', text: '' },
    });
    assert.deepEqual(tableOf([{ a: { b: { c: 1, d: 2 } } }]).cells(0, nothingRevealed)[0], {
      ...{ ...hidden, kind: 'object', text: '2' },
    });
  });

  it('shows what it holds once it is revealed, and stays known as personal', () => {
    assert.deepEqual(one('a@b.example', allRevealed), {
      ...{ masked: false, sensitive: true, kind: 'text', text: 'a@b.example' },
    });
    assert.deepEqual(one([1], allRevealed), {
      masked: false,
      sensitive: true,
      kind: 'list',
      text: '[1]',
    });
    assert.deepEqual(one('plain', allRevealed), {
      ...clear,
      kind: 'text',
      text: 'plain',
    });
  });

  it('shows two thousand characters of a list, and of 32,000 in a file', () => {
    const long = ['x'.repeat(40_000)];
    assert.equal(one(long, allRevealed)?.text, `["${'x'.repeat(1998)}…`);
    assert.deepEqual(tableOf([{ v: long }]).texts(0, allRevealed), [`["${'x'.repeat(31_998)}…`]);
  });

  it('goes into a file as it is shown: a masked text by its mask, a list masked whole or as JSON', () => {
    const list = tableOf([{ email: 'someone@example.com', list: [1], empty: [], plain: 'x' }]);
    assert.deepEqual(list.texts(0, nothingRevealed), ['s••••••e@••••••.com', '••••••', '[]', 'x']);
    assert.deepEqual(list.texts(0, allRevealed), ['someone@example.com', '[1]', '[]', 'x']);
  });

  it('is numbered among those of its own column, not of one whose keys run together to the same', () => {
    const list = tableOf([{ full: { name: 'A' }, fullname: 'B' }]);
    assert.deepEqual(shownTexts(list, 0), ['••••••', '••••••']);
  });

  it('is covered where it repeats what was asked about, whatever its column is called', () => {
    const list = tableOf([{ plate: 'zz 99 zz 9998' }], {
      request: '{"rc_number":"ZZ99ZZ9998"}',
    });
    assert.deepEqual(shownTexts(list, 0), ['zz••••••98']);
  });
});

describe('a cell of the envelope, where that is a list', () => {
  const rows = (items: readonly object[], request: string | null = null) =>
    tableOf(items, { path: ['data'], request });

  it('is shown: a code, an id', () => {
    const list = rows([{ error_code: 'SOURCE_DOWN', order_id: 'ORD-20261121-0042' }]);
    assert.deepEqual(shownTexts(list, 0), ['SOURCE_DOWN', 'ORD-20261121-0042']);
    assert.equal(list.mayBeMasked(), false);
    // An id may be a long number, a code may not.
    const digits = '2026112100421';
    assert.deepEqual(shownTexts(rows([{ error_code: digits, order_id: digits }]), 0), ['••••••', digits]);
    assert.deepEqual(shownTexts(tableOf([{ order_id: digits }], { path: [] }), 0), [digits]);
  });

  it('is covered where it holds what no code and no id does, as the same answer is elsewhere', () => {
    const list = rows([
      { error_code: 'someone@example.com', order_id: '0000 0000 1234' },
      { error_code: 'for someone@example.com', order_id: 5 },
    ]);
    assert.deepEqual(shownTexts(list, 0), ['s••••••e@••••••.com', '••••••1234']);
    assert.deepEqual(shownTexts(list, 1), ['••••••', '5']);
    assert.equal(list.mayBeMasked(), true);
    const asked = rows([{ error_code: 'ZZ99ZZ9998' }], '{"rc_number":"ZZ99ZZ9998"}');
    assert.deepEqual(shownTexts(asked, 0), ['ZZ••••••98']);
    assert.deepEqual(asked.cells(0, allRevealed)[0]?.text, 'ZZ99ZZ9998');
  });
});

describe('a first look at a list', () => {
  const plain = { v: 'plain' };
  const personal = { v: 'someone@example.com' };

  it('finds something to mask in a column’s name, in a value by its look, and in a list or object', () => {
    assert.equal(tableOf([plain]).mayBeMasked(), false);
    assert.equal(tableOf([{ v: 'plain', name: '' }]).mayBeMasked(), true);
    assert.equal(tableOf([personal]).mayBeMasked(), true);
    assert.equal(tableOf([{ v: 'plain', w: [1] }]).mayBeMasked(), true);
    assert.equal(tableOf([{ v: 'plain', w: [] }]).mayBeMasked(), false);
  });

  it('finds what was asked about', () => {
    const request = '{"rc_number":"ZZ99ZZ9998"}';
    assert.equal(tableOf([{ plate: 'zz99zz9998' }], { request }).mayBeMasked(), true);
  });

  it('looks at the first fifty rows, the first one and the last one among them', () => {
    const after = (rows: number) => tableOf([...Array(rows).fill(plain), personal]);
    assert.equal(tableOf([personal, plain]).mayBeMasked(), true);
    assert.equal(after(49).mayBeMasked(), true);
    assert.equal(after(50).mayBeMasked(), false);
  });
});
