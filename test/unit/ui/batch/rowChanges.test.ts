import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Review } from '../../../../src/calls/batch/review.ts';
import { aReview, paid, rows, sent } from '../../calls/batch/aReview.ts';
import { standInForVscode } from '../vscodeStandIn.ts';

await standInForVscode();
const { groupViews, shownView } = await import('../../../../src/ui/batch/reviewState.ts');
const { chooseGroup, chooseRow, correctRow } = await import('../../../../src/ui/batch/rowChanges.ts');

const file = rows(['MH00AB0001', ''], ['MH00AB0001', ''], ['MH00AB0002', ''], ['nonsense', '']);
const shown = (review: Review, group: 'repeat' | 'ready') =>
  shownView(review, { group, offset: 0 }).rows.map(({ line, reasons, mayBeSent }) => [
    line,
    reasons.join(),
    mayBeSent,
  ]);
const note = (review: Review) => groupViews(review).find(({ id }) => id === 'repeat')?.note;

test('a repeat says that the line it repeats is left out, its group how many do, and it may be sent instead', async () => {
  const review = await aReview(file);
  const never = 'Not sent: they repeat another row.';
  assert.deepEqual([shown(review, 'repeat'), note(review)], [[[3, 'Repeats line 2.', false]], never]);
  assert.equal(await chooseRow(review, { row: 0, sent: false }), '');
  const words = 'Repeats line 2, which is left out: this input is not sent.';
  assert.deepEqual(shown(review, 'repeat'), [[3, words, true]]);
  assert.equal(note(review), `${never} Repeats of a row that is left out: 1.`);
  assert.equal(await chooseRow(review, { row: 1, sent: true }), 'Line 3 takes the place of line 2.');
  assert.deepEqual([sent(review), shown(review, 'repeat')], [[1, 2], [[2, 'Repeats line 3.', false]]]);
  assert.equal(note(review), never);
});

test('a repeat whose first row is sent stays one, whoever asks for it', async () => {
  const review = await aReview(file);
  assert.equal(await chooseRow(review, { row: 1, sent: true }), '');
  assert.deepEqual([sent(review), shown(review, 'repeat').length], [[0, 2], 1]);
});

test('a row that a correction makes a repeat is named, for it goes from where it stood; one that was a repeat is not', async () => {
  const review = await aReview(file);
  const words = 'Line 5 now repeats line 2: it is not sent.';
  assert.equal(await correctRow(review, 3, { rc_number: 'mh00ab0001' }), words);
  assert.equal(await correctRow(review, 3, { rc_number: 'MH00AB0002' }), '', 'it stays where it is');
  assert.equal(await correctRow(review, 3, null), '');
  assert.equal(await correctRow(review, 1, { rc_number: 'MH00AB0009' }), '');
  assert.equal(await correctRow(review, 1, null), 'Line 3 now repeats line 2: it is not sent.');
});

test('a repeat that goes elsewhere instead, as it was paid for meanwhile, is told why it waits', async () => {
  const twins: Record<string, typeof paid> = {};
  const review = await aReview(file, twins);
  await chooseRow(review, { row: 0, sent: false });
  twins.MH00AB0001 = paid;
  const words = await chooseRow(review, { row: 1, sent: true });
  assert.equal(words, 'The same input was paid for before, or may have been.');
});

test('a word on a group that follows one on a repeat of it is the later one, however fast', async () => {
  const review = await aReview(file);
  await chooseRow(review, { row: 0, sent: false });
  const choosing = chooseRow(review, { row: 1, sent: true });
  await Promise.all([choosing, chooseGroup(review, { group: 'ready', sent: false })]);
  assert.deepEqual(sent(review), []);
});

test('a row whose yes, no and yes follow at once is sent, also where it was a repeat at the first of them', async () => {
  const review = await aReview(file);
  await chooseRow(review, { row: 0, sent: false });
  await Promise.all([true, false, true].map((yes) => chooseRow(review, { row: 1, sent: yes })));
  assert.deepEqual(sent(review), [1, 2]);
});
