import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operationById } from '../../../src/contract/operations.ts';
import { orderIdWithin } from '../../../src/contract/orderIdWithin.ts';
import { readAnswer } from '../../../src/contract/read.ts';
import { plain } from '../../../src/contract/words.ts';
import { envelope } from './answers.ts';

const id = 'ORD-TEST-1';
const whole = JSON.stringify({ ...envelope('OK', 'credit-report'), order_id: id });
const warning = '<br />\n<b>Warning</b>: {main} in <b>/srv/x.php</b> on line 3<br />\n';

test('an answer with text before or behind its envelope is unknown, and keeps its order_id', () => {
  for (const text of [
    `${warning}${whole}`,
    `${whole}\n<!-- 12 ms -->`,
    `${warning}${whole}${whole}`,
    `ok ${whole}`,
  ]) {
    const reading = readAnswer(operationById('credit-report'), { status: 200 }, text);
    assert.deepEqual(
      [
        reading.shape,
        reading.outcome,
        reading.billing,
        reading.messageCode,
        reading.orderId,
        reading.fromPart,
      ],
      ['not-an-envelope', 'unknown', 'unknown', null, id, false],
    );
    assert.match(plain(reading.advice), /with the order_id/);
    assert.match(
      reading.deviations.map(({ what }) => plain(what)).join(' '),
      /envelope with other text around it/,
    );
  }
});

test('what broke off behind such text has it once it stands there whole', () => {
  const text = `${warning}{"message_code":"OK","order_id":"${id}","data":{"res`;
  assert.equal(orderIdWithin(text), id);
  assert.equal(orderIdWithin(text.slice(0, text.indexOf(id) + 3)), null);
});

test('two that differ, a list, another object and a page that names it have none', () => {
  const other = whole.replace(id, 'ORD-TEST-2');
  for (const text of [
    `${whole}${other}`,
    `[${whole}] x`,
    `x {"order_id":"${id}"}`,
    `<p>{"order_id": quote the "order_id"</p>`,
    `x {"x":${whole}`.replace('"message_code"', '"other"').replace('"charged"', '"another"'),
    '',
  ])
    assert.equal(orderIdWithin(text), null, text);
});

test('however long the answer is, its beginning alone is looked at', () => {
  assert.equal(orderIdWithin(`x ${'{"'.repeat(100_000)}${whole}`), null);
  assert.equal(orderIdWithin(`x ${whole}${'{"data":'.repeat(1_000_000)}`), id);
});
