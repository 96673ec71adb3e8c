import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvCells } from '../../../../src/calls/batch/csvText.ts';
import { pathsOfLine, rowOfLine } from '../../../../src/calls/batch/resultLines.ts';
import {
  csvResultLine,
  emptyResult,
  isFinal,
  mostPaths,
  ndjsonResultLine,
  resultCells,
  resultHeader,
  resultsOf,
  widened,
} from '../../../../src/calls/batch/results.ts';
import type { BatchRow } from '../../../../src/calls/ports/batchPorts.ts';
import { orderId } from '../../../../src/calls/ports/ids.ts';
import { operationById } from '../../../../src/contract/operations.ts';

const rc = operationById('rc-advanced');
const bulk = operationById('email-bulk');

const answered: BatchRow = {
  ...{ row: 4, line: 6, call: 2, state: 'done', why: null, sameAs: null, masked: 'XX••••••00' },
  ...{ order: orderId('o'), outcome: 'verified', billing: 'billed', httpStatus: 200, messageCode: 'OK' },
  ...{ resolved: null, failureCode: null, orderId: 'ORD-1', earlierOrderId: null, settledAt: 0 },
};
const never: BatchRow = {
  ...{ row: 0, line: 2, call: null, state: 'skipped', why: 'duplicate', sameAs: 8, masked: '' },
  ...{ order: null, outcome: null, billing: null, httpStatus: null, messageCode: null },
  ...{ resolved: null, failureCode: null, orderId: null, earlierOrderId: null, settledAt: null },
};

test('every column of an answered row, by its name and in its order', () => {
  const result = { of: 'row', json: '{"a":1}' } as const;
  assert.deepEqual(resultCells(rc, answered, { rc_number: 'XX00AA1000' }, result, false), [
    ['row', '5'],
    ['line', '6'],
    ['input_masked', 'XX••••••00'],
    ['input_rc_number', 'XX00AA1000'],
    ['state', 'done'],
    ['why', ''],
    ['repeats_row', ''],
    ['call', '3'],
    ['outcome', 'verified'],
    ['billing', 'billed'],
    ['http_status', '200'],
    ['message_code', 'OK'],
    ['failure', ''],
    ['order_id', 'ORD-1'],
    ['answered_at', '1970-01-01T00:00:00.000Z'],
    ['result_of', 'row'],
    ['earlier_order_id', ''],
    ['resolved', ''],
    ['kind', 'live'],
    ['result', '{"a":1}'],
  ]);
});

test('a row that never left has why, what it repeats, and nothing else', () => {
  const cells = resultCells(rc, never, undefined, emptyResult, false);
  assert.deepEqual(
    cells.filter(([, value]) => value !== ''),
    [
      ['row', '1'],
      ['line', '2'],
      ['state', 'skipped'],
      ['why', 'duplicate'],
      ['repeats_row', '9'],
    ],
  );
});

test('a row whose input was paid for before names that order, in a column that counts no order', () => {
  const paid: BatchRow = { ...never, why: 'paid', sameAs: null, earlierOrderId: 'ORD-XX00QQ9001' };
  const said = (masked: boolean) =>
    Object.fromEntries(resultCells(rc, paid, { rc_number: 'XX00QQ9001' }, emptyResult, masked));
  const { order_id, earlier_order_id, billing } = said(false);
  assert.deepEqual(
    { order_id, earlier_order_id, billing },
    { order_id: '', earlier_order_id: paid.earlierOrderId, billing: '' },
  );
  assert.doesNotMatch(said(true).earlier_order_id ?? '', /QQ9001/);
});

test('a connection that failed is named', () => {
  const failed: BatchRow = { ...answered, outcome: 'unknown', failureCode: 'reset' };
  assert.equal(Object.fromEntries(resultCells(rc, failed, {}, emptyResult, true)).failure, 'reset');
});

