import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aReview, rows, sent } from './aReview.ts';

const file = rows(['MH00AB0001', 'a'], ['mh00ab0001', 'b'], ['MH00AB0001', 'c'], ['MH00AB0002', 'd']);

test('of two repeats that are chosen at once for the row left out one leaves, and none repeats itself', async () => {
  const review = await aReview(file);
  review.chooseRow(0, false);
  await Promise.all([review.standIn(1), review.standIn(2)]);
  const repeated = review.rows.map(({ row, sameAs }) => [row, sameAs]);
  assert.ok(
    repeated.every(([row, sameAs]) => row !== sameAs),
    `row, repeats: ${repeated.join(' / ')}`,
  );
  assert.equal(sent(review).filter((row) => row < 3).length, 1);
});

test('a repeat that was chosen in place of a row left out has to be chosen again once the rows are read again: it is told', async () => {
  const review = await aReview(file);
  review.chooseRow(0, false);
  await review.standIn(2);
  const again = await aReview(file, {}, {}, review.choices);
  assert.deepEqual([sent(review), sent(again)], [[2, 3], [3]]);
  // "Rows you chose to send anyway must be chosen again." stands in the notice where this is true, and nothing else would tell.
  assert.equal(review.hasAccepted || again.lost > 0, true);
});

test('nothing is told where the row that is sent is another then, but the input is sent all the same', async () => {
  const review = await aReview(file);
  await review.correct(0, ['MH00AB0002', 'a']);
  assert.equal(review.row(0).sameAs, 3);
  const again = await aReview(file, {}, {}, review.choices);
  assert.deepEqual(
    [sent(review), sent(again)],
    [
      [1, 3],
      [0, 1],
    ],
  );
  assert.equal(review.hasAccepted, false);
});

test('a repeat chosen out of a group left out is told of, and one that was left out again is not', async () => {
  const review = await aReview(file);
  review.chooseGroup('ready', false);
  await review.standIn(2);
  assert.deepEqual([sent(review), review.hasAccepted], [[2], true]);
  review.chooseRow(2, false);
  assert.equal(review.hasAccepted, false);
});
