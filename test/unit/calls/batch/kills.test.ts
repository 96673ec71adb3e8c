import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { EngineMeans } from '../../../../src/calls/batch/engine.ts';
import type { Verdict } from '../../../../src/calls/batch/pace.ts';
import type { BatchCall } from '../../../../src/calls/batchPorts.ts';
import type { Exchange, Ledger } from '../../../../src/calls/ports.ts';
import { aFolder, aWindow } from '../../ledger/aLedger.ts';
import { answer, aRun, SimulatedClock, sendThrough, startRows, verified } from './aRun.ts';

const answers: Readonly<Record<string, Exchange>> = {
  verified,
  negative: answer('NO_RECORD_FOUND', 422, true),
  pending: answer('ACCEPTED', 202, true),
  throttled: answer('RATE_LIMITED', 429, false),
  refused: answer('INSUFFICIENT_BALANCE', 402, false),
  down: answer('PROVIDER_UNAVAILABLE', 503, false),
  reset: {
    kind: 'failed',
    sent: 'maybe',
    code: 'reset',
    what: { text: 'x' },
    cause: 'X',
    head: null,
    partialBody: null,
    timing: { connectedMs: null, firstByteMs: null, totalMs: 1 },
  },
};

/** What happens to one call: the service answers, or the window dies at this point. */
const fate = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...Object.keys(answers)) },
  { weight: 1, arbitrary: fc.constantFrom('dies before begin', 'dies before send', 'dies before settle') },
);

interface World {
  readonly ledger: Ledger;
  readonly clock: SimulatedClock;
  /** Times each row came to the service. */
  readonly seen: Map<string, number>;
  readonly fates: string[];
}

/** One window runs the batch until it is done or dies. */
async function oneWindow({ ledger, clock, seen, fates }: World, concurrency: number): Promise<void> {
  const dead = { yes: false };
  /** A process that died does nothing any more. */
  const forever = () => new Promise<never>(() => undefined);
  let die: () => void = () => undefined;
  const death = new Promise<'died'>((resolve) => {
    die = () => {
      dead.yes = true;
      resolve('died');
    };
  });
  const send = async (call: BatchCall) => {
    if (dead.yes) return forever();
    const next = fates.shift() ?? 'verified';
    if (next === 'dies before begin') {
      die();
      return forever();
    }
    const mortal: Pick<Ledger, 'begin' | 'settle' | 'fingerprint'> = {
      begin: (order, admission) => ledger.begin(order, admission),
      settle: (id, settlement) => (dead.yes ? forever() : ledger.settle(id, settlement)),
      fingerprint: (operation, body) => ledger.fingerprint(operation, body),
    };
    const transport = {
      async send(request: { readonly body: Uint8Array }): Promise<Exchange> {
        if (next === 'dies before send') {
          die();
          return forever();
        }
        const row = String(JSON.parse(new TextDecoder().decode(request.body)).rc_number);
        seen.set(row, (seen.get(row) ?? 0) + 1);
        if (next === 'dies before settle') die();
        return answers[next] ?? verified;
      },
    };
    return sendThrough(mortal, transport, clock, call);
  };
  const holder = `window ${clock.at}`;
  const { batches } = ledger;
  const store: EngineMeans['store'] = {
    nextCall: (batch, from) => (dead.yes ? forever() : batches.nextCall(batch, from)),
    setAside: (...args) => (dead.yes ? forever() : batches.setAside(...args)),
    hold: (...args) => (dead.yes ? forever() : batches.hold(...args)),
    release: (...args) => (dead.yes ? forever() : batches.release(...args)),
  };
  const run = aRun(
    null,
    ledger,
    clock,
    { store, send, changed: () => run.status.phase === 'paused' && run.resume() },
    {
      concurrency,
      holder,
    },
  );
  await Promise.race([run.run(), death]);
  // The next window comes after the lease and the deadlines have passed.
  clock.at += 200_000;
  await ledger.recover(clock.at);
}

test('whatever is answered, and wherever windows die: each row reaches the service once at most by itself, and none is lost', async (t) => {
  const rows = Array.from({ length: 8 }, (_, index) => `XX00AA${1000 + index}`);
  let run = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fate, { maxLength: 14 }),
      fc.integer({ min: 1, max: 3 }),
      async (fates, concurrency) => {
        run += 1;
        const ledger = await aWindow(t, aFolder(t));
        const world: World = { ledger, clock: new SimulatedClock(), seen: new Map(), fates: [...fates] };
        await startRows(ledger, 'b', rows);
        const deaths = fates.filter((one) => one.startsWith('dies')).length;
        for (let window = 0; window <= deaths; window += 1) await oneWindow(world, concurrency);
        for (const [row, times] of world.seen) assert.equal(times, 1, `${row} came ${times} times`);
        const { rows: kept } = await ledger.batches.rows('b', null, 100);
        assert.equal(kept.length, rows.length);
        for (const [index, { state, why }] of kept.entries()) {
          const came = world.seen.has(rows[index] ?? '');
          // What came to the service has an outcome, or says that nobody knows; what did not is not said to be answered.
          if (came)
            assert.ok(state === 'done' || (state === 'undecided' && why === 'unknown'), `${state} ${why}`);
          else assert.deepEqual([state, why], ['undecided', 'unknown']);
        }
        await ledger.close();
      },
    ),
    { numRuns: 40 },
  );
  assert.ok(run >= 40);
});

test('a row without a known outcome is sent again only by the user’s word, once, and left for good if they say so', async (t) => {
  const ledger = await aWindow(t, aFolder(t));
  const clock = new SimulatedClock();
  const seen: string[] = [];
  const transport = {
    async send(request: { readonly body: Uint8Array }): Promise<Exchange> {
      seen.push(String(JSON.parse(new TextDecoder().decode(request.body)).rc_number));
      return seen.length <= 2 ? (answers.reset ?? verified) : verified;
    },
  };
  await startRows(ledger, 'b', ['XX00AA1000', 'XX00AA1001', 'XX00AA1002']);
  const go = async (): Promise<void> => {
    const verdicts: Verdict[] = [];
    const run = aRun(t, ledger, clock, {
      send: (call) => sendThrough(ledger, transport, clock, call),
      look: async () => verdicts.pop() ?? { kind: 'go' },
    });
    assert.equal(await run.run(), 'done');
  };
  await go();
  assert.deepEqual(seen, ['XX00AA1000', 'XX00AA1001', 'XX00AA1002']);
  await go();
  assert.equal(seen.length, 3);
  assert.equal(await ledger.batches.decide('b', 'unknown', 'again'), 2);
  await go();
  assert.deepEqual(seen.slice(3), ['XX00AA1000', 'XX00AA1001']);
  await go();
  assert.equal(seen.length, 5);
  assert.equal(await ledger.batches.decide('b', 'unknown', 'leave'), 0);
});
