import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { orderId } from '../../../../src/calls/ports/ids.ts';
import type { OrderState } from '../../../../src/protocol/messages.ts';
import { until } from '../../../support/processes.ts';
import { damage, ofOrder } from '../../ledger/aDamagedFile.ts';
import { aDocument, aLedger, bytes, noon, pending, place } from '../../ledger/aLedger.ts';
import { tabsOfPages } from '../shell/tabsOfPages.ts';
import { orderServices } from './orderServices.ts';

const { World } = await import('../../calls/sending/aSending.ts');
const { OrderTab } = await import('../../../../src/ui/panels/orderTab.ts');
const { documentText } = await import('../../../../src/ui/documents/documentText.ts');
const { keptOrder } = await import('../../../../src/ui/answers/shownOrder.ts');
const { callOfOrder } = await import('../../../../src/ui/answers/codeCall.ts');
const { Forms } = await import('../../../../src/ui/panels/forms.ts');
const { saveDocument } = await import('../../../../src/ui/documents/saveDocument.ts');

const a = orderId('a');

async function aDamagedOrder(t: TestContext, ...what: readonly (readonly [table: string, column: string])[]) {
  const { ledger, folder } = await aLedger(t);
  await place(ledger, 'a', { settlement: pending });
  await ledger.note(a, 'asked support', noon);
  await ledger.followUps.addText(a, bytes('they wrote'), noon + 2);
  await ledger.documents.keep(a, aDocument(), bytes('%PDF'));
  for (const [table, column] of what) damage(folder, table, column, 'zeroblob(40)', ofOrder('a'));
  return { ledger, services: orderServices(new World(ledger)) as never };
}

async function pageOf(t: TestContext, services: never): Promise<OrderState> {
  const tabs = tabsOfPages(t);
  const order = new OrderTab(services);
  t.after(() => order.dispose());
  await order.show(a);
  const [panel] = tabs.panels;
  assert.ok(panel !== undefined);
  panel.asks('page/ready', null);
  const reply = await until(
    async () => panel.posted.find((one) => (one as { kind: string }).kind !== 'event'),
    () => JSON.stringify(panel.posted),
    3000,
  );
  const { result, failure } = reply as { result?: OrderState; failure?: { message: string } };
  assert.equal(failure?.message, undefined);
  return result ?? assert.fail('no page');
}

test('the page of an order says what is damaged of it, and shows all the rest', async (t) => {
  const { services } = await aDamagedOrder(
    t,
    ['payloads', 'answer_body'],
    ['events', 'words'],
    ['support_texts', 'body'],
    ['documents', 'facts'],
  );
  const { answer, details } = await pageOf(t, services);
  assert.match(
    answer?.warning ?? '',
    /^The answer of this order is damaged .* Restore Orders… brings it back/,
  );
  assert.deepEqual([answer?.unread, answer?.outcome, answer?.billing], [true, 'pending', 'billed']);
  assert.match(answer?.signs.transport.value ?? '', /^answered, HTTP 202, /);
  assert.doesNotMatch(answer?.meaning ?? '', /No answer/);
  assert.match(answer?.request?.body ?? '', /rc_number/);
  assert.match(details.note, /^\[This text is damaged /);
  assert.match(
    details.timeline.find(({ what }) => what === 'Noted')?.detail ?? '',
    /^\[This text is damaged /,
  );
  assert.match(details.support[0]?.text ?? '', /^\[This text is damaged /);
  assert.match(details.documents[0]?.facts ?? '', /^This document is damaged /);
});

test('an answer whose request is damaged is shown', async (t) => {
  const { services } = await aDamagedOrder(t, ['payloads', 'request_body']);
  const { answer } = await pageOf(t, services);
  assert.match(answer?.warning ?? '', /^The request of this order is damaged /);
  assert.equal(answer?.unread, undefined);
  assert.match(answer?.raw.text ?? '', /answered/);
});

test('an answer that no code tells of is said to have come', async (t) => {
  const { ledger, folder } = await aLedger(t);
  const settlement = { outcome: 'unknown', billing: 'unknown', messageCode: null, orderId: null } as const;
  await place(ledger, 'a', { settlement });
  damage(folder, 'payloads', 'answer_body', `x''`, ofOrder('a'));
  const { answer } = await pageOf(t, orderServices(new World(ledger)) as never);
  assert.match(
    answer?.meaning ?? '',
    /^The service answered, but what was kept of the answer cannot be read here/,
  );
  assert.match(answer?.advice ?? '', /^It may have been billed/);
});

test('documents and code say the same sentence, and a form is not filled with nothing', async (t) => {
  const { services, ledger } = await aDamagedOrder(
    t,
    ['payloads', 'answer_body'],
    ['payloads', 'request_body'],
  );
  const ports = {
    load: (id: typeof a) => keptOrder(services, id),
    operation: () => assert.fail(),
    now: () => noon,
  };
  const sentence = /The request and the answer of this order are damaged .* intact\. Restore Orders…/;
  assert.match(
    await documentText({ orderId: a, masked: true, sorted: false } as never, ports as never),
    sentence,
  );
  await assert.rejects(callOfOrder(services, a), sentence);
  const forms = new Forms(services, () => undefined);
  t.after(() => forms.dispose());
  await assert.rejects(forms.sendAgain(a), sentence);
  assert.equal((await ledger.payloads(a)).kind, 'damaged');
});

test('a damaged document is not saved as an empty file', async (t) => {
  const { services, ledger } = await aDamagedOrder(t, ['documents', 'facts']);
  const [document] = await ledger.documents.list(a);
  await assert.rejects(saveDocument(services, a, document?.id ?? 0), /^Error: This document is damaged /);
});
