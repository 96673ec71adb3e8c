import assert from 'node:assert/strict';
import { test } from 'node:test';
import { identifiersIn } from '../../../../src/calls/inputs/recognise.ts';

test('an address right behind a label and its colon is found', () => {
  for (const text of [
    'Email:asha@example.in',
    'To:asha@example.in',
    'cc:asha@example.in',
    'ईमेल:asha@example.in',
  ])
    assert.deepEqual(identifiersIn(text).addresses, ['asha@example.in'], text);
});
test('and of several none is dropped', () => {
  assert.deepEqual(identifiersIn('asha@example.in:ravi@example.in').addresses, [
    'asha@example.in',
    'ravi@example.in',
  ]);
});
