import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import fc from 'fast-check';
import { recordedOutcomes } from '../../../src/calls/ports/orderEvents.ts';
import type { Ledger, NewOrder, Resolution, Settlement } from '../../../src/calls/ports/ports.ts';
import { aLedger, aSettlement, newOrder, noon, question } from './aLedger.ts';

type Step =
  | {
      readonly do: 'begin';
      readonly order: Pick<NewOrder, 'day' | 'session' | 'price' | 'environment' | 'fingerprint'>;
    }
  | { readonly do: 'settle'; readonly which: number; readonly as: keyof typeof results }
  | { readonly do: 'record'; readonly which: number; readonly as: Resolution['outcome'] }
  | { readonly do: 'lose' }
  | { readonly do: 'erase'; readonly which: number }
  | { readonly do: 'policy'; readonly keep: 'metadata' | 'open-only' };

const results = {
  negative: { outcome: 'negative', billing: 'billed', messageCode: 'NO_RECORD_FOUND' },
  pending: { outcome: 'pending', billing: 'billed', messageCode: 'ACCEPTED' },
  rejected: { outcome: 'rejected', billing: 'free', messageCode: 'INVALID_INPUT' },
  refunded: { outcome: 'refunded', billing: 'refunded', messageCode: 'REQUEST_FAILED' },
  // Differs from an order under way by its code alone.
  undocumented: { outcome: 'unknown', billing: 'unknown', messageCode: 'NEW_CODE' },
  unknown: {
    outcome: 'unknown',
    billing: 'unknown',
    messageCode: null,
    httpStatus: null,
    failureCode: 'reset',
  },
  unsent: { outcome: 'not-sent', billing: 'free', messageCode: null, httpStatus: null, failureCode: 'dns' },
} as const satisfies Readonly<Record<string, Partial<Settlement>>>;

/** A call that was ever begun, as a plain list knows it. */
interface Known {
  readonly order: NewOrder;
  readonly repeat: boolean;
  state: 'in-flight' | 'lost' | 'settled' | 'erased';
  result: Pick<Settlement, 'outcome' | 'billing' | 'messageCode'> & Partial<Settlement>;
  recorded: Resolution['outcome'] | null;
}

const environments = ['acme-prod', 'acme-test'];
const sessions = ['one', 'two'];
const days = ['2026-10-31', '2026-11-20', '2026-11-21'];

const which = fc.nat(30);
const steps: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('begin' as const),
      order: fc.record({
        day: fc.constantFrom(...days),
        session: fc.constantFrom(...sessions),
        price: fc.constantFrom(null, '4.10', '4.1'),
        environment: fc.constantFrom(...environments),
        fingerprint: fc.constantFrom(null, 'f', 'g'),
      }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('settle' as const),
      which,
      as: fc.constantFrom(...(Object.keys(results) as (keyof typeof results)[])),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('record' as const),
      which,
      as: fc.constantFrom(...recordedOutcomes),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('lose' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('erase' as const), which }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('policy' as const),
      keep: fc.constantFrom('metadata' as const, 'open-only' as const),
    }),
  },
);

/** The service left open what came of it. */
const isLeftOpen = ({ state, result }: Known): boolean =>
  state === 'lost' || (state === 'settled' && ['pending', 'unknown'].includes(result.outcome));

const isOpen = (call: Known): boolean =>
  call.state === 'in-flight' || (isLeftOpen(call) && [null, 'still-open'].includes(call.recorded));

/** As the user recorded it, and else as it was answered. */
function billingOf({ result: { billing }, recorded }: Known): Settlement['billing'] {
  if (recorded === 'refunded') return 'refunded';
  if (recorded === 'not-billed') return 'free';
  const isPaid = recorded === 'verified' || recorded === 'negative' || recorded === 'no-result';
  return billing === 'unknown' && isPaid ? 'billed' : billing;
}

