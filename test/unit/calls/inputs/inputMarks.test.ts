import assert from 'node:assert/strict';
import { test } from 'node:test';
import { folded, marksOf } from '../../../../src/calls/inputs/inputMarks.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import type { OperationId } from '../../../../src/contract/words.ts';

const marks = (id: OperationId, body: string): readonly string[] =>
  [...marksOf([operationById(id)], body)].sort();

test('an input is told by its identifiers, in one spelling', () => {
  assert.deepEqual(marks('rc-advanced', '{"rc_number":" mh-00 ab 0001"}'), ['MH00AB0001']);
  assert.deepEqual(marks('aadhaar-pan-link', '{"aadhaar_number":900000004190,"pan_number":"zzzpz4190q"}'), [
    '900000004190',
    'ZZZPZ4190Q',
  ]);
  const emails = '{"emails":["Asha.Rao@Example.com ","b@x.example"]}';
  assert.deepEqual(marks('email-bulk', emails), ['ASHA.RAO@EXAMPLE.COM', 'B@X.EXAMPLE']);
  assert.deepEqual(marks('credit-report', '{"number":"+91 98765 43210","fetch_by":"mobile"}'), [
    '9876543210',
  ]);
});

test('also where no field is known, where it is no JSON, and where it looks like nothing', () => {
  assert.deepEqual(marks('rc-advanced', '{"vehicle":{"plates":["MH00AB0001"]}}'), ['MH00AB0001']);
  assert.deepEqual(marks('rc-advanced', 'rc=MH00AB0001; pan=ZZZPZ4190Q'), ['MH00AB0001', 'ZZZPZ4190Q']);
  assert.deepEqual(marks('rc-advanced', '{"rc_number":"ask the clerk"}'), ['ASKTHECLERK']);
});

test('words that everybody’s request has, and what is too short, tell nothing', () => {
  const body = '{"number":"1","fetch_by":"mobile","gender":"female","consent":"Y","purpose":"loan check"}';
  assert.deepEqual(marks('credit-report', body), []);
});

test('a text is looked through with the JSON in it, whatever is escaped', () => {
  const places = folded(
    JSON.stringify({ json: '{"a":"\\u004dH 00-ab 0001"}', rows: [['ZZZ PZ4190q']] }),
  ).split('\u0000');
  assert.ok(places.includes('MH00AB0001') && places.includes('ZZZPZ4190Q'), String(places));
  // What stands in two places is not read together.
  assert.doesNotMatch(folded('["MH00AB","0001"]').split('\u0000').slice(1).join('\u0000'), /MH00AB0001/);
});