test('a row whose outcome its user recorded says that, and that it was recorded', () => {
  const open = {
    ...answered,
    outcome: 'held',
    billing: 'billed',
    messageCode: 'PROVIDER_NO_RESPONSE',
  } as const;
  const said = (changes: Partial<BatchRow>) => {
    const cells = resultCells(rc, { ...open, ...changes }, {}, emptyResult, true);
    const { outcome, billing, resolved } = Object.fromEntries(cells);
    return [outcome, billing, resolved];
  };
  assert.deepEqual(said({}), ['held', 'billed', '']);
  assert.deepEqual(said({ resolved: 'verified' }), ['verified', 'billed', 'verified']);
  assert.deepEqual(said({ resolved: 'refunded' }), ['refunded', 'refunded', 'refunded']);
  assert.deepEqual(said({ resolved: 'no-result' }), ['failed', 'billed', 'no-result']);
  assert.deepEqual(said({ resolved: 'still-open' }), ['held', 'billed', 'still-open']);
  const unknown = { outcome: 'unknown', billing: 'unknown' } as const;
  assert.deepEqual(said({ ...unknown, resolved: 'not-billed' }), ['failed', 'free', 'not-billed']);
});

test('where values are masked, what was asked about is covered in the code and the id of the answer, too', () => {
  const told: BatchRow = { ...answered, messageCode: 'NO XX00AA1000 HERE', orderId: 'XX00AA1000' };
  const said = (masked: boolean, fields?: Record<string, string>) => {
    const cells = Object.fromEntries(resultCells(rc, told, fields, emptyResult, masked));
    return [cells.message_code ?? '', cells.order_id ?? ''];
  };
  assert.deepEqual(said(false, { rc_number: 'XX00AA1000' }), ['NO XX00AA1000 HERE', 'XX00AA1000']);
  for (const text of said(true, { rc_number: 'XX00AA1000' })) assert.doesNotMatch(text, /00AA10/);
  const named = { ...answered, messageCode: 'NOBODY', orderId: 'ORD-NOBODY-9' };
  const own = Object.fromEntries(resultCells(rc, named, { rc_number: 'NOBODY' }, emptyResult, true));
  assert.doesNotMatch(`${own.message_code} ${own.order_id}`, /NOBODY/, 'no plate, but what was asked');
});

test('an answer repeats what was asked about, in a field that is not personal: it is covered', () => {
  const body = '{"data":{"result":{"remark":"asked for NOBODY-77"}}}';
  const [plain] = resultsOf(rc, [undefined], body, true);
  assert.match(plain?.json ?? '', /NOBODY-77/);
  const [covered] = resultsOf(rc, [{ rc_number: 'NOBODY-77' }], body, true);
  assert.doesNotMatch(covered?.json ?? '', /NOBODY/);
});

test('an answer for another plate than its row asked about says so, and one spelt otherwise is its own', () => {
  const body = '{"data":{"result":{"rc_number":"XX00AB0001"}}}';
  const ofs = ['XX00AB0002', 'xx-00-ab-0001', 'XX00AB0001', ''].map(
    (rc_number) => resultsOf(rc, [{ rc_number }], body, false)[0]?.of,
  );
  assert.deepEqual(ofs, ['other', 'row', 'row', 'row']);
});

test('a row is final once it is answered or never leaves', () => {
  const states = ['waiting', 'sent', 'done', 'undecided', 'skipped'] as const;
  assert.deepEqual(
    states.filter((state) => isFinal({ ...never, state })),
    ['done', 'skipped'],
  );
});

test('an answer without a result is about nothing', () => {
  const none = { of: '', json: '' };
  assert.deepEqual(emptyResult, none);
  for (const body of ['{"data":{}}', '{}', 'no json', '']) {
    assert.deepEqual(resultsOf(rc, [{}, {}], body, false), [none, none], body);
    assert.deepEqual(resultsOf(rc, [{}], body, true), [none], body);
  }
});

test('a row of several addresses, or whose input is gone, is joined to no single item', () => {
  const body = '{"data":{"result":[{"email":"a@x.invalid","was":"changed"},{"email":"b@x.invalid"}]}}';
  const call = { of: 'call', json: '' };
  assert.deepEqual(resultsOf(bulk, [undefined, {}, { emails: 'a@x.invalid\nb@x.invalid' }], body, false), [
    call,
    call,
    call,
  ]);
  const [, first] = resultsOf(bulk, [undefined, { emails: 'a@x.invalid' }], body, false);
  assert.deepEqual(first, { of: 'row', json: '{"email":"a@x.invalid","was":"changed"}' });
});

