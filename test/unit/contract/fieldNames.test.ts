import assert from 'node:assert/strict';
import { test } from 'node:test';
import { coverKey, coverName } from '../../../src/contract/coverText.ts';
import { operationById } from '../../../src/contract/operations.ts';
import { OwnInput } from '../../../src/contract/ownInput.ts';

const operation = operationById('credit-report');
const own = (name: string) => new OwnInput(operation, JSON.stringify({ name }));

test('the name of a field stays, though a word of it is one of the name that was asked about', () => {
  for (const key of ['credit_score', 'mobile', 'data', 'result', 'creditScore'])
    assert.equal(coverKey(key, own('Mobile Data Credit Score Results')), key);
  assert.equal(
    coverName('credit_report.credit_score', own('Axis Credit Link')),
    'credit_report.credit_score',
  );
});

test('a key that is the name itself is covered, whole or in part, as is one with anything else in it', () => {
  for (const key of ['Axis', 'AXIS CREDIT LINK', 'axis_credit', 'Axis_Credit_Link'])
    assert.doesNotMatch(coverKey(key, own('Axis Credit Link')), /axis/i, key);
  // With spaces it is no field's name.
  assert.notEqual(coverKey('Credit Link', own('Axis Credit Link')), 'Credit Link');
  assert.doesNotMatch(coverName('credit_report.axis', own('Axis Credit Link')), /axis/);
});
