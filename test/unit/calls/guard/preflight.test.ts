import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sandboxEnvironment } from '../../../../src/calls/environments/environments.ts';
import type { Obstacle } from '../../../../src/calls/guard/obstacles.ts';
import { type Preflight, type PreflightContext, preflight } from '../../../../src/calls/guard/preflight.ts';
import type { Budget } from '../../../../src/calls/guard/userLimits.ts';
import type { GuardFacts } from '../../../../src/calls/ports/guardPorts.ts';
import { orderId } from '../../../../src/calls/ports/ids.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import { plain } from '../../../../src/contract/words.ts';
import { anOrder } from '../orders.ts';
import { meters, noon, someContext, someFacts, spend } from './facts.ts';

function check(facts: Partial<GuardFacts> = {}, context: Partial<PreflightContext> = {}): Preflight {
  return preflight(someFacts(facts), someContext(context));
}

function words(facts: Partial<GuardFacts> = {}, context: Partial<PreflightContext> = {}): string {
  const { headline, details, warning, obstacles } = check(facts, context);
  return [headline, ...details, ...obstacles.map(({ what }) => what), ...(warning === null ? [] : [warning])]
    .map(plain)
    .join('\n');
}

function only(found: Preflight): Obstacle {
  const [one] = found.obstacles;
  assert.equal(found.obstacles.length, 1);
  assert.ok(one !== undefined);
  return one;
}

const live = { name: 'acme-prod', baseUrl: 'https://api.example.invalid', kind: 'live' } as const;

test('a live call says that a negative answer is billed, and invents no price', () => {
  assert.equal(check().mayBill, true);
  assert.match(words(), /^Billed if the provider runs the lookup, even when the result is negative\./);
  assert.match(words(), /\nNo price set\n/);
  assert.doesNotMatch(words(), /₹/);
  const priced = { environment: { ...live, prices: { 'aadhaar-pan-link': '4' } } };
  assert.match(words({}, priced), /≈ ₹4\.00 \(estimated\)/);
  assert.equal(check({}, priced).price, '4');
});

test('the sandbox bills nothing and says that its price is invented', () => {
  const sandbox = {
    environment: sandboxEnvironment,
    key: { kind: 'simulated', key: 'k' },
    simulatedPrice: '2.50',
  } as const;
  assert.equal(check({}, sandbox).mayBill, false);
  assert.match(words({}, sandbox), /Simulated: nothing is billed/);
  assert.match(words({}, sandbox), /Simulated price ₹2\.50/);
});

test('what was spent today is said as an estimate, with what it does not hold', () => {
  const day = {
    calls: 3,
    byPrice: [
      { price: '0.125', calls: 2 },
      { price: null, calls: 1 },
    ],
  };
  const spent = { session: day, day, month: day };
  assert.match(
    words({ spent }),
    /Spent today including what may be billed, all operations: ₹0\.25 \(estimated\) \+ 1 call without a price/,
  );
  assert.doesNotMatch(words({ spent: { ...spent, day: spend(3, null) } }), /Spent today/);
});

test('how much of a budget is used is said before it stops anything, and nothing twice', () => {
  const day = { calls: 3, byPrice: [...spend(2, '4').byPrice, ...spend(1, null).byPrice] };
  const spent = { session: day, day, month: day };
  const limited = (limits: Extract<Budget, { kind: 'set' }>['limits']): string =>
    words({ spent }, { environment: { ...live, budget: { kind: 'set', warnAt: 0.8, limits } } });
  const today = limited({ day: { calls: 10, money: '32' } });
  assert.match(today, /\nBudget for today including what may be billed: 3 of 10 calls\n/);
  assert.match(
    today,
    /today including what may be billed: ₹8\.00 of ₹32\.00 \(estimated\), 1 without a price\n/,
  );
  assert.doesNotMatch(today, /Spent today/);
  const month = limited({ month: { calls: null, money: '500' } });
  assert.match(month, /\nBudget for this month including what may be billed: ₹8\.00 of ₹500\.00/);
  assert.match(month, /Spent today/);
});

test('documented limits are counted, set ones come first, unknown ones are called unknown', () => {
  assert.match(words({ meters: meters(2, 40) }), /2 of 5 this minute, 40 of 100 in 24 hours/);
  assert.match(
    words({}, { operation: operationById('credit-report') }),
    /0 this minute, size of the limit not documented/,
  );
  const environment = { ...live, limits: { 'aadhaar-pan-link': { perMinute: 10, perDay: null } } };
  assert.match(words({ meters: meters(6, 6) }, { environment }), /6 of 10 this minute, 6 of 100/);
  assert.deepEqual(check({ meters: meters(6, 6) }, { environment }).obstacles, []);
});

