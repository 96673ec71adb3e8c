import assert from 'node:assert/strict';
import { test } from 'node:test';
import { orderId } from '../../../../src/calls/ports/ids.ts';
import { until } from '../../../support/processes.ts';
import { aLedger, pending, place } from '../../ledger/aLedger.ts';
import { orderServices } from '../../ui/panels/orderServices.ts';
import { tabsOfPages } from '../../ui/shell/tabsOfPages.ts';
import { standInForVscode } from '../../ui/vscodeStandIn.ts';

await standInForVscode();
const { World } = await import('../../calls/sending/aSending.ts');
const { OrderTab } = await import('../../../../src/ui/panels/orderTab.ts');

test('Keep pressed twice keeps what support sent once', async (t) => {
  const tabs = tabsOfPages(t);
  const { ledger } = await aLedger(t);
  await place(ledger, 'a', { settlement: pending });
  const a = orderId('a');
  const order = new OrderTab(orderServices(new World(ledger)) as never);
  t.after(() => order.dispose());
  await order.show(a);
  const [panel] = tabs.panels;
  assert.ok(panel !== undefined);
  await order.write(a);
  const before = panel.posted.length;
  const answers = () =>
    panel.posted.slice(before).filter((one) => /"kind":"(?:result|failure)"/.test(JSON.stringify(one)));
  // As a double click forwards it: each message has an id of its own.
  for (const id of ['press-1', 'press-2'])
    panel.hears({
      kind: 'request',
      id,
      method: 'support/keep',
      params: { orderId: 'a', text: 'it went through' },
    });
  await until(
    () => answers().length === 2 || undefined,
    () => JSON.stringify(answers()),
    30_000,
  );
  assert.equal((await ledger.followUps.texts(a)).length, 1, JSON.stringify(answers()));
});
