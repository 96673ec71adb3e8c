import assert from 'node:assert/strict';
import { test } from 'node:test';
import { budgetObstacles, type Costing } from '../../../../src/calls/guard/budget.ts';
import { type Budget, readBudget } from '../../../../src/calls/guard/userLimits.ts';
import { plain } from '../../../../src/contract/words.ts';
import { nothingSpent, spend } from './facts.ts';

const costing: Costing = { environment: 'acme-prod', price: '4.00' };

function found(budget: unknown, calls: number, price: string | null = '4.00', asked = costing): string[] {
  const day = spend(calls, price);
  const read = readBudget(budget);
  assert.ok(read !== undefined);
  return budgetObstacles(read, { session: nothingSpent, day, month: day }, asked).map(
    ({ id, what }) => `${id} ${plain(what)}`,
  );
}

test('calls are warned about at the share and stopped at the limit', () => {
  const budget = { day: { calls: 10 } };
  assert.deepEqual(found(budget, 6), []);
  assert.match(found(budget, 7)[0] ?? '', /^budget-warning:day:calls .*7 of 10 calls/);
  assert.match(found(budget, 9)[0] ?? '', /^budget-warning/);
  // Of a budget of one call nothing is used up before the first one; it is that one which uses it up.
  assert.match(
    found({ day: { calls: 1 } }, 0)[0] ?? '',
    /^budget-warning:day:calls The next call brings .*0 of 1 call /,
  );
  assert.match(found(budget, 10)[0] ?? '', /^budget-stop:day:calls .*: 10, allowed: 10\./);
  assert.match(found({ day: { calls: 0 } }, 0)[0] ?? '', /^budget-stop/);
  assert.match(found({ ...budget, warnAt: 0.5 }, 4)[0] ?? '', /^budget-warning/);
});

test('money stops before the call that would pass it, to the paisa', () => {
  assert.deepEqual(found({ month: { money: '100' } }, 1), []);
  assert.match(found({ day: { money: '12.00' }, warnAt: 1 }, 2)[0] ?? '', /^budget-warning:day:money/);
  assert.match(
    found({ day: { money: '11.99' } }, 2)[0] ?? '',
    /Limit: ₹11\.99; spent including what may be billed: ₹8\.00 \(estimated\)\. Use/,
  );
  assert.match(found({ day: { money: '11.99' } }, 2)[0] ?? '', /^budget-stop/);
  const dime = { ...costing, price: '0.10' };
  assert.match(found({ day: { money: '0.30' }, warnAt: 1 }, 2, '0.10', dime)[0] ?? '', /^budget-warning/);
});

test('a money budget lets nothing pass whose price is not known', () => {
  const unpriced = { ...costing, price: null };
  assert.match(found({ day: { money: '1000' } }, 0, '4', unpriced)[0] ?? '', /^budget-stop.*Use Set Price/);
  assert.deepEqual(found({ day: { calls: 10 } }, 0, '4', unpriced), []);
  assert.match(found({ day: { money: '10' } }, 3, null)[0] ?? '', /^$/);
  assert.match(
    found({ day: { money: '4' } }, 3, null)[0] ?? '',
    /Limit: ₹4\.00; spent so far including what may be billed: ₹0\.00 \(estimated\) \+ 3 calls without a price\.$/,
  );
});

test('a budget that cannot be read stops and names the setting', () => {
  for (const bad of [
    'x',
    7,
    null,
    [],
    { week: { calls: 1 } },
    { day: 5 },
    { day: {} },
    { day: { calls: 1.5 } },
    { day: { calls: -1 } },
    { day: { money: '-1' } },
    { day: { money: '1e3' } },
    { day: { call: 5 } },
    { day: { calls: 5 }, warnAt: 2 },
    { day: { calls: 5 }, warnAt: 'half' },
  ]) {
    const [stop = '', ...more] = found(bad, 0);
    assert.deepEqual(more, []);
    assert.match(stop, /^budget-stop:unreadable The budget of environment acme-prod cannot be read/);
    assert.match(stop, /verificationExplorer\.environments/);
  }
  const none: Budget | undefined = readBudget(undefined);
  assert.equal(none, undefined);
});

test('a budget that is used up says how many calls were billed, and how many are allowed', () => {
  const words = (most: number, spent: number): string => found({ day: { calls: most } }, spent)[0] ?? '';
  assert.match(words(1, 1), /^budget-stop:day:calls .* used up: calls billed, .*: 1, allowed: 1\./);
  // It was set when more were billed already.
  assert.match(words(3, 5), /: 5, allowed: 3\./);
});

test('a stop by money has one name, whether a price is missing or the sum is spent, and says whose budget it is', () => {
  const unpriced = { ...costing, price: null };
  assert.match(
    found({ day: { money: '10' } }, 0, '4', unpriced)[0] ?? '',
    /^budget-stop:day:money The budget of acme-prod for today is in rupees/,
  );
  assert.match(
    found({ day: { money: '5' } }, 1)[0] ?? '',
    /^budget-stop:day:money The budget of acme-prod for today /,
  );
});

test('stops come before warnings, each once', () => {
  const both = found({ day: { calls: 2 }, month: { money: '11.99' } }, 2);
  assert.deepEqual(
    both.map((one) => one.split(' ')[0]),
    ['budget-stop:day:calls', 'budget-stop:month:money'],
  );
  const mixed = found({ day: { calls: 3 }, month: { money: '11.99' } }, 2);
  assert.deepEqual(
    mixed.map((one) => one.split(' ')[0]),
    ['budget-stop:month:money', 'budget-warning:day:calls'],
  );
});
