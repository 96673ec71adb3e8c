import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { OrderId } from '../../../src/calls/ports/ids.ts';
import { operationById } from '../../../src/contract/operations.ts';
import { commandIds } from '../../../src/contributions.ts';
import { anOrder } from '../calls/orders.ts';
import { standInForVscode, type Told } from './vscodeStandIn.ts';

const order = anOrder();
let erased: readonly OrderId[] = [];

const services = {
  now: () => 0,
  ledger: async () => ({
    get: async () => order,
    setAside: async () => [],
    erase: async (ids: readonly OrderId[]) => {
      erased = ids;
      return { orders: ids.length, leftOpen: 0 };
    },
  }),
} as never;

describe('the question before erasing', () => {
  let told: Told;
  let eraseOrders: typeof import('../../../src/ui/history/erase.ts').eraseOrders;
  before(async () => {
    told = await standInForVscode();
    ({ eraseOrders } = await import('../../../src/ui/history/erase.ts'));
  });

  it('opens what erasing takes and keeps, and erases nothing then', async () => {
    told.answers.push('Learn More');
    await eraseOrders(services, [order.id]);
    assert.deepEqual(erased, []);
    assert.deepEqual(told.shown.at(-1), [commandIds.openPrivacy]);
  });

  it('erases by its own word alone', async () => {
    await eraseOrders(services, [order.id]);
    assert.deepEqual(erased, []);
    told.answers.push('Erase');
    await eraseOrders(services, [order.id]);
    assert.deepEqual(erased, [order.id]);
  });

  it('names the input of a single order, covered', async () => {
    await eraseOrders(services, [order.id]);
    assert.ok(JSON.stringify(told.shown.at(-1)).includes(`Erase the order of ${order.maskedInput}?`));
    await eraseOrders(services, [order.id, order.id]);
    assert.ok(JSON.stringify(told.shown.at(-1)).includes('Erase 2 orders?'));
  });

  it('says of a single order which call it was and when: many inputs look alike once they are covered', async () => {
    await eraseOrders(services, [order.id]);
    const [, { detail }] = told.shown.at(-1) as [string, { readonly detail: string }];
    const when = new Date(order.begunAt).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'medium' });
    assert.equal(detail.split('\n')[0], `${operationById(order.operation).title} · ${when}`);
    await eraseOrders(services, [order.id, order.id]);
    assert.match(JSON.stringify(told.shown.at(-1)), /"detail":"Request, answer/);
  });

  it('says of one order that it was one', async () => {
    told.answers.push('Erase');
    await eraseOrders(services, [order.id]);
    assert.deepEqual(told.shown.at(-1), ['1 order erased.']);
    told.answers.push('Erase');
    await eraseOrders(services, [order.id, order.id]);
    assert.deepEqual(told.shown.at(-1), ['2 orders erased.']);
  });
});
