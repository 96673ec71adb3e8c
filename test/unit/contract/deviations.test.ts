import assert from 'node:assert/strict';
import test from 'node:test';
import { coverDeviation } from '../../../src/contract/coverText.ts';
import { messageCodes } from '../../../src/contract/messageCodes.ts';
import { operationById } from '../../../src/contract/operations.ts';
import { OwnInput } from '../../../src/contract/ownInput.ts';
import { type OperationId, plain } from '../../../src/contract/words.ts';
import { emptyResult, envelope, type Json, read, without } from './answers.ts';

function data(operation: OperationId, change: Json): Json {
  return { data: { order_id: 'ORD-1', error_code: '', result: emptyResult(operation), ...change } };
}

function result(change: Json, operation: OperationId = 'rc-advanced'): Json {
  return data(operation, { result: { ...emptyResult(operation), ...change } });
}

type Case = readonly [said: string, body: Json, status: number, operation?: OperationId];

/** Each deviation once present. Where it is absent is tested with the documented table: no row has any. */
const cases: readonly Case[] = [
  [
    'fault: The message_code NEW is not documented.',
    envelope('OK', 'rc-advanced', { message_code: 'NEW' }),
    200,
  ],
  [
    'fault: OK is documented with charged true, not false.',
    without(envelope('OK', 'rc-advanced', { charged: false }), 'order_id', 'data'),
    200,
  ],
  [
    'fault: The HTTP status is 200, but status_code is 422.',
    envelope('OK', 'rc-advanced', { status_code: 422 }),
    200,
  ],
  [
    'fault: OK is documented with HTTP 200, not 201.',
    envelope('OK', 'rc-advanced', { status_code: 201 }),
    201,
  ],
  [
    'fault: OK is documented with status SUCCESS, not FAILED.',
    envelope('OK', 'rc-advanced', { status: 'FAILED' }),
    200,
  ],
  [
    'fault: success is true on an error; it is documented as false.',
    envelope('NOT_FOUND', 'rc-advanced', { success: true }),
    404,
  ],
  ['fault: The call was charged, but data is missing.', without(envelope('OK'), 'data'), 200],
  [
    'fault: data.order_id is missing.',
    envelope('OK', 'rc-advanced', { data: { error_code: '', result: emptyResult('rc-advanced') } }),
    200,
  ],
  [
    'fault: data.error_code is missing.',
    envelope('OK', 'rc-advanced', { data: { order_id: 'ORD-1', result: emptyResult('rc-advanced') } }),
    200,
  ],
  [
    'fault: data.result is missing.',
    envelope('OK', 'rc-advanced', { data: { order_id: 'ORD-1', error_code: '' } }),
    200,
  ],
  ['fault: order_id and data.order_id differ.', envelope('OK', 'rc-advanced', { order_id: 'ORD-2' }), 200],
  [
    'fault: RATE_LIMITED is documented without order_id, which this answer has.',
    envelope('RATE_LIMITED', 'rc-advanced', { order_id: 'ORD-1' }),
    429,
  ],
  [
    'fault: RATE_LIMITED is documented without data, which this answer has.',
    envelope('RATE_LIMITED', 'rc-advanced', { data: {} }),
    429,
  ],
  [
    'fault: status_code is documented as integer; here it is string.',
    envelope('OK', 'rc-advanced', { status_code: '200' }),
    200,
  ],
  ['fault: message is missing.', without(envelope('OK'), 'message'), 200],
  [
    'fault: data is documented as object; here it is array.',
    envelope('OK', 'rc-advanced', { data: [] }),
    200,
  ],
  [
    'fault: data.result is documented as object; here it is array.',
    envelope('OK', 'rc-advanced', data('rc-advanced', { result: [] })),
    200,
  ],
  [
    'fault: The message is not the one documented for NO_API_ACCESS: You do not have access to this API service.',
    envelope('NO_API_ACCESS', 'rc-advanced', { message: 'No.' }),
    403,
  ],
  [
    'finding: The documents of this operation do not show the error_code odd.',
    envelope('OK', 'rc-advanced', data('rc-advanced', { error_code: 'odd' })),
    200,
  ],
  ['finding: Not documented in the envelope: extra.', envelope('OK', 'rc-advanced', { extra: 1 }), 200],
  [
    'finding: Not documented in the envelope: data.extra.',
    envelope('OK', 'rc-advanced', data('rc-advanced', { extra: 1 })),
    200,
  ],
  [
    'fault: Documented result fields are missing: rc_number.',
    envelope(
      'OK',
      'rc-advanced',
      data('rc-advanced', { result: without(emptyResult('rc-advanced'), 'rc_number') }),
    ),
    200,
  ],
  [
    'finding: Result fields that are not documented: brand_new.',
    envelope('OK', 'rc-advanced', result({ brand_new: 1 })),
    200,
  ],
  [
    'fault: The documents show color as string; here it is null.',
    envelope('OK', 'rc-advanced', result({ color: null })),
    200,
  ],
  [
    'finding: variant is documented as nullable, its type not shown; here it is string.',
    envelope('OK', 'rc-advanced', result({ variant: 'VXI' })),
    200,
  ],
  [
    'finding: credit_report has items, whose shape is not documented; the first is object.',
    envelope('OK', 'credit-report', result({ credit_report: [{}] }, 'credit-report')),
    200,
    'credit-report',
  ],
  [
    'fault: The lookup came back without a result, but these fields are filled: color, financed.',
    envelope(
      'NO_RECORD_FOUND',
      'rc-advanced',
      result({ color: 'RED', financed: true, rc_number: 'ZZ99ZZ9999' }),
    ),
    422,
  ],
  [
    'finding: The result fields of this operation are not documented; these came: valid.',
    envelope('OK', 'email-bulk', data('email-bulk', { result: { valid: 1 } })),
    200,
    'email-bulk',
  ],
];

