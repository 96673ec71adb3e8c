import assert from 'node:assert/strict';
import { test } from 'node:test';
import { orderId } from '../../../../src/calls/ports/ids.ts';
import type { OrderState } from '../../../../src/protocol/messages.ts';
import { until } from '../../../support/processes.ts';
import { aLedger, aWindow, keyRing, noon, pending, place } from '../../ledger/aLedger.ts';
import { tabsOfPages } from '../shell/tabsOfPages.ts';
import { orderServices } from './orderServices.ts';

const { World } = await import('../../calls/sending/aSending.ts');
const { OrderTab } = await import('../../../../src/ui/panels/orderTab.ts');

test('an order whose note is sealed with a key that is gone is shown all the same', async (t) => {
  const { ledger, folder } = await aLedger(t);
  await place(ledger, 'old', { settlement: pending });
  await ledger.note(orderId('old'), 'asked support', noon);
  await ledger.close();
  // After a restart of a Linux without a keyring.
  const next = await aWindow(t, folder, keyRing('new-key'));
  const tabs = tabsOfPages(t);
  const order = new OrderTab(orderServices(new World(next)) as never);
  t.after(() => order.dispose());
  await order.show(orderId('old'));
  const [panel] = tabs.panels;
  assert.ok(panel !== undefined);
  panel.asks('page/ready', null);
  const reply = await until(
    async () => panel.posted.find((one) => (one as { kind: string }).kind !== 'event'),
    () => JSON.stringify(panel.posted),
    3000,
  );
  const { result, failure } = reply as { result?: OrderState; failure?: { message: string } };
  assert.equal(failure?.message, undefined);
  assert.equal(result?.mode, 'order');
});
