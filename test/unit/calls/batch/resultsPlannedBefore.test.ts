import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resultsOf } from '../../../../src/calls/batch/results.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import { readRequestFields, withRequestFields } from '../../../../src/contract/requestFields.ts';

/** Nobody can tell which of the two is for addresses: a version before took the first, so several rows left in one call. */
const operation = withRequestFields(
  operationById('email-bulk'),
  readRequestFields({
    'email-bulk': [
      { name: 'addresses', type: 'string-list', required: true },
      { name: 'checks', type: 'string-list' },
    ],
  }),
);
const one = { addresses: 'one@x.invalid', checks: 'mx' };
const two = { addresses: 'two@x.invalid', checks: 'mx' };
const asked = ['one@x.invalid', 'two@x.invalid'];
const envelope = (result: unknown): string => JSON.stringify({ data: { result } });
const items = [
  { email: 'one@x.invalid', valid: false },
  { email: 'two@x.invalid', valid: true },
];
const [first, second] = items.map((item) => ({ of: 'row', json: JSON.stringify(item) }));
const ofCall = { of: 'call', json: '' };

test('rows that left in one call are each told what the answer says of their own address', () => {
  assert.deepEqual(resultsOf(operation, [one, two], envelope({ results: items }), false), [first, second]);
  assert.deepEqual(resultsOf(operation, [one, two], envelope({ valid: 1, of: 2 }), false), [ofCall, ofCall]);
});

test('so is one whose neighbours in the call are of another page', () => {
  const body = envelope({ results: items });
  assert.deepEqual(resultsOf(operation, [two], body, false, asked), [second]);
  assert.deepEqual(resultsOf(operation, [two], envelope({ valid: 1 }), false, asked), [ofCall]);
  assert.deepEqual(resultsOf(operation, [undefined], body, false, asked), [ofCall], 'nobody knows which');
});

test('a row that left alone has all of its answer', () => {
  const all = { of: 'row', json: JSON.stringify({ results: items }) };
  const body = envelope({ results: items });
  const both = { addresses: asked.join('\n'), checks: 'mx' };
  assert.deepEqual(resultsOf(operation, [both], body, false, asked), [all]);
  assert.deepEqual(resultsOf(operation, [two], body, false, ['two@x.invalid']), [all]);
  assert.deepEqual(resultsOf(operation, [undefined], body, false, ['two@x.invalid']), [all]);
});
