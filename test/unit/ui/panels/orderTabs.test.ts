import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as rest } from 'node:timers/promises';
import { orderId } from '../../../../src/calls/ports/ids.ts';
import type { OrderState } from '../../../../src/protocol/messages.ts';
import { until } from '../../../support/processes.ts';
import { plain } from '../../calls/sending/aSending.ts';
import { tabsOfPages } from '../shell/tabsOfPages.ts';
import { orderServices } from './orderServices.ts';

const { aWorld } = await import('../../calls/sending/aSending.ts');
const { OrderTab } = await import('../../../../src/ui/panels/orderTab.ts');

/** A window after a reload: an order is opened while the tab of another waits to be shown, and then that is shown. */
async function reloaded(t: TestContext) {
  const tabs = tabsOfPages(t);
  const world = await aWorld(t);
  for (const number of ['XX00AB0001', 'XX00AB0002']) {
    world.answers = [plain];
    assert.equal((await world.send({ body: JSON.stringify({ rc_number: number }) })).kind, 'settled');
  }
  const order = new OrderTab(orderServices(world) as never);
  t.after(() => order.dispose());
  const [left, opened] = world.begun;
  assert.ok(left !== undefined && opened !== undefined);
  await order.show(opened.id);
  const [panel] = tabs.panels;
  const back = tabs.aPanel('left');
  await order.restore(back as never, left.id);
  assert.ok(panel !== undefined);
  back.active = false;
  return { world, order, opened, left, panel, back };
}

async function closed(panel: { readonly isClosed: boolean }): Promise<boolean> {
  return until(
    () => panel.isClosed || undefined,
    () => 'The tab stays open.',
    30_000,
  );
}

test('an order that is erased leaves the screen, also where a reload left the tab of another', async (t) => {
  const { world, opened, left, panel, back } = await reloaded(t);
  await world.real.erase([opened.id]);
  assert.equal(await closed(panel), true);
  assert.equal(back.isClosed, false);
  await world.real.erase([left.id]);
  assert.equal(await closed(back), true);
});

test('what is done to the order in front is done to that, also where a reload left the tab of another', async (t) => {
  const { order, opened, left, panel, back } = await reloaded(t);
  assert.equal(order.active(), opened.id);
  [panel.active, back.active] = [false, true];
  assert.equal(order.active(), left.id);
});

test('a tab that shows another order by the time the erased one is missed stays open', async (t) => {
  const { world, order, opened, left, back } = await reloaded(t);
  const missed = Promise.withResolvers<void>();
  const shown = Promise.withResolvers<void>();
  world.breakLedger({
    get: async (id) => {
      const found = await world.real.get(id);
      if (found === null) {
        missed.resolve();
        await shown.promise;
      }
      return found;
    },
  });
  await world.real.erase([left.id]);
  await missed.promise;
  await order.show(opened.id);
  shown.resolve();
  await rest(50);
  assert.equal(back.isClosed, false);
});

test('a page that asks while its answer comes is told the answer last, and never one order with what is known of another', async (t) => {
  const { world, order, opened, left, back } = await reloaded(t);
  // As it was loaded; what is looked at below is asked for by the page.
  await until(
    () => back.posted.length > 0 || undefined,
    () => 'The page was told nothing as it was loaded.',
    30_000,
  );
  const asked = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  let first = true;
  world.breakLedger({
    // As where a note or what support sent is sealed with a key that has to be fetched.
    events: async (id) => {
      if (first) {
        first = false;
        asked.resolve();
        await goOn.promise;
      }
      return world.real.events(id);
    },
  });
  back.posted.length = 0;
  back.asks('page/ready', null);
  await asked.promise;
  await order.show(opened.id);
  await rest(50);
  goOn.resolve();
  const told = (): readonly (string | undefined)[] =>
    back.posted.map((one) => {
      const { result, payload } = one as { readonly result?: OrderState; readonly payload?: OrderState };
      return (result ?? payload)?.answer.id;
    });
  await until(
    () => (told().at(-1) === opened.id ? true : undefined),
    () => `${told().join()}, not ${opened.id} last`,
    30_000,
  );
  assert.ok(told().every((id) => id !== left.id));
});

test('the order that was asked for last is shown, in one tab, also where the one before took longer to read', async (t) => {
  const tabs = tabsOfPages(t);
  const world = await aWorld(t);
  for (const number of ['XX00AB0001', 'XX00AB0002']) {
    world.answers = [plain];
    assert.equal((await world.send({ body: JSON.stringify({ rc_number: number }) })).kind, 'settled');
  }
  const [huge, small] = world.begun;
  assert.ok(huge !== undefined && small !== undefined);
  let read = Promise.withResolvers<void>();
  world.breakLedger({
    get: async (id) => {
      if (id === huge.id) await read.promise;
      return world.real.get(id);
    },
  });
  const order = new OrderTab(orderServices(world) as never);
  t.after(() => order.dispose());
  const first = order.show(huge.id);
  await order.show(small.id);
  read.resolve();
  await first;
  assert.deepEqual([tabs.panels.length, order.active()], [1, small.id]);
  read = Promise.withResolvers<void>();
  const again = order.show(huge.id);
  await assert.rejects(order.show(orderId('an order that is gone')));
  read.resolve();
  await again;
  assert.deepEqual([tabs.panels.length, order.active()], [1, huge.id]);
});

test('an open order, whose answer may be of 10 MB, is read again a few times a second at most, as while a batch writes others', async (t) => {
  const { world, left } = await reloaded(t);
  const reads: string[] = [];
  world.breakLedger({
    payloads: (id) => {
      reads.push(id);
      return world.real.payloads(id);
    },
  });
  const began = Date.now();
  for (let change = 0; change < 40; change += 1) {
    await world.real.note(left.id, `note ${change}`, world.now + change);
    await rest(10);
  }
  const seconds = (Date.now() - began) / 1000;
  // Two orders are open.
  assert.ok(reads.length / 2 <= 1 + seconds * 5, `${reads.length} readings in ${seconds} s`);
});
