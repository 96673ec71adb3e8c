import assert from 'node:assert/strict';
import { test } from 'node:test';
import { supportQuote } from '../../../../src/calls/orders/supportQuote.ts';
import { anOrder } from '../orders.ts';

const answer = (changes: Parameters<typeof anOrder>[0]): string =>
  /^answer: (.*)$/m.exec(supportQuote(anOrder(changes), String))?.[1] ?? '';

test('the quote says whether the answer came whole, in part, or not', () => {
  assert.equal(answer({}), 'HTTP 422');
  assert.equal(answer({ failureCode: 'truncated', httpStatus: 202 }), 'HTTP 202, received in part');
  assert.equal(answer({ failureCode: 'reset', httpStatus: null }), 'none was received');
});
