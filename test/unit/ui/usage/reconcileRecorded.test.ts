import assert from 'node:assert/strict';
import { beforeEach, type TestContext, test } from 'node:test';
import type { Environment } from '../../../../src/calls/environments/environments.ts';
import { orderId } from '../../../../src/calls/ports/ids.ts';
import type { Resolution, Settlement } from '../../../../src/calls/ports/ports.ts';
import { reset } from '../../../support/plainVscode.ts';
import { aLedger, aSettlement, newOrder, noon, pending } from '../../ledger/aLedger.ts';
import { reconciled } from './aReconciler.ts';

beforeEach(reset);

const own: Environment = { name: 'acme-prod', baseUrl: 'https://api.example.in', kind: 'live' };
const charge = 'ORD-a,2026-11-21T12:00:00Z,4.50\n';
/** What differs between a statement and one order of which that was recorded. */
async function differing(
  t: TestContext,
  settlement: Partial<Settlement>,
  outcome: Resolution['outcome'],
  lines = charge,
): Promise<string> {
  const { ledger } = await aLedger(t);
  const id = orderId('a');
  await ledger.begin(newOrder('a', { begunAt: noon }));
  await ledger.settle(id, aSettlement({ ...settlement, orderId: 'ORD-a' }));
  await ledger.resolve(id, { at: noon + 1, outcome, note: '', pasted: null });
  const text = await reconciled(ledger, own, `order_id,time,amount\n${lines}`);
  const [, found = ''] = /## What differs \(1\)\n\n(?:\|.*\n){2}(\|.*)\n/.exec(text) ?? [];
  return found;
}

const unclear = { outcome: 'unknown', billing: 'unknown', evidence: 'not-known' } as const;
const told = /charged on the statement, recorded as refunded or not billed/;

for (const outcome of ['refunded', 'not-billed'] as const)
  test(`a charge of an order that Spend counts as recorded, ${outcome}, is told`, async (t) => {
    assert.match(await differing(t, pending, outcome), told);
    assert.match(await differing(t, unclear, outcome), told);
  });

test('nothing of that is said where the statement takes the charge back, or what was recorded costs', async (t) => {
  const back = `${charge}ORD-a,2026-11-21T12:01:00Z,-4.50\n`;
  assert.doesNotMatch(await differing(t, pending, 'refunded', back), told);
  assert.equal(await differing(t, pending, 'verified'), '');
  assert.doesNotMatch(await differing(t, unclear, 'no-result'), told);
});
