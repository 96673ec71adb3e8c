import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { orderId } from '../../../../src/calls/ports/ids.ts';
import { plainVscode, reset, world } from '../../../support/plainVscode.ts';

const { backUpOrders } = await import('../../../../src/ui/history/backUp.ts');
const { exportOrders } = await import('../../../../src/ui/history/exportOrders.ts');
type Scope = Parameters<typeof exportOrders>[1];

beforeEach(reset);

/** What is asked and said of an export that is given up at the file. @param matching orders that the filter lets through */
async function said(scope: Scope, matching = 0): Promise<readonly unknown[]> {
  world.shown.length = 0;
  const ledger = {
    countUpTo: async (_: unknown, most: number) => Math.min(matching, most),
    get: async (id: string) => (id === 'gone' ? null : { id }),
  };
  const services = { ledger: async () => ledger, now: () => 0 };
  world.choices.push((given) => (given[0] as readonly unknown[])[0]);
  await exportOrders(services as never, scope);
  world.choices.length = 0;
  return world.shown.map(({ what, given }) =>
    what === 'showInformationMessage'
      ? given[0]
      : (given.at(-1) as { readonly title?: string } | undefined)?.title,
  );
}

const twice = (title: string): readonly string[] => [title, title];

test('how many orders leave is said before, where the format is chosen and where the file is', async () => {
  assert.deepEqual(await said({ filter: {} }, 1), twice('Export 1 Order'));
  assert.deepEqual(await said({ filter: { hasNote: true } }, 2), twice('Export 2 Orders'));
  assert.deepEqual(await said({ filter: {} }, 1_000_000), twice('Export 1,000,000 Orders'));
  assert.deepEqual(await said({ filter: {} }, 1_000_001), twice('Export More Than 1,000,000 Orders'));
  assert.deepEqual(await said({ ids: [orderId('a')] }), twice('Export 1 Order'));
  assert.deepEqual(await said({ ids: [orderId('a'), orderId('b'), orderId('c')] }), twice('Export 3 Orders'));
});

test('nothing to export is said at once, with the filter that lets none through', async () => {
  assert.deepEqual(await said({ filter: { hasNote: true } }), [
    'Nothing to export: no order matches the filter.',
  ]);
  assert.deepEqual(await said({ filter: {} }), ['No orders yet.']);
});

test('an order that is gone is no order to export: no empty file stands for it', async () => {
  assert.deepEqual(await said({ ids: [orderId('a'), orderId('gone')] }), twice('Export 1 Order'));
  await assert.rejects(said({ ids: [orderId('gone')] }), /no longer in the order history/);
});

test('the file is named after the day of its user, which in India begins before that of UTC', async (t) => {
  const zone = process.env.TZ;
  process.env.TZ = 'Asia/Kolkata';
  t.after(() => {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  });
  world.folders.push(plainVscode.Uri.file('/work'));
  const night = Date.UTC(2026, 10, 24, 20);
  const ledger = { get: async (id: string) => ({ id }) };
  const services = { ledger: async () => ledger, now: () => night };
  world.choices.push((given) => (given[0] as readonly unknown[])[1]);
  await exportOrders(services as never, { ids: [orderId('a')] });
  await backUpOrders(services as never);
  const names = world.shown
    .filter(({ what }) => what === 'showSaveDialog')
    .map(({ given }) => (given[0] as { readonly defaultUri: { readonly path: string } }).defaultUri.path);
  assert.deepEqual(names, ['/work/orders-2026-11-25.csv', '/work/orders-2026-11-25.ordersbackup']);
});
