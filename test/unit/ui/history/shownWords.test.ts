import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { orderId } from '../../../../src/calls/ports/ids.ts';
import { operations } from '../../../../src/contract/operations.ts';
import '../../../support/plainVscode.ts';
import { aLedger, aSettlement, newOrder, noon } from '../../ledger/aLedger.ts';

const { findOrders, foundAtMost } = await import('../../../../src/ui/history/filterAndFind.ts');

async function aHistory(t: TestContext) {
  const { ledger } = await aLedger(t);
  const begun = [
    newOrder('one', { environment: 'acme-prod' }),
    newOrder('two', { environment: 'acme-prod', operation: 'credit-report' }),
    newOrder('three', { environment: 'elsewhere' }),
  ];
  for (const order of begun) await ledger.begin(order);
  await ledger.settle(orderId('one'), aSettlement({ outcome: 'held', billing: 'unknown' }));
  await ledger.begin(newOrder('four', { environment: 'elsewhere' }));
  await ledger.settle(orderId('four'), aSettlement());
  await ledger.begin(newOrder('five', { environment: 'elsewhere' }));
  await ledger.settle(orderId('five'), aSettlement({ messageCode: 'VERIFICATION_FAILED' }));
  const services = { ledger: async () => ledger, operations: () => operations };
  return async (typed: string): Promise<readonly string[]> =>
    (await findOrders(services as never, typed)).orders.map(({ id }) => id).sort();
}

test('what a row says in words finds its order: environment, operation, outcome and billing', async (t) => {
  const found = await aHistory(t);
  assert.deepEqual(await found('ACME'), ['one', 'two']);
  assert.deepEqual(await found(' credit rep'), ['two']);
  assert.deepEqual(await found('manual review'), ['one']);
  // The two others are still out.
  assert.deepEqual(await found('may be billed'), ['one', 'three', 'two']);
  assert.deepEqual(await found('nowhere'), []);
  // In the row, for "held for manual review" and for codes of negatives.
  assert.deepEqual(await found('no resp'), ['one']);
  assert.deepEqual(await found('no record'), ['four']);
  assert.deepEqual(await found('verified'), ['five']);
});

test('an outcome is found by what stands in the row, not by what its billing contradicts', async (t) => {
  const { ledger } = await aLedger(t);
  for (const billing of ['refunded', 'billed'] as const) {
    const order = newOrder(billing);
    await ledger.begin(order);
    await ledger.settle(
      order.id,
      aSettlement({ outcome: 'refunded', billing, messageCode: 'REQUEST_FAILED' }),
    );
  }
  const services = { ledger: async () => ledger, operations: () => operations };
  const found = async (typed: string) =>
    (await findOrders(services as never, typed)).orders.map(({ id }) => id);
  assert.deepEqual(await found('refunded'), ['refunded']);
  assert.deepEqual(await found('failed'), ['billed']);
});

test('an order is found by what its row says of the money: as its user recorded it', async (t) => {
  const { ledger } = await aLedger(t);
  const order = newOrder('one');
  await ledger.begin(order);
  await ledger.settle(order.id, aSettlement({ outcome: 'held', billing: 'unknown' }));
  const services = { ledger: async () => ledger, operations: () => operations };
  const found = async (typed: string) =>
    (await findOrders(services as never, typed)).orders.map(({ id }) => id);
  assert.deepEqual([await found('may be billed'), await found('refunded')], [['one'], []]);
  await ledger.resolve(order.id, { at: noon, outcome: 'refunded', note: '', pasted: null });
  assert.deepEqual([await found('may be billed'), await found('refunded')], [[], ['one']]);
});

test('a note about one order is not pushed out by a word that many rows show', async (t) => {
  const { ledger } = await aLedger(t);
  const old = newOrder('noted', { begunAt: noon - 1000 });
  await ledger.begin(old);
  await ledger.note(old.id, 'pending for a week, says support', noon);
  for (let number = 0; number < foundAtMost; number += 1) {
    const order = newOrder(`n${number}`, { begunAt: noon + number });
    await ledger.begin(order);
    await ledger.settle(order.id, aSettlement({ outcome: 'pending', orderId: `ORD-${number}` }));
  }
  const services = { ledger: async () => ledger, operations: () => operations };
  const { orders: found, more } = await findOrders(services as never, 'pending');
  assert.equal(more, true);
  assert.equal(found.length, foundAtMost);
  assert.equal(found.at(-1)?.id, 'noted');
  const begun = found.map(({ begunAt }) => begunAt);
  assert.deepEqual(
    begun,
    begun.toSorted((one, other) => other - one),
  );
});

test('as many as are shown are all there are: nothing is said of more', async (t) => {
  const { ledger } = await aLedger(t);
  const services = { ledger: async () => ledger, operations: () => operations };
  const found = () => findOrders(services as never, 'acme');
  for (let number = 0; number < foundAtMost; number += 1) await ledger.begin(newOrder(`n${number}`));
  const all = await found();
  assert.deepEqual([all.orders.length, all.more], [foundAtMost, false]);
  await ledger.begin(newOrder('one more'));
  const some = await found();
  assert.deepEqual([some.orders.length, some.more], [foundAtMost, true]);
});

test('several names beside each other find what has them all, as they stand in a row', async (t) => {
  const found = await aHistory(t);
  assert.deepEqual(await found('acme-prod rc'), ['one']);
  assert.deepEqual(await found('no record · RC'), ['four']);
  assert.deepEqual(await found('elsewhere, no record'), ['four']);
  assert.deepEqual(await found('Credit Report acme-prod (live)'), ['two']);
  assert.deepEqual(await found('acme-prod (sandbox)'), []);
  assert.deepEqual(await found('acme elsewhere'), []);
  assert.deepEqual(await found('acme nowhere'), []);
});

test('the short name of an operation finds its orders, also where it has two letters', async (t) => {
  const found = await aHistory(t);
  assert.deepEqual(await found('rc'), ['five', 'four', 'one', 'three']);
  assert.deepEqual(await found('r'), []);
});

test('that an order is noted, or departs from what was learned, finds it, too', async (t) => {
  const { ledger } = await aLedger(t);
  for (const id of ['noted', 'plain']) {
    await ledger.begin(newOrder(id));
    await ledger.settle(orderId(id), aSettlement());
  }
  await ledger.note(orderId('noted'), 'asked by mail', noon);
  const services = { ledger: async () => ledger, operations: () => operations };
  const found = async (typed: string) =>
    (await findOrders(services as never, typed)).orders.map(({ id }) => id);
  assert.deepEqual(await found('noted'), ['noted']);
  assert.deepEqual(await found('noted rc'), ['noted']);
  assert.deepEqual(await found('departs'), []);
});

test('two letters are no word: they stand in too many', async (t) => {
  const found = await aHistory(t);
  assert.deepEqual(await found('ac'), []);
  assert.deepEqual(await found('   '), []);
});