test('a full window stands in the way until a call fits', () => {
  const full = only(check({ meters: meters(5, 5, noon + 41_000) }));
  assert.equal(full.id, 'meter:60000:5');
  assert.ok(full.kind === 'meter' && full.source === 'documented' && full.freeAt === noon + 41_000);
  assert.match(
    plain(full.what),
    /limit of a minute is reached: 5 of 5 calls\. One more fits at 12:00:41; sending earlier/,
  );
  assert.match(words({ meters: meters(1, 100) }), /limit of 24 hours is reached: 100 of 100 calls/);
});

test('a learned limit holds only where none is documented or set, and is called learned', () => {
  const learned = { calls: 31, at: noon - 5000 };
  const full = only(
    check({ learned, meters: meters(30, 30) }, { operation: operationById('credit-report') }),
  );
  assert.ok(full.kind === 'meter' && full.source === 'learned' && full.most === 30);
  assert.match(plain(full.what), /Limit seen: 30 per minute, 30 sent/);
  assert.deepEqual(check({ learned: { calls: 2, at: noon }, meters: meters(4, 4) }).obstacles, []);
  const once = { learned: { calls: 1, at: noon }, meters: meters(4, 4) };
  assert.deepEqual(check(once, { operation: operationById('credit-report') }).obstacles, []);
});

test('a cool-down says until when, and whether that is a guess', () => {
  const coolDown = { until: noon + 30_000, since: noon - 1000, guessed: false, id: orderId('o1') };
  const asked = only(check({ coolDown }));
  assert.equal(asked.id, `cool-down:${noon + 30_000}`);
  assert.match(plain(asked.what), /asked to wait until 12:00:30\. Sending earlier lengthens the wait/);
  assert.match(words({ coolDown: { ...coolDown, guessed: true } }), /One minute is assumed/);
  assert.ok(asked.kind === 'cool-down' && !asked.doubtful);
});

test('a wait of more than a day is doubted aloud, from when it was asked for', () => {
  const since = noon - 3_600_000;
  const day = 86_400_000;
  const found = (until: number) => only(check({ coolDown: { until, since, guessed: false, id: null } }));
  const long = found(since + day + 1);
  assert.ok(long.kind === 'cool-down' && long.doubtful);
  assert.match(plain(long.what), /which is more than a day\. If you doubt that, lift the wait/);
  const short = found(since + day);
  assert.ok(short.kind === 'cool-down' && !short.doubtful);
});

test('twins are named with their order', () => {
  const paid = only(check({ paidTwins: [anOrder({ begunAt: noon - 3 * 86_400_000 })] }));
  assert.equal(paid.kind, 'paid-twin');
  assert.match(
    plain(paid.what),
    /^Sending it again would be billed again: .+ paid for at 2026-11-18 12:00 \(NO_RECORD_FOUND, order ORD-INVENTED-1\)\./,
  );
  const open = anOrder({ id: orderId('p'), outcome: 'pending', messageCode: 'ACCEPTED', begunAt: noon });
  assert.match(
    words({ pendingTwins: [open] }),
    /still open since 12:00:00 \(ACCEPTED, order ORD-INVENTED-1\)/,
  );
  assert.match(words({ pendingTwins: [{ ...open, outcome: 'unknown' }] }), /its outcome is unknown/);
  assert.match(words({ pendingTwins: [{ ...open, state: 'in-flight' }] }), /waits for its answer/);
  const both = check({ pendingTwins: [open], paidTwins: [anOrder()] }).obstacles.map(({ id }) => id);
  assert.deepEqual(both, ['pending-twin:p', `paid-twin:${anOrder().id}`]);
});

