import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { anOrder } from '../calls/orders.ts';
import { standInForVscode } from './vscodeStandIn.ts';

describe('a row of the orders page', () => {
  let RowWords: typeof import('../../../src/ui/history/ordersPageColumns.ts').RowWords;
  before(async () => {
    await standInForVscode();
    ({ RowWords } = await import('../../../src/ui/history/ordersPageColumns.ts'));
  });

  it('says of simulated money that it is simulated, and of real money nothing more', () => {
    const billing = (kind: 'sandbox' | 'live') =>
      new RowWords(0).row(anOrder({ kind, billing: 'billed', state: 'settled' }), ['billing'], 'none').cells;
    assert.deepEqual(billing('sandbox'), ['billed, simulated']);
    assert.deepEqual(billing('live'), ['billed']);
  });

  it('says of money what its user recorded, by which the list is filtered and sorted', () => {
    const billing = (changes: Parameters<typeof anOrder>[0]) =>
      new RowWords(0).row(anOrder({ messageCode: null, httpStatus: null, ...changes }), ['billing'], 'none')
        .cells[0];
    const pending = { outcome: 'pending', billing: 'billed' } as const;
    const unclear = { outcome: 'unknown', billing: 'unknown' } as const;
    assert.equal(billing({ ...pending, resolved: 'refunded' }), 'refunded');
    assert.equal(billing({ ...pending, resolved: 'refunded', kind: 'sandbox' }), 'refunded, simulated');
    assert.equal(billing({ ...pending, resolved: 'verified' }), 'billed');
    assert.equal(billing({ ...unclear, resolved: 'negative' }), 'billed');
    assert.equal(billing({ ...unclear, resolved: 'still-open' }), 'may be billed');
    assert.equal(billing({ ...pending, billing: 'free', resolved: 'refunded' }), 'free');
  });

  it('says what an order cost, or may have, by the price it left with and as its user recorded the money', () => {
    const cost = (changes: Parameters<typeof anOrder>[0]) =>
      new RowWords(0).row(anOrder({ state: 'settled', price: '1234.5', ...changes }), ['cost'], 'none')
        .cells[0];
    assert.equal(cost({ billing: 'billed' }), '₹1,234.50');
    assert.equal(cost({ billing: 'billed', price: '4' }), '₹4.00');
    assert.equal(cost({ outcome: 'unknown', billing: 'unknown' }), '₹1,234.50');
    assert.equal(cost({ billing: 'free' }), '');
    assert.equal(cost({ billing: 'billed', price: null }), '');
    assert.equal(cost({ billing: 'billed', state: 'in-flight' }), '');
    assert.equal(cost({ outcome: 'pending', billing: 'billed', resolved: 'refunded' }), '');
  });

  it('says what an order cost only to who chose that column', async () => {
    const { columnViews, firstColumns, orderColumnIds } = await import(
      '../../../src/ui/history/ordersPageColumns.ts'
    );
    assert.ok(!firstColumns.includes('cost') && orderColumnIds.includes('cost'));
    assert.deepEqual(columnViews(['cost']), [{ id: 'cost', title: 'Cost (estimated)', sort: null }]);
  });

  it('tells what happened to the connection from what the service calls so', () => {
    const cells = (
      failureCode: 'refused' | 'reset' | 'cancelled' | 'tls' | 'connect-timeout',
      messageCode: string | null = null,
    ) => new RowWords(0).row(anOrder({ failureCode, messageCode }), ['code'], 'none').cells;
    assert.deepEqual(cells('refused'), ['connection refused']);
    assert.deepEqual(cells('reset'), ['connection reset']);
    assert.deepEqual(cells('cancelled'), ['cancelled by you']);
    assert.deepEqual(cells('tls'), ['secure connection failed']);
    assert.deepEqual(cells('connect-timeout'), ['connecting timed out']);
    assert.deepEqual(cells('reset', 'ACCEPTED'), ['ACCEPTED']);
  });
});

describe('a row of the history', () => {
  let orderItem: typeof import('../../../src/ui/start/trees/orderRow.ts').orderItem;
  before(async () => {
    await standInForVscode();
    ({ orderItem } = await import('../../../src/ui/start/trees/orderRow.ts'));
  });
  const told = (changes: Parameters<typeof anOrder>[0]) => {
    const item = orderItem(
      anOrder({ outcome: 'unknown', billing: 'unknown', messageCode: null, ...changes }),
      0,
    );
    const { value } = item.tooltip as { readonly value: string };
    return [item.accessibilityInformation?.label ?? '', value];
  };

  it('calls an order under way by one word, and neither unknown nor perhaps billed', () => {
    for (const words of told({ state: 'in-flight' })) {
      assert.match(words, /waiting for the answer/);
      assert.doesNotMatch(words, /unknown|billed/);
    }
    for (const words of told({ failureCode: 'refused', outcome: 'not-sent', billing: 'free' }))
      assert.match(words, /connection refused/);
    const [spoken = '', tooltip = ''] = told({ failureCode: 'deadline', httpStatus: null });
    assert.match(spoken, /unknown, no answer in time/);
    assert.doesNotMatch(spoken, /deadline/);
    assert.match(tooltip, /no answer in time \(deadline\)/);
    for (const words of told({ state: 'lost' }))
      assert.match(words, /unknown.*may be billed|unknown, no answer/s);
  });
});
