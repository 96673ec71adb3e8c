import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asUnreadableRows, maxFileBytes, UnreadableRows } from '../../../../src/calls/batch/reading.ts';
import { noChoices, placed } from '../../../../src/calls/batch/reviewChoices.ts';

const rows = (...all: (readonly string[])[]) => all.map((cells, at) => ({ line: at + 1, cells }));
const places = (all: Parameters<typeof placed>[0], choices: Partial<Parameters<typeof placed>[1]>) => {
  const { corrections, leftOut, lost } = placed(all, { ...noChoices, ...choices });
  return { corrections: [...corrections], leftOut, lost };
};

test('corrections go to the rows with the cells they corrected, one each, in their order', () => {
  const twice = [
    { before: ['a', '1'], cells: ['b', '1'] },
    { before: ['a', '1'], cells: ['c', '1'] },
  ];
  assert.deepEqual(places(rows(['a', '1'], ['x', ''], ['a', '1'], ['a', '1']), { corrections: twice }), {
    corrections: [
      [0, ['b', '1']],
      [2, ['c', '1']],
    ],
    leftOut: [],
    lost: 0,
  });
  assert.deepEqual(places(rows(['a', '1']), { corrections: twice }), {
    corrections: [[0, ['b', '1']]],
    leftOut: [],
    lost: 1,
  });
});

test('rows left out are found by their cells, one each, and those that are gone are counted', () => {
  const leftOut = [['a'], ['a'], ['a'], ['gone'], ['also gone']];
  assert.deepEqual(places(rows(['b'], ['a'], ['a']), { leftOut }), {
    corrections: [],
    leftOut: [1, 2],
    lost: 3,
  });
});

test('two rows of the same cells are left out one after the other', () => {
  const all = rows(['a', '1'], ['b', '1'], ['a', '1']);
  for (const [times, found] of [
    [1, [0]],
    [2, [0, 2]],
  ] as const) {
    const leftOut = Array.from({ length: times }, () => ['a', '1']);
    assert.deepEqual(places(all, { leftOut }), { corrections: [], leftOut: found, lost: 0 });
  }
});

test('a row that was corrected and left out is both', () => {
  const corrections = [{ before: ['a'], cells: ['b'] }];
  assert.deepEqual(places(rows(['a'], ['a']), { corrections, leftOut: [['a']] }), {
    corrections: [[0, ['b']]],
    leftOut: [0],
    lost: 0,
  });
});

test('cells are told apart where they end', () => {
  const corrections = [{ before: ['ab', 'c'], cells: ['x', 'c'] }];
  const all = rows(['a', 'bc'], ['ab', 'c']);
  assert.deepEqual(places(all, { corrections, leftOut: [['a', 'bc']] }), {
    corrections: [[1, ['x', 'c']]],
    leftOut: [0],
    lost: 0,
  });
});

test('a file that cannot be read is known by its shape, made in whatever bundle', () => {
  const own = new UnreadableRows({ text: 'Line 2 has no end.' });
  assert.equal(asUnreadableRows(own), own);
  const others = Object.assign(new Error('x'), { name: 'UnreadableRows', what: { text: 'Line 3.' } });
  assert.equal(asUnreadableRows(others), others);
  assert.equal(own.name, others.name);
  for (const no of [
    new Error('UnreadableRows'),
    Object.assign(new Error('x'), { name: 'UnreadableRows' }),
    Object.assign(new Error('x'), { what: { text: 'x' } }),
    { name: 'UnreadableRows', what: { text: 'x' } },
    null,
  ])
    assert.equal(asUnreadableRows(no), null);
});

test('a file of 64 MiB is read', () => assert.equal(maxFileBytes, 67_108_864));
