import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readOrder } from '../../../../src/ui/answers/orderReading.ts';
import type { ShownOrder } from '../../../../src/ui/answers/shownOrder.ts';
import { sameAnswer } from '../../../../src/ui/panels/sameAnswer.ts';
import { anOrder } from '../../calls/orders.ts';

function shown(requestBody: string, aadhaarReducedAt: number | null): ShownOrder {
  const order = anOrder({ aadhaarReducedAt });
  const body = new TextEncoder().encode(requestBody);
  return {
    order,
    reading: readOrder(order, null),
    answer: null,
    requestBody: body,
    warning: null,
    drifts: [],
  };
}

test('an order whose number was reduced meanwhile is laid out anew, though nothing got shorter', () => {
  const whole = shown('{"aadhaar_number":"234567890124"}', null);
  const reduced = shown('{"aadhaar_number":"XXXXXXXX0124"}', 1);
  assert.equal(whole.requestBody?.byteLength, reduced.requestBody?.byteLength);
  assert.equal(sameAnswer(whole, reduced), false);
  assert.equal(sameAnswer(whole, { ...whole }), true);
  assert.equal(sameAnswer(whole, null), false);
});
