import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asLedgerRefusal, LedgerRefusal } from '../../../../src/calls/ports/ports.ts';

const what = { text: 'The order history cannot be written: {0}.', args: ['the disk is full'] };

test('a refusal of the ledger says why in words, and names itself', () => {
  const refusal = new LedgerRefusal('unwritable', what);
  assert.equal(String(refusal), 'LedgerRefusal: The order history cannot be written: the disk is full.');
  assert.deepEqual([refusal.reason, refusal.what], ['unwritable', what]);
});

test('a refusal is known by its shape, for one of another bundle is of another class', () => {
  const refusal = new LedgerRefusal('guard', what);
  assert.equal(asLedgerRefusal(refusal), refusal);
  const foreign = Object.assign(new Error('x'), { name: 'LedgerRefusal', reason: 'guard', what });
  assert.equal(asLedgerRefusal(foreign), foreign);
});

test('nothing else is taken for one', () => {
  for (const other of [
    new Error('x'),
    Object.assign(new Error('x'), { name: 'LedgerRefusal' }),
    Object.assign(new Error('x'), { what }),
    { name: 'LedgerRefusal', reason: 'guard', what },
    'LedgerRefusal',
    null,
    undefined,
  ]) {
    assert.equal(asLedgerRefusal(other), null, String(other));
  }
});
