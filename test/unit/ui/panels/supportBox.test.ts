import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { orderId } from '../../../../src/calls/ports/ids.ts';
import type { OrderDetailsView, OrderState } from '../../../../src/protocol/messages.ts';
import { until } from '../../../support/processes.ts';
import { envelope } from '../../contract/answers.ts';
import { aLedger, bytes, noon, pending, place, text } from '../../ledger/aLedger.ts';
import { tabsOfPages } from '../shell/tabsOfPages.ts';
import { standInForVscode } from '../vscodeStandIn.ts';
import { orderServices } from './orderServices.ts';

const told = await standInForVscode();
const { World } = await import('../../calls/sending/aSending.ts');
const { OrderTab } = await import('../../../../src/ui/panels/orderTab.ts');

const a = orderId('a');

interface Posted {
  readonly kind: string;
  readonly failure?: { readonly message: string };
  readonly result?: OrderState | null;
}

/** The page of an open order, of which support has written once. */
async function aPage(t: TestContext) {
  const tabs = tabsOfPages(t);
  const { ledger } = await aLedger(t);
  await place(ledger, 'a', { settlement: pending });
  await ledger.followUps.addText(a, bytes('they wnet through'), noon + 2);
  const order = new OrderTab(orderServices(new World(ledger)) as never);
  t.after(() => order.dispose());
  await order.show(a);
  const [panel] = tabs.panels;
  assert.ok(panel !== undefined);
  const ask = async (method: string, params: unknown): Promise<Posted> => {
    const before = panel.posted.length;
    panel.asks(method, params);
    return until(
      () =>
        (panel.posted as Posted[]).slice(before).find(({ kind }) => kind === 'result' || kind === 'failure'),
      () => JSON.stringify(panel.posted.slice(before)),
      30_000,
    );
  };
  const details = async (): Promise<OrderDetailsView> => {
    const { result } = await ask('page/ready', null);
    return result?.details ?? assert.fail('no page');
  };
  const kept = async (): Promise<readonly string[]> =>
    (await ledger.followUps.texts(a))
      .map(({ body }) => (body instanceof Uint8Array ? text(body) : ''))
      .sort();
  return { ledger, order, ask, details, kept };
}

test('what support sent is written in a box of the page, in lines, and is there again for a page that was hidden', async (t) => {
  const { order, ask, details, kept } = await aPage(t);
  assert.equal((await details()).writing, null);
  await order.write(a);
  assert.deepEqual((await details()).writing, { turn: 1, at: null, text: '' });
  await ask('support/typed', { orderId: 'a', text: 'Dear Asha,\n' });
  assert.equal((await details()).writing?.text, 'Dear Asha,\n');
  // Asked for once more, it stays as it is.
  await order.write(a);
  assert.equal((await details()).writing?.text, 'Dear Asha,\n');
  const empty = await ask('support/keep', { orderId: 'a', text: ' \n' });
  assert.match(empty.failure?.message ?? '', /Write or paste what support sent first/);
  const kind = (await ask('support/keep', { orderId: 'a', text: 'Dear Asha,\n\nit went through.\n' })).kind;
  assert.equal(kind, 'result');
  assert.deepEqual(await kept(), ['Dear Asha,\n\nit went through.', 'they wnet through']);
  assert.equal((await details()).writing, null);
});

test('a text is corrected in its place, with nothing of it masked in the box, or left as it is', async (t) => {
  const { ask, details, kept } = await aPage(t);
  const [sent] = (await details()).support;
  assert.deepEqual([sent?.at, sent?.canEdit], [noon + 2, true]);
  await ask('support/write', { orderId: 'a', at: sent?.at });
  const { writing } = await details();
  assert.deepEqual([writing?.at, writing?.text], [noon + 2, 'they wnet through']);
  await ask('support/leave', { orderId: 'a' });
  assert.equal((await details()).writing, null);
  assert.deepEqual(await kept(), ['they wnet through']);
  await ask('support/write', { orderId: 'a', at: sent?.at });
  await ask('support/keep', { orderId: 'a', text: 'they went through' });
  assert.deepEqual(await kept(), ['they went through']);
  const late = await ask('support/write', { orderId: 'a', at: sent?.at });
  assert.match(late.failure?.message ?? '', /no longer there/);
});

test('a text that another window changed meanwhile is not written over: the box stays', async (t) => {
  const { ledger, ask, details, kept } = await aPage(t);
  await ask('support/write', { orderId: 'a', at: noon + 2 });
  await ledger.followUps.changeText(a, noon + 2, bytes('corrected elsewhere'));
  const { failure } = await ask('support/keep', { orderId: 'a', text: 'mine' });
  assert.match(failure?.message ?? '', /changed or removed meanwhile/);
  assert.deepEqual(await kept(), ['corrected elsewhere']);
  assert.equal((await details()).writing?.at, noon + 2);
});

test('a text that is erased is written no more', async (t) => {
  const { ledger, order, ask, details } = await aPage(t);
  await ask('support/write', { orderId: 'a', at: noon + 2 });
  await order.dropErased();
  assert.equal((await details()).writing?.at, noon + 2, 'something else was erased');
  await ledger.followUps.changeText(a, noon + 2, null);
  await order.dropErased();
  assert.equal((await details()).writing, null);
});

test('a text is removed after a question, by its button or by leaving it empty', async (t) => {
  const { ledger, ask, kept } = await aPage(t);
  await ledger.followUps.addText(a, bytes('a second one'), noon + 9);
  await ask('support/remove', { orderId: 'a', at: noon + 9 });
  assert.deepEqual(await kept(), ['a second one', 'they wnet through'], 'nobody said yes');
  told.answers.push('Remove');
  await ask('support/remove', { orderId: 'a', at: noon + 9 });
  assert.deepEqual(await kept(), ['they wnet through']);
  await ask('support/write', { orderId: 'a', at: noon + 2 });
  told.answers.push('Remove');
  await ask('support/keep', { orderId: 'a', text: '' });
  assert.deepEqual(await kept(), []);
});

test('an answer that was corrected is offered to be recorded as one that was pasted', async (t) => {
  const { ledger, ask } = await aPage(t);
  await ask('support/write', { orderId: 'a', at: noon + 2 });
  told.answers.push('Record: verified');
  const answer = { ...envelope('OK'), order_id: (await ledger.get(a))?.orderId };
  await ask('support/keep', { orderId: 'a', text: JSON.stringify(answer) });
  assert.equal((await ledger.get(a))?.resolved, 'verified');
});
