import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import type { KeepPolicy } from '../../../../src/calls/ports/keepingPorts.ts';
import type { Wanted } from '../../../../src/calls/sending/wanted.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import type { OrderState } from '../../../../src/protocol/messages.ts';
import type { ShowAnswer } from '../../../../src/ui/sending/sendCommanded.ts';
import { until } from '../../../support/processes.ts';
import { plain } from '../../calls/sending/aSending.ts';
import { tabsOfPages } from '../shell/tabsOfPages.ts';
import { orderServices } from './orderServices.ts';

const vscode = await import('vscode');
const { aWorld } = await import('../../calls/sending/aSending.ts');
const { OrderTab } = await import('../../../../src/ui/panels/orderTab.ts');
const { sendRequest } = await import('../../../../src/ui/requests/sendRequest.ts');
const { sendAndTell } = await import('../../../../src/ui/lookup/sendAndTell.ts');

async function inView(t: TestContext, keep: KeepPolicy['keep']) {
  const tabs = tabsOfPages(t);
  Object.assign(vscode.window, { withProgress: async () => undefined });
  const world = await aWorld(t);
  world.keep = { keep, payloadDays: 0, orderDays: 0 };
  const services = {
    ...orderServices(world),
    sending: { ports: world.ports, send: (want: Wanted) => world.sending.send(want) },
    newId: randomUUID,
    log: { warn: () => undefined, info: () => undefined, error: () => undefined },
  };
  const order = new OrderTab(services as never);
  t.after(() => order.dispose());
  const show: ShowAnswer = (one, settled) => order.showBeside(one, settled);
  const request = (number: string) => ({
    operation: operationById('rc-advanced'),
    body: JSON.stringify({ rc_number: number }),
    notes: [],
  });
  world.answers = [plain];
  await sendRequest(services as never, show, request('XX00AB0001'));
  const [panel] = tabs.panels;
  assert.ok(panel !== undefined);
  const shown = async () => {
    panel.posted.length = 0;
    panel.asks('page/ready', null);
    await new Promise((resolve) => setTimeout(resolve, 50));
    const states = panel.posted.map((one) => {
      const { result, payload = result } = one as { result?: OrderState; payload?: OrderState };
      return payload;
    });
    return states.findLast((state) => state?.answer !== undefined)?.answer;
  };
  const first = await until(
    async () => {
      const answer = await shown();
      return answer == null || answer.underWay ? undefined : answer;
    },
    () => 'The call stays under way on its page.',
    5000,
  );
  assert.match(
    first.warning ?? '',
    /^Not kept, as the settings say: save what you need of it before this window closes/,
  );
  assert.match(first.raw.text, /SUCCESS/);
  // Three quick lookups, each told in one line: the page beside is not touched by its user.
  for (const number of ['XX00AB0002', 'XX00AB0003', 'XX00AB0004']) {
    world.answers = [plain];
    await sendAndTell(services as never, show, { ...request(number), forOthers: false, isOwn: true });
  }
  await new Promise((resolve) => setTimeout(resolve, 700));
  return { panel, shown };
}

for (const keep of ['open-only', 'metadata'] as const) {
  test(`the paid answer on the page of an order stays in view while ${keep} is kept and three more calls are made`, async (t) => {
    const { panel, shown } = await inView(t, keep);
    assert.equal(panel.isClosed, false, 'the tab with the paid answer has closed itself');
    assert.match((await shown())?.raw.text ?? '', /SUCCESS/, 'the paid answer is no longer in view');
  });
}
