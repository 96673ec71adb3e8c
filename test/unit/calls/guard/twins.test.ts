import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { choicesFor } from '../../../../src/calls/guard/choices.ts';
import { paidTwin, pendingTwin } from '../../../../src/calls/guard/twins.ts';
import { orderId } from '../../../../src/calls/ports/ids.ts';
import type { OrderSummary } from '../../../../src/calls/ports/ports.ts';
import { plain } from '../../../../src/contract/words.ts';
import { anOrder } from '../orders.ts';
import { noon } from './facts.ts';

const now = noon + 60_000;
const twin = (changes: Partial<OrderSummary>): OrderSummary => anOrder({ begunAt: noon, ...changes });
const pending = (changes: Partial<OrderSummary>): string => plain(pendingTwin(twin(changes), now).what);
const paid = (changes: Partial<OrderSummary>): string => plain(paidTwin(twin(changes), now).what);

describe('an open order of the same input', () => {
  it('under way: when it was sent', () => {
    assert.match(
      pending({ state: 'in-flight' }),
      /^The same input was sent at 12:00:00 and waits for its answer/,
    );
  });

  const open = { state: 'settled', messageCode: 'ACCEPTED', orderId: 'ORD-INVENTED-1' } as const;
  for (const outcome of ['pending', 'held'] as const)
    it(`${outcome}: when, with its code and number`, () => {
      assert.match(
        pending({ ...open, outcome }),
        /^The same input is still open since 12:00:00 \(ACCEPTED, order ORD-INVENTED-1\)/,
      );
      assert.match(
        pending({ ...open, outcome, messageCode: null }),
        new RegExp(`\\(${outcome}, order ORD-INVENTED-1\\)`),
      );
    });

  it('without a number it is named by the beginning of our own', () => {
    const id = orderId('12345678-9abc');
    assert.match(pending({ ...open, outcome: 'pending', orderId: null, id }), /, order 12345678\)/);
  });

  it('of an unknown outcome: when, and whether it was billed', () => {
    const unknown = { state: 'settled', outcome: 'unknown' } as const;
    assert.match(
      pending({ ...unknown, billing: 'billed' }),
      /^The same input was sent at 12:00:00 and was billed; /,
    );
    assert.match(
      pending({ ...unknown, billing: 'unknown' }),
      /^The same input was sent at 12:00:00 and may have been billed; /,
    );
  });
});

describe('a paid order of the same input', () => {
  it('is told as paid only where it was billed', () => {
    assert.match(
      paid({ billing: 'billed' }),
      /^Sending it again would be billed again: the same input was paid for at 12:00:00 \(/,
    );
    assert.match(
      paid({ billing: 'unknown' }),
      /^Sending it again may be billed again: the same input was sent at 12:00:00 and may have been billed \(/,
    );
    assert.equal(paidTwinOf('billed'), true);
    assert.equal(paidTwinOf('unknown'), false);
  });

  it('what the user recorded of it comes before what it came to', () => {
    const recorded = { messageCode: null, outcome: 'unknown', resolved: 'negative' } as const;
    assert.match(paid(recorded), /\(negative, order /);
    assert.match(paid({ ...recorded, resolved: 'no-result' }), /\(no result, order /);
    assert.match(paid({ ...recorded, resolved: null }), /\(unknown, order /);
  });
});

describe('an order recorded as not billed, or as refunded', () => {
  const free = { billing: 'unknown', messageCode: 'OK', resolved: 'not-billed' } as const;

  it('is told as recorded, and not as one that may have been paid for', () => {
    assert.equal(
      paid(free),
      'Sending it again may be billed: the same input was sent at 12:00:00 and is recorded as not billed (OK, order ORD-INVENTED-1).',
    );
    assert.match(paid({ ...free, resolved: 'refunded' }), / and is recorded as refunded \(OK, /);
    const found = paidTwin(twin(free), now, { all: 3, fresh: 1, within: { [twin({}).id]: 2 } });
    assert.equal(
      plain(found.what),
      'Recorded as not billed: 2 of 3 addresses, at 12:00:00 (OK, order ORD-INVENTED-1). New: 1.',
    );
  });

  it('says what it came to beside it, and not the record twice', () => {
    assert.match(paid({ ...free, messageCode: null, outcome: 'unknown' }), /not billed \(unknown, order /);
  });

  it('stays one that was paid for where the answer itself said so', () => {
    assert.match(paid({ ...free, billing: 'billed' }), /was paid for at/);
    assert.match(paid({ ...free, billing: 'billed', outcome: 'unknown' }), /recorded as not billed/);
  });
});

describe('an order of some of the addresses', () => {
  const entries = (here: number) => ({ all: 3, fresh: 1, within: { [twin({}).id]: here } });

  it('says how many it has and how many are new', () => {
    const words = (billing: OrderSummary['billing']): string =>
      plain(paidTwin(twin({ billing, messageCode: 'OK', orderId: 'ORD-1' }), now, entries(2)).what);
    assert.equal(
      words('billed'),
      'Already paid for: 2 of 3 addresses, at 12:00:00 (OK, order ORD-1). New: 1.',
    );
    assert.equal(
      words('unknown'),
      'May have been paid for: 2 of 3 addresses, at 12:00:00 (OK, order ORD-1). New: 1.',
    );
    assert.equal(
      plain(pendingTwin(twin({ state: 'in-flight', orderId: 'ORD-1' }), now, entries(1)).what),
      'Still open since 12:00:00: 1 of 3 addresses (order ORD-1). Sent again, they may be billed again. New: 1.',
    );
  });

  it('is one of the same input where it has all of them, or was found by the whole of it', () => {
    for (const here of [3, 0]) {
      assert.match(plain(paidTwin(twin({}), now, entries(here)).what), /the same input was/);
      assert.match(plain(pendingTwin(twin({}), now, entries(here)).what), /^The same input /);
    }
    const whole = { all: 2, fresh: 1, within: {} };
    assert.match(plain(paidTwin(twin({}), now, whole).what), /the same input was/);
  });
});

function paidTwinOf(billing: OrderSummary['billing']): boolean | null {
  const found = paidTwin(twin({ billing }), now);
  return found.kind === 'paid-twin' ? found.billed : null;
}

test('what a sandbox would bill again is said to be simulated, for nothing is billed there', () => {
  const sandbox = { kind: 'sandbox' } as const;
  for (const words of [paid({ ...sandbox, billing: 'billed' }), pending({ ...sandbox, state: 'in-flight' })])
    assert.match(words, /^Simulated: (?:Sending it again would be billed again|The same input was sent)/);
  assert.doesNotMatch(paid({ billing: 'billed' }), /Simulated/);
});

test('a twin whose user recorded that nothing came of it has no paid answer to open', () => {
  const offered = (changes: Partial<OrderSummary>): unknown =>
    choicesFor([paidTwin(twin({ billing: 'unknown', ...changes }), now)])[0];
  const { id: order } = twin({});
  const words = (paid: boolean): unknown => ({ kind: 'open-order', order, paid });
  for (const resolved of ['not-billed', 'refunded', 'no-result'] as const)
    assert.deepEqual(offered({ resolved }), words(false), resolved);
  for (const resolved of [null, 'still-open', 'verified', 'negative'] as const)
    assert.deepEqual(offered({ resolved }), words(true), String(resolved));
});
