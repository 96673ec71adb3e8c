import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aReview, rows, sent } from './aReview.ts';

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
