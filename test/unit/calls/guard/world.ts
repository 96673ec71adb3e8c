import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { Environment } from '../../../../src/calls/environments.ts';
import { admission, readGuard } from '../../../../src/calls/guard/admission.ts';
import { acceptedBy, choicesFor } from '../../../../src/calls/guard/choices.ts';
import { localDay } from '../../../../src/calls/periods.ts';
import { asLedgerRefusal, type Ledger, type Settlement } from '../../../../src/calls/ports.ts';
import { type PreflightContext, preflight } from '../../../../src/calls/preflight.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import { aNewOrder } from '../orders.ts';

/** What a window needs of its ledger. */
export type GuardLedger = Pick<Ledger, 'guard' | 'begin' | 'settle'>;

/** Windows on one history; each may be closed and opened again. */
export interface Windows {
  ledger(window: number): GuardLedger;
  restart(window: number): Promise<void>;
}

export const limits = { perMinute: 3, perDay: 9 } as const;
const dayCalls = 7;
/** In hundredths of a paisa, exact. */
const price = { text: '0.3701', units: 3701n };
const monthMoney = { text: '2.9608', units: 29_608n };

const environment: Environment = {
  name: 'acme-prod',
  baseUrl: 'https://api.example.invalid',
  kind: 'live',
  prices: { 'rc-advanced': price.text },
  limits: { 'rc-advanced': limits },
  budget: {
    kind: 'set',
    limits: { day: { calls: dayCalls, money: null }, month: { calls: null, money: monthMoney.text } },
    warnAt: 0.8,
  },
};

const ends = ['billed', 'free', 'pending', 'unknown', 'not-sent', 'throttled', 'stays-out'] as const;
type End = (typeof ends)[number];

/** What somebody does: time passes, a window looks and chooses, a window sends what it chose, a call ends, a window restarts. */
export type Act =
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'look'; readonly window: number; readonly input: number; readonly pick: number }
  | { readonly kind: 'send'; readonly window: number; readonly end: End; readonly waitMs: number }
  | { readonly kind: 'restart'; readonly window: number };

const window = fc.constantFrom(0, 1);
const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      ms: fc.constantFrom(1, 5000, 20_000, 59_999, 60_000, 3_600_000, 86_400_000),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('look' as const),
      window,
      input: fc.constantFrom(1, 2, 3, 4),
      pick: fc.nat(5),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('send' as const),
      window,
      end: fc.constantFrom(...ends),
      waitMs: fc.constantFrom(1000, 90_000),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart' as const), window }) },
);
export const acts = fc.array(act, { minLength: 10, maxLength: 60 });

interface Sent {
  readonly id: string;
  readonly at: number;
  readonly input: number;
  readonly end: End;
}

interface Chosen {
  readonly input: number;
  readonly accepted: ReadonlySet<string>;
}

const settlements: Readonly<Record<Exclude<End, 'stays-out'>, Partial<Settlement>>> = {
  billed: { outcome: 'verified', billing: 'billed', messageCode: 'OK', httpStatus: 200 },
  free: { outcome: 'rejected', billing: 'free', messageCode: 'INVALID_INPUT', httpStatus: 422 },
  pending: { outcome: 'pending', billing: 'billed', messageCode: 'ACCEPTED', httpStatus: 202 },
  unknown: {
    outcome: 'unknown',
    billing: 'unknown',
    messageCode: null,
    httpStatus: null,
    failureCode: 'reset',
  },
  'not-sent': {
    outcome: 'not-sent',
    billing: 'free',
    messageCode: null,
    httpStatus: null,
    failureCode: 'refused',
  },
  throttled: { outcome: 'throttled', billing: 'free', messageCode: 'RATE_LIMITED', httpStatus: 429 },
};

function settlementOf(end: Exclude<End, 'stays-out'>, at: number, waitMs: number): Settlement {
  return {
    settledAt: at,
    outcome: 'verified',
    billing: 'billed',
    evidence: 'stated',
    httpStatus: 200,
    messageCode: null,
    orderId: null,
    failureCode: null,
    totalMs: 1,
    coolDown: end === 'throttled' ? { until: at + waitMs, guessed: false } : null,
    answer: {
      head: null,
      timing: { connectedMs: null, firstByteMs: null, totalMs: 1 },
      wireBytes: 0,
      body: new Uint8Array(),
      failure: null,
    },
    ...settlements[end],
  };
}

