import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { NewOrder } from '../../../../src/calls/ports/ports.ts';
import { plain } from '../../calls/sending/aSending.ts';
import { tabsOfPages } from '../shell/tabsOfPages.ts';
import { orderServices } from './orderServices.ts';

const { aWorld } = await import('../../calls/sending/aSending.ts');
const { OrderTab } = await import('../../../../src/ui/panels/orderTab.ts');
const { begunHere, loadOrder } = await import('../../../../src/ui/answers/shownOrder.ts');

async function aSettledCall(t: TestContext) {
  const world = await aWorld(t);
  world.answers = [plain];
  const done = await world.send({ body: JSON.stringify({ rc_number: 'XX00AB0001' }) });
  assert.ok(done.kind === 'settled');
  const services = { ...orderServices(world), sending: { ports: world.ports } };
  return { world, done, services: services as never };
}

test('the order of a call that just settled opens without being read back', async (t) => {
  const tabs = tabsOfPages(t);
  const { world, done, services } = await aSettledCall(t);
  let readBack = 0;
  world.breakLedger({
    payloads: (id) => {
      readBack += 1;
      return world.real.payloads(id);
    },
  });
  const order = new OrderTab(services);
  t.after(() => order.dispose());
  await order.showBeside(done.order.id, done);
  assert.equal(tabs.panels.length, 1);
  assert.equal(readBack, 0);
  await order.showBeside(done.order.id);
  assert.equal(readBack, 1);
});

test('nor is it shown where it was erased before its tab could open', async (t) => {
  const tabs = tabsOfPages(t);
  const { world, done, services } = await aSettledCall(t);
  const order = new OrderTab(services);
  t.after(() => order.dispose());
  await world.real.erase([done.order.id]);
  await assert.rejects(order.showBeside(done.order.id, done), /no longer in the order history/);
  assert.equal(tabs.panels.length, 0);
});

test('a call that leaves is shown as the history has it, without being read back', async (t) => {
  const world = await aWorld(t);
  for (const [turn, keep] of (['everything', 'open-only', 'metadata'] as const).entries()) {
    world.keep = { keep, payloadDays: 0, orderDays: 0 };
    world.answers = [plain];
    const looks: Promise<unknown>[] = [];
    const leaves = (order: NewOrder): void => {
      const here = begunHere(order);
      const look = loadOrder(orderServices(world) as never, order.id).then((kept) => {
        assert.ok(kept !== null);
        // What lists do not have is of no use to a page.
        const known = Object.keys(kept.order) as (keyof typeof kept.order)[];
        const order = Object.fromEntries(known.map((key) => [key, here.order[key]]));
        const requestBody = kept.requestBody === null ? null : Buffer.from(kept.requestBody).toString();
        const own = here.requestBody === null ? null : Buffer.from(here.requestBody).toString();
        assert.deepEqual({ ...here, order, requestBody: own }, { ...kept, requestBody });
      });
      looks.push(look);
    };
    const body = JSON.stringify({ rc_number: `XX00AB000${turn}` });
    const done = await world.send({ body, leaves });
    assert.equal(done.kind, 'settled', JSON.stringify(done));
    assert.equal(looks.length, 1);
    await Promise.all(looks);
  }
});

test('an answer is read again only where its bytes are others', async (t) => {
  const { done, services } = await aSettledCall(t);
  const first = await loadOrder(services, done.order.id);
  const again = await loadOrder(services, done.order.id, first);
  assert.ok(first?.answer != null && again !== null);
  assert.equal(again.reading, first.reading);
  const body = Buffer.from(first.answer.body);
  const other = { ...first, answer: { ...first.answer, body: body.fill(0x20, 0, 1) } };
  const anew = await loadOrder(services, done.order.id, other);
  assert.notEqual(anew?.reading, first.reading);
  assert.deepEqual(anew?.reading, first.reading);
});

test('an order that is in flight is read as it stands', async (t) => {
  const { done, services } = await aSettledCall(t);
  const settled = await loadOrder(services, done.order.id);
  assert.ok(settled !== null);
  const earlier = { ...settled, order: { ...settled.order, state: 'in-flight' as const } };
  const shown = await loadOrder(services, done.order.id, earlier);
  assert.notEqual(shown?.reading, settled.reading);
});
