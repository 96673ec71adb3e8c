import assert from 'node:assert/strict';
import { parse } from 'csv-parse/sync';
import { csvCells } from '../../../src/calls/batch/csvText.ts';
import { flatten } from '../../../src/calls/batch/flatten.ts';
import { pathsOfLine, rowOfLine } from '../../../src/calls/batch/resultLines.ts';
import {
  csvResultLine,
  ndjsonResultLine,
  orderOfHeader,
  pathsIn,
  resultCells,
  resultHeader,
  resultsOf,
  widened,
} from '../../../src/calls/batch/results.ts';
import { csvLine, ndjsonLine } from '../../../src/calls/orders/exportRows.ts';
import type { BatchRow } from '../../../src/calls/ports/batchPorts.ts';
import { orderId } from '../../../src/calls/ports/ids.ts';
import { operationById } from '../../../src/contract/operations.ts';
import { isRecord } from '../../../src/contract/record.ts';
import { anOrder } from '../../unit/calls/orders.ts';
import type { Body } from '../bodies.ts';
import { laidBare } from '../property.ts';

const operation = operationById('rc-advanced');
const row: BatchRow = {
  row: 4,
  line: 6,
  call: 2,
  state: 'done',
  why: null,
  sameAs: null,
  masked: 'XX••••••00',
  earlierOrderId: null,
  order: orderId('o'),
  outcome: 'verified',
  billing: 'billed',
  resolved: null,
  httpStatus: 200,
  messageCode: 'OK',
  failureCode: null,
  orderId: '=ORD-1',
  settledAt: 0,
};

const formula = /^[=+\-@\t\r\n＝＋－＠]/;

/** Every string of a value, keys among them. */
export function stringsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(stringsOf);
  return isRecord(value) ? Object.entries(value).flatMap(([key, inner]) => [key, ...stringsOf(inner)]) : [];
}

/** Cells come back as they were; none is a formula. */
function cells(strings: readonly string[]): void {
  if (strings.length === 0) return;
  const line = csvLine(strings);
  const [back] = parse(line, { record_delimiter: '\r\n', relax_column_count: true });
  const safe = strings.map((one) => (formula.test(one) ? `'${one}` : one));
  assert.deepEqual(back, safe);
  const flat = safe.map((one) => one.replaceAll(/[\r\n]+/g, ' '));
  assert.deepEqual(
    csvCells(csvLine(flat).slice(0, -2)),
    flat.map((one) => (formula.test(one) ? `'${one}` : one)),
  );
}

/** A batch's results: a line knows its row and its paths, may get more columns, and holds the whole result. */
function results({ text, planted }: Body, masked: boolean): void {
  const body = `{"data":{"result":${text}}}`;
  const given = { rc_number: 'XX00AA1000' };
  const [result] = resultsOf(operation, [given], body, masked);
  assert.ok(result !== undefined);
  if (result.json !== '') JSON.parse(result.json);
  const line = { cells: resultCells(operation, row, given, result, masked), own: null };
  const written = csvResultLine({ own: [], paths: [] }, line).slice(0, -2);
  assert.equal(written.split(/[\r\n]/).length, 1);
  assert.equal(rowOfLine(written), 4);
  const paths = [...flatten(result.json).keys()];
  assert.deepEqual([...pathsOfLine(written)], paths);
  const columns = { own: [], paths };
  const header = resultHeader({ own: [], paths: [] }, line.cells).slice(0, -2);
  const spread = widened(written, { own: [], paths: [] }, columns);
  assert.equal(spread, csvResultLine(columns, line).slice(0, -2));
  assert.equal(spread.search(/[\r\n]/), -1);
  const wide = widened(header, { own: [], paths: [] }, columns);
  const oneLine = paths.map((path) => path.replaceAll(/[\r\n]+/g, ' '));
  assert.deepEqual(pathsIn(orderOfHeader(wide, []) ?? []), oneLine);
  const json = ndjsonResultLine([], line);
  const read: unknown = JSON.parse(json);
  assert.ok(isRecord(read) && rowOfLine(json) === 4 && json.split('\n').length === 2);
  if (result.json !== '') assert.deepEqual(read.result, JSON.parse(result.json));
  for (const { core } of masked ? planted : [])
    assert.ok(!laidBare(written + json).includes(core), `${core} is in a masked line`);
}

/** An order as a line of NDJSON, with its bodies as they are; and the strings of a body as cells. */
function orders({ text }: Body): void {
  // Half a character cannot be written as UTF-8.
  cells(
    stringsOf(JSON.parse(text))
      .slice(0, 20)
      .map((one) => one.toWellFormed()),
  );
  const bytes = new TextEncoder().encode(text);
  const answer = {
    head: { status: 200, statusText: '', headers: [['x', text.slice(0, 50)]] as const },
    timing: { connectedMs: 1, firstByteMs: 2, totalMs: 3 },
    wireBytes: bytes.length,
    body: bytes,
    failure: null,
  };
  const line = ndjsonLine(
    { order: anOrder(), note: text, payloads: { kind: 'open', requestBody: bytes, answer } },
    (_order, kept) => new TextDecoder().decode(kept),
  );
  assert.equal(line.indexOf('\n'), line.length - 1);
  const read: unknown = JSON.parse(line);
  assert.ok(isRecord(read));
  assert.deepEqual([read.request, read.answer, read.note], [text, text, text]);
}

/** What leaves for a file can be read again, is what was kept, and runs nothing. */
export function exporting(body: Body): void {
  if (body.dice & 8) results(body, (body.dice & 16) > 0);
  else orders(body);
}
