import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { readPrice } from '../../../../src/calls/guard/prices.ts';
import { compareMoney, plus, rupees, sumOf, times } from '../../../../src/calls/usage/money.ts';
import { plain } from '../../../../src/contract/words.ts';

const read = (typed: unknown): string => {
  const reading = readPrice(typed);
  return reading.ok ? reading.price : `refused: ${plain(reading.why)}`;
};

test('a price is read as it is written', () => {
  assert.deepEqual(['4', '4.00', '0.125', ' 12 ', '007.50', '0', 4, 0.1].map(read), [
    '4',
    '4.00',
    '0.125',
    '12',
    '7.50',
    '0',
    '4',
    '0.1',
  ]);
});

test('what is no price is refused in one sentence', () => {
  assert.match(read('-4'), /^refused: An amount cannot be negative, as -4 is\.$/);
  for (const typed of ['', '4,50', '₹4', '1e3', '.5', '5.', 'NaN', '0x10', 1e-7, Number.POSITIVE_INFINITY]) {
    assert.match(read(typed), /^refused: .* is not an amount/, String(typed));
  }
  assert.match(read('1234567890'), /too long/);
  assert.match(read('0.1234567'), /too long/);
  for (const typed of [null, undefined, {}, [], true]) assert.match(read(typed), /^refused: An amount is/);
});

test('an amount has up to nine digits before the point and six after it', () => {
  assert.equal(read('123456789.123456'), '123456789.123456');
  // What is quoted of a long one ends after thirty letters.
  assert.match(read('x'.repeat(40)), /^refused: x{30} is not an amount/);
});

test('money is shown in rupees as India groups them, never rounded', () => {
  assert.deepEqual(['1234.5', '0', '0.125', '123456789', '12.00'].map(rupees), [
    '₹1,234.50',
    '₹0.00',
    '₹0.125',
    '₹12,34,56,789.00',
    '₹12.00',
  ]);
});

/** Amounts as whole millionths of a rupee, the smallest unit a price can have: exact without decimals. */
const amount = fc.bigInt({ min: 0n, max: 999_999_999_999_999n });
const text = (millionths: bigint): string => {
  const digits = String(millionths).padStart(7, '0');
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`;
};

test('no sum is off by anything', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.option(amount), fc.integer({ min: 1, max: 100_000 })), { maxLength: 30 }),
      (rows) => {
        const byPrice = rows.map(([price, calls]) => ({ price: price === null ? null : text(price), calls }));
        const { money, unpriced } = sumOf({ byPrice });
        const exact = rows.reduce((sum, [price, calls]) => sum + (price ?? 0n) * BigInt(calls), 0n);
        assert.equal(compareMoney(money, text(exact)), 0);
        assert.doesNotMatch(money, /e/);
        assert.equal(
          unpriced,
          rows.reduce((sum, [price, calls]) => sum + (price === null ? calls : 0), 0),
        );
      },
    ),
  );
});

test('adding, multiplying and comparing are exact', () => {
  fc.assert(
    fc.property(amount, amount, fc.integer({ min: 0, max: 1_000_000 }), (a, b, factor) => {
      assert.equal(compareMoney(plus(text(a), text(b)), text(a + b)), 0);
      assert.equal(compareMoney(times(text(a), factor), text(a * BigInt(factor))), 0);
      assert.equal(compareMoney(text(a), text(b)), a < b ? -1 : a > b ? 1 : 0);
    }),
  );
});
