import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { orderId } from '../../../../src/calls/ports/ids.ts';
import { reset, world } from '../../../support/plainVscode.ts';
import { anOrder } from '../../calls/orders.ts';

const { compareOrders } = await import('../../../../src/ui/history/compare.ts');

beforeEach(reset);

test('an order that is the only one of its operation is said to be, not that there are none', async () => {
  const order = anOrder({ id: orderId('one') });
  const ledger = { get: async () => order, list: async () => ({ orders: [order], next: null }) };
  await compareOrders({ ledger: async () => ledger } as never, [order.id], 'masked');
  assert.deepEqual(
    world.shown.map(({ given }) => given[0]),
    ['There is no other answer of RC Details Advanced to compare with.'],
  );
});

test('of two that are picked each is asked for by what it is to be', async () => {
  const orders = ['one', 'two'].map((id) => anOrder({ id: orderId(id), maskedInput: `XX••${id}` }));
  const get = async (id: string) => orders.find((order) => order.id === id) ?? null;
  const ledger = { get, list: async () => ({ orders, next: null }) };
  world.choices.push((given) => Array.isArray(given[0]) && given[0][0]);
  await compareOrders({ ledger: async () => ledger, now: () => 0 } as never, [], 'masked');
  const titles = world.shown.map(({ given }) => (given[1] as { readonly title: string }).title);
  assert.equal(titles[0], 'Compare: First Answer');
  assert.match(titles[1] ?? '', /^Compare XX••one .* With$/);
});

test('only those are offered beside it that have an answer to compare with', async () => {
  const orders = [
    anOrder({ id: orderId('one') }),
    anOrder({ id: orderId('not kept'), payloadsKept: false }),
    anOrder({ id: orderId('two') }),
  ];
  const get = async (id: string) => orders.find((order) => order.id === id) ?? null;
  const ledger = { get, list: async () => ({ orders, next: null }) };
  await compareOrders({ ledger: async () => ledger, now: () => 0 } as never, [orderId('one')], 'masked');
  const offered = world.shown.flatMap(({ given }) => given[0] as readonly { readonly id: string }[]);
  assert.deepEqual(
    offered.map(({ id }) => id),
    ['two'],
  );
});
