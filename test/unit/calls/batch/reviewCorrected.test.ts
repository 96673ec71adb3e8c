import assert from 'node:assert/strict';
import { test } from 'node:test';
import { orderId } from '../../../../src/calls/ports/ids.ts';
import { aReview, groups, open, paid, rows, sent } from './aReview.ts';

const other = { paid: [orderId('another')], pending: [] };
const three = rows(['MH00AB0000', 'a'], ['MH00AB0001', 'b'], ['MH00AB0000', 'c']);

test('all that was paid for before was chosen: a row that is corrected to an input paid for since is not among it', async () => {
  const review = await aReview(three, { MH00AB0000: paid, MH00AB0002: other, MH00AB0003: open });
  review.chooseGroup('paid', true);
  review.chooseGroup('open', true);
  assert.deepEqual(sent(review), [0, 1]);
  await review.correct(1, ['MH00AB0002', 'b']);
  assert.deepEqual([groups(review), sent(review)], [['paid', 'paid', 'repeat'], [0]]);
  await review.correct(1, ['MH00AB0003', 'b']);
  assert.deepEqual([groups(review), sent(review)], [['paid', 'open', 'repeat'], [0]]);
  review.chooseGroup('open', true);
  assert.deepEqual(sent(review), [0, 1]);
  await review.correct(1, ['MH00AB0002', 'b']);
  await review.correct(1, ['MH00AB0004', 'b']);
  assert.deepEqual(sent(review), [0, 1], 'and one that nothing is in the way of leaves as ever');
});

test('a row that was chosen for one order is not chosen for that of another input', async () => {
  const review = await aReview(three, { MH00AB0000: paid, MH00AB0002: other });
  review.chooseRow(0, true);
  await review.correct(0, ['mh00ab0000', 'a']);
  assert.deepEqual(sent(review), [0, 1], 'the same input');
  await review.correct(0, ['MH00AB0002', 'a']);
  assert.deepEqual(groups(review), ['paid', 'ready', 'paid']);
  assert.deepEqual(sent(review), [1], 'and what repeated it was not chosen either');
});

test('what is said of a row while its correction is looked at holds', async () => {
  const review = await aReview(three);
  const corrected = review.correct(0, ['MH00AB0004', 'a']);
  review.chooseRow(0, false);
  await corrected;
  assert.deepEqual([review.row(0).cells[0], sent(review)], ['MH00AB0004', [1, 2]]);
});

test('a row that looks wrong as it was corrected does not leave until its user says so of it', async () => {
  const review = await aReview(rows(['MH00AB0000', 'a'], ['nonsense', 'b'], ['more nonsense', 'c']));
  review.chooseGroup('wrong', true);
  assert.deepEqual(sent(review), [0, 1, 2]);
  await review.correct(0, ['no number', 'a']);
  await review.correct(1, ['still nonsense', 'b']);
  assert.deepEqual(sent(review), [2]);
  review.chooseRow(0, true);
  assert.deepEqual(sent(review), [0, 2]);
  await review.correct(0, ['no number either', 'a']);
  assert.deepEqual(sent(review), [2], 'the yes was said to another text');
  review.chooseGroup('wrong', true);
  assert.deepEqual(sent(review), [0, 1, 2]);
  await review.correct(0, ['MH00AB0001', 'a']);
  await review.correct(1, null);
  assert.deepEqual(sent(review), [0, 1, 2], 'as ever: one that is right, and one as it was given');
});
