import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { OrderEvent, OrderPayloads, OrderSummary, Timing } from '../../../src/calls/ports/ports.ts';
import { timeline } from '../../../src/ledger/timeline.ts';
import { anOrder } from '../calls/orders.ts';
import { aSettlement, bytes, noon } from './aLedger.ts';

const lost: Partial<OrderSummary> = { state: 'lost', settledAt: null, deadlineAt: noon + 70_000 };
const none: OrderPayloads = { kind: 'not-kept' };

function answered(timing: Timing): OrderPayloads {
  return { kind: 'open', requestBody: bytes('{}'), answer: { ...aSettlement().answer, timing } };
}

function told(order: Partial<OrderSummary>, payloads: OrderPayloads, recorded: readonly OrderEvent[] = []) {
  return timeline(anOrder(order), payloads, recorded).map(({ kind, at }) => `${kind} ${at - noon}`);
}

it('tells when a call was sent and its answer began, counted back from its end', () => {
  const payloads = answered({ connectedMs: 20.4, firstByteMs: 790, totalMs: 800 });
  assert.deepEqual(told({ settledAt: noon + 812 }, payloads), [
    'begun 0',
    'sent 32',
    'first-byte 802',
    'settled 812',
  ]);
  // Written down in less time than the call itself took: it did not start before it was begun.
  assert.deepEqual(told({ settledAt: noon + 790 }, payloads), [
    'begun 0',
    'sent 20',
    'first-byte 790',
    'settled 790',
  ]);
});

it('tells only what is known of the way', () => {
  const settled = { settledAt: noon + 800 };
  const some = (timing: Partial<Timing>) =>
    told(settled, answered({ connectedMs: null, firstByteMs: null, totalMs: 800, ...timing }));
  assert.deepEqual(some({}), ['begun 0', 'settled 800']);
  assert.deepEqual(some({ connectedMs: 0 }), ['begun 0', 'sent 0', 'settled 800']);
  assert.deepEqual(some({ firstByteMs: 0 }), ['begun 0', 'first-byte 0', 'settled 800']);
  for (const payloads of [
    none,
    { kind: 'sealed' },
    { kind: 'open', requestBody: bytes('{}'), answer: null },
  ] as const)
    assert.deepEqual(told(settled, payloads), ['begun 0', 'settled 800']);
  // An answer without its end: nothing to count back from.
  const odd = answered({ connectedMs: 1, firstByteMs: 2, totalMs: 3 });
  assert.deepEqual(told({ settledAt: null }, odd), ['begun 0']);
});

it('tells that a call was lost once, at its deadline where nobody wrote down when', () => {
  assert.deepEqual(told(lost, none), ['begun 0', 'lost 70000']);
  const noticed: OrderEvent = { kind: 'lost', at: noon + 90_000 };
  const noted: OrderEvent = { kind: 'noted', at: noon + 80_000, text: 'asked' };
  assert.deepEqual(told(lost, none, [noted]), ['begun 0', 'lost 70000', 'noted 80000']);
  assert.deepEqual(told(lost, none, [noted, noticed]), ['begun 0', 'noted 80000', 'lost 90000']);
  assert.deepEqual(told({ settledAt: noon + 5 }, none, [noted]), ['begun 0', 'settled 5', 'noted 80000']);
});

it('tells what happened in the same millisecond in the order in which it can have happened', () => {
  const resolution = { at: noon, outcome: 'verified', note: '', pasted: null } as const;
  const recorded: readonly OrderEvent[] = [
    { kind: 'payloads-erased', at: noon },
    { kind: 'resolved', at: noon, resolution },
    { kind: 'noted', at: noon, text: '' },
    { kind: 'lost', at: noon },
  ];
  const order = { settledAt: noon, aadhaarReducedAt: noon };
  const payloads = answered({ connectedMs: 0, firstByteMs: 0, totalMs: 0 });
  const kinds = (events: readonly OrderEvent[]) =>
    timeline(anOrder(order), payloads, events).map(({ kind }) => kind);
  const expected = [
    'begun',
    'sent',
    'first-byte',
    'lost',
    'settled',
    'noted',
    'resolved',
    'aadhaar-reduced',
    'payloads-erased',
  ];
  assert.deepEqual(kinds(recorded), expected);
  assert.deepEqual(kinds(recorded.toReversed()), expected);
});
