import assert from 'node:assert/strict';
import { test } from 'node:test';
import { magicInputs } from '../../../src/sandbox/magic.ts';
import { aSandbox, json, magic, operationIds, record, send } from './aSandbox.ts';

/** The documented table: code, charged, HTTP, status; and the fixed message, where one is shown. */
const table = [
  ['OK', true, 200, 'SUCCESS', null],
  ['ACCEPTED', true, 202, 'PENDING', null],
  ['PROVIDER_NO_RESPONSE', true, 202, 'PENDING', null],
  ['VERIFICATION_FAILED', true, 422, 'SUCCESS', null],
  ['NO_RECORD_FOUND', true, 422, 'SUCCESS', null],
  ['SOURCE_UNAVAILABLE', true, 422, 'SUCCESS', null],
  [
    'INVALID_INPUT',
    false,
    422,
    'FAILED',
    'The request could not be accepted. Check the parameters and try again.',
  ],
  ['REQUEST_FAILED', false, 400, 'FAILED', null],
  ['MISSING_API_KEY', false, 401, 'FAILED', 'API key is required.'],
  ['INVALID_API_KEY', false, 401, 'FAILED', 'Invalid, expired, or IP-restricted API key.'],
  ['INSUFFICIENT_BALANCE', false, 402, 'FAILED', 'Insufficient balance. Please recharge your account.'],
  ['NO_API_ACCESS', false, 403, 'FAILED', 'You do not have access to this API service.'],
  ['NOT_FOUND', false, 404, 'FAILED', null],
  ['RATE_LIMITED', false, 429, 'FAILED', 'Rate limit exceeded. Please try again later.'],
  ['INTERNAL_ERROR', false, 500, 'FAILED', null],
  ['PROVIDER_UNAVAILABLE', false, 503, 'FAILED', 'Service temporarily unavailable.'],
] as const;

test('the first sixteen magic inputs are the sixteen codes', () => {
  const codes = magicInputs.filter((input) => input.fault === null).map((input) => input.messageCode);
  assert.deepEqual(
    codes,
    table.map(([code]) => code),
  );
});

for (const operation of operationIds) {
  for (const [code, charged, http, status, message] of table) {
    test(`${operation} answers ${code} as documented`, async (t) => {
      const started = await aSandbox(t);
      const answer = await send(
        started,
        operation,
        magic(code.toLowerCase().replaceAll('_', '-'), operation),
      );
      assert.equal(answer.status, http);
      const { message: sent, order_id, data, ...rest } = json(answer);
      assert.deepEqual(rest, { status, status_code: http, charged, success: http < 300, message_code: code });
      if (message === null) assert.match(String(sent), /\(the sandbox's own words\)$/);
      else assert.equal(sent, message);
      if (charged) {
        assert.match(String(order_id), /^sandbox-order-/);
        const { error_code, result, ...ids } = record(data);
        assert.deepEqual(ids, { order_id });
        assert.equal(typeof error_code, 'string');
        assert.equal(typeof record(result), 'object');
      } else {
        assert.equal('order_id' in json(answer), false);
        assert.equal('data' in json(answer), false);
      }
      const [entry, ...others] = started.sandbox.books().entries;
      assert.equal(others.length, 0);
      assert.equal(entry?.messageCode, code);
      assert.equal(entry?.charged, charged);
      assert.equal(entry?.orderId ?? undefined, order_id);
    });
  }
}

test('each answer names in a header what of it the documents do not show', async (t) => {
  const started = await aSandbox(t);
  const invented = async (id: string) =>
    (await send(started, 'rc-advanced', magic(id, 'rc-advanced'))).headers.get('x-sandbox-invented');
  assert.equal(await invented('ok'), 'message, success, data.error_code, data.result');
  assert.equal(await invented('no-record-found'), 'message');
  assert.equal(await invented('missing-api-key'), null);
  assert.equal(await invented('rate-limited'), 'Retry-After');
});

test('the two documented values of error_code are where they were seen', async (t) => {
  const started = await aSandbox(t);
  const rc = json(await send(started, 'rc-advanced', magic('no-record-found', 'rc-advanced')));
  const credit = json(await send(started, 'credit-report', magic('verification-failed', 'credit-report')));
  assert.equal(record(rc.data).error_code, 'no_record');
  assert.equal(record(credit.data).error_code, 'verification_failed');
});
