import assert from 'node:assert/strict';
import { test } from 'node:test';
import { messageCodes } from '../../../../src/contract/messageCodes.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import { askedAbout, rawView, readableBody } from '../../../../src/ui/panels/rawView.ts';
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

const start = (value: unknown, revealed = false) =>
  rawView(operation, bytes(JSON.stringify(value)), revealed);

test('a small body comes whole; of a large one a start, which says that it is one and that the rest is masked, too', () => {
  const small = start({ message: 'short' });
  assert.deepEqual([small.shownBytes, small.totalBytes, small.masked], [19, 19, false]);
  const long = { items: Array.from({ length: 20_000 }, () => 'word') };
  const large = start(long);
  assert.ok(large.shownBytes < large.totalBytes && large.text.length < 11_000, `${large.text.length}`);
  assert.deepEqual([large.masked, start(long, true).masked], [true, false]);
});

test('a body whose text is too long only once it is laid out is no whole one', () => {
  const nested = { items: Array.from({ length: 12_000 }, () => [[1]]) };
  const laid = start(nested);
  assert.ok(laid.totalBytes < 100_000);
  assert.ok(laid.text.length > laid.totalBytes && laid.shownBytes < laid.totalBytes);
});
