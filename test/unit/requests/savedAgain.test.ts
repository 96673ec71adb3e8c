import assert from 'node:assert/strict';
import { test } from 'node:test';
import { comparedBody } from '../../../src/contract/comparedBody.ts';
import { operationById } from '../../../src/contract/operations.ts';
import { readRequestFields, withRequestFields } from '../../../src/contract/requestFields.ts';
import type { Operation } from '../../../src/contract/shapes.ts';
import { fingerprintOf } from '../../../src/ledger/fingerprint.ts';
import { inputFor } from '../../../src/requests/placeholders.ts';
import { readRequestFile } from '../../../src/requests/requestFile.ts';
import { resolveBody, wantedInputs } from '../../../src/requests/resolve.ts';
import { requestFileForms } from '../../../src/requests/saved.ts';
import { printRequestFile } from '../../../src/requests/written.ts';

/** Saved without its personal values, then sent with these answers, in the order they are asked for. */
function again(operation: Operation, body: unknown, answers: readonly string[]): unknown {
  const forms = requestFileForms(operation, JSON.stringify(body));
  assert.ok(forms);
  for (const answer of answers) assert.doesNotMatch(forms.withPlaceholders.body, new RegExp(answer));
  const read = readRequestFile(printRequestFile(forms.withPlaceholders));
  assert.ok(read.ok);
  const { reading } = read.entries[0];
  assert.ok(reading.ok);
  const wanted = wantedInputs(reading.request, operation);
  assert.equal(wanted.length, answers.length, wanted.map(({ label }) => label).join());
  const inputs = new Map(wanted.map(({ label }, index) => [label, answers[index] ?? '']));
  const resolved = resolveBody(reading.request, operation, { inputs, env: null });
  assert.ok(resolved.ok);
  return JSON.parse(resolved.body);
}

const credit = operationById('credit-report');

/** Two fields that are stated to be no text. */
const stated = withRequestFields(
  operationById('aadhaar-pan-link'),
  readRequestFields({
    'aadhaar-pan-link': [
      { name: 'aadhaar_number', type: 'number' },
      { name: 'owners', type: 'string-list' },
    ],
  }),
);

test('a text is asked for and sent as one where its field is a number or a list', () => {
  const body = { aadhaar_number: '234567890124', owners: 'asha@nowhere.example' };
  assert.deepEqual(again(stated, body, Object.values(body)), body);
  const others = { aadhaar_number: 234567890124, owners: ['asha@nowhere.example'] };
  assert.deepEqual(again(stated, others, ['234567890124', 'asha@nowhere.example']), others);
});

test('what is left of a number may have been either, and is asked for by its field', () => {
  const forms = requestFileForms(stated, '{"aadhaar_number":"XXXXXXXX0124"}', true);
  for (const form of [forms?.withValues, forms?.withPlaceholders])
    assert.deepEqual(JSON.parse(form?.body ?? ''), { aadhaar_number: inputFor('Aadhaar number') });
});

test('a number is asked for and sent as one, the same input to the guard as before', () => {
  const body = { number: 9876500000, fetch_by: 'mobile' };
  const sent = again(credit, body, ['9876500000']);
  assert.deepEqual(sent, body);
  const print = (value: unknown): string => {
    const compared = comparedBody(credit, JSON.stringify(value));
    return fingerprintOf(new Uint8Array(32), credit.id, new TextEncoder().encode(compared));
  };
  assert.equal(print(sent), print(body));
});

test('a number among the entries of a list stays one', () => {
  const body = { number: [9876500000, 'ZZZPZ9999Z'] };
  assert.deepEqual(again(credit, body, ['9876500000', 'ZZZPZ9999Z']), body);
});

test('a list field is asked for entry by entry where what is typed for it would be parted elsewhere', () => {
  const fields = { 'rc-advanced': [{ name: 'owners', type: 'string-list' }] };
  const operation = withRequestFields(operationById('rc-advanced'), readRequestFields(fields));
  const answers = ['Asha Testperson', 'Ravi Testperson'];
  assert.deepEqual(again(operation, { owners: answers }, answers), { owners: answers });
  const numbered = { owners: ['asha', 9876500000] };
  assert.deepEqual(again(operation, numbered, ['asha', '9876500000']), numbered);
  assert.deepEqual(again(operation, { owners: ['asha', 'ravi'] }, ['asha, ravi']), {
    owners: ['asha', 'ravi'],
  });
  const named = { owners: ['<first@nowhere.example>', 'other'] };
  assert.deepEqual(again(operation, named, named.owners), named);
});

test('an entry of a list is asked for as one text, which it is sent as', () => {
  const operation = operationById('email-bulk');
  const body = { emails: ['first@nowhere.example', inputFor('More')] };
  const read = readRequestFile(JSON.stringify({ operation: operation.id, body }));
  assert.ok(read.ok);
  const { reading } = read.entries[0];
  assert.ok(reading.ok);
  const [wanted] = wantedInputs(reading.request, operation);
  assert.deepEqual([wanted?.field?.name, wanted?.field?.type], ['emails', 'string']);
  const resolved = resolveBody(reading.request, operation, {
    inputs: new Map([['More', 'a, b']]),
    env: null,
  });
  assert.ok(resolved.ok);
  assert.deepEqual(JSON.parse(resolved.body), { emails: ['first@nowhere.example', 'a, b'] });
});
