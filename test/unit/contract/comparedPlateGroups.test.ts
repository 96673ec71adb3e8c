import assert from 'node:assert/strict';
import { test } from 'node:test';
import { comparedBody, otherwiseQuoted } from '../../../src/contract/comparedBody.ts';
import type { OperationId } from '../../../src/contract/words.ts';

/** Whether a request finds the one that was paid for. */
function finds(id: OperationId, now: string, paid: string): boolean {
  return [comparedBody({ id }, now), ...otherwiseQuoted({ id }, now)].includes(comparedBody({ id }, paid));
}

const plate = (number: string): string => JSON.stringify({ rc_number: number });

test('a plate of the old form is the same where its letters and its office stand together: the groups of digits count', () => {
  for (const other of ['MH12-345', 'mh12 345', 'MH12–345'])
    assert.ok(finds('rc-advanced', plate(other), plate('MH-12-345')), other);
  // Written with one group of digits, whatever stands before that.
  assert.ok(finds('rc-advanced', plate('MH 12345'), plate('MH12345')));
  // Held already: other groups are another plate.
  assert.ok(!finds('rc-advanced', plate('MH1-2345'), plate('MH-12-345')));
});

const mobile = (number: string): string => `{"number":${number},"fetch_by":"mobile"}`;

test('a mobile number without quotes is the same with and without the code of its country', () => {
  assert.ok(finds('credit-report', mobile('"919800000000"'), mobile('"9800000000"')), 'in quotes');
  assert.ok(finds('credit-report', mobile('919800000000'), mobile('9800000000')), 'code now');
  assert.ok(finds('credit-report', mobile('9800000000'), mobile('919800000000')), 'code then');
});
