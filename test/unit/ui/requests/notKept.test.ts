import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { OrderId } from '../../../../src/calls/ports/ids.ts';
import type { KeepPolicy } from '../../../../src/calls/ports/keepingPorts.ts';
import type { Wanted } from '../../../../src/calls/sending/wanted.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import type { OrderState } from '../../../../src/protocol/messages.ts';
import { until } from '../../../support/processes.ts';
import { plain } from '../../calls/sending/aSending.ts';
import { orderServices } from '../panels/orderServices.ts';
import { tabsOfPages } from '../shell/tabsOfPages.ts';

/*
 * `verificationExplorer.keep` takes orders, or their answers, as soon as they are settled. docs/decisions.md: "Only what the user erases counts;
 * retention takes nothing out of view." A request file has no view of its own answer but the order's page.
 */

const vscode = await import('vscode');
const { aWorld } = await import('../../calls/sending/aSending.ts');
const { OrderTab } = await import('../../../../src/ui/panels/orderTab.ts');
const { sendRequest } = await import('../../../../src/ui/requests/sendRequest.ts');
const { sendAndTell } = await import('../../../../src/ui/lookup/sendAndTell.ts');

async function sent(t: TestContext, keep: KeepPolicy['keep'], how: 'file' | 'lookup' = 'file') {
  const tabs = tabsOfPages(t);
  Object.assign(vscode.window, { withProgress: async () => undefined });
  const world = await aWorld(t);
  world.keep = { keep, payloadDays: 0, orderDays: 0 };
  world.answers = [plain];
  const faults: string[] = [];
  const ids: OrderId[] = [];
  const services = {
    ...orderServices(world),
    sending: {
      ports: world.ports,
      send: (want: Wanted) => {
        const leaves: Wanted['leaves'] = (begun, cancel) => {
          ids.push(begun.id);
          want.leaves(begun, cancel);
        };
        return world.sending.send({ ...want, leaves });
      },
    },
    newId: () => '11111111-2222-4333-8444-000000000001',
    log: {
      warn: () => undefined,
      info: () => undefined,
      error: (_: string, what: string) => faults.push(what),
    },
  };
  const order = new OrderTab(services as never);
  t.after(() => order.dispose());
  const request = {
    operation: operationById('rc-advanced'),
    body: '{"rc_number":"XX00AB0001"}',
    notes: [],
  };
  const show = (id: OrderId): Promise<void> => order.showBeside(id);
  if (how === 'file') await sendRequest(services as never, show, request);
  else await sendAndTell(services as never, show, { ...request, forOthers: false, isOwn: true });
  /** The answer on the page that is open last. */
  const shown = async (): Promise<OrderState['answer'] | undefined> => {
    const panel = tabs.panels.findLast(({ isClosed }) => !isClosed);
    panel?.asks('page/ready', null);
    await new Promise((resolve) => setTimeout(resolve, 20));
    const states = (panel?.posted ?? []).map((one) => {
      const { result, payload = result } = one as { result?: OrderState; payload?: OrderState };
      return payload;
    });
    return states.findLast((state) => state?.answer !== undefined)?.answer;
  };
  const verified = (): Promise<OrderState['answer']> =>
    until(
      async () => {
        const one = await shown();
        return one?.raw.text.includes('SUCCESS') ? one : undefined;
      },
      () => `no answer is shown; ${faults}`,
      3000,
    );
  const open = (): boolean => tabs.panels.some(({ isClosed }) => !isClosed);
  return { world, order, ids, verified, open };
}

for (const keep of ['metadata', 'open-only'] as const) {
  test(`an answer of a request file is shown although the settings keep ${keep} of it, and says so`, async (t) => {
    const { verified } = await sent(t, keep);
    const answer = await verified();
    assert.equal(answer.headline, 'Verified');
    assert.match(answer.warning ?? '', /^Not kept, as the settings say/);
  });

  test(`the answer of a lookup can be opened although the settings keep ${keep} of it`, async (t) => {
    const { order, ids, verified, open } = await sent(t, keep, 'lookup');
    assert.equal(open(), false);
    const [id] = ids;
    assert.ok(id !== undefined);
    await order.show(id);
    assert.equal((await verified()).headline, 'Verified');
  });
}

test('what is held of calls that are not kept goes once the user erases anything', async (t) => {
  const { order, verified, open } = await sent(t, 'open-only');
  await verified();
  await order.dropErased();
  assert.equal(open(), false);
});

test('what is kept is not held: an order that its user erased is gone', async (t) => {
  const { world, order, ids, verified } = await sent(t, 'everything');
  const answer = await verified();
  assert.equal(answer.warning, null);
  const [id] = ids;
  assert.ok(id !== undefined);
  await world.real.erase([id]);
  await assert.rejects(order.show(id), /no longer in the order history/);
});
