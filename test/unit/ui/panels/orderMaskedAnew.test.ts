import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RequestField } from '../../../../src/contract/shapes.ts';
import { until } from '../../../support/processes.ts';
import { verified } from '../../calls/batch/aRun.ts';
import { plain } from '../../calls/sending/aSending.ts';
import { tabsOfPages } from '../shell/tabsOfPages.ts';
import { orderServices } from './orderServices.ts';

const { aWorld } = await import('../../calls/sending/aSending.ts');
const { OrderTab } = await import('../../../../src/ui/panels/orderTab.ts');

const secret = 'blue heron';

test('the page of an order masks its answer by the request fields as they are now', async (t) => {
  const tabs = tabsOfPages(t);
  const world = await aWorld(t);
  const { requestFields } = world.ports.settings.operation('rc-advanced');
  const [first] = requestFields;
  assert.ok(first !== undefined);
  const team = (mask: RequestField['mask']): RequestField => ({
    ...first,
    ...{ name: 'team', path: ['team'], label: 'Team', required: false, check: null, mask },
  });
  world.fields.set('rc-advanced', [...requestFields, team(null)]);
  const envelope = {
    ...{ status: 'SUCCESS', status_code: 200, charged: true, success: true, message: '' },
    ...{ message_code: 'OK', order_id: 'ORD-1' },
    data: { order_id: 'ORD-1', error_code: '', result: { team: secret } },
  };
  world.serviceAnswers = () =>
    ({ ...verified, body: new TextEncoder().encode(JSON.stringify(envelope)) }) as never;
  world.answers = [plain];
  const operation = world.ports.settings.operation('rc-advanced');
  const body = JSON.stringify({ rc_number: 'XX00AB0001', team: secret });
  assert.equal((await world.send({ operation, body })).kind, 'settled');
  const [sent] = world.begun;
  assert.ok(sent !== undefined);

  const listeners: (() => void)[] = [];
  const onDidChangeFields = (one: () => void) => {
    listeners.push(one);
    return { dispose: () => undefined };
  };
  const services = { ...orderServices(world), onDidChangeFields };
  const order = new OrderTab(services as never);
  t.after(() => order.dispose());
  await order.show(sent.id);
  const [panel] = tabs.panels;
  assert.ok(panel !== undefined);
  panel.asks('page/ready', null);
  const answerIn = (message: unknown): object | undefined => {
    const { result, payload = result } = message as { result?: object; payload?: object };
    return payload !== undefined && 'answer' in payload ? (payload.answer as object) : undefined;
  };
  const next = (from: number): Promise<object> =>
    until(
      async () =>
        panel.posted
          .slice(from)
          .map(answerIn)
          .findLast((one) => one !== undefined),
      () => 'no state came',
      5000,
    );
  assert.match(JSON.stringify(await next(0)), new RegExp(secret));

  // Edit Request Fields…: it is somebody's name.
  world.fields.set('rc-advanced', [...requestFields, team('all')]);
  const before = panel.posted.length;
  for (const one of listeners) one();
  assert.doesNotMatch(JSON.stringify(await next(before)), new RegExp(secret));
  // What is copied as masked is so, too.
  const asked = panel.posted.length;
  panel.asks('answer/lines', { orderId: sent.id, revealed: false, folded: [], from: 0, count: 100 });
  const lines = await until(
    async () => panel.posted[asked],
    () => 'no lines came',
    5000,
  );
  assert.doesNotMatch(JSON.stringify(lines), new RegExp(secret));
});
