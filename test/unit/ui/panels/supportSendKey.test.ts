import assert from 'node:assert/strict';
import { test } from 'node:test';
import { orderId } from '../../../../src/calls/ports/ids.ts';
import { aLedger, pending, place } from '../../ledger/aLedger.ts';
import { tabsOfPages } from '../shell/tabsOfPages.ts';
import { standInForVscode } from '../vscodeStandIn.ts';
import { orderServices } from './orderServices.ts';

await standInForVscode();
const { World } = await import('../../calls/sending/aSending.ts');
const { OpenPages } = await import('../../../../src/ui/panels/openPages.ts');
const { OrderTab } = await import('../../../../src/ui/panels/orderTab.ts');

test('the key that sends a form is told to an order’s page while support’s words are written there, else that no form is open', async (t) => {
  const tabs = tabsOfPages(t);
  const { ledger } = await aLedger(t);
  const id = orderId('a');
  await place(ledger, 'a', { settlement: pending });
  const services = orderServices(new World(ledger)) as never;
  const order = new OrderTab(services);
  t.after(() => order.dispose());
  const pages = new OpenPages(services, { active: () => null } as never, order);
  await order.show(id);
  const [panel] = tabs.panels;
  assert.ok(panel !== undefined);
  panel.asks('page/ready', null);
  await assert.rejects(pages.onActive('send'), /Open a request form first/);
  await order.write(id);
  await pages.onActive('send');
  assert.ok(panel.posted.some((one) => JSON.stringify(one) === '{"kind":"send"}'));
  panel.active = false;
  await assert.rejects(pages.onActive('send'), /Open a request form first/);
});
