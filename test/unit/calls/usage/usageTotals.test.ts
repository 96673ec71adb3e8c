import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { rupeesShown } from '../../../../src/calls/usage/rupees.ts';
import { estimate, share, tally } from '../../../../src/calls/usage/usageTotals.ts';
import { aUsageRow } from './usageRow.ts';

test('calls are counted by billing, and money only of what has a price', () => {
  const found = tally([
    aUsageRow({ calls: 3, price: '0.1' }),
    aUsageRow({ calls: 2, price: null }),
    aUsageRow({ calls: 1, billing: 'unknown', price: '4.50' }),
    aUsageRow({ calls: 7, billing: 'free' }),
    aUsageRow({ calls: 1, billing: 'refunded' }),
  ]);
  assert.deepEqual(found, {
    ...{ billed: 5, free: 7, refunded: 1, unknown: 1, calls: 14 },
    spent: { rupees: '0.3', priced: 3, unpriced: 2 },
    maybe: { rupees: '4.5', priced: 1, unpriced: 0 },
  });
});

test('no sum is off by a paisa, whatever the prices and however many calls', () => {
  const paise = fc.integer({ min: 0, max: 10_000_000 });
  const calls = fc.integer({ min: 0, max: 1_000_000 });
  fc.assert(
    fc.property(fc.array(fc.tuple(paise, calls), { maxLength: 40 }), (rows) => {
      const asText = (value: bigint): string => `${value / 100n}.${String(value % 100n).padStart(2, '0')}`;
      const sum = estimate(rows.map(([price, count]) => ({ price: asText(BigInt(price)), calls: count })));
      const exact = rows.reduce((total, [price, count]) => total + BigInt(price) * BigInt(count), 0n);
      assert.equal(rupeesShown(sum.rupees).replaceAll(',', ''), asText(exact));
    }),
  );
});

test('rupees are grouped as in India and lose no place', () => {
  assert.deepEqual(
    ['0', '4', '4.5', '0.125', '1234', '100000', '1234567.5', '-1234.5', '98765432100'].map(rupeesShown),
    [
      '0.00',
      '4.00',
      '4.50',
      '0.125',
      '1,234.00',
      '1,00,000.00',
      '12,34,567.50',
      '-1,234.50',
      '98,76,54,32,100.00',
    ],
  );
});

test('a share is of what was billed for certain, in calls and in money', () => {
  const rows = [
    aUsageRow({ calls: 3, price: '2' }),
    aUsageRow({ calls: 1, price: '6', outcome: 'negative' }),
    aUsageRow({ calls: 9, billing: 'free', outcome: 'negative' }),
  ];
  const found = share(rows, ({ outcome }) => outcome === 'negative');
  assert.deepEqual([found.calls, found.spent.rupees, found.ofCalls, found.ofMoney], [1, '6', 0.25, 0.5]);
  const none = share([aUsageRow({ billing: 'free' })], () => true);
  assert.deepEqual([none.ofCalls, none.ofMoney], [null, null]);
});
