import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { OrderSummary } from '../../../../src/calls/ports/ports.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import { readAnswer } from '../../../../src/contract/read.ts';
import type { ShownOrder } from '../../../../src/ui/answers/shownOrder.ts';
import { anOrder } from '../../calls/orders.ts';
import { envelope, type Json, without } from '../../contract/answers.ts';
import { standInForVscode } from '../vscodeStandIn.ts';

const operation = operationById('rc-advanced');
const now = Date.UTC(2026, 10, 22);
const bytes = (body: Json): Uint8Array => new TextEncoder().encode(JSON.stringify(body));

let orderDetails: typeof import('../../../../src/ui/answers/orderDetails.ts')['orderDetails'];
let dueDetails: typeof import('../../../../src/ui/answers/orderDue.ts')['dueDetails'];

before(async () => {
  await standInForVscode();
  ({ orderDetails } = await import('../../../../src/ui/answers/orderDetails.ts'));
  ({ dueDetails } = await import('../../../../src/ui/answers/orderDue.ts'));
});

function shownOf(order: OrderSummary, body: Json = {}): ShownOrder {
  const reading = readAnswer(operation, { status: order.httpStatus ?? 200 }, bytes(body));
  return { order, reading, answer: null, requestBody: null, warning: null, drifts: [] };
}

/** What the page of an order says is due. */
function openSentences(code: string, body: Json, at = now): readonly string[] {
  const { outcome, billing, evidence } = readAnswer(operation, { status: 202 }, bytes(body));
  const order = anOrder({ outcome, billing, evidence, messageCode: code, httpStatus: 202 });
  const nothing = { followUp: '', support: [], writing: null, documents: [], input: null, unproven: '' };
  return orderDetails(shownOf(order, body), operation, [], '', nothing, at).open?.sentences ?? [];
}

test('an open order is called billed only where its answer says so', () => {
  for (const code of ['ACCEPTED', 'PROVIDER_NO_RESPONSE'] as const) {
    const said = (body: Json): string => openSentences(code, body).join(' ');
    const billed = said(envelope(code));
    assert.match(billed, /Billed\. The service documents no way to collect the outcome/);
    assert.doesNotMatch(billed, /not billed|does not say/);
    const free = said(envelope(code, 'rc-advanced', { charged: false }));
    assert.match(free, /The service says it was not billed/);
    const unsaid = said(without(envelope(code), 'charged'));
    assert.match(unsaid, /does not say clearly whether it was billed/);
    for (const other of [free, unsaid]) {
      assert.match(other, /The service documents no way to collect the outcome/);
      assert.doesNotMatch(other, /\bBilled\./);
    }
  }
});

/** How the page reads what support sent about an order. */
async function supportReads(order: OrderSummary, body: Json): Promise<string> {
  const beside = {
    followUps: { texts: async () => [{ at: now, body: bytes(body) }] },
    documents: { list: async () => [] },
  };
  const hidden = { input: false, support: false };
  const due = await dueDetails(beside as never, shownOf(order), operation, hidden, now);
  return due.support.map(({ reading }) => reading).join();
}

test('what support sent is of another order only where this one has an order_id of its own', async () => {
  const sent = envelope('OK');
  const lost = { outcome: 'unknown', billing: 'unknown', evidence: 'not-known', messageCode: null } as const;
  const cut = anOrder({ ...lost, httpStatus: null, failureCode: 'reset', orderId: null });
  assert.equal(await supportReads(cut, sent), 'Reads as: verified · OK · billed');
  assert.equal(await supportReads(anOrder({ orderId: 'ORD-1' }), sent), 'Reads as: verified · OK · billed');
  assert.equal(
    await supportReads(anOrder({ orderId: 'ORD-2' }), sent),
    'Reads as: verified · OK · billed · of another order: ORD-1',
  );
});

test('what support sent is read as refunded only where it does not say that it was charged', async () => {
  assert.equal(
    await supportReads(anOrder(), envelope('REQUEST_FAILED')),
    'Reads as: refunded · REQUEST_FAILED · refunded',
  );
  const charged = envelope('REQUEST_FAILED', 'rc-advanced', { charged: true });
  assert.match(
    await supportReads(anOrder({ orderId: null }), charged),
    /^Reads as: failed · REQUEST_FAILED · billed/,
  );
});

test('the page of an order tells times in one style, and none twice', async () => {
  const { begunAt } = anOrder();
  const when = /^Nov 21, 2026, \d+:\d\d\s[AP]M$/;
  const since = (ms: number): string =>
    openSentences('ACCEPTED', envelope('ACCEPTED'), begunAt + ms)[0] ?? '';
  assert.equal(since(59_999), 'Open for less than a minute.');
  const [, young, age] = /^Open since (.*) \((.*)\)\.$/.exec(since(3_600_000)) ?? [];
  assert.equal(age, '1 h');
  const [, old = ''] = /^Open since (.*)\.$/.exec(since(24 * 3_600_000)) ?? [];
  assert.match(old, when);
  assert.equal(young, old);
  const facts = {
    at: begunAt,
    field: 'data.result.pdf_url',
    host: 'files.example.invalid',
    format: 'pdf',
    size: 1,
    sha256: '',
  };
  const beside = {
    followUps: { texts: async () => [{ at: begunAt, body: bytes({}) }] },
    documents: { list: async () => [{ id: 1, facts }] },
  };
  const hidden = { input: false, support: false };
  const { support, documents } = await dueDetails(
    beside as never,
    shownOf(anOrder()),
    operation,
    hidden,
    now,
  );
  assert.equal(support[0]?.when, old);
  assert.ok(documents[0]?.facts.endsWith(`kept ${old}`), documents[0]?.facts);
});
