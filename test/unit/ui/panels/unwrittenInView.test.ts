import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as rest } from 'node:timers/promises';
import type { OrderId } from '../../../../src/calls/ports/ids.ts';
import type { Wanted } from '../../../../src/calls/sending/wanted.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import type { AnswerView, OrderState } from '../../../../src/protocol/messages.ts';
import type { ShowAnswer } from '../../../../src/ui/sending/sendCommanded.ts';
import { until } from '../../../support/processes.ts';
import { plain } from '../../calls/sending/aSending.ts';
import { tabsOfPages } from '../shell/tabsOfPages.ts';
import { orderServices } from './orderServices.ts';

const vscode = await import('vscode');
const { aWorld } = await import('../../calls/sending/aSending.ts');
const { OrderTab } = await import('../../../../src/ui/panels/orderTab.ts');
const { sendRequest } = await import('../../../../src/ui/requests/sendRequest.ts');

test('the answer to a request file that could not be written yet stays in view until it is', async (t) => {
  const tabs = tabsOfPages(t);
  Object.assign(vscode.window, { withProgress: async () => undefined });
  const world = await aWorld(t);
  const services = {
    ...orderServices(world),
    sending: { ports: world.ports, send: (want: Wanted) => world.sending.send(want) },
    newId: randomUUID,
  };
  const order = new OrderTab(services as never);
  t.after(() => order.dispose());
  world.answers = [plain];
  world.faults = {
    settle: async () => {
      throw new Error('the disk is full');
    },
  };
  const request = {
    operation: operationById('rc-advanced'),
    body: JSON.stringify({ rc_number: 'XX00AB0001' }),
    notes: [],
  };
  const sent: OrderId[] = [];
  const show: ShowAnswer = (one, settled) => {
    sent.push(one);
    return order.showBeside(one, settled);
  };
  await sendRequest(services as never, show, request);
  const panel = await until(
    () => tabs.panels[0],
    () => 'No tab was opened.',
    5000,
  );
  const answer = async () => {
    panel.posted.length = 0;
    panel.asks('page/ready', null);
    await rest(50);
    const states = panel.posted.map((one) => {
      const { result, payload = result } = one as { result?: OrderState; payload?: OrderState };
      return payload;
    });
    return states.findLast((state) => state?.answer !== undefined)?.answer;
  };
  const isFull = /is not in the order history yet/;
  const comes = (what: string, isIt: (warning: string | null) => boolean): Promise<AnswerView> =>
    until(
      async () => {
        const view = await answer();
        return view != null && !view.underWay && isIt(view.warning) ? view : undefined;
      },
      () => what,
      5000,
    );
  await comes('The answer is not shown.', (warning) => isFull.test(warning ?? ''));
  // Something else is written, here or in another window.
  const [id] = sent;
  assert.ok(id !== undefined);
  await world.real.note(id, 'asked on Monday', world.now);
  // Longer than until an open page is read again.
  await rest(700);
  const shown = await answer();
  assert.match(shown?.warning ?? '', isFull);
  assert.match(shown?.raw.text ?? '', /SUCCESS/);
  world.faults = {};
  world.laters.shift()?.work();
  const written = await comes('It is not shown as written.', (warning) => warning === null);
  assert.match(written.raw.text, /SUCCESS/);
});
