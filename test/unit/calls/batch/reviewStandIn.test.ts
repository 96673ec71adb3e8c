import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aReview, groups, open, paid, rows, sent } from './aReview.ts';

const file = rows(
  ['MH00AB0001', 'a'],
  ['mh00ab0001', 'b'],
  ['MH00AB0001', 'c'],
  ['MH00AB0002', 'd'],
  ['nonsense', 'e'],
  ['nonsense', 'f'],
);

test('a repeat is known to stay unsent with its first row, unless that waits for a word itself', async () => {
  const review = await aReview(file);
  const unsent = () => review.rows.filter((row) => review.leftOutFor(row) !== null).map(({ row }) => row);
  assert.deepEqual(unsent(), [5], 'what looks wrong is left out by itself');
  review.chooseRow(0, false);
  assert.deepEqual(unsent(), [1, 2, 5]);
  review.chooseGroup('ready', true);
  review.chooseGroup('wrong', true);
  assert.deepEqual(unsent(), []);
  const waiting = await aReview(file, { MH00AB0001: open });
  assert.deepEqual([waiting.row(1).sameAs, waiting.leftOutFor(waiting.row(1))], [0, null]);
});

test('a repeat takes the place of its first row, which repeats it then: one of them leaves, never both', async () => {
  const review = await aReview(file);
  await review.standIn(1);
  assert.deepEqual(sent(review), [0, 3], 'its first row is sent');
  review.chooseRow(0, false);
  assert.ok(review.mayStandIn(review.row(1)));
  await review.standIn(1);
  assert.deepEqual(groups(review), ['repeat', 'ready', 'repeat', 'ready', 'wrong', 'repeat']);
  assert.deepEqual(
    review.rows.map(({ sameAs }) => sameAs),
    [1, null, 1, null, null, 4],
  );
  assert.deepEqual(sent(review), [1, 3]);
  assert.equal(review.leftOutFor(review.row(0)), null);
  review.chooseGroup('ready', true);
  assert.deepEqual(sent(review), [1, 3]);
  assert.deepEqual(review.wishFor(review.row(0)).wish, { left: { why: 'duplicate', sameAs: 1 } });
  review.chooseRow(1, false);
  await review.standIn(0);
  assert.deepEqual([sent(review), review.row(1).sameAs, review.row(2).sameAs], [[0, 3], 0, 0]);
});

test('read again, a row that took the place of the one left out is a repeat of it, and none of them leaves', async () => {
  const review = await aReview(file);
  review.chooseRow(0, false);
  await review.standIn(2);
  assert.deepEqual(sent(review), [2, 3]);
  const again = await aReview(file, {}, {}, review.choices);
  assert.deepEqual(sent(again), [3]);
});

test('a repeat takes the place of no row that something speaks against, nor one that lacks its number', async () => {
  const review = await aReview(file, { MH00AB0001: paid });
  for (const row of [1, 5]) {
    assert.equal(review.mayStandIn(review.row(row)), false);
    await review.standIn(row);
  }
  assert.deepEqual([sent(review), review.row(1).sameAs, review.row(5).sameAs], [[3], 0, 4]);
  const lacking = await aReview(file, {}, { lacking: new Map([[1, [0]]]) });
  lacking.chooseRow(0, false);
  assert.deepEqual(
    [1, 2].map((row) => lacking.mayStandIn(lacking.row(row))),
    [false, true],
  );
});

test('an order that came since is no reason chosen: the row that stands for the one left out waits for its own word', async () => {
  const twins: Record<string, typeof paid> = {};
  const review = await aReview(file, twins);
  review.chooseRow(0, false);
  twins.MH00AB0001 = paid;
  await review.standIn(1);
  assert.deepEqual([groups(review).slice(0, 2), sent(review)], [['repeat', 'paid'], [3]]);
});
