import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operationById } from '../../../src/contract/operations.ts';
import { anOrder } from '../calls/orders.ts';
import { standInForVscode } from './vscodeStandIn.ts';

const operation = operationById('credit-report');
const requestBody = new TextEncoder().encode('{"mobile":"0000000001","name":"Invented Person"}');

test('a quote is said to hold no personal data only where its order_id does not repeat what was asked about', async () => {
  const told = await standInForVscode();
  const { copySupportQuotes } = await import('../../../src/ui/history/support.ts');
  const opened = async () => ({ kind: 'open', requestBody, answer: null });
  const said = async (orderId: string, payloads: () => Promise<unknown> = opened): Promise<string> => {
    const order = anOrder({ operation: operation.id, orderId, payloadsKept: true });
    const ledger = {
      get: async () => order,
      payloads,
    };
    told.shown.length = 0;
    await copySupportQuotes({ ledger: async () => ledger, operation: () => operation } as never, [order.id]);
    assert.ok(told.copied.at(-1)?.includes(orderId), 'what is copied is exact');
    return JSON.stringify(told.shown);
  };
  assert.match(await said('ORD-20261121-7'), /holds no personal data/);
  assert.match(await said('ORD-INVENTED-7'), /looks like personal data/);
  assert.match(await said('ORD-ZZZXZ9999Z'), /looks like personal data/);
  const damaged = () => Promise.reject(new Error('damaged'));
  assert.match(await said('ORD-20261121-7', damaged), /holds no personal data/);
});

test('a quote is English throughout, whatever VS Code speaks', async () => {
  const told = await standInForVscode();
  const { env } = await import('vscode');
  const { copySupportQuotes } = await import('../../../src/ui/history/support.ts');
  const order = anOrder({ operation: operation.id, orderId: 'ORD-20261121-7', payloadsKept: false });
  const ledger = { get: async () => order };
  Object.assign(env, { language: 'hi' });
  await copySupportQuotes({ ledger: async () => ledger, operation: () => operation } as never, [order.id]);
  Object.assign(env, { language: 'en' });
  assert.match(told.copied.at(-1) ?? '', /^sent at: [A-Z][a-z]{2} \d+, \d{4}/m);
});
