import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plain } from '../../../src/contract/words.ts';
import { emptyResult, envelope, type Json, read, without } from './answers.ts';

const operation = 'rc-advanced';
const data = (change: Json): Json => ({
  data: { order_id: 'ORD-1', error_code: '', result: emptyResult(operation), ...change },
});
const ok = (change: Json): Json => envelope('OK', operation, change);

type Row = readonly [
  said: string,
  body: Json,
  status: number,
  path: string,
  expected: string | null,
  found: string | null,
];

/** Of each deviation its data: where, what was documented, what came. */
const rows: readonly Row[] = [
  ['The message_code NEW is not documented.', ok({ message_code: 'NEW' }), 200, 'message_code', null, 'NEW'],
  [
    'The HTTP status is 200, but status_code is 422.',
    ok({ status_code: 422 }),
    200,
    'status_code',
    '200',
    '422',
  ],
  ['OK is documented with HTTP 200, not 201.', ok({ status_code: 201 }), 201, '', '200', '201'],
  ['OK is documented with status SUCCESS, not ODD.', ok({ status: 'ODD' }), 200, 'status', 'SUCCESS', 'ODD'],
  [
    'The status ODD is not documented.',
    ok({ message_code: 'NEW', status: 'ODD' }),
    200,
    'status',
    null,
    'ODD',
  ],
  [
    'success is true on an error; it is documented as false.',
    envelope('NOT_FOUND', operation, { success: true }),
    404,
    'success',
    'false',
    'true',
  ],
  ['The call was charged, but order_id is missing.', ok({ order_id: '' }), 200, 'order_id', null, 'missing'],
  ['The call was charged, but data is missing.', ok({ data: null }), 200, 'data', null, 'missing'],
  ['data.order_id is missing.', ok(data({ order_id: '' })), 200, 'data.order_id', null, 'missing'],
  [
    'order_id is documented as string; here it is boolean.',
    ok({ order_id: true }),
    200,
    'order_id',
    'string',
    'boolean',
  ],
  ['data is documented as object; here it is string.', ok({ data: 'x' }), 200, 'data', 'object', 'string'],
  [
    'data.error_code is documented as string; here it is integer.',
    ok(data({ error_code: 5 })),
    200,
    'data.error_code',
    'string',
    'integer',
  ],
  [
    'The message is not the one documented for NO_API_ACCESS: You do not have access to this API service.',
    envelope('NO_API_ACCESS', operation, { message: 'No.' }),
    403,
    'message',
    'You do not have access to this API service.',
    null,
  ],
  [
    'data.error_code is null; the documents show it only on errors, as a string.',
    ok(data({ error_code: null })),
    200,
    'data.error_code',
    'string',
    'null',
  ],
  [
    'The documents of this operation do not show the error_code odd.',
    ok(data({ error_code: 'odd' })),
    200,
    'data.error_code',
    null,
    'odd',
  ],
  // Named like the end of a documented field of the body itself.
  ['Not documented in the envelope: data.ed.', ok(data({ ed: 1 })), 200, 'data.ed', null, null],
];
for (const [said, body, status, path, expected, found] of rows)
  test(`as data: ${said}`, () => {
    const all = read(body, status).deviations.map((one) => [
      plain(one.what),
      one.paths.join(' '),
      one.expected,
      one.found,
    ]);
    assert.deepEqual(
      all.filter(([text]) => text === said),
      [[said, path, expected, found]],
    );
  });

test('success is held to what the code is documented with, else to the HTTP status from 400 on', () => {
  const said = (body: Json, status: number): boolean =>
    read(body, status).said.includes('fault: success is true on an error; it is documented as false.');
  const unknown = without(envelope('NOT_FOUND', operation, { success: true, message_code: 'NEW' }), 'data');
  assert.deepEqual(
    [399, 400, 500].map((status) => said(unknown, status)),
    [false, true, true],
  );
  assert.equal(said(envelope('NOT_FOUND', operation, { success: true }), 200), true);
  assert.equal(said(ok({}), 500), false);
});

test('a status that is documented is none of an unknown code’s faults', () => {
  assert.deepEqual(read(ok({ message_code: 'NEW' }), 200).said, [
    'fault: The message_code NEW is not documented.',
  ]);
});

test('of a list whose items are not documented the first is what was found', () => {
  const result = { ...emptyResult('credit-report'), credit_report: ['x', 1] };
  const body = envelope('OK', 'credit-report', { data: { order_id: 'ORD-1', error_code: '', result } });
  const all = read(body, 200, 'credit-report').deviations;
  assert.deepEqual(
    all.map(({ paths, found }) => [paths.join(' '), found]),
    [['data.result.credit_report', 'string']],
  );
});
