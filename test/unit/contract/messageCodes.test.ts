import assert from 'node:assert/strict';
import test from 'node:test';
import { messageCodeRow, messageCodes } from '../../../src/contract/messageCodes.ts';
import { operations } from '../../../src/contract/operations.ts';
import { headline } from '../../../src/contract/outcomes.ts';
import { plain } from '../../../src/contract/words.ts';
import { envelope, read } from './answers.ts';

/** docs/service.md, "message_code table", and docs/design.md, "Outcome and billing": code, charged, HTTP, status, outcome, billing, headline. */
const documented = `
OK                   yes 200 SUCCESS verified  billed   Verified
ACCEPTED             yes 202 PENDING pending   billed   Pending at the provider
PROVIDER_NO_RESPONSE yes 202 PENDING held      billed   Held for manual review
VERIFICATION_FAILED  yes 422 SUCCESS negative  billed   Did not verify
NO_RECORD_FOUND      yes 422 SUCCESS negative  billed   No record found
SOURCE_UNAVAILABLE   yes 422 SUCCESS negative  billed   Record source was down
INVALID_INPUT        no  422 FAILED  rejected  free     Input was rejected
REQUEST_FAILED       no  400 FAILED  refunded  refunded Failed and refunded
MISSING_API_KEY      no  401 FAILED  refused   free     API key is missing
INVALID_API_KEY      no  401 FAILED  refused   free     API key was refused
INSUFFICIENT_BALANCE no  402 FAILED  refused   free     Wallet balance is too low
NO_API_ACCESS        no  403 FAILED  refused   free     No access to this API
NOT_FOUND            no  404 FAILED  refused   free     No such endpoint
RATE_LIMITED         no  429 FAILED  throttled free     Rate limit exceeded
INTERNAL_ERROR       no  500 FAILED  failed    free     Error inside the service
PROVIDER_UNAVAILABLE no  503 FAILED  failed    free     Provider could not be reached
`
  .trim()
  .split('\n')
  .map((line) => /^(\w+) +(\w+) +(\d+) +(\w+) +(\w+) +(\w+) +(.+)$/.exec(line)?.slice(1) ?? []);

test('the table has the sixteen documented codes', () => {
  assert.deepEqual(
    messageCodes.map((row) => row.code),
    documented.map(([code]) => code),
  );
  assert.equal(messageCodes.length, 16);
});

for (const [code = '', charged, http, status, outcome, billing, words] of documented) {
  test(`${code} is in the table as documented, with a meaning and advice of its own`, () => {
    const row = messageCodeRow(code);
    assert.ok(row);
    assert.deepEqual(
      [row.charged, row.http, row.status, row.outcome, row.billing],
      [charged === 'yes', Number(http), status, outcome, billing],
    );
    assert.match(row.meaning.text, /^[A-Z].+\.$/);
    assert.match(row.advice.text, /^[A-Z].+\.$/);
    assert.equal(messageCodes.filter((other) => other.meaning.text === row.meaning.text).length, 1);
  });

  for (const { id } of operations) {
    test(`${code} from ${id} reads as documented, without a fault`, () => {
      const reading = read(envelope(code, id), Number(http), id);
      assert.equal(reading.shape, 'envelope');
      assert.equal(reading.outcome, outcome);
      assert.equal(reading.billing, billing);
      assert.equal(reading.evidence, 'stated');
      assert.equal(reading.messageCode, code);
      assert.equal(reading.orderId, charged === 'yes' ? 'ORD-1' : null);
      assert.equal(plain(headline({ ...reading, failureCode: null })), words);
      assert.deepEqual(reading.advice, messageCodeRow(code)?.advice);
      assert.deepEqual(reading.said, []);
    });
  }
}

test('order_id and data: present when billed, absent on the seven free errors listed, else not said', () => {
  const by = (order: string) => messageCodes.filter((row) => row.order === order).map((row) => row.code);
  assert.deepEqual(
    by('present'),
    messageCodes.filter((row) => row.charged).map((row) => row.code),
  );
  assert.deepEqual(by('not-said'), ['REQUEST_FAILED', 'NOT_FOUND', 'INTERNAL_ERROR']);
  assert.equal(by('absent').length, 7);
});

test('the seven fixed messages are those shown', () => {
  assert.deepEqual(
    Object.fromEntries(messageCodes.flatMap((row) => (row.message ? [[row.code, row.message]] : []))),
    {
      INVALID_INPUT: 'The request could not be accepted. Check the parameters and try again.',
      MISSING_API_KEY: 'API key is required.',
      INVALID_API_KEY: 'Invalid, expired, or IP-restricted API key.',
      INSUFFICIENT_BALANCE: 'Insufficient balance. Please recharge your account.',
      NO_API_ACCESS: 'You do not have access to this API service.',
      RATE_LIMITED: 'Rate limit exceeded. Please try again later.',
      PROVIDER_UNAVAILABLE: 'Service temporarily unavailable.',
    },
  );
});

test('no billed pending call is advised to be sent again', () => {
  for (const code of ['ACCEPTED', 'PROVIDER_NO_RESPONSE']) {
    assert.match(messageCodeRow(code)?.advice.text ?? '', /order_id.*Do not send the call again/);
  }
});

test('three refusals say what comes of the next call: of which operations, and until when', () => {
  const said = messageCodes.flatMap(({ code, refusal }) =>
    refusal === null ? [] : [[code, refusal.repair, refusal.endsWithKey, refusal.oneOperation]],
  );
  assert.deepEqual(said, [
    ['INVALID_API_KEY', 'set-key', true, false],
    ['INSUFFICIENT_BALANCE', 'recharge', false, false],
    ['NO_API_ACCESS', 'subscribe', false, true],
  ]);
});

test('advice for somebody’s own code stands where ours speaks of the form', () => {
  const said = messageCodes.flatMap(({ code, adviceWhenStated }) =>
    adviceWhenStated ? [[code, adviceWhenStated.text]] : [],
  );
  assert.deepEqual(said, [['INVALID_INPUT', 'Correct the request and send it again.']]);
});