test('what will probably be refused is told before it is sent', () => {
  assert.equal(check().warning, null);
  assert.match(words({}, { key: { kind: 'missing' } }), /No API key is set/);
  assert.match(
    words({}, { key: { kind: 'other-origin', origin: 'https://old.example.invalid' } }),
    /entered for https:\/\/old/,
  );
  assert.match(words({}, { looseProxy: true }), /certificate of the proxy is not checked/);
  const last = (messageCode: string, operation: 'email-bulk' | 'aadhaar-pan-link' = 'email-bulk') => ({
    lastAnswer: { operation, messageCode, settledAt: noon - 500, id: orderId('o') },
  });
  const repairs = (facts: Partial<GuardFacts>, context: Partial<PreflightContext> = {}) =>
    check(facts, context).obstacles.map((one) => (one.kind === 'refusal' ? one.repair : one.kind));
  assert.deepEqual(repairs(last('INVALID_API_KEY')), ['set-key']);
  const replaced = { key: { kind: 'present', key: 'another-key-9f3a', savedAt: noon } } as const;
  assert.deepEqual(repairs(last('INVALID_API_KEY'), replaced), []);
  assert.deepEqual(repairs(last('INSUFFICIENT_BALANCE'), replaced), ['recharge']);
  assert.deepEqual(repairs(last('NO_API_ACCESS')), []);
  assert.deepEqual(repairs(last('NO_API_ACCESS', 'aadhaar-pan-link')), ['subscribe']);
  assert.deepEqual(repairs(last('OK')), []);
});

test('what is said of a call, line by line', () => {
  const operationToday = spend(3, '4');
  const details = (facts: Partial<GuardFacts>, context: Partial<PreflightContext> = {}): readonly string[] =>
    check({ operationToday, ...facts }, context).details.map(plain);
  const creditReport = { operation: operationById('credit-report') };
  assert.deepEqual(details({ meters: meters(2, 40) }), [
    'No price set',
    '3 billed today',
    '2 of 5 this minute, 40 of 100 in 24 hours',
  ]);
  assert.equal(details({ unclearToday: 2 })[1], '1 billed today, 2 may have been');
  assert.deepEqual(details({ meters: meters(2, 40) }, { environment: sandboxEnvironment }), [
    'No price set',
    '3 billed today, simulated',
    '2 of 5 this minute, 40 of 100 in 24 hours',
    'Live: billed if the provider runs the lookup, even when the result is negative',
  ]);
  const perDay = { environment: { ...live, limits: { 'credit-report': { perMinute: null, perDay: 9 } } } };
  assert.equal(
    details({ meters: meters(2, 4) }, { ...creditReport, ...perDay }).at(-1),
    '2 this minute, 4 of 9 in 24 hours',
  );
  const perMinute = { environment: { ...live, limits: { 'credit-report': { perMinute: 7, perDay: null } } } };
  assert.equal(
    details({ meters: meters(2, 4) }, { ...creditReport, ...perMinute }).at(-1),
    '2 of 7 this minute',
  );
  const learned = { calls: 31, at: noon - 5000 };
  assert.equal(
    details({ learned, meters: meters(2, 4) }, creditReport).at(-1),
    'Limit seen: 30 per minute, 2 sent',
  );
});

test('what stands in the way is told in the order of its weight, each once', () => {
  const order = (id: string) => anOrder({ id: orderId(id) });
  const found = check(
    {
      spent: { session: spend(1, '4'), day: spend(8, '4'), month: spend(8, '4') },
      pendingTwins: [order('a')],
      paidTwins: [order('b')],
      coolDown: { until: noon + 30_000, since: noon, guessed: false, id: null },
      meters: meters(5, 5),
      lastAnswer: {
        operation: 'email-bulk',
        messageCode: 'INVALID_API_KEY',
        settledAt: noon,
        id: orderId('o'),
      },
    },
    {
      environment: {
        ...live,
        budget: {
          kind: 'set',
          warnAt: 0.8,
          limits: { session: { calls: 1, money: null }, day: { calls: 10, money: null } },
        },
      },
    },
  );
  assert.deepEqual(
    found.obstacles.map(({ id }) => id),
    [
      'budget-stop:session:calls',
      'pending-twin:a',
      'paid-twin:b',
      `cool-down:${noon + 30_000}`,
      'meter:60000:5',
      'refusal:INVALID_API_KEY',
      'budget-warning:day:calls',
    ],
  );
});

test('an order that may have been paid for is named before one that is recorded as not billed', () => {
  const unclear = anOrder({ id: orderId('unclear'), billing: 'unknown' });
  const free = anOrder({ id: orderId('free'), billing: 'unknown', resolved: 'not-billed' });
  assert.deepEqual(
    check({ paidTwins: [free, unclear] }).obstacles.map(({ id }) => id),
    ['paid-twin:unclear', 'paid-twin:free'],
  );
});