test('a masked result that is too long to be laid out is a text of its beginning: a line stays JSON', () => {
  const deep = (items: number) => `${'['.repeat(98)}${'1,'.repeat(items)}1${']'.repeat(98)}`;
  const json = (items: number) =>
    resultsOf(rc, [{}], `{"data":{"result":{"a":${deep(items)}}}}`, true)[0]?.json ?? '';
  assert.equal(typeof JSON.parse(json(100)), 'object');
  const cut: unknown = JSON.parse(json(60_000));
  assert.ok(typeof cut === 'string' && cut.startsWith('{"a": [[[') && cut.endsWith('…'));
});

const own = (...names: readonly string[]) => names.map((name) => ({ name, mask: null }));

test('a column of the user’s that is named as one of ours keeps its name; ours counts on until it is free', () => {
  const cells = resultCells(rc, answered, undefined, emptyResult, true);
  const header = resultHeader({ own: own('row', 'row_2', 'row_3', 'Li\r\nne'), paths: ['a'] }, cells);
  const names = csvCells(header.trimEnd());
  assert.deepEqual(names.slice(0, 6), ['row', 'row_2', 'row_3', 'Li ne', 'row_4', 'line']);
  assert.deepEqual(names.slice(-3), ['kind', 'result.a', 'result']);
  const two = csvCells(resultHeader({ own: own('row', 'row_2'), paths: [] }, cells));
  assert.equal(two[2], 'row_3');
});

test('cells of the user’s own that are not kept, or fewer than the columns, stay empty', () => {
  const cells = resultCells(rc, never, undefined, emptyResult, true);
  const columns = { own: own('A', 'B'), paths: [] };
  for (const given of [null, [], ['', '']])
    assert.match(csvResultLine(columns, { cells, own: given }), /^,,1,2,/);
  const line = (columns: Parameters<typeof ndjsonResultLine>[0], given: readonly string[] | null) =>
    JSON.parse(ndjsonResultLine(columns, { cells, own: given }));
  assert.deepEqual(line(columns.own, ['x']).own, { A: 'x', B: '' });
  assert.ok(!('own' in line(columns.own, null)) && !('own' in line([], [])));
  assert.equal(line([], null).result, '', 'no result is an empty text');
  assert.deepEqual(line(own('A'), ['x']).own, { A: 'x' });
});

test('the row of a line: of ours alone by its first cell, behind the user’s own by the cell after them', () => {
  const cases: readonly (readonly [line: string, before: number, row: number | null])[] = [
    ['7,8,x', 0, 6],
    ['7', 0, null],
    // As other programs write it anew.
    ['"7",8', 0, 6],
    ['', 0, null],
    ['row,line', 0, null],
    ['7x,8', 0, null],
    ['Ann,7,8', 1, 6],
    ['9,Ann,8', 1, null],
    ['Ann', 2, null],
    ['{"row":12,"line":1}', 0, 11],
    ['{"row":12}', 0, 11],
    ['{ "row" : 12 }', 0, 11],
    ['{"row":0}', 0, null],
  ];
  for (const [line, before, row] of cases) assert.equal(rowOfLine(line, before), row, line);
});

test('a line is widened by what its result holds, and by nothing where it holds no fields', () => {
  const from = { own: [], paths: [] };
  const to = { own: [], paths: ['a', 'b'] };
  const line = (json: string) =>
    csvResultLine(from, {
      cells: resultCells(rc, answered, undefined, { of: 'row', json }, true),
      own: null,
    });
  const last = (json: string) => csvCells(widened(line(json).trimEnd(), from, to).trimEnd()).slice(-3);
  assert.deepEqual(last('{"a":"x"}'), ['x', '', '{"a":"x"}']);
  assert.deepEqual(last('-5'), ['', '', '-5']);
  assert.deepEqual(last(''), ['', '', '']);
  assert.deepEqual([...pathsOfLine(line('-5').trimEnd())], []);
  assert.deepEqual([...pathsOfLine(line(`{"a":"it's'"}`).trimEnd())], ['a']);
});

test('a file has a thousand columns of result fields at most', () => assert.equal(mostPaths, 1000));
