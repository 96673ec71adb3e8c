import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asUnreadableRows, maxFileBytes, UnreadableRows } from '../../../../src/calls/batch/reading.ts';
import { noChoices, placed } from '../../../../src/calls/batch/reviewChoices.ts';

const rows = (...all: (readonly string[])[]) => all.map((cells, at) => ({ line: at + 1, cells }));
const places = (all: Parameters<typeof placed>[0], choices: Partial<Parameters<typeof placed>[1]>) => {
  const { corrections, leftOut, lost } = placed(all, { ...noChoices, ...choices });
  return { corrections: [...corrections], leftOut, lost };
};

const corrected = (before: readonly string[], nth: number | null, ...cells: readonly string[]) => ({
  before,
  nth,
  cells,
});
const out = (nth: number | null, ...cells: readonly string[]) => ({ cells, nth });

test('without a number, corrections go to the rows with the cells they corrected, one each, in their order', () => {
  const twice = [corrected(['a', '1'], null, 'b', '1'), corrected(['a', '1'], null, 'c', '1')];
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

test('without a number, rows left out are found by their cells, one each, and those that are gone are counted', () => {
  const leftOut = [out(null, 'a'), out(null, 'a'), out(null, 'a'), out(null, 'gone'), out(0, 'also gone')];
  assert.deepEqual(places(rows(['b'], ['a'], ['a']), { leftOut }), {
    corrections: [],
    leftOut: [1, 2],
    lost: 3,
  });
});

test('without a number, two rows of the same cells are left out one after the other', () => {
  const all = rows(['a', '1'], ['b', '1'], ['a', '1']);
  for (const [times, found] of [
    [1, [0]],
    [2, [0, 2]],
  ] as const) {
    const leftOut = Array.from({ length: times }, () => out(null, 'a', '1'));
    assert.deepEqual(places(all, { leftOut }), { corrections: [], leftOut: found, lost: 0 });
  }
});

test('each goes to the row it was said of among those with the same cells', () => {
  const all = rows(['a'], ['x'], ['a'], ['a'], ['a']);
  const corrections = [corrected(['a'], 3, 'd'), corrected(['a'], 1, 'b')];
  assert.deepEqual(places(all, { corrections, leftOut: [out(2, 'a'), out(0, 'x')] }), {
    corrections: [
      [4, ['d']],
      [2, ['b']],
    ],
    leftOut: [1, 3],
    lost: 0,
  });
});

test('a row that was corrected and left out is both, and its twin is neither', () => {
  for (const nth of [0, 1])
    assert.deepEqual(
      places(rows(['a'], ['a']), { corrections: [corrected(['a'], nth, 'b')], leftOut: [out(nth, 'a')] }),
      { corrections: [[nth, ['b']]], leftOut: [nth], lost: 0 },
    );
});

test('where an earlier version did not write which of the rows with the same cells was left out beside a corrected one, none leaves', () => {
  const corrections = [corrected(['a'], null, 'b')];
  const choices = { corrections, leftOut: [out(null, 'a')] };
  assert.deepEqual(places(rows(['a'], ['x'], ['a'], ['a']), choices), {
    corrections: [[0, ['b']]],
    leftOut: [0, 2, 3],
    lost: 0,
  });
  assert.deepEqual(places(rows(['x'], ['a']), choices), {
    corrections: [[1, ['b']]],
    leftOut: [1],
    lost: 0,
  });
  assert.deepEqual(places(rows(['x']), choices), { corrections: [], leftOut: [], lost: 2 });
});

test('a correction whose row is gone is lost: it takes no other row', () => {
  assert.deepEqual(places(rows(['a'], ['a']), { corrections: [corrected(['a'], 2, 'b')] }), {
    corrections: [],
    leftOut: [],
    lost: 1,
  });
  const twice = [corrected(['a'], 0, 'b'), corrected(['a'], 0, 'c')];
  assert.deepEqual(places(rows(['a'], ['a']), { corrections: twice }), {
    corrections: [[0, ['b']]],
    leftOut: [],
    lost: 1,
  });
});

test('where a row left out is gone from among those with the same cells, it is counted and none of them leaves', () => {
  const corrections = [corrected(['a'], 0, 'b')];
  assert.deepEqual(places(rows(['a'], ['x'], ['a']), { corrections, leftOut: [out(2, 'a'), out(0, 'x')] }), {
    corrections: [[0, ['b']]],
    leftOut: [0, 1, 2],
    lost: 1,
  });
});

test('a hundred thousand rows with the same cells are placed one by one', () => {
  const count = 100_000;
  const all = rows(...Array.from({ length: count }, () => ['a']));
  // Every other one is left out, the others are corrected; then the file loses its last fifth.
  const gone = all.slice(0, (count / 5) * 4);
  const half = Array.from({ length: count / 2 }, (_, at) => at * 2);
  const corrections = half.map((nth) => corrected(['a'], nth + 1, `b${nth}`));
  const leftOut = half.map((nth) => out(nth, 'a'));
  const found = placed(all, { ...noChoices, corrections, leftOut });
  assert.deepEqual([found.corrections.size, found.leftOut.length, found.lost], [count / 2, count / 2, 0]);
  const fewer = placed(gone, { ...noChoices, corrections, leftOut });
  assert.deepEqual([fewer.corrections.size, fewer.leftOut.length], [(count / 5) * 2, gone.length]);
  assert.equal(fewer.lost, count / 5);
  const unnumbered = leftOut.map(({ cells }) => ({ cells, nth: null }));
  assert.equal(placed(all, { ...noChoices, leftOut: unnumbered }).leftOut.length, count / 2);
});

test('cells are told apart where they end', () => {
  const corrections = [corrected(['ab', 'c'], 0, 'x', 'c')];
  const all = rows(['a', 'bc'], ['ab', 'c']);
  assert.deepEqual(places(all, { corrections, leftOut: [out(0, 'a', 'bc')] }), {
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
