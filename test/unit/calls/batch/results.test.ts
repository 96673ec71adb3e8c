import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvCells } from '../../../../src/calls/batch/csvText.ts';
import { joinEntries } from '../../../../src/calls/batch/join.ts';
import { pathsOfLine, rowOfLine } from '../../../../src/calls/batch/resultLines.ts';
import {
  csvResultLine,
  emptyResult,
  maskedCells,
  ndjsonResultLine,
  orderOfHeader,
  ownCells,
  pathsIn,
  resultCells,
  resultHeader,
  resultsOf,
  widened,
} from '../../../../src/calls/batch/results.ts';
import { csvLine } from '../../../../src/calls/orders/exportRows.ts';
import type { BatchRow } from '../../../../src/calls/ports/batchPorts.ts';
import { orderId } from '../../../../src/calls/ports/ids.ts';
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
  resolved: null,
  httpStatus: 200,
  messageCode: 'OK',
  failureCode: null,
  orderId: '=ORD-1',
  earlierOrderId: null,
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
  assert.deepEqual(resultsOf(bulk, rows, null, true), [emptyResult, emptyResult]);
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

const none = { own: [], paths: [] };

test('lines: one row each, safe to open in a spreadsheet, numbered so that they are found again', () => {
  const fields = { rc_number: '=1+1\n,"x"' };
  const cells = resultCells(rc, row, fields, { of: 'row', json: '{"a":1}' }, false);
  const csv = csvResultLine(none, { cells, own: null });
  assert.equal(csv.trimEnd().split('\n').length, 1);
  assert.ok(csv.includes(`"'=1+1 ,""x"""`) && csv.includes(`'=ORD-1`), csv);
  assert.equal(rowOfLine(csv), 4);
  const json = ndjsonResultLine([], { cells, own: null });
  assert.equal(rowOfLine(json), 4);
  assert.deepEqual(JSON.parse(json).result, { a: 1 });
  assert.equal(JSON.parse(json).input_rc_number, fields.rc_number);
  assert.equal(rowOfLine(resultHeader(none, cells)), null);
  assert.ok(!resultCells(rc, row, fields, emptyResult, true).some(([name]) => name === 'input_rc_number'));
});

const own = [
  { name: 'Customer', mask: null },
  { name: 'row', mask: null },
  { name: 'Reg. No.', mask: 'first2last2' },
] as const;
const nested = '{"color":"blue","insurance":{"company":"=NONE","until":null},"challans":[{"a":1},2]}';

test('the user’s own columns stand first, in their order, and every result field has a column', () => {
  const cells = resultCells(rc, row, undefined, { of: 'row', json: nested }, true);
  const columns = { own, paths: ['color', 'insurance.company', 'insurance.until', 'challans', 'absent'] };
  const given = ['+91, "Ann"', '9', 'XX00AA1000'];
  const header = csvCells(resultHeader(columns, cells).trimEnd());
  const line = csvResultLine(columns, { cells, own: ownCells(own, given) });
  const named = Object.fromEntries(csvCells(line.trimEnd()).map((cell, index) => [header[index], cell]));
  assert.deepEqual(header.slice(0, 5), ['Customer', 'row', 'Reg. No.', 'row_2', 'line']);
  assert.deepEqual(
    ['Customer', 'row', 'row_2', 'result.color', 'result.insurance.company', 'result.insurance.until'].map(
      (name) => named[name],
    ),
    [`'+91, "Ann"`, '9', '5', 'blue', `'=NONE`, ''],
  );
  assert.equal(named['result.challans'], '[{"a":1},2]');
  assert.equal(named['result.absent'], '');
  assert.equal(named.result, nested);
  assert.equal(rowOfLine(line, own.length), 4);
  assert.equal(rowOfLine(resultHeader(columns, cells), own.length), null);
  assert.deepEqual(pathsIn(orderOfHeader(resultHeader(columns, cells).trimEnd(), own) ?? []), columns.paths);
  assert.deepEqual(JSON.parse(ndjsonResultLine(own, { cells, own: given })).own, {
    Customer: given[0],
    row: '9',
    'Reg. No.': given[2],
  });
});

test('own cells are masked as the field they fill, by their name, or by their look', () => {
  const masked = maskedCells(rc, { why: null }, {}, own, ['ann@x.invalid', '7', 'XX00AA1000']);
  assert.deepEqual(masked[1], '7');
  assert.ok(!masked.join().includes('ann@') && !masked.join().includes('00AA10'), masked.join());
  assert.deepEqual(maskedCells(rc, { why: null }, {}, own, []), ['', '', '']);
});

test('own cells that repeat what a field of their row holds are covered there', () => {
  const remarks = [{ name: 'Remarks', mask: null }];
  const asked = { name: 'Invented Person', fetch_by: 'mobile' };
  const credit = operationById('credit-report');
  const [cell] = maskedCells(credit, { why: null }, asked, remarks, ['Mrs Person, by mobile, paid']);
  assert.equal(cell, 'Mrs ••••••, by mobile, paid');
});

test('where the fields of a row are not kept, its personal columns say what other cells must not; uneven, all are covered', () => {
  const credit = operationById('credit-report');
  const columns = [
    { name: 'Who', mask: 'all' },
    { name: 'Remarks', mask: null },
  ] as const;
  const cells = (why: 'left' | 'uneven') =>
    maskedCells(credit, { why }, undefined, columns, ['Invented Person', 'Mrs Person, paid']);
  assert.deepEqual(cells('left'), ['••••••', 'Mrs ••••••, paid']);
  assert.deepEqual(cells('uneven'), ['••••••', '••••••']);
});

test('columns of the same name are numbered in NDJSON: an object keeps one of each', () => {
  const named = ['note', 'note', 'note_2'].map((name) => ({ name, mask: null }));
  const cells = resultCells(rc, row, undefined, { of: 'row', json: '' }, true);
  const line = JSON.parse(ndjsonResultLine(named, { cells, own: ['a', 'b', 'c'] }));
  assert.deepEqual(line.own, { note: 'a', note_3: 'b', note_2: 'c' });
});

test('a line that was written before a field was met gets its column, and loses nothing', () => {
  const cells = resultCells(rc, row, undefined, { of: 'row', json: nested }, true);
  const from = { own, paths: ['color'] };
  const to = { own, paths: ['color', 'insurance.company', 'challans'] };
  const line = { cells, own: ['a', '', 'b'] };
  assert.equal(widened(resultHeader(from, cells).trimEnd(), from, to), resultHeader(to, cells).trimEnd());
  assert.equal(widened(csvResultLine(from, line).trimEnd(), from, to), csvResultLine(to, line).trimEnd());
  assert.deepEqual(
    [...pathsOfLine(csvResultLine(from, line).trimEnd())],
    ['color', 'insurance.company', 'insurance.until', 'challans'],
  );
});

test('cells of a line are read as they were written', () => {
  for (const written of [['a', '', 'b'], ['"', ',', ''], [''], ['a"b,c', 'd'], ['', '']]) {
    assert.deepEqual(csvCells(csvLine(written).trimEnd()), written);
  }
  assert.deepEqual(csvCells('"broken off'), ['broken off']);
});
