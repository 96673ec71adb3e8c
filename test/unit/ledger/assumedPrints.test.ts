import assert from 'node:assert/strict';
import { test } from 'node:test';
import { comparedBody } from '../../../src/contract/comparedBody.ts';
import type { OperationId } from '../../../src/contract/words.ts';
import { fingerprintKey, fingerprintOf } from '../../../src/ledger/fingerprint.ts';
import { assumedPrints } from '../../../src/ledger/transfer/assumedPrints.ts';
import { bytes } from './aLedger.ts';

const from = { id: 'old', key: new Uint8Array(32).fill(1) };
const to = { id: 'new', key: new Uint8Array(32).fill(2) };

function print(key: Uint8Array, operation: OperationId, body: unknown): string {
  const compared = comparedBody({ id: operation }, JSON.stringify(body));
  return fingerprintOf(fingerprintKey(key), operation, bytes(compared));
}

const pair = { aadhaar_number: '0000 0000 0000', pan_number: 'ZZZXZ9999Z' };
const emails = ['a@example.com', 'b@example.com'];
const cases: readonly (readonly [OperationId, request: unknown, assumed: unknown, found: boolean])[] = [
  ['rc-advanced', { car: { plate: 'XX00AB0001' } }, { rc_number: 'XX00AB0001' }, true],
  ['rc-advanced', { plate: 'XX00AB0001', consent: 'Y' }, { rc_number: 'XX00AB0001' }, true],
  ['rc-advanced', { plate: 'XX00AB0001' }, { rc_number: 'XX00AB0002' }, false],
  ['aadhaar-pan-link', { pan: 'ZZZXZ9999Z', uid: '0000 0000 0000' }, pair, true],
  ['credit-report', { pan: 'ZZZXZ9999Z' }, { number: 'ZZZXZ9999Z', fetch_by: 'pan' }, true],
  ['email-bulk', { addresses: emails }, { emails }, true],
  // Too many ways to lay them out.
  ['rc-advanced', { a: '1', b: '2', c: '3', d: '4', e: '5' }, { rc_number: '5' }, false],
];

for (const [operation, request, assumed, found] of cases)
  test(`${operation}: ${JSON.stringify(request)} ${found ? 'is' : 'is not'} known as ${JSON.stringify(assumed)}`, () => {
    const prints = new Set([print(from.key, operation, assumed)]);
    const made = assumedPrints({ operation, request: JSON.stringify(request), prints }, from, to);
    assert.deepEqual(made, found ? [print(to.key, operation, assumed)] : []);
    const none = assumedPrints({ operation, request: JSON.stringify(request), prints: new Set() }, from, to);
    assert.deepEqual(none, []);
  });

test('what is no JSON, or longer or deeper than a form has it, has no other names', () => {
  const prints = new Set([print(from.key, 'rc-advanced', { rc_number: 'XX00AB0001' })]);
  const long = JSON.stringify({ plate: 'XX00AB0001', padding: 'x'.repeat(20_000) });
  const deep = `{"a":${'['.repeat(9000)}${']'.repeat(9000)}}`;
  for (const request of ['XX00AB0001', long, deep])
    assert.deepEqual(assumedPrints({ operation: 'rc-advanced', request, prints }, from, to), []);
});
