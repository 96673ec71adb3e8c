import * as fc from 'fast-check';
import { type OrderId, orderId } from '../../../../src/calls/ports/ids.ts';
import { recordedOutcomes } from '../../../../src/calls/ports/orderEvents.ts';
import type { Resolution, Settlement } from '../../../../src/calls/ports/ports.ts';

const ends = [
  'billed',
  'unclear',
  'free',
  'pending',
  'unknown',
  'not-sent',
  'throttled',
  'stays-out',
] as const;
export type End = (typeof ends)[number];
export type Recorded = Resolution['outcome'];

/** What somebody does: time passes, a window looks and chooses, a window sends what it chose, a call ends, its outcome is recorded, a window restarts. */
export type Act =
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'look'; readonly window: number; readonly input: number; readonly pick: number }
  | { readonly kind: 'send'; readonly window: number; readonly end: End; readonly waitMs: number }
  | { readonly kind: 'record'; readonly window: number; readonly which: number; readonly as: Recorded }
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
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('record' as const),
      window,
      which: fc.nat(30),
      as: fc.constantFrom<Recorded>(...recordedOutcomes),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart' as const), window }) },
);
export const acts = fc.array(act, { minLength: 10, maxLength: 60 });

const settlements: Readonly<Record<Exclude<End, 'stays-out'>, Partial<Settlement>>> = {
  billed: { outcome: 'verified', billing: 'billed', messageCode: 'OK', httpStatus: 200 },
  unclear: { outcome: 'negative', billing: 'unknown', messageCode: 'NO_RECORD_FOUND', httpStatus: 422 },
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

export function settlementOf(end: Exclude<End, 'stays-out'>, at: number, waitMs: number): Settlement {
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
    observed: null,
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

/** Entries of each input; those that share one are twins by it. */
const entries: Readonly<Record<number, readonly string[]>> = {
  1: ['a', 'b'],
  2: ['b', 'c'],
  3: ['c'],
  4: ['d'],
};

export function printOf(input: number) {
  return { whole: `input ${input}`, parts: entries[input] ?? [] };
}

/** A call that left, as a plain list knows it. */
export interface Sent {
  readonly id: OrderId;
  readonly at: number;
  readonly input: number;
  readonly end: End;
  /** Until when it was told to wait, ms; 0 = it was not. */
  readonly until: number;
  recorded: Recorded | null;
}

export const nameOf = (n: number): OrderId => orderId(`order ${n}`);

export function isOpen({ end, recorded }: Sent): boolean {
  return (
    end === 'stays-out' ||
    ((end === 'pending' || end === 'unknown') && (recorded === null || recorded === 'still-open'))
  );
}

/** Whether the provider may have run the lookup, whatever was recorded later. */
export function mayBeBilled({ end }: Sent): boolean {
  return end !== 'free' && end !== 'not-sent' && end !== 'throttled';
}

/** Whether the user may record what it came to. */
export function isRecordable({ end }: Sent): boolean {
  return end === 'pending' || end === 'unknown' || end === 'unclear';
}
