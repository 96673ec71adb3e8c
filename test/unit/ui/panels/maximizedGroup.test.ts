import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plain } from '../../calls/sending/aSending.ts';
import { tabsOfPages } from '../shell/tabsOfPages.ts';
import { orderServices } from './orderServices.ts';

const { aWorld } = await import('../../calls/sending/aSending.ts');
const { OrderTab } = await import('../../../../src/ui/panels/orderTab.ts');

test('another order is brought into view beside the file, also where the group of the tab is covered by a maximized one', async (t) => {
  const tabs = tabsOfPages(t);
  const world = await aWorld(t);
  for (const number of ['XX00AB0001', 'XX00AB0002']) {
    world.answers = [plain];
    assert.equal((await world.send({ body: JSON.stringify({ rc_number: number }) })).kind, 'settled');
  }
  const [first, second] = world.begun;
  assert.ok(first !== undefined && second !== undefined);
  const order = new OrderTab(orderServices(world) as never);
  t.after(() => order.dispose());
  await order.showBeside(first.id);
  const [panel] = tabs.panels;
  assert.ok(panel !== undefined);
  // The user maximizes the group of the file: VS Code tells an extension nothing of it, `visible` stays true.
  assert.equal(panel.visible, true);
  const before = panel.revealed;
  await order.showBeside(second.id);
  assert.equal(panel.revealed - before, 1, 'the answer of the second request is nowhere to be seen');
});
