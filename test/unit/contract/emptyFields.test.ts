import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyIn, emptyInForm, emptyInJson, missingInJson } from '../../../src/contract/emptyFields.ts';
import { operationById } from '../../../src/contract/operations.ts';
import { readRequestFields, withRequestFields } from '../../../src/contract/requestFields.ts';

const link = operationById('aadhaar-pan-link');
const emails = operationById('email-bulk');
const nested = withRequestFields(
  operationById('rc-advanced'),
  readRequestFields({
    'rc-advanced': [
      { name: 'plate', in: ['vehicle'], required: true },
      { name: 'consent', type: 'boolean', required: true },
      { name: 'note' },
    ],
  }),
);

test('a required field of a form is empty with nothing, spaces or blank lines in it', () => {
  assert.deepEqual(emptyInForm(link, {}), ['aadhaar_number', 'pan_number']);
  assert.deepEqual(emptyInForm(link, { aadhaar_number: ' \t', pan_number: 'x' }), ['aadhaar_number']);
  assert.deepEqual(emptyInForm(emails, { emails: ' \n\n' }), ['emails']);
  assert.deepEqual(emptyInForm(emails, { emails: '\na' }), []);
  assert.deepEqual(emptyInForm(nested, { 'vehicle.plate': 'x', consent: 'false' }), []);
  assert.deepEqual(emptyInForm({ ...link, requestFields: [] }, {}), []);
});

test('of JSON a required field that stands there and holds nothing is told, wherever it stands', () => {
  const told = (body: unknown) => emptyInJson(nested, JSON.stringify(body));
  assert.deepEqual(told({ vehicle: { plate: ' ' }, consent: null, note: '' }), ['vehicle.plate', 'consent']);
  assert.deepEqual(told({ vehicle: { plate: 0 }, consent: false }), []);
  assert.deepEqual(emptyInJson(emails, '{"emails":[]}'), ['emails']);
  assert.deepEqual(emptyInJson(emails, '{"emails":["", " "]}'), ['emails']);
  assert.deepEqual(emptyInJson(emails, '{"emails":["a"]}'), []);
});

test('of a JSON object a required field that is not there is told, with the objects it would stand in', () => {
  const told = (body: unknown) => missingInJson(nested, JSON.stringify(body));
  assert.deepEqual(told({}), ['vehicle.plate', 'consent']);
  assert.deepEqual(told({ vehicle: {}, consent: null }), ['vehicle.plate']);
  assert.deepEqual(told({ vehicle: { plate: '' }, consent: false }), []);
  assert.deepEqual(told({ vehicle: 'x', consent: false }), []);
  assert.deepEqual(missingInJson(emails, '{"e_mails":["a"]}'), ['emails']);
  for (const body of ['[]', 'null', '"x"', '{', '']) assert.deepEqual(missingInJson(nested, body), [], body);
});

test('a field that is not there holds nothing up, nor do other shapes and what is no JSON', () => {
  for (const body of ['{}', '{"plate":""}', '{"vehicle":""}', '[]', 'null', '"x"', '{', '']) {
    assert.deepEqual(emptyInJson(nested, body), [], body);
  }
});

test('what holds a call up is looked for where it was written; JSON is sent with it once its writer says so', () => {
  const fields = { aadhaar_number: 'x', pan_number: ' ' };
  const json = '{"aadhaar_number":"","pan_number":"x"}';
  assert.deepEqual(emptyIn(link, { tab: 'form', fields, json }), ['pan_number']);
  assert.deepEqual(emptyIn(link, { tab: 'form', fields, json, anyway: true }), ['pan_number']);
  assert.deepEqual(emptyIn(link, { tab: 'json', fields, json }), ['aadhaar_number']);
  assert.deepEqual(emptyIn(link, { tab: 'json', fields, json, anyway: false }), ['aadhaar_number']);
  assert.deepEqual(emptyIn(link, { tab: 'json', fields, json, anyway: true }), []);
});
