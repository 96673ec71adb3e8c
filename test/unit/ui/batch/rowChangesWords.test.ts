import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operationById } from '../../../../src/contract/operations.ts';
import { aReview, groups, paid, rows, sent } from '../../calls/batch/aReview.ts';
import { standInForVscode } from '../vscodeStandIn.ts';

await standInForVscode();
const { chooseRow } = await import('../../../../src/ui/batch/rowChanges.ts');

const file = rows(['MH00AB0001', ''], ['MH00AB0001', ''], ['MH00AB0002', '']);

test('that a repeat is not to be sent sends nothing, as where its box is pressed twice before the first is answered', async () => {
  const review = await aReview(file);
  await chooseRow(review, { row: 0, sent: false });
  await chooseRow(review, { row: 1, sent: false });
  assert.deepEqual(sent(review), [2]);
});

test('pressed twice, the box of a repeat ends as it was: the last word is that it stays', async () => {
  const review = await aReview(file);
  await chooseRow(review, { row: 0, sent: false });
  await Promise.all([chooseRow(review, { row: 1, sent: true }), chooseRow(review, { row: 1, sent: false })]);
  assert.deepEqual(sent(review), [2]);
});

test('a repeat that was paid for meanwhile is not said to take the place of its first row, for it is not sent', async () => {
  const twins: Record<string, typeof paid> = {};
  const review = await aReview(file, twins);
  await chooseRow(review, { row: 0, sent: false });
  twins.MH00AB0001 = paid;
  const words = await chooseRow(review, { row: 1, sent: true });
  assert.deepEqual([groups(review)[1], sent(review)], ['paid', [2]]);
  assert.doesNotMatch(words, /takes the place/);
});

test('nor is one whose cell names an address twice, which looks wrong and is not sent', async () => {
  const operation = operationById('email-bulk');
  const [list] = operation.requestFields;
  assert.ok(list);
  const review = await aReview(
    rows(['a@example.invalid', ''], ['a@example.invalid\na@example.invalid', '']),
    {},
    { operation, map: { [list.name]: { column: 0 } } },
  );
  await chooseRow(review, { row: 0, sent: false });
  const words = await chooseRow(review, { row: 1, sent: true });
  assert.equal(/takes the place/.test(words), sent(review).includes(1), `${groups(review)}: ${words}`);
});
