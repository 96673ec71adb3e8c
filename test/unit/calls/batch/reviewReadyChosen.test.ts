import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aReview, groups, paid, rows, sent } from './aReview.ts';

const file = rows(['MH00AB0001', 'a'], ['MH00AB0002', 'b'], ['MH00AB0003', 'c']);

/** hasAccepted: "Whether something was accepted that another look would have to ask for again." */
test('a row that alone was chosen out of the ready ones, which were left out, has to be chosen again once read again: it is told', async () => {
  const review = await aReview(file);
  review.chooseGroup('ready', false);
  await review.standIn(1);
  assert.deepEqual(sent(review), [1]);
  const again = await aReview(file, {}, {}, review.choices);
  // The file was saved, the environment switched or the window loaded anew: nothing is sent of it now, and only the notice would tell.
  assert.ok(
    sent(again).includes(1) || review.hasAccepted || again.lost > 0,
    `sent then: ${sent(again).join(', ') || 'none'}; nothing is told`,
  );
});

/** decisions.md: "A repeat of a row that was left out stays a repeat: less is sent, never more". Here the first of them is paid for. */
test('read again, a row that repeats a later one which was paid for is not sent by itself: it would be billed again', async () => {
  const twins = { MH00AB0001: paid };
  // Run again by its user's choice although it was billed; what else is to say the same was not chosen.
  const more = { accepted: new Map([[0, paid.paid]]) };
  const review = await aReview(file, twins, more);
  await review.correct(0, ['MH00AB0009', 'a']);
  await review.correct(1, ['MH00AB0001', 'b']);
  await review.correct(0, null);
  assert.deepEqual([groups(review).slice(0, 2), sent(review)], [['repeat', 'paid'], [2]]);
  const again = await aReview(file, twins, more, review.choices);
  assert.deepEqual(sent(again), [2]);
});

test('a row run again although it was billed is told to be chosen again where one that was corrected into its input comes first then', async () => {
  const twins = { MH00AB0002: paid };
  const more = { accepted: new Map([[1, paid.paid]]) };
  const review = await aReview(file, twins, more);
  await review.correct(0, ['MH00AB0002', 'a']);
  assert.deepEqual(
    [groups(review), sent(review)],
    [
      ['repeat', 'ready', 'ready'],
      [1, 2],
    ],
  );
  const again = await aReview(file, twins, more, review.choices);
  // Its order was accepted for the row as it was given, not for another one.
  assert.deepEqual([groups(again), sent(again)], [['paid', 'repeat', 'ready'], [2]]);
  assert.equal(review.hasAccepted, true);
});

test('what a later one that was not chosen kept from leaving stays, also where it looks wrong and such rows were chosen before', async () => {
  const wrong = rows(['nonsense', 'a'], ['other nonsense', 'b']);
  const more = { sendsWrong: true };
  const review = await aReview(wrong, {}, more);
  await review.correct(0, ['MH00AB0009', 'a']);
  await review.correct(1, ['nonsense', 'b']);
  await review.correct(0, null);
  assert.deepEqual([groups(review), sent(review)], [['repeat', 'wrong'], []]);
  const again = await aReview(wrong, {}, more, review.choices);
  assert.deepEqual(sent(again), []);
  again.chooseGroup('wrong', true);
  assert.deepEqual(sent(again), [0], 'and is there to be chosen');
});

test('of rows run again, those that look wrong leave as they did then: nothing is told of them unless they were corrected', async () => {
  const wrong = rows(['nonsense', 'a'], ['other nonsense', 'b']);
  const review = await aReview(wrong, {}, { sendsWrong: true });
  assert.deepEqual([sent(review), review.hasAccepted], [[0, 1], false]);
  await review.correct(1, ['more nonsense', 'b']);
  review.chooseRow(1, true);
  assert.deepEqual([sent(review), review.hasAccepted], [[0, 1], true]);
  const again = await aReview(wrong, {}, { sendsWrong: true }, review.choices);
  assert.deepEqual(sent(again), [0]);
});
