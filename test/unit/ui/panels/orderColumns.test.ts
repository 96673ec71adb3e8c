import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OrderState } from '../../../../src/protocol/messages.ts';
import { until } from '../../../support/processes.ts';
import { verified } from '../../calls/batch/aRun.ts';
import { plain } from '../../calls/sending/aSending.ts';
import { tabsOfPages } from '../shell/tabsOfPages.ts';
import { orderServices } from './orderServices.ts';

const { aWorld } = await import('../../calls/sending/aSending.ts');
const { OrderTab } = await import('../../../../src/ui/panels/orderTab.ts');

function answerTo(n: number): Uint8Array {
  const results = [{ email: `nobody${n}@nowhere.example`, name: 'ZZ NOBODY', mobile: '0000000001' }];
  const envelope = {
    ...{ status: 'SUCCESS', status_code: 200, charged: true, success: true, message: '' },
    ...{ message_code: 'OK', order_id: `ORD-${n}` },
    data: { order_id: `ORD-${n}`, error_code: '', result: { results } },
  };
  return new TextEncoder().encode(JSON.stringify(envelope));
}

test('a cell that is revealed stays the one that is revealed, whatever is learned of other answers meanwhile', async (t) => {
  const tabs = tabsOfPages(t);
  const world = await aWorld(t);
  const operation = world.ports.settings.operation('email-bulk');
  const send = async (n: number): Promise<void> => {
    world.serviceAnswers = () => ({ ...verified, body: answerTo(n) }) as never;
    world.answers = [plain];
    const body = JSON.stringify({ emails: [`nobody${n}@nowhere.example`] });
    assert.equal((await world.send({ operation, body })).kind, 'settled');
  };
  for (const n of [1, 2, 3, 4]) await send(n);
  const listeners: (() => void)[] = [];
  const onDidChangeFields = (one: () => void) => {
    listeners.push(one);
    return { dispose: () => undefined };
  };
  const order = new OrderTab({ ...orderServices(world), onDidChangeFields } as never);
  t.after(() => order.dispose());
  const [shown] = world.begun;
  assert.ok(shown !== undefined);
  await order.show(shown.id);
  const [panel] = tabs.panels;
  assert.ok(panel !== undefined);

  type Message = { readonly result?: OrderState; readonly payload?: OrderState };
  const state = (from: number): Promise<OrderState> =>
    until(
      async () =>
        panel.posted
          .slice(from)
          .flatMap((one) => (one as Message).payload ?? (one as Message).result ?? [])
          .at(-1),
      () => 'no state came',
      5000,
    );
  const columns = ({ answer }: OrderState) => answer.tables?.[0]?.columns;
  panel.asks('page/ready', null);
  const before = columns(await state(0));
  assert.deepEqual(before, ['email', 'name', 'mobile']);

  let posted = panel.posted.length;
  await send(5);
  await state(posted);
  posted = panel.posted.length;
  for (const one of listeners) one();
  assert.deepEqual(columns(await state(posted)), before);
});
