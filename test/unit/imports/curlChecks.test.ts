import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aadhaarNumbersIn } from '../../../src/contract/aadhaar/numbers.ts';
import { hintsFor } from '../../../src/contract/hints.ts';
import { normalFields } from '../../../src/contract/identifiers.ts';
import { operationById } from '../../../src/contract/operations.ts';
import {
  readRequestFields,
  valuesForFields,
  withRequestFields,
} from '../../../src/contract/requestFields.ts';
import type { Operation } from '../../../src/contract/shapes.ts';
import type { OperationId } from '../../../src/contract/words.ts';
import { readCurl } from '../../../src/imports/curl.ts';

function imported(id: OperationId, body: object): Operation {
  const operation = operationById(id);
  const reading = readCurl(`curl https://x.example.invalid${operation.path} -d '${JSON.stringify(body)}'`);
  assert.ok(reading.ok);
  return withRequestFields(operation, readRequestFields({ [id]: reading.found[0]?.fields().fields }));
}

test('a number that another field speaks of is not taken for what it was in one command', () => {
  const before = operationById('credit-report');
  const operation = imported('credit-report', { number: 'ZZZPZ9999Z', fetch_by: 'pan' });
  const typed = { number: '+91 90000 00000', fetch_by: 'mobile' };
  assert.deepEqual(hintsFor(before, normalFields(before, typed)), []);
  assert.equal(normalFields(before, typed).number, '9000000000');
  assert.equal(normalFields(operation, typed).number, '9000000000', 'sent and compared in another form now');
  assert.deepEqual(hintsFor(operation, normalFields(operation, typed)), []);
});

test('a sentence that mentions a number, and an address of the web, are checked for nothing', () => {
  const operation = imported('rc-advanced', {
    rc_number: 'XX00AB0000',
    remarks: 'for XX00AB0000 of the fleet',
    hook: 'https://x.example.invalid/?for=nobody@example.invalid',
  });
  const checks = operation.requestFields.map(({ name, check }) => [name, check]);
  assert.deepEqual(checks, [
    ['rc_number', 'registration'],
    ['remarks', null],
    ['hook', null],
  ]);
});

test('a number that is looked up stands in its field alone after such an import', () => {
  const body = { rc_number: 'XX00AB0000', remarks: 'for XX00AB0000 of the fleet' };
  const given = { rc_number: 'XX00AB0001' };
  assert.deepEqual(valuesForFields(imported('rc-advanced', body), given), given);
});

test('twelve digits whose check digit does not fit, under another name, are no Aadhaar number that is reduced', () => {
  const body = { rc_number: 'XX00AB0000', request_id: '202401010001' };
  const text = JSON.stringify(body);
  assert.deepEqual(aadhaarNumbersIn(operationById('rc-advanced'), text), []);
  assert.deepEqual(aadhaarNumbersIn(imported('rc-advanced', body), text), []);
});

test('a key that is data by the rules of what is learned names no field that is written into the settings', () => {
  const body = { rc_number: 'x', consents: { 'RAMESHWAR CHOUDHARY': true } };
  const { requestFields } = imported('rc-advanced', body);
  assert.deepEqual(
    requestFields.map(({ name }) => name),
    ['rc_number'],
  );
});

test('a whole value is known by its look, however it is grouped; twelve digits by their check digit or by a name', () => {
  const operation = imported('rc-advanced', {
    plate_of_car: ' XX 00 ab 0000',
    tax_no: 'zzzpz9999z',
    to: 'nobody@example.invalid; Other@Example.invalid',
    some_number: '2345 6789 0124',
    uid: '2024-0101-0001',
    request_id: '202401010001',
  });
  const checks = operation.requestFields.map(({ name, check }) => [name, check]);
  assert.deepEqual(checks, [
    ['plate_of_car', 'registration'],
    ['tax_no', 'pan'],
    ['to', 'emails'],
    ['some_number', 'aadhaar'],
    ['uid', 'aadhaar'],
    ['request_id', null],
  ]);
});