for (const [said, body, status, operation] of cases) {
  test(`only this is said: ${said}`, () => {
    assert.deepEqual(read(body, status, operation).said, [said]);
  });
}

test('billed without order_id is a deviation, in either place', () => {
  assert.deepEqual(read(without(envelope('ACCEPTED'), 'order_id'), 202).said, [
    'fault: The call was charged, but order_id is missing.',
  ]);
  const unknown = { ...without(envelope('OK'), 'order_id'), message_code: 'NEW' };
  assert.ok(read(unknown, 200).said.includes('fault: The call was charged, but order_id is missing.'));
});

test('the seven free errors may not carry order_id or data; of the other three the documents say nothing', () => {
  for (const { code, http, charged, order } of messageCodes) {
    if (charged) continue;
    const { said } = read(
      envelope(code, 'rc-advanced', { order_id: 'ORD-1', data: { order_id: 'ORD-1' } }),
      http,
    );
    assert.equal(said.length, order === 'absent' ? 2 : 0, code);
    assert.deepEqual(read(envelope(code, 'rc-advanced', { data: null }), http).said, [], code);
  }
});

test('success may be either on 200 and 202, for the documents show it on errors only', () => {
  for (const code of ['OK', 'ACCEPTED']) {
    for (const success of [true, false]) {
      assert.deepEqual(read(envelope(code, 'rc-advanced', { success }), code === 'OK' ? 200 : 202).said, []);
    }
  }
});

test('of a pending call no result is expected', () => {
  for (const code of ['ACCEPTED', 'PROVIDER_NO_RESPONSE']) {
    for (const result of [{}, { rc_number: 'ZZ99ZZ9999' }, { color: null }, null, undefined]) {
      for (const error_code of ['', undefined]) {
        const body = envelope(code, 'rc-advanced', { data: { order_id: 'ORD-1', error_code, result } });
        const reading = read(body, 202);
        assert.deepEqual(reading.said, []);
        const values = reading.result?.flatMap((group) => group.values) ?? [];
        assert.ok(values.every(({ kind }) => kind !== 'missing'));
      }
    }
  }
});

test('of a failed call, or of one whose code is not documented, no result field is promised either', () => {
  for (const code of ['REQUEST_FAILED', 'INTERNAL_ERROR', 'NOT_FOUND']) {
    const failed = envelope(code, 'rc-advanced', {
      data: { order_id: 'ORD-1', error_code: 'no_record', result: {} },
    });
    assert.deepEqual(read(failed, Number(failed.status_code)).said, [], code);
    assert.deepEqual(read(failed, Number(failed.status_code)).result, []);
  }
  const unknown = { ...envelope('OK'), ...data('rc-advanced', { result: {} }), message_code: 'NEW' };
  assert.deepEqual(read(unknown, 200).said, ['fault: The message_code NEW is not documented.']);
});

test('of a verified or negative call every documented field is expected', () => {
  for (const [code, http] of [
    ['OK', 200],
    ['NO_RECORD_FOUND', 422],
  ] as const) {
    const reading = read(
      envelope(code, 'rc-advanced', data('rc-advanced', { error_code: 'no_record', result: {} })),
      http,
    );
    assert.match(reading.said.join(), /^fault: Documented result fields are missing: rc_number/);
    assert.ok(reading.result?.every(({ values }) => values.every(({ kind }) => kind === 'missing')));
  }
});

test('error_code null is news on OK, and missing where the documents show one', () => {
  const withNull = (code: string) => envelope(code, 'rc-advanced', data('rc-advanced', { error_code: null }));
  const news = 'finding: data.error_code is null; the documents show it only on errors, as a string.';
  assert.deepEqual(read(withNull('OK'), 200).said, [news]);
  assert.deepEqual(read(withNull('ACCEPTED'), 202).said, [news]);
  assert.deepEqual(read(withNull('NO_RECORD_FOUND'), 422).said, ['fault: data.error_code is missing.']);
});

