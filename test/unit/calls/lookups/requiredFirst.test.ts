import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lookupChoices } from '../../../../src/calls/lookups/lookupChoices.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import { readRequestFields, withRequestFields } from '../../../../src/contract/requestFields.ts';

const documented = operationById('aadhaar-pan-link');
const operation = withRequestFields(
  documented,
  readRequestFields({
    'aadhaar-pan-link': [
      { name: 'aadhaar_number', required: true },
      { name: 'guardian_pan', check: 'pan', required: false },
      { name: 'holder_pan', check: 'pan', required: true },
    ],
  }),
);

test('a value that was recognised goes into the required one of two fields of its check', () => {
  const [choice] = lookupChoices('AAAXX0000X', [operation]);
  assert.equal(choice?.how, 'recognised');
  assert.deepEqual([choice?.fields.holder_pan, choice?.fields.guardian_pan], ['AAAXX0000X', undefined]);
});
