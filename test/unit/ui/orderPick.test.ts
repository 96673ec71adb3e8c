import assert from 'node:assert/strict';
import { test } from 'node:test';
import { orderId } from '../../../src/calls/ports/ids.ts';
import { anOrder } from '../calls/orders.ts';
import { standInForVscode } from './vscodeStandIn.ts';

const told = await standInForVscode();
const { chooseOrder, openFirst } = await import('../../../src/ui/asking/chooseOrder.ts');

test('an order is found in a list by what it came to', async () => {
  const orders = [
    anOrder({ state: 'settled', outcome: 'negative', messageCode: 'NO_RECORD_FOUND' }),
    anOrder({ state: 'lost', outcome: 'unknown', messageCode: null }),
  ];
  await chooseOrder({ now: () => 0 } as never, undefined, 'Copy Order ID', orders);
  const [items] = told.shown.at(-1) as [{ readonly description: string }[]];
  assert.deepEqual(
    items.map(({ description }) => /negative|unknown/.test(description)),
    [true, false],
  );
});

test('of an order that is picked from a list it is said whether it was simulated: its `billed` costs nothing', async () => {
  const billed = { state: 'settled', outcome: 'verified', billing: 'billed', messageCode: 'OK' } as const;
  const orders = (['sandbox', 'live'] as const).map((kind) => anOrder({ ...billed, kind }));
  await chooseOrder({ now: () => 0 } as never, undefined, 'Copy Order ID', orders);
  const [items] = told.shown.at(-1) as [{ readonly description: string }[]];
  const money = items.map(({ description }) => description.split(' · ')[0]);
  assert.deepEqual(money, ['billed (simulated)', 'billed']);
});

test('of an order that is picked from a list the money is said as its user recorded it', async () => {
  const pending = {
    state: 'settled',
    outcome: 'pending',
    billing: 'billed',
    messageCode: 'ACCEPTED',
  } as const;
  const orders = (['sandbox', 'live'] as const).map((kind) =>
    anOrder({ ...pending, kind, httpStatus: 202, resolved: 'refunded' }),
  );
  await chooseOrder({ now: () => 0 } as never, undefined, 'Copy Order ID', orders);
  const [items] = told.shown.at(-1) as [{ readonly description: string }[]];
  const money = items.map(({ description }) => description.split(' · ')[0]);
  assert.deepEqual(money, ['refunded (simulated)', 'refunded']);
});

test('of an order that is picked from a list what was recorded stands in place of what was open', async () => {
  const open = { outcome: 'unknown', billing: 'unknown', messageCode: null, kind: 'live' } as const;
  const orders = [
    anOrder({ ...open, state: 'settled', httpStatus: 502, resolved: 'refunded' }),
    anOrder({ ...open, state: 'lost', httpStatus: null, resolved: 'verified' }),
    anOrder({ ...open, state: 'settled', httpStatus: 502, resolved: 'still-open' }),
  ];
  await chooseOrder({ now: () => 0 } as never, undefined, 'Compare', orders);
  const [items] = told.shown.at(-1) as [{ readonly label: string; readonly description: string }[]];
  const shown = items.map(({ label, description }) => [
    label.split(' · ')[1],
    ...description.split(' · ').slice(0, 2),
  ]);
  assert.deepEqual(shown, [
    ['HTTP 502', 'refunded', 'recorded: refunded'],
    ['no answer kept', 'billed', 'recorded: verified'],
    ['HTTP 502', 'may be billed', 'unknown'],
  ]);
});

test('for commands on what the service left open those orders come first, each once', async () => {
  const id = (count: number) => orderId(`11111111-2222-4333-8444-00000000000${count}`);
  const [paid, waits, older] = [
    anOrder({ id: id(1), state: 'settled', outcome: 'verified', billing: 'billed', messageCode: 'OK' }),
    anOrder({ id: id(2), state: 'settled', outcome: 'pending', billing: 'billed', messageCode: 'ACCEPTED' }),
    anOrder({ id: id(3), state: 'lost', outcome: 'unknown', messageCode: null }),
  ];
  const list = async ({ group }: { readonly group: string }) => ({
    orders: group === 'attention' ? [waits, older] : [paid, waits],
  });
  const found = await openFirst({ ledger: async () => ({ list }) } as never);
  assert.deepEqual(found, [waits, older, paid]);
});