const mayBeBilled = ({ end }: Sent): boolean => end !== 'free' && end !== 'not-sent' && end !== 'throttled';
const isOpen = ({ end }: Sent): boolean => end === 'pending' || end === 'unknown' || end === 'stays-out';

/**
 * Lets everything happen, and holds each call that left against a plain list of the calls before it: no limit is passed
 * that its sender did not pass by choice, and no budget at all. Returns how many calls left and how many were refused in
 * the moment of writing.
 */
export async function live(
  windows: Windows,
  start: number,
  whatHappens: readonly Act[],
): Promise<{ sent: number; refused: number }> {
  const sent: Sent[] = [];
  const chosen = new Map<number, Chosen>();
  let [now, coolUntil, refused] = [start, 0, 0];
  const context = (): PreflightContext => ({
    operation: operationById('rc-advanced'),
    environment,
    key: { kind: 'present', key: 'invented-key-9f3a', savedAt: start },
    simulatedPrice: null,
    looseProxy: false,
    now,
  });
  const subject = (input: number) => ({ fingerprint: `input ${input}`, session: 'session' });
  for (const one of whatHappens) {
    if (one.kind === 'wait') now += one.ms;
    else if (one.kind === 'restart') {
      chosen.delete(one.window);
      await windows.restart(one.window);
    } else if (one.kind === 'look') {
      const { facts } = await readGuard(windows.ledger(one.window), context(), subject(one.input));
      const { obstacles } = preflight(facts, context());
      const choices = choicesFor(obstacles);
      const choice = choices[one.pick % choices.length];
      // Looking away from what a budget stopped, and sending all the same, must not help either.
      const accepted = choice === undefined ? [] : acceptedBy(choice, obstacles);
      chosen.set(one.window, { input: one.input, accepted: new Set(accepted) });
    } else {
      const choice = chosen.get(one.window);
      if (choice === undefined) continue;
      chosen.delete(one.window);
      const id = `order ${sent.length + refused}`;
      const ledger = windows.ledger(one.window);
      const { question } = await readGuard(ledger, context(), subject(choice.input));
      const order = aNewOrder({
        id,
        draftId: `draft of ${id}`,
        begunAt: now,
        deadlineAt: now + 70_000,
        day: localDay(now),
        fingerprint: `input ${choice.input}`,
        price: price.text,
      });
      try {
        await ledger.begin(order, admission(context(), question, choice.accepted));
      } catch (error) {
        assert.equal(asLedgerRefusal(error)?.reason, 'guard', String(error));
        refused += 1;
        continue;
      }
      mustBeAllowed(sent, choice, now, coolUntil);
      sent.push({ id, at: now, input: choice.input, end: one.end });
      if (one.end === 'stays-out') continue;
      await ledger.settle(id, settlementOf(one.end, now, one.waitMs));
      if (one.end === 'throttled') coolUntil = Math.max(coolUntil, now + one.waitMs);
    }
  }
  return { sent: sent.length, refused };
}

function mustBeAllowed(
  before: readonly Sent[],
  { input, accepted }: Chosen,
  now: number,
  coolUntil: number,
): void {
  const counted = before.filter(({ end }) => end !== 'not-sent');
  const within = (ms: number): number => counted.filter(({ at }) => at > now - ms).length;
  const passed = [...accepted].join(' ');
  assert.ok(
    within(60_000) < limits.perMinute || accepted.has('meter:60000'),
    `minute passed, accepted: ${passed}`,
  );
  assert.ok(
    within(86_400_000) < limits.perDay || accepted.has('meter:86400000'),
    `day passed, accepted: ${passed}`,
  );
  assert.ok(
    now >= coolUntil || accepted.has(`cool-down:${coolUntil}`),
    `cool-down passed, accepted: ${passed}`,
  );
  const billed = before.filter(mayBeBilled);
  const today = billed.filter(({ at }) => localDay(at) === localDay(now));
  assert.ok(today.length < dayCalls, 'the budget of the day was passed');
  const thisMonth = billed.filter(({ at }) => localDay(at).slice(0, 7) === localDay(now).slice(0, 7));
  assert.ok(
    BigInt(thisMonth.length + 1) * price.units <= monthMoney.units,
    'the budget of the month was passed',
  );
  const twin = before.filter((one) => one.input === input && isOpen(one)).at(-1);
  assert.ok(
    twin === undefined || accepted.has(`pending-twin:${twin.id}`),
    `twin passed, accepted: ${passed}`,
  );
}
