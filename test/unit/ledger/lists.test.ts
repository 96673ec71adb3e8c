import assert from 'node:assert/strict';
import { it } from 'node:test';
import { billingAsRecorded } from '../../../src/calls/orders/attention.ts';
import { batchId, orderId } from '../../../src/calls/ports/ids.ts';
import type { Ledger, OrderFilter, OrderQuery, OrderSummary } from '../../../src/calls/ports/ports.ts';
import type { Billing, OperationId, Outcome } from '../../../src/contract/words.ts';
import { addMany, aLedger, ids, newOrder, noon, place } from './aLedger.ts';

const operations: readonly OperationId[] = ['rc-advanced', 'credit-report', 'email-bulk'];
const environments = ['sandbox', 'acme-prod'];
const results: readonly (readonly [Outcome, string | null, Billing])[] = [
  ['verified', 'OK', 'billed'],
  ['pending', 'ACCEPTED', 'billed'],
  ['unknown', null, 'unknown'],
];

const at = <T>(values: readonly T[], n: number): T => values[n % values.length] as T;

/** Orders of all kinds; several of them at the same millisecond. */
async function mixed(ledger: Ledger): Promise<OrderSummary[]> {
  for (let n = 0; n < 120; n += 1) {
    const [outcome, messageCode, billing] = at(results, Math.floor(n / 7));
    await place(ledger, `order-${n}`, {
      order: {
        operation: at(operations, n),
        environment: at(environments, Math.floor(n / 3)),
        kind: at(['sandbox', 'live', 'live'], Math.floor(n / 5)),
        begunAt: noon + Math.floor(n / 4),
      },
      settlement: { outcome, messageCode, billing },
    });
    if (n % 10 === 0) await ledger.note(orderId(`order-${n}`), 'note', noon);
    if (n % 14 === 7 && outcome !== 'verified')
      await ledger.resolve(orderId(`order-${n}`), { at: noon, outcome: 'negative', note: '', pasted: null });
  }
  await ledger.begin(newOrder('in-flight', { begunAt: noon + 200 }));
  const found: OrderSummary[] = [];
  for await (const order of ledger.scan({})) found.push(order);
  return found;
}

function wanted(order: OrderSummary, group: OrderQuery['group'], filter: OrderFilter): boolean {
  const final = order.resolved !== null && order.resolved !== 'still-open';
  const open =
    order.state === 'lost' ||
    (order.state === 'settled' && ['pending', 'held', 'unknown'].includes(order.outcome));
  return (
    (group === 'all' || (group === 'attention') === (open && !final)) &&
    (filter.environments?.includes(order.environment) ?? true) &&
    (filter.operations?.includes(order.operation) ?? true) &&
    (filter.outcomes?.includes(order.outcome) ?? true) &&
    (filter.messageCodes?.includes(order.messageCode ?? 'no code') ?? true) &&
    (filter.billings?.includes(billingAsRecorded(order)) ?? true) &&
    (filter.kind === undefined || filter.kind === order.kind) &&
    (filter.hasNote === undefined || filter.hasNote === order.hasNote) &&
    order.begunAt >= (filter.from ?? 0) &&
    order.begunAt < (filter.to ?? Number.MAX_SAFE_INTEGER)
  );
}

const filters: readonly OrderFilter[] = [
  {},
  { environments: ['sandbox'] },
  { operations: ['rc-advanced', 'email-bulk'], outcomes: ['pending'] },
  { messageCodes: ['ACCEPTED'], environments: ['acme-prod'], billings: ['billed'] },
  { billings: ['billed'], outcomes: ['unknown'] },
  { billings: ['unknown', 'refunded'] },
  { hasNote: true },
  { hasNote: false, outcomes: ['unknown'], from: noon + 5, to: noon + 20 },
  { from: noon + 3, to: noon + 4 },
  { outcomes: ['held'] },
  { environments: [] },
  { kind: 'live' },
  { kind: 'sandbox', outcomes: ['pending', 'unknown'], from: noon + 2 },
];

