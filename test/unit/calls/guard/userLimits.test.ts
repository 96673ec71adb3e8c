import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { budgetObstacles } from '../../../../src/calls/guard/budget.ts';
import { readBudget, readGuardSettings } from '../../../../src/calls/guard/userLimits.ts';
import { plain } from '../../../../src/contract/words.ts';
import { nothingSpent, spend } from './facts.ts';

function why(budget: unknown): string {
  const read = readBudget(budget);
  return read?.kind === 'unreadable' ? plain(read.why) : 'read';
}

describe('a budget', () => {
  it('of any period is read and held to', () => {
    for (const period of ['session', 'day', 'month'] as const) {
      const budget = readBudget({ [period]: { calls: 1 } });
      const spent = {
        session: nothingSpent,
        day: nothingSpent,
        month: nothingSpent,
        [period]: spend(1, '4'),
      };
      const [stop] = budgetObstacles(budget, spent, { environment: 'acme-prod', price: '4' });
      assert.equal(stop?.id, `budget-stop:${period}:calls`);
    }
  });

  it('may warn at every share from nothing to all', () => {
    for (const warnAt of [0, 0.5, 1]) {
      const limits = { day: { calls: 3, money: null } };
      assert.deepEqual(readBudget({ day: { calls: 3 }, warnAt }), { kind: 'set', limits, warnAt });
    }
    for (const warnAt of [-0.1, 1.1, Number.NaN, '1'])
      assert.equal(why({ day: { calls: 3 }, warnAt }), 'Its warnAt is not a number from 0 to 1.');
  });

  it('holds up to a thousand million calls, and nothing at all', () => {
    for (const calls of [0, 1_000_000_000]) assert.equal(why({ day: { calls } }), 'read');
    for (const calls of [-1, 1_000_000_001, 0.5])
      assert.equal(why({ day: { calls } }), 'The calls of its day are not a whole number of at least 0.');
  });

  it('that cannot be read says which part of it', () => {
    const long = 'x'.repeat(50);
    assert.equal(why({ month: 5 }), 'Its month needs calls, money, or both.');
    assert.equal(why({ month: {} }), 'Its month needs calls, money, or both.');
    assert.equal(
      why({ month: { calls: 1, [long]: 2 } }),
      `Its month has ${'x'.repeat(40)}, which is unknown.`,
    );
    assert.match(
      why({ month: { money: '-1' } }),
      /^The money of its month cannot be read: An amount cannot be negative/,
    );
    assert.equal(why({ [long]: {} }), `${'x'.repeat(40)} is not a period: use session, day or month.`);
  });
});

describe('limits and prices of an environment', () => {
  const problems = (entry: Readonly<Record<string, unknown>>): readonly string[] =>
    readGuardSettings(entry, 'acme-prod').problems.map(plain);

  it('of one call are limits', () => {
    const { settings } = readGuardSettings(
      { limits: { 'email-bulk': { perMinute: 1, perDay: 1 } } },
      'acme-prod',
    );
    assert.deepEqual(settings, { limits: { 'email-bulk': { perMinute: 1, perDay: 1 } } });
    const one = readGuardSettings({ limits: { 'email-bulk': { perDay: 1_000_000_000 } } }, 'acme-prod');
    assert.deepEqual(one.settings.limits, { 'email-bulk': { perMinute: null, perDay: 1_000_000_000 } });
  });

  it('that are none are left out, with what a limit is', () => {
    const left =
      'The limits of email-bulk in environment acme-prod are left out: A limit is a whole number of at least 1: perMinute, perDay or both.';
    for (const limit of [
      5,
      null,
      [],
      { perHour: 3 },
      { perMinute: 0 },
      { perDay: 0 },
      { perDay: '5' },
      { perMinute: 1e9 + 1 },
    ]) {
      const read = readGuardSettings({ limits: { 'email-bulk': limit } }, 'acme-prod');
      assert.deepEqual(read.problems.map(plain), [left], JSON.stringify(limit));
      assert.deepEqual(read.settings, { limits: {} });
    }
  });

  it('that are no object say so by their name', () => {
    for (const setting of ['prices', 'limits'])
      assert.match(
        problems({ [setting]: 7 })[0] ?? '',
        new RegExp(`^The ${setting} of environment acme-prod are not an object`),
      );
  });

  it('of an operation that is none name those there are', () => {
    const long = 'y'.repeat(50);
    assert.deepEqual(problems({ prices: { [long]: '4' } }), [
      `The prices of environment acme-prod name ${'y'.repeat(40)}, which is not an operation. The operations are: rc-advanced, credit-report, aadhaar-pan-link, email-bulk.`,
    ]);
  });

  it('nothing is set where nothing was written', () => {
    assert.deepEqual(readGuardSettings({}, 'acme-prod'), { settings: {}, problems: [] });
  });
});