test('order_ids sent as numbers are compared digit by digit', () => {
  const ids = (outer: string, inner: string) =>
    read(
      JSON.stringify(envelope('OK'))
        .replace('"order_id":"ORD-1"', `"order_id":${outer}`)
        .replace('"order_id":"ORD-1"', `"order_id":${inner}`),
      200,
    ).said.filter((one) => one.includes('differ'));
  const differ = ['fault: order_id and data.order_id differ.'];
  assert.deepEqual(ids('12345678901234567890', '12345678901234567891'), differ);
  assert.deepEqual(ids('12345678901234567890', '12345678901234567890'), []);
  assert.deepEqual(ids('"12345678901234567890"', '12345678901234567891'), differ);
  assert.deepEqual(ids('"12345678901234567890"', '12345678901234567890'), []);
});

test('two order_ids differ whatever was charged', () => {
  const body = envelope('REQUEST_FAILED', 'rc-advanced', { order_id: 'ORD-1', data: { order_id: 'ORD-2' } });
  assert.deepEqual(read(body, 400).said, ['fault: order_id and data.order_id differ.']);
});

test('what the service sends is short and masked in a sentence', () => {
  const { said } = read(
    envelope('OK', 'email-bulk', data('email-bulk', { result: { 'someone@example.com': 1 } })),
    200,
    'email-bulk',
  );
  assert.doesNotMatch(said.join(), /someone|example/);
  const long = read(envelope('OK', 'rc-advanced', { message_code: 'X'.repeat(5000) }), 200).said.join();
  assert.ok(long.length < 300);
});

test('each deviation is data beside its sentence: where, what was documented, what came', () => {
  const at = (body: Json, status = 200) =>
    read(body, status).deviations.map(({ paths, expected, found }) => [paths.join(' '), expected, found]);
  assert.deepEqual(at(envelope('OK', 'rc-advanced', { status_code: '200' })), [
    ['status_code', 'integer', 'string'],
  ]);
  assert.deepEqual(at(envelope('OK', 'rc-advanced', { charged: false })), [['charged', 'true', 'false']]);
  assert.deepEqual(at(without(envelope('OK'), 'message')), [['message', null, 'missing']]);
  assert.deepEqual(at(envelope('RATE_LIMITED', 'rc-advanced', { order_id: 'ORD-1' }), 429), [
    ['order_id', 'missing', null],
  ]);
  assert.deepEqual(at(envelope('OK', 'rc-advanced', { order_id: 'ORD-2' })), [
    ['order_id data.order_id', null, null],
  ]);
  assert.deepEqual(at(envelope('OK', 'rc-advanced', result({ color: null, seat_capacity: 5 }))), [
    ['data.result.color', 'string', 'null'],
    ['data.result.seat_capacity', 'string', 'integer'],
  ]);
  assert.deepEqual(at(envelope('OK', 'rc-advanced', result({ one_new: 1, two_new: 2 }))), [
    ['data.result.one_new data.result.two_new', null, null],
  ]);
});

test('every case that a sentence is told of says where it is, the answer as a whole excepted', () => {
  const whole = ['fault: OK is documented with HTTP 200, not 201.'];
  for (const [said, body, status, operation] of cases) {
    const { deviations } = read(body, status, operation);
    const found = deviations.find((one) => `${one.kind}: ${plain(one.what)}` === said);
    assert.equal(found?.paths.length === 0, whole.includes(said), said);
  }
});

test('the data of a deviation hold no more of the service than its sentence: short, masked, and covered', () => {
  const { deviations } = read(
    envelope('OK', 'email-bulk', data('email-bulk', { result: { 'someone@example.com': 1 } })),
    200,
    'email-bulk',
  );
  assert.doesNotMatch(JSON.stringify(deviations), /someone|example/);
  const long = read(envelope('OK', 'rc-advanced', { message_code: 'X'.repeat(5000) }), 200).deviations;
  assert.ok(JSON.stringify(long).length < 500);
  const own = new OwnInput(operationById('rc-advanced'), '{"rc_number":"ZZ99ZZ9999"}');
  const [odd] = read(envelope('OK', 'rc-advanced', { zz99zz9999: 1 }), 200).deviations;
  assert.ok(odd);
  assert.doesNotMatch(JSON.stringify(coverDeviation(odd, own)), /zz99zz9999/i);
});

test('a hundred paths are named at most, however many keys nobody documented', () => {
  const many = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`k${index}`, 1]));
  const { deviations } = read(
    envelope('OK', 'rc-advanced', { ...many, data: { order_id: 'ORD-1', error_code: '', result: many } }),
    200,
  );
  assert.deepEqual(
    deviations.map(({ paths }) => paths.length),
    [63, 100, 100],
  );
});
