import assert from 'node:assert/strict';
import { test } from 'node:test';
import { messageCodes } from '../../../../src/contract/messageCodes.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import { askedAbout, readableBody } from '../../../../src/ui/answers/rawView.ts';
import { bytes } from '../../ledger/aLedger.ts';

const operation = operationById('rc-advanced');

test('masked, the words of the envelope stay as they came: status, all sixteen codes, an order_id', () => {
  const own = askedAbout(operation, bytes('{"rc_number":"XX00ZZ1234"}'));
  for (const { code } of messageCodes) {
    const body = { status: 'error', message_code: code, data: { error_code: code, order_id: 'ORD-1-ab' } };
    const shown = readableBody(operation, bytes(JSON.stringify(body)), true, own);
    assert.deepEqual(JSON.parse(shown), body, code);
  }
});

test('masked, a code of the service that holds what was asked about is covered', () => {
  const own = askedAbout(operation, bytes('{"rc_number":"XX00ZZ1234"}'));
  const shown = readableBody(operation, bytes('{"message_code":"NO_XX00ZZ1234"}'), true, own);
  assert.doesNotMatch(shown, /1234/);
});
