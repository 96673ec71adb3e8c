import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anOrder } from '../calls/orders.ts';
import { standInForVscode } from './vscodeStandIn.ts';

const told = await standInForVscode();
const { chooseOrder } = await import('../../../src/ui/asking/chooseOrder.ts');

test('of an order that is picked from a list it is said whether it was simulated: its `billed` costs nothing', async () => {
  const billed = { state: 'settled', outcome: 'verified', billing: 'billed', messageCode: 'OK' } as const;
  const orders = (['sandbox', 'live'] as const).map((kind) => anOrder({ ...billed, kind }));
  await chooseOrder({ now: () => 0 } as never, undefined, 'Copy Order ID', orders);
  const [[items] = []] = told.shown as [{ readonly description: string }[]][];
  const money = (items ?? []).map(({ description }) => description.split(' · ')[0]);
  assert.deepEqual(money, ['billed (simulated)', 'billed']);
});
