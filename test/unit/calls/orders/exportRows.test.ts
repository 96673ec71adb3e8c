import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  csvCell,
  csvHeader,
  csvLine,
  flatRow,
  ndjsonLine,
  rawFileName,
} from '../../../../src/calls/orders/exportRows.ts';
import { supportQuote } from '../../../../src/calls/orders/supportQuote.ts';
import type { OrderPayloads } from '../../../../src/calls/ports/ports.ts';
import { anOrder } from '../orders.ts';

const payloads: OrderPayloads = {
  kind: 'open',
  requestBody: new TextEncoder().encode('{"rc_number":"XX00AB0001"}'),
  answer: {
    head: { status: 422, statusText: '', headers: [['Content-Type', 'application/json']] },
    timing: { connectedMs: 1, firstByteMs: 800, totalMs: 812 },
    wireBytes: 2,
    body: new TextEncoder().encode('{}'),
    failure: null,
  },
};
const asText = (_order: unknown, body: Uint8Array): string => new TextDecoder().decode(body);

test('a cell that a spreadsheet would run is disarmed', () => {
  for (const evil of ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1']) {
    assert.match(csvCell(evil), /^"?'/, evil);
  }
  assert.equal(csvCell('plain'), 'plain');
});

test('quotes, commas and line breaks follow RFC 4180', () => {
  assert.equal(csvLine(['a,b', 'say "x"', 'two\nlines', '']), '"a,b","say ""x""","two\nlines",\r\n');
});

test('header and rows have the same columns', () => {
  const row = flatRow({ order: anOrder(), note: 'asked support', payloads: null });
  assert.equal(csvHeader(), csvLine(row.map(([name]) => name)));
  assert.deepEqual(Object.fromEntries(row).message_code, 'NO_RECORD_FOUND');
});

test('NDJSON holds everything kept, on one line', () => {
  const line = ndjsonLine({ order: anOrder(), note: 'two\nlines', payloads }, asText);
  assert.equal(line.trimEnd().split('\n').length, 1);
  const read: unknown = JSON.parse(line);
  assert.ok(
    typeof read === 'object' && read !== null && 'request' in read && 'answer' in read && 'note' in read,
  );
  assert.equal(read.request, '{"rc_number":"XX00AB0001"}');
  assert.equal(read.note, 'two\nlines');
});

test('documents that are kept with an order are counted, and said not to be included', () => {
  const line = (documents: number): string =>
    ndjsonLine({ order: anOrder(), note: '', payloads, documents }, asText);
  assert.equal(JSON.parse(line(2)).documents_not_included, 2);
  assert.doesNotMatch(line(0), /documents/);
});

test('an export says that a number was reduced, and when', () => {
  const order = anOrder({ aadhaarReducedAt: Date.UTC(2026, 10, 21, 12) });
  const said = Object.fromEntries(flatRow({ order, note: '', payloads: null }));
  assert.equal(said.aadhaar_reduced_at, '2026-11-21T12:00:00.000Z');
  assert.equal(
    Object.fromEntries(flatRow({ order: anOrder(), note: '', payloads: null })).aadhaar_reduced_at,
    '',
  );
  assert.match(ndjsonLine({ order, note: '', payloads }, asText), /"aadhaar_reduced_at":"2026-11-21T12/);
});

test('what is sealed or not kept says so', () => {
  for (const kind of ['sealed', 'not-kept'] as const) {
    const line = ndjsonLine({ order: anOrder(), note: '', payloads: { kind } }, asText);
    assert.match(line, new RegExp(`"payloads":"${kind}"`));
    assert.doesNotMatch(line, /"request"/);
  }
});

test('file names and the support quote hold nothing of the input', () => {
  const order = anOrder();
  assert.doesNotMatch(rawFileName(order, 'answer'), /XX/);
  const quote = supportQuote(order, () => '21 November 2026, 17:30 IST');
  assert.doesNotMatch(quote, /XX|9f3a/);
  assert.match(quote, /order_id: ORD-INVENTED-1/);
  assert.match(quote, /POST \/api\/v1\/rc\/advanced/);
  assert.match(quote, /IST \(2026-11-21T12:00:00.000Z\)/);
  assert.match(
    supportQuote(
      anOrder({
        orderId: null,
        httpStatus: null,
        messageCode: null,
        failureCode: 'reset',
        billing: 'unknown',
      }),
      String,
    ),
    /none was received[\s\S]*reset[\s\S]*not known/,
  );
});
