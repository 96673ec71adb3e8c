import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operationById } from '../../../src/contract/operations.ts';
import { readAnswer } from '../../../src/contract/read.ts';
import { readPart } from '../../../src/contract/readPart.ts';
import { plain } from '../../../src/contract/words.ts';
import { envelope } from '../contract/answers.ts';

test('an order_id that is in an answer twice is told as a departure, and none of the two is taken for the order', () => {
  const once = JSON.stringify(envelope('ACCEPTED'));
  const twice = once.replace('"order_id":"ORD-1"', '"order_id":"ORD-9","order_id":"ORD-1"');
  assert.notEqual(once, twice);
  const read = (text: string) => readAnswer(operationById('rc-advanced'), { status: 202 }, text);
  // Broken off, the same answer's outer order_id says nothing.
  assert.equal(readPart(once.slice(0, 0) + twice.slice(0, twice.indexOf('"data"'))).orderId, null);
  const said = read(twice).deviations.map(({ what }) => plain(what));
  assert.ok(
    said.some((one) => one.includes('order_id')),
    JSON.stringify(said),
  );
});

test('so is a data that is there twice, of which an answer that broke off takes no order_id', () => {
  const once = JSON.stringify(envelope('OK'));
  const first = '"data":{"order_id":"ORD-9","error_code":"","result":{"rc_number":"XX00AB0009"}},';
  const twice = once.replace('"data":', `${first}"data":`);
  assert.notEqual(once, twice);
  const count = (text: string) =>
    readAnswer(operationById('rc-advanced'), { status: 200 }, text).deviations.length;
  assert.ok(count(twice) > count(once), `${count(once)} ${count(twice)}`);
});
