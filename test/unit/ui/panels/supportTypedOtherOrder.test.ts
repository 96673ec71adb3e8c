import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as rest } from 'node:timers/promises';
import { orderId } from '../../../../src/calls/ports/ids.ts';
import type { OrderState } from '../../../../src/protocol/messages.ts';
import { until } from '../../../support/processes.ts';
import { aLedger, pending, place } from '../../ledger/aLedger.ts';
import { orderServices } from '../../ui/panels/orderServices.ts';
import { tabsOfPages } from '../../ui/shell/tabsOfPages.ts';
import { standInForVscode } from '../../ui/vscodeStandIn.ts';

await standInForVscode();
const { World } = await import('../../calls/sending/aSending.ts');
const { OrderTab } = await import('../../../../src/ui/panels/orderTab.ts');

test('what is typed about an order is there again once another order was looked up in the same tab', async (t) => {
  const tabs = tabsOfPages(t);
  const { ledger } = await aLedger(t);
  for (const id of ['a', 'c']) await place(ledger, id, { settlement: pending });
  const [a, c] = [orderId('a'), orderId('c')];
  const order = new OrderTab(orderServices(new World(ledger)) as never);
  t.after(() => order.dispose());
  await order.show(a);
  const [panel] = tabs.panels;
  assert.ok(panel !== undefined);
  const asked = async (method: string, params: unknown) => {
    const before = panel.posted.length;
    panel.asks(method, params);
    await until(
      () =>
        (panel.posted as { kind: string }[]).slice(before).find(({ kind }) => kind === 'result') ?? undefined,
      () => method,
      30_000,
    );
  };
  await asked('page/ready', null);
  await order.write(a);
  await asked('support/typed', { orderId: 'a', text: 'Dear Asha, it went through.' });
  const shown = () =>
    (panel.posted as { event?: string; payload?: OrderState }[]).findLast(
      ({ event }) => event === 'page/state',
    )?.payload;
  const writing = () =>
    JSON.stringify((shown() as { details?: { writing?: unknown } } | undefined)?.details?.writing);
  const named = (id: string) =>
    JSON.stringify(shown() ?? null).includes(`"orderId":"${id}"`) ||
    JSON.stringify(shown() ?? null).includes(`"id":"${id}"`);
  await order.show(c);
  await rest(300);
  assert.equal(writing(), 'null');
  await order.show(a);
  await rest(300);
  assert.ok(named('a'));
  assert.match(writing() ?? '', /Dear Asha/);
  // So it is where the tab was closed meanwhile.
  panel.dispose();
  await order.show(a);
  const [, again] = tabs.panels;
  assert.ok(again !== undefined);
  again.asks('page/ready', null);
  const told = () => JSON.stringify(again.posted);
  await until(() => told().includes('Dear Asha') || undefined, told, 30_000);
});
