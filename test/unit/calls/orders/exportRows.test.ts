import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  csvCell,
  csvHeader,
  csvLine,
  type ExportRow,
  flatRow,
  ndjsonLine,
  rawFileName,
} from '../../../../src/calls/orders/exportRows.ts';
import { supportQuote } from '../../../../src/calls/orders/supportQuote.ts';
import { orderId } from '../../../../src/calls/ports/ids.ts';
import type { OrderPayloads } from '../../../../src/calls/ports/ports.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import { OwnInput } from '../../../../src/contract/ownInput.ts';
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
  for (const evil of [
    '=1+1',
    '+1',
    '-1+1',
    '-a',
    '-1e5',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1',
    '＝1+1',
    '＋1',
    '－1',
    '＠SUM(A1)',
  ]) {
    assert.match(csvCell(evil), /^"?'/, evil);
  }
  assert.equal(csvCell('plain'), 'plain');
  for (const number of ['-1', '-4.50']) assert.equal(csvCell(number), number, 'a number that adds up');
});

test('quotes, commas and line breaks follow RFC 4180', () => {
  assert.equal(csvLine(['a,b', 'say "x"', 'two\nlines', '']), '"a,b","say ""x""","two\nlines",\r\n');
});

const row = (changes: Parameters<typeof anOrder>[0], more: Partial<ExportRow> = {}) =>
  Object.fromEntries(flatRow({ order: anOrder(changes), note: '', payloads: null, ...more }));

test('each column tells one thing of an order, under a name that scripts go by', () => {
  const order = anOrder({
    resolved: 'verified',
    resolvedAt: Date.UTC(2026, 10, 22),
    failureCode: 'reset',
    followUp: '2026-12-01',
    price: '4.50',
  });
  assert.deepEqual(flatRow({ order, note: 'asked', payloads: null }), [
    ['id', '00000000-0000-4000-8000-000000000001'],
    ['begun_at', '2026-11-21T12:00:00.000Z'],
    ['settled_at', '2026-11-21T12:00:00.812Z'],
    ['environment', 'acme-prod'],
    ['kind', 'live'],
    ['origin', 'https://api.example.invalid'],
    ['operation', 'rc-advanced'],
    ['state', 'settled'],
    ['outcome', 'negative'],
    ['billing', 'billed'],
    ['billing_evidence', 'stated'],
    ['http_status', '422'],
    ['message_code', 'NO_RECORD_FOUND'],
    ['order_id', 'ORD-INVENTED-1'],
    ['failure', 'reset'],
    ['total_ms', '812'],
    ['input_masked', 'XX••••••01'],
    ['machine', 'workbench'],
    ['key_tail', '9f3a'],
    ['resolved', 'verified'],
    ['resolved_at', '2026-11-22T00:00:00.000Z'],
    ['note', 'asked'],
    ['aadhaar_reduced_at', ''],
    ['damaged', ''],
    ['follow_up', '2026-12-01'],
    ['cost_estimated', '4.50'],
  ]);
});

test('what is not known of an order is an empty cell', () => {
  const nothing = { settledAt: null, httpStatus: null, messageCode: null, orderId: null, failureCode: null };
  const told = row({ ...nothing, totalMs: null, keyTail: null, resolved: null, resolvedAt: null });
  const empty = Object.keys(told).filter((name) => told[name] === '');
  assert.deepEqual(empty, [
    ...[
      'settled_at',
      'http_status',
      'message_code',
      'order_id',
      'failure',
      'total_ms',
      'key_tail',
      'resolved',
    ],
    ...['resolved_at', 'note', 'aadhaar_reduced_at', 'damaged', 'follow_up', 'cost_estimated'],
  ]);
});

test('what was asked about is covered in the service’s words unless everything leaves as it came', () => {
  const own = new OwnInput(operationById('rc-advanced'), '{"rc_number":"XX00AB0001"}');
  const words = { orderId: 'ORD-XX00AB0001', messageCode: 'SEE XX00AB0001' };
  const said = ({ order_id, message_code }: Readonly<Record<string, string>>) => [order_id, message_code];
  assert.deepEqual(said(row(words, { own })), ['ORD-XX••••••01', 'SEE XX••••••01']);
  assert.deepEqual(said(row(words, { own, exact: true })), [words.orderId, words.messageCode]);
  assert.deepEqual(said(row({ orderId: 'ORD-XX00AB0001', messageCode: 'planted@example.invalid' })), [
    'ORD-XX••••••01',
    '••••••',
  ]);
});

test('an export says what an order cost, or may have, as its user recorded the money: a number that adds up', () => {
  const cost = (changes: Parameters<typeof anOrder>[0]) =>
    row({ price: '1234.5', ...changes }).cost_estimated;
  assert.equal(cost({ billing: 'billed' }), '1234.5');
  assert.equal(cost({ outcome: 'unknown', billing: 'unknown' }), '1234.5');
  assert.equal(cost({ billing: 'free' }), '');
  assert.equal(cost({ billing: 'billed', state: 'in-flight' }), '');
  assert.equal(cost({ outcome: 'pending', billing: 'billed', resolved: 'refunded' }), '');
  const line = ndjsonLine({ order: anOrder({ price: '4.50' }), note: '', payloads }, asText);
  assert.equal(JSON.parse(line).cost_estimated, '4.50');
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

test('NDJSON tells the headers and the times of an answer, and covers what nobody need read', () => {
  const headers: readonly (readonly [string, string])[] = [
    ['Content-Type', 'application/json'],
    ['X-Customer', 'room 12'],
  ];
  assert.ok(payloads.kind === 'open' && payloads.answer !== null && payloads.answer.head !== null);
  const { answer } = payloads;
  const came = { ...payloads, answer: { ...answer, head: { ...payloads.answer.head, headers } } };
  const read = (more: Partial<ExportRow>) =>
    JSON.parse(ndjsonLine({ order: anOrder(), note: '', payloads: came, ...more }, asText));
  const covered = [
    ['Content-Type', 'application/json'],
    ['X-Customer', '••••••'],
  ];
  assert.deepEqual(read({}).headers, covered);
  assert.deepEqual(read({ exact: false }).headers, covered);
  assert.deepEqual(read({ exact: true }).headers, headers);
  assert.deepEqual(read({}).timing, { connectedMs: 1, firstByteMs: 800, totalMs: 812 });
  assert.equal(read({}).payloads, 'open');
  assert.deepEqual(read({ payloads: { ...came, answer: { ...answer, head: null } } }).headers, []);
  assert.equal(read({ payloads: null }).payloads, 'not-kept');
});

test('the file of a body is named by the time, the operation and the start of our id', () => {
  const name = '2026-11-21T12-00-00-000Z_rc-advanced_00000000';
  assert.equal(rawFileName(anOrder(), 'answer'), `${name}.answer`);
  assert.equal(
    rawFileName(anOrder({ id: orderId('abcdefghi') }), 'request'),
    `${name.slice(0, -8)}abcdefgh.request`,
  );
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
        evidence: 'not-known',
      }),
      String,
    ),
    /none was received[\s\S]*reset[\s\S]*not known/,
  );
});