it('finds what a filter asks for, in pages, newest first, each once', async (t) => {
  const { ledger } = await aLedger(t);
  const all = await mixed(ledger);
  assert.equal(all.length, 121);
  for (const filter of filters) {
    for (const group of ['all', 'attention', 'rest'] as const) {
      const expected = all.filter((order) => wanted(order, group, filter)).map((order) => order.id);
      const found: string[] = [];
      let after: string | null = null;
      do {
        const page: Awaited<ReturnType<Ledger['list']>> = await ledger.list({
          group,
          filter,
          limit: 7,
          after,
        });
        found.push(...page.orders.map((order) => order.id));
        assert.ok(page.orders.length <= 7);
        after = page.next;
      } while (after !== null);
      const what = `${group} ${JSON.stringify(filter)}`;
      assert.deepEqual(found, expected, what);
      assert.equal(await ledger.exists({ group, filter }), expected.length > 0, what);
      assert.equal(await ledger.countUpTo({ group, filter }, 1000), expected.length, what);
    }
  }
});

it('keeps the place of a page while newer orders come', async (t) => {
  const { ledger } = await aLedger(t);
  for (const n of [1, 2, 3, 4]) await place(ledger, `o${n}`, { order: { begunAt: noon + n } });
  const first = await ledger.list({ group: 'all', limit: 2, after: null });
  await place(ledger, 'newer', { order: { begunAt: noon + 9 } });
  const second = await ledger.list({ group: 'all', limit: 2, after: first.next });
  assert.deepEqual(
    second.orders.map((order) => order.id),
    ['o2', 'o1'],
  );
  assert.equal(second.next, null);
  await assert.rejects(ledger.list({ group: 'all', limit: 2, after: 'elsewhere' }), /no place/);
});

it('finds a rare kind behind very many others', async (t) => {
  const { ledger, folder } = await aLedger(t);
  await place(ledger, 'rare', {
    order: { begunAt: noon - 1 },
    settlement: { outcome: 'held', messageCode: 'PROVIDER_NO_RESPONSE' },
  });
  addMany(folder, 4100);
  const page = await ledger.list({ group: 'all', filter: { outcomes: ['held'] }, limit: 5, after: null });
  assert.deepEqual(
    page.orders.map((order) => order.id),
    ['rare'],
  );
});

it('names the oldest, the newest and the values that occur', async (t) => {
  const { ledger } = await aLedger(t);
  assert.equal(await ledger.span(), null);
  assert.deepEqual(await ledger.distinct(), { environments: [], messageCodes: [] });
  await place(ledger, 'a', { order: { environment: 'zeta' } });
  await place(ledger, 'b', {
    order: { environment: 'beta', begunAt: noon + 9 },
    settlement: { messageCode: 'OK' },
  });
  assert.deepEqual(await ledger.span(), { oldest: noon, newest: noon + 9 });
  assert.deepEqual(await ledger.distinct(), {
    environments: ['beta', 'zeta'],
    messageCodes: ['NO_RECORD_FOUND', 'OK'],
  });
  await ledger.erase([orderId('a')]);
  assert.deepEqual(await ledger.distinct(), { environments: ['beta'], messageCodes: ['OK'] });
  assert.deepEqual(await ids(ledger), ['b']);
});

it('lists the orders of one batch, with the row each answers and the price it left at', async (t) => {
  const { ledger } = await aLedger(t);
  for (let row = 0; row < 7; row += 1) {
    const order = { batch: { id: batchId('b'), row }, begunAt: noon + row, price: '4.10' };
    await place(ledger, `row-${row}`, {
      order,
      settlement: row === 3 ? { outcome: 'refunded', billing: 'refunded' } : {},
    });
  }
  await place(ledger, 'other batch', { order: { batch: { id: batchId('c'), row: 0 } } });
  await place(ledger, 'no batch');
  const rows: unknown[] = [];
  for await (const { batch, price } of ledger.scan({ batch: batchId('b'), billings: ['billed'] }))
    rows.push([batch?.row, price]);
  assert.deepEqual(
    rows,
    [6, 5, 4, 2, 1, 0].map((row) => [row, '4.10']),
  );
  const first = await ledger.list({ group: 'all', filter: { batch: batchId('b') }, limit: 4, after: null });
  const rest = await ledger.list({
    group: 'all',
    filter: { batch: batchId('b') },
    limit: 4,
    after: first.next,
  });
  assert.deepEqual(
    [...first.orders, ...rest.orders].map(({ id }) => id),
    [6, 5, 4, 3, 2, 1, 0].map((row) => `row-${row}`),
  );
  assert.equal(rest.next, null);
  assert.equal((await ledger.get(orderId('no batch')))?.batch, null);
});
