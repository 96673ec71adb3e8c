import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Method } from '../../../../src/protocol/messages.ts';
import type { FormHandlers, OrderHandlers } from '../../../../src/ui/panels/pageHandlers.ts';
import { replyToForm, replyToOrder } from '../../../../src/ui/panels/pageInbound.ts';

const asked: string[] = [];
const done = async (): Promise<null> => {
  asked.push('done');
  return null;
};
const unasked = async (): Promise<never> => {
  throw new Error('nobody asks for this here');
};

const answer = {
  'answer/reveal': unasked,
  'answer/copyOrderId': done,
  'answer/openRaw': unasked,
  'answer/openLink': unasked,
  'answer/keepDocument': unasked,
  'answer/rows': unasked,
  'answer/lines': unasked,
  'answer/copy': unasked,
  'answer/saveTable': unasked,
};
const form: FormHandlers = {
  ...answer,
  'page/ready': unasked,
  'draft/save': unasked,
  'draft/check': unasked,
  'draft/copyAs': unasked,
  'draft/copyAgain': unasked,
  'draft/recent': unasked,
  'draft/onlyNew': unasked,
  'draft/startEmpty': unasked,
  'draft/saveAs': unasked,
  'draft/editJson': unasked,
  'call/submit': unasked,
  'call/cancel': done,
  'notice/openOrder': unasked,
  'notice/changeBudget': done,
  'field/confirm': done,
  'environment/switch': done,
  'environment/setKey': unasked,
  'environment/editBaseUrl': unasked,
  'environment/editPrices': unasked,
  'order/act': done,
};
const order: OrderHandlers = {
  ...answer,
  'page/ready': unasked,
  'order/sendAgain': done,
  'order/saveDocument': unasked,
  'support/write': unasked,
  'support/typed': done,
  'support/leave': unasked,
  'support/keep': unasked,
  'support/remove': unasked,
  'order/act': done,
};

const ask = (method: Method, params: unknown) => ({ kind: 'request', id: 'page.7', method, params });

test('each kind of page is answered what it asks', async () => {
  const result = { kind: 'result', id: 'page.7', result: null };
  for (const method of ['call/cancel', 'environment/switch'] as const) {
    assert.deepEqual(await replyToForm(ask(method, null), form), result, method);
  }
  const erase = { orderId: 'order-1', action: 'erase' };
  assert.deepEqual(await replyToOrder(ask('order/act', erase), order), result);
  assert.deepEqual(await replyToOrder(ask('order/sendAgain', { orderId: 'order-1' }), order), result);
  const record = { orderId: 'order-1', action: 'recordOutcome' };
  assert.deepEqual(await replyToForm(ask('order/act', record), form), result);
  assert.equal(asked.length, 5);
});

test('what the other kind asks reaches no handler', async () => {
  const before = asked.length;
  const unknown = { kind: 'failure', id: 'page.7', failure: { code: 'invalid', message: 'unknown method' } };
  for (const method of ['call/submit', 'call/cancel', 'draft/save', 'environment/setKey'] as const) {
    assert.deepEqual(await replyToOrder(ask(method, null), order), unknown, method);
  }
  for (const method of ['order/sendAgain', 'order/saveDocument'] as const) {
    assert.deepEqual(await replyToForm(ask(method, { orderId: 'order-1' }), form), unknown, method);
  }
  // A form quotes an order, or records what came of it; it neither erases one nor shows what is hidden on the order's own page.
  const reply = await replyToForm(ask('order/act', { orderId: 'order-1', action: 'erase' }), form);
  assert.match(reply?.kind === 'failure' ? reply.failure.message : '', /^order\/act: /);
  assert.equal(asked.length, before);
});
