import assert from 'node:assert/strict';
import { test } from 'node:test';
import { budgetShares } from '../../../../src/calls/usage/budgetShare.ts';

const spent = {
  calls: 4,
  byPrice: [
    { price: '0.1', calls: 3 },
    { price: null, calls: 1 },
  ],
};

test('the share of each measure the limit has, exact in money', () => {
  assert.deepEqual(budgetShares({ calls: 5, money: '0.60' }, spent), [
    { measure: 'calls', used: '4', most: '5', unpriced: 0, share: 0.8 },
    { measure: 'money', used: '0.3', most: '0.60', unpriced: 1, share: 0.5 },
  ]);
  assert.deepEqual(budgetShares({ calls: null, money: null }, spent), []);
});

test('a limit of nothing is used up, and more than all is told', () => {
  assert.deepEqual(
    budgetShares({ calls: 0, money: '0.2' }, spent).map(({ share }) => share),
    [1, 1.5],
  );
});
