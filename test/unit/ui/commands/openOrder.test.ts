import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type OrderId, orderId } from '../../../../src/calls/ports/ids.ts';
import { anOrder } from '../../calls/orders.ts';
import { standInForVscode } from '../vscodeStandIn.ts';

const told = await standInForVscode();
const { commandHandlers } = await import('../../../../src/ui/commands/handlers.ts');

const open = orderId('00000000-0000-4000-8000-000000000001');
const row = orderId('00000000-0000-4000-8000-000000000002');

/** The commands of a window. @param page what is its active tab */
function aWindow(page: 'order' | 'form' | 'none') {
  told.shown.splice(0);
  told.copied.splice(0);
  const did: unknown[] = [];
  const shown: OrderId | null = page === 'order' ? open : null;
  const features = {
    pages: {
      shownOrder: () => shown,
      isActive: () => page !== 'none',
      onActive: async (act: string) => void did.push(['page', act]),
      openOrder: async (id: OrderId) => void did.push(['openOrder', id]),
      sendAgain: async (id: OrderId) => void did.push(['sendAgain', id]),
    },
    documents: { open: async (id: OrderId) => void did.push(['json', id]) },
    history: {
      run: async (command: string, argument: unknown, selection: unknown) =>
        void did.push([command, argument, selection]),
    },
    snippets: { run: async (command: string, argument: unknown) => void did.push([command, argument]) },
    requestFiles: {
      isActive: () => false,
      run: async (command: string, argument: unknown) => void did.push([command, argument]),
    },
  };
  const ledger = {
    list: async () => ({ orders: [anOrder({ id: row })] }),
    get: async (id: OrderId) => anOrder({ id, orderId: `ORD-${id.slice(-1)}` }),
  };
  const services = { ledger: async () => ledger, now: () => 0, ticks: { tick: async () => undefined } };
  const rows = { take: async () => [], hasSelected: () => undefined, isOnlySelected: () => false };
  const parts = { services, features: async () => features, orders: {}, rows, filter: {} };
  const run = commandHandlers(parts as never);
  return { did, run, asked: () => told.shown.length };
}

const onOrders = [
  'compareOrders',
  'compareOrdersSorted',
  'compareOrdersRevealed',
  'copySupportQuote',
  'noteOrder',
  'recordOutcome',
  'followUpOrder',
  'addSupportText',
  'eraseOrder',
  'eraseInput',
] as const;

test('a command of the palette on an order means the one whose page is the active tab', async () => {
  for (const name of onOrders) {
    const { did, run } = aWindow('order');
    await run[name](undefined, undefined);
    assert.deepEqual(did, [[name, open, undefined]]);
  }
  const { did, run, asked } = aWindow('order');
  await run.sendAgain(undefined);
  await run.openOrderJson(undefined);
  await run.copyOrderId(undefined);
  assert.deepEqual(did, [
    ['sendAgain', open],
    ['json', open],
  ]);
  assert.deepEqual(told.copied, ['ORD-1']);
  assert.equal(asked(), 1, 'that it was copied is all that is shown');
});

test('a row or an id that is handed over is meant, whatever page is active', async () => {
  for (const name of onOrders) {
    const { did, run } = aWindow('order');
    await run[name](row, [row]);
    assert.deepEqual(did, [[name, row, [row]]]);
  }
  const { did, run } = aWindow('order');
  await run.sendAgain({ order: { id: row } });
  await run.eraseOrder({ rows: 'focused' });
  assert.deepEqual(
    did,
    [['sendAgain', row]],
    'a key in the history means its rows, also where there is none',
  );
});

test('where no page of an order is active it is asked which', async () => {
  for (const page of ['form', 'none'] as const) {
    for (const name of onOrders) {
      const { did, run } = aWindow(page);
      await run[name](undefined, undefined);
      assert.deepEqual(did, [[name, undefined, undefined]]);
    }
    const { did, run, asked } = aWindow(page);
    await run.sendAgain(undefined);
    await run.copyOrderId(undefined);
    assert.deepEqual([did, asked(), told.copied], [[], 2, []]);
  }
});

test('the order to be opened, and orders that were not opened, are asked for all the same', async () => {
  const { did, run, asked } = aWindow('order');
  await run.openOrder(undefined);
  assert.deepEqual([did, asked()], [[], 1]);
  await run.exportOrders(undefined, undefined);
  assert.deepEqual(did, [['exportOrders', undefined, undefined]]);
});

test('a request is copied or saved from the page that is active, else asked for', async () => {
  for (const page of ['order', 'form'] as const) {
    const { did, run } = aWindow(page);
    await run.copyAs(undefined);
    await run.saveRequestFile(undefined);
    await run.copyAs(row);
    assert.deepEqual(did, [
      ['page', 'copyAs'],
      ['page', 'saveRequestFile'],
      ['copyAs', row],
    ]);
  }
  const { did, run } = aWindow('none');
  await run.copyAs(undefined);
  await run.saveRequestFile(undefined);
  assert.deepEqual(did, [
    ['copyAs', undefined],
    ['saveRequestFile', undefined],
  ]);
});
