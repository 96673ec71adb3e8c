import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinEntries } from '../../../../src/calls/batch/join.ts';
import {
  noResult,
  resultCells,
  resultHeader,
  resultLine,
  resultsOf,
  rowOfLine,
} from '../../../../src/calls/batch/results.ts';
import type { BatchRow } from '../../../../src/calls/batchPorts.ts';
import { orderId } from '../../../../src/calls/ids.ts';
import { operationById } from '../../../../src/contract/operations.ts';

const rc = operationById('rc-advanced');
const bulk = operationById('email-bulk');

const row: BatchRow = {
  row: 4,
  line: 6,
  call: 2,
  state: 'done',
  why: null,
  sameAs: null,
  masked: 'XX••••••00',
  order: orderId('o'),
  outcome: 'verified',
  billing: 'billed',
  httpStatus: 200,
  messageCode: 'OK',
  failureCode: null,
  orderId: '=ORD-1',
  settledAt: 0,
};

const envelope = (result: string) => `{"data":{"order_id":"O","result":${result}}}`;

test('an address is joined where the answer plainly holds it, once, and nowhere else', () => {
  const body = envelope(`{
    "total": 5,
    "results": [
      {"email": "A@x.invalid", "score": 12345678901234567890},
      {"address": " b@x.invalid ", "deliverable": "no"},
      {"email": "c@x.invalid"}, {"email": "c@x.invalid", "again": true},
      {"nobody": "here"}
    ],
    "more": {"d@x.invalid": {"ok": true}},
    "list": ["e@x.invalid"]
  }`);
  const joined = joinEntries(body, [
    'a@x.invalid',
    'B@x.invalid',
    'c@x.invalid',
    'd@x.invalid',
    'e@x.invalid',
    'f@x.invalid',
  ]);
  assert.deepEqual(Object.fromEntries(joined), {
    'a@x.invalid': '{"email":"A@x.invalid","score":12345678901234567890}',
    'b@x.invalid': '{"address":" b@x.invalid ","deliverable":"no"}',
    'd@x.invalid': '{"ok":true}',
  });
  for (const odd of ['', 'no json', '[]', 'null', '{"data":[]}', envelope('[]'), envelope('"a@x.invalid"')]) {
    assert.equal(joinEntries(odd, ['a@x.invalid']).size, 0, odd);
  }
});

test('what is not joined stands for the whole call, and says so', () => {
  const rows = [{ emails: 'a@x.invalid' }, { emails: 'b@x.invalid' }];
  const body = envelope('{"results":[{"email":"a@x.invalid","deliverable":"yes"}]}');
  assert.deepEqual(resultsOf(bulk, rows, body, false), [
    { of: 'row', json: '{"email":"a@x.invalid","deliverable":"yes"}' },
    { of: 'call', json: '' },
  ]);
  const [masked] = resultsOf(bulk, rows, body, true);
  assert.equal(masked?.json.includes('a@x.invalid'), false);
  assert.deepEqual(JSON.parse(masked?.json ?? '').deliverable, 'yes');
  assert.deepEqual(resultsOf(bulk, rows, null, true), [noResult, noResult]);
});

test('the result of a single call is the row’s own, masked unless whole values are wanted', () => {
  const body = envelope('{"rc_number":"XX00AA1000","owner_name":"INVENTED","color":"blue"}');
  const [whole] = resultsOf(rc, [{}], body, false);
  assert.deepEqual(whole, {
    of: 'row',
    json: '{"rc_number":"XX00AA1000","owner_name":"INVENTED","color":"blue"}',
  });
  const [masked] = resultsOf(rc, [{}], body, true);
  const values = JSON.parse(masked?.json ?? '');
  assert.equal(values.color, 'blue');
  assert.ok(!JSON.stringify(values).includes('INVENTED') && !JSON.stringify(values).includes('XX00AA1000'));
});

test('lines: one row each, safe to open in a spreadsheet, numbered so that they are found again', () => {
  const fields = { rc_number: '=1+1\n,"x"' };
  const cells = resultCells(rc, row, fields, { of: 'row', json: '{"a":1}' }, false);
  const csv = resultLine('csv', cells);
  assert.equal(csv.trimEnd().split('\n').length, 1);
  assert.ok(csv.includes(`"'=1+1 ,""x"""`) && csv.includes(`'=ORD-1`), csv);
  assert.equal(rowOfLine(csv), 4);
  const json = resultLine('ndjson', cells);
  assert.equal(rowOfLine(json), 4);
  assert.deepEqual(JSON.parse(json).result, { a: 1 });
  assert.equal(JSON.parse(json).input_rc_number, fields.rc_number);
  assert.equal(rowOfLine(resultHeader(cells)), null);
  assert.ok(!resultCells(rc, row, fields, noResult, true).some(([name]) => name === 'input_rc_number'));
});
