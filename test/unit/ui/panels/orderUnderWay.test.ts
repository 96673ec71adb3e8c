import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as rest } from 'node:timers/promises';
import type { NewOrder } from '../../../../src/calls/ports/ports.ts';
import type { AnswerView } from '../../../../src/protocol/messages.ts';
import { until } from '../../../support/processes.ts';
import { verified } from '../../calls/batch/aRun.ts';
import { aNewOrder } from '../../calls/orders.ts';
import { plain } from '../../calls/sending/aSending.ts';
import { tabsOfPages } from '../shell/tabsOfPages.ts';
import { orderServices } from './orderServices.ts';

const { aWorld } = await import('../../calls/sending/aSending.ts');
const { OrderTab } = await import('../../../../src/ui/panels/orderTab.ts');

type World = Awaited<ReturnType<typeof aWorld>>;

/** The page of an order, and what stands on it. */
async function pageOf(t: TestContext, world: World, { id }: NewOrder) {
  const tabs = tabsOfPages(t);
  const order = new OrderTab(orderServices(world) as never);
  t.after(() => order.dispose());
  await order.show(id);
  const [panel] = tabs.panels;
  assert.ok(panel !== undefined);
  panel.asks('page/ready', null);
  const answers = (): AnswerView[] =>
    panel.posted.flatMap((message) => {
      const { result, payload = result } = message as { result?: object; payload?: object };
      return payload !== undefined && 'answer' in payload ? [payload.answer as AnswerView] : [];
    });
  const headed = (headline: string): Promise<AnswerView> =>
    until(
      async () => answers().find((answer) => answer.headline === headline),
      () => `${headline}: ${answers().map((answer) => answer.headline)}`,
      5000,
    );
  return { answers, headed };
}

/** A call that is out until it is answered. */
async function out(world: World) {
  const answered = Promise.withResolvers<typeof verified>();
  world.serviceAnswers = () => answered.promise;
  world.answers = [plain];
  const sent = world.send();
  const order = await until(
    async () => (world.requests.length > 0 ? world.begun[0] : undefined),
    () => 'nothing was sent',
    5000,
  );
  return { sent, order, answer: () => answered.resolve(verified) };
}

test('the page of an order under way follows by itself when its answer is here', async (t) => {
  const world = await aWorld(t);
  const { sent, order, answer } = await out(world);
  const { answers, headed } = await pageOf(t, world, order);
  assert.equal((await headed('Waiting for the answer')).underWay, true);
  // Told while it loads, and in reply to what it asks: the same.
  assert.deepEqual([...new Set(answers().map(({ headline }) => headline))], ['Waiting for the answer']);
  answer();
  assert.equal((await sent).kind, 'settled');
  const settled = await headed('Verified');
  assert.deepEqual([settled.outcome, settled.underWay], ['verified', undefined]);
});

test('an order whose window died waits no longer than its deadline, and is unknown from then on', async (t) => {
  const world = await aWorld(t);
  const order = aNewOrder({ begunAt: world.now, deadlineAt: world.now + 70_000 });
  await world.real.begin(order);
  const { headed } = await pageOf(t, world, order);
  await headed('Waiting for the answer');
  world.now += 70_001;
  // What each window does as it starts, and every 15 s (ui/start/tendLedger.ts).
  assert.deepEqual(await world.real.recover(world.now), [order.id]);
  const lost = await headed('Outcome unknown');
  assert.deepEqual([lost.underWay, lost.billing], [undefined, 'unknown']);
});

test('a page that shows the answer does not go back to waiting for it, where an earlier look at a busy history took longer', async (t) => {
  const world = await aWorld(t);
  const { sent, order, answer } = await out(world);
  const { answers, headed } = await pageOf(t, world, order);
  await headed('Waiting for the answer');
  const looked = Promise.withResolvers<void>();
  const late = Promise.withResolvers<void>();
  let looks = 0;
  world.breakLedger({
    payloads: async (id) => {
      looks += 1;
      looked.resolve();
      if (looks === 1) await late.promise;
      return world.real.payloads(id);
    },
  });
  await world.real.note(order.id, 'asked support', world.now);
  await looked.promise;
  answer();
  assert.equal((await sent).kind, 'settled');
  await headed('Verified');
  late.resolve();
  await rest(100);
  assert.equal(answers().at(-1)?.headline, 'Verified');
});