/** Does one step in both; the plain list says what must come of it. */
async function take(ledger: Ledger, calls: Known[], step: Step): Promise<void> {
  const nowhere = { outcome: 'unknown', billing: 'unknown', messageCode: null } as const;
  const present = calls.filter(({ state }) => state !== 'erased');
  switch (step.do) {
    case 'begin': {
      const order = newOrder(`call ${calls.length}`, { ...step.order, place: step.order.environment });
      const { fingerprint, place } = order;
      const repeat =
        fingerprint !== null &&
        present.some(
          (one) =>
            one.order.fingerprint === fingerprint &&
            one.order.place === place &&
            one.result.billing === 'billed',
        );
      await ledger.begin(order);
      calls.push({ order, repeat, state: 'in-flight', result: nowhere, recorded: null });
      return;
    }
    case 'settle': {
      const call = calls[step.which % Math.max(calls.length, 1)];
      if (call === undefined) return;
      const settled = ledger.settle(call.order.id, aSettlement(results[step.as]));
      if (call.state === 'settled' || call.state === 'erased') return assert.rejects(settled);
      await settled;
      // Only an answer that says nothing leaves what was recorded before.
      const recorded = results[step.as].billing === 'unknown' ? call.recorded : null;
      Object.assign(call, { state: 'settled', result: results[step.as], recorded });
      return;
    }
    case 'record': {
      const call = calls[step.which % Math.max(calls.length, 1)];
      if (call === undefined) return;
      // Before any answer: each that comes is later.
      const resolving = ledger.resolve(call.order.id, { at: noon, outcome: step.as, note: '', pasted: null });
      if (!isLeftOpen(call)) return assert.rejects(resolving);
      await resolving;
      call.recorded = step.as;
      return;
    }
    case 'lose':
      await ledger.recover(noon + 3_600_000);
      for (const call of present) if (call.state === 'in-flight') call.state = 'lost';
      return;
    case 'erase': {
      const call = calls[step.which % Math.max(calls.length, 1)];
      if (call === undefined) return;
      await ledger.erase([call.order.id]);
      if (call.state !== 'in-flight') call.state = 'erased';
      return;
    }
    case 'policy':
      await ledger.applyPolicy({ keep: step.keep, payloadDays: 0, orderDays: 0 }, noon);
      if (step.keep === 'open-only') for (const call of present) if (!isOpen(call)) call.state = 'erased';
  }
}

const isCounted = (call: Known): boolean => ['billed', 'unknown'].includes(billingOf(call));

/** What differs, and how often. */
function tally(names: readonly (readonly unknown[])[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name.join(' ')] = (counts[name.join(' ')] ?? 0) + 1;
  return counts;
}

async function compare(ledger: Ledger, calls: readonly Known[]): Promise<void> {
  const usage = await ledger.usage({ from: days[0] ?? '', to: days[2] ?? '', environment: null });
  const rows = usage.rows.map((row) => [
    [row.day, row.environment, row.messageCode, row.outcome, row.billing, row.price, row.repeat].join(' '),
    row.calls,
  ]);
  const expected = calls.map((call) => {
    const { order, repeat, result } = call;
    const { messageCode, outcome } = result;
    return [order.day, order.environment, messageCode, outcome, billingOf(call), order.price, repeat];
  });
  assert.deepEqual(Object.fromEntries(rows), tally(expected));
  const answered = calls.filter(({ result }) => result.messageCode !== null).length;
  assert.equal(
    usage.latency.reduce((sum, one) => sum + one.calls, 0),
    answered,
  );
  for (const environment of environments)
    for (const session of sessions) {
      const facts = await ledger.guard(
        question({ spenders: [`name:${environment}`], place: environment, session }),
      );
      const here = calls.filter(({ order }) => order.environment === environment);
      const counted = here.filter(isCounted);
      const spends = {
        session: counted.filter(({ order }) => order.session === session),
        day: counted.filter(({ order }) => order.day === '2026-11-21'),
        month: counted.filter(({ order }) => order.day.startsWith('2026-11')),
      };
      for (const name of ['session', 'day', 'month'] as const) {
        const { calls: sum, byPrice } = facts.spent[name];
        assert.equal(sum, spends[name].length, name);
        assert.deepEqual(
          Object.fromEntries(byPrice.map((one) => [String(one.price), one.calls])),
          tally(spends[name].map(({ order }) => [String(order.price)])),
        );
      }
      const sent = here.filter(({ result }) => result.outcome !== 'not-sent').length;
      assert.equal(facts.meters[0]?.count, sent);
    }
}

async function agrees(t: TestContext, sequence: readonly Step[]): Promise<void> {
  const { ledger } = await aLedger(t);
  const calls: Known[] = [];
  for (const step of sequence) await take(ledger, calls, step);
  await compare(ledger, calls);
  await ledger.close();
}

it('agrees with a plain list, whatever is begun, settled, lost, settled late, recorded and erased', async (t) => {
  const sequences = fc.array(steps, { minLength: 1, maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(sequences, (sequence) => agrees(t, sequence)),
    { numRuns: 40 },
  );
});
