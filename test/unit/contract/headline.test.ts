import assert from 'node:assert/strict';
import test from 'node:test';
import { messageCodeRow, messageCodes } from '../../../src/contract/messageCodes.ts';
import { outcomeBeside } from '../../../src/contract/outcomeBeside.ts';
import { type Headlined, headline } from '../../../src/contract/outcomes.ts';
import { plain } from '../../../src/contract/words.ts';

const said = (about: Partial<Headlined>): string =>
  plain(headline({ outcome: 'unknown', billing: 'unknown', messageCode: null, failureCode: null, ...about }));

test('a headline never borrows a code that its outcome does not come from', () => {
  assert.equal(said({}), 'Outcome unknown');
  assert.equal(said({ messageCode: 'NEW_CODE' }), 'Unknown code NEW_CODE');
  assert.equal(said({ outcome: 'not-sent', messageCode: 'NO_RECORD_FOUND' }), 'Not sent');
  assert.equal(said({ outcome: 'verified', messageCode: 'toString' }), 'Verified');
  assert.equal(said({ outcome: 'throttled' }), 'Rate limit exceeded');
});

test('only what was refunded is headed so', () => {
  const failed = { outcome: 'refunded', messageCode: 'REQUEST_FAILED' } as const;
  assert.equal(said({ ...failed, billing: 'refunded' }), 'Failed and refunded');
  assert.equal(said({ ...failed, billing: 'billed' }), 'Failed, yet charged');
  assert.equal(said({ ...failed, billing: 'unknown' }), 'Failed, refund not stated');
  assert.equal(outcomeBeside('refunded', 'refunded'), 'refunded');
  assert.equal(outcomeBeside('refunded', 'billed'), 'failed');
  assert.equal(outcomeBeside('refunded', 'unknown'), 'failed');
});

test('no headline but that one speaks of money, whatever was charged', () => {
  for (const { code, outcome } of messageCodes) {
    if (code === 'REQUEST_FAILED') continue;
    for (const billing of ['billed', 'free', 'unknown'] as const) {
      assert.equal(outcomeBeside(outcome, billing), outcome);
      assert.doesNotMatch(said({ outcome, messageCode: code, billing }), /refund|bill|charge|free/i, code);
    }
  }
});

test('the code of an answer that is not whole is not called unknown', () => {
  assert.ok(messageCodeRow('OK'));
  for (const messageCode of ['OK', 'BRAND_NEW']) {
    assert.equal(said({ messageCode, failureCode: 'truncated' }), 'Incomplete answer');
  }
  assert.equal(said({ messageCode: 'OK' }), 'Incomplete answer');
  assert.equal(said({ failureCode: 'reset' }), 'Outcome unknown');
});
