import assert from 'node:assert/strict';
import { beforeEach, type TestContext, test } from 'node:test';
import type { Environment } from '../../../../src/calls/environments/environments.ts';
import { orderId } from '../../../../src/calls/ports/ids.ts';
import { reset } from '../../../support/plainVscode.ts';
import { aLedger, aSettlement, localDay, newOrder, noon } from '../../ledger/aLedger.ts';
import { reconciled } from './aReconciler.ts';

beforeEach(reset);

const at = (id: string): string => `ORD-${id},2026-11-21T12:00:00Z,4.50\n`;
const own: Environment = { name: 'acme-prod', baseUrl: 'https://api.example.in', kind: 'live' };

/** Three calls that the statement charges, of which one is from the day before. */
async function aHistory(t: TestContext) {
  const { ledger } = await aLedger(t);
  for (const [id, begunAt] of [
    ['a', noon],
    ['b', noon],
    ['before', noon - 24 * 3_600_000],
  ] as const) {
    await ledger.begin(newOrder(id, { begunAt, day: localDay(begunAt) }));
    await ledger.settle(orderId(id), aSettlement({ orderId: `ORD-${id}` }));
  }
  return ledger;
}

const report = (ledger: Awaited<ReturnType<typeof aHistory>>, csv: string): Promise<string> =>
  reconciled(ledger, own, csv);

test('a charge of an order that was erased is not left unexplained', async (t) => {
  const ledger = await aHistory(t);
  await ledger.erase([orderId('a')]);
  const text = await report(ledger, `order_id,time,amount\n${at('a')}${at('b')}`);
  assert.match(text, /no order matches/);
  assert.match(text, /erased from the order history since, and cannot be compared: 1\./);
});

test('nothing is said of orders that were erased of other days, that never left, or of other environments', async (t) => {
  const ledger = await aHistory(t);
  await ledger.begin(newOrder('c', { environment: 'other', day: localDay(noon) }));
  await ledger.settle(orderId('c'), aSettlement());
  await ledger.begin(newOrder('d', { day: localDay(noon) }));
  await ledger.settle(orderId('d'), aSettlement({ outcome: 'not-sent', billing: 'free' }));
  await ledger.erase([orderId('before'), orderId('c'), orderId('d')]);
  const text = await report(ledger, `order_id,time,amount\n${at('a')}${at('b')}`);
  assert.doesNotMatch(text, /erased/);
});

test('a call that left on another day by the clock of another zone is not told to be erased', async (t) => {
  const { ledger } = await aLedger(t);
  await ledger.begin(newOrder('a', { begunAt: noon, day: localDay(noon) }));
  await ledger.settle(orderId('a'), aSettlement({ orderId: 'ORD-a' }));
  // The evening before by this computer's clock, where it stands now.
  await ledger.begin(newOrder('b', { begunAt: noon - 24 * 3_600_000, day: localDay(noon) }));
  await ledger.settle(orderId('b'), aSettlement({ orderId: 'ORD-b' }));
  assert.doesNotMatch(await report(ledger, `order_id,time,amount\n${at('a')}`), /erased/);
});
