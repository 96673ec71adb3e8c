import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FormState } from '../../../../src/protocol/messages.ts';
import { until } from '../../../support/processes.ts';
import { aNewOrder } from '../../calls/orders.ts';
import { tabsOfPages } from '../shell/tabsOfPages.ts';
import { formServices } from './formServices.ts';

const { aWorld } = await import('../../calls/sending/aSending.ts');
const { RequestPage } = await import('../../../../src/ui/panels/requestPage.ts');
const { emptyDraft, encodeDraft } = await import('../../../../src/ui/panels/draft.ts');
const { formBroughtBack } = await import('../../../../src/ui/panels/formStart.ts');
const { draftOfPage, pageId } = await import('../../../../src/calls/ports/ids.ts');

const quiet = () => undefined;

test('a form that a reload brought back while its call was out waits no longer than the call', async (t) => {
  const tabs = tabsOfPages(t);
  const world = await aWorld(t);
  const operation = world.ports.settings.operation('rc-advanced');
  const { services } = formServices(world);
  // What the window before left: a call that was out, and the draft of its form, one turn on.
  const id = pageId('11111111-2222-4333-8444-555555555555');
  const order = aNewOrder({
    draftId: draftOfPage(id, 0),
    begunAt: world.now,
    deadlineAt: world.now + 70_000,
  });
  await world.real.begin(order);
  const left = { ...emptyDraft(operation), turn: 1, lastOrder: order.id };
  await world.real.saveDraft(id, encodeDraft(left), world.now, 0);
  const start = await formBroughtBack(services as never, {
    draftId: draftOfPage(id, 1),
    operation: 'rc-advanced',
  });
  assert.ok(start !== null);
  const panel = tabs.aPanel('form');
  const bodies = { closeSoon: quiet, formChanged: quiet };
  const page = new RequestPage(services as never, panel as never, start, bodies as never);
  t.after(() => page.dispose());
  panel.asks('page/ready', null);
  const states = (): FormState[] =>
    panel.posted.flatMap((one) => {
      const { result, payload = result } = one as { result?: FormState; payload?: FormState };
      return payload === undefined ? [] : [payload];
    });
  await until(
    async () => states().at(-1),
    () => JSON.stringify(panel.posted),
    5000,
  );
  assert.equal(states().at(-1)?.answer?.headline, 'Waiting for the answer');
  world.now += 70_001;
  assert.deepEqual(await world.real.recover(world.now), [order.id]);
  // The form follows the history once in a second.
  await until(
    async () => states().find(({ answer }) => answer?.headline === 'Outcome unknown'),
    () => JSON.stringify(states().at(-1)),
    30_000,
  );
  assert.equal(states().at(-1)?.answer?.headline, 'Outcome unknown');
});
