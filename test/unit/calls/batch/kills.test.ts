import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { EngineMeans } from '../../../../src/calls/batch/engine.ts';
import type { CallRequest, Exchange, Ledger, Transport } from '../../../../src/calls/ports/ports.ts';
import { altered } from '../../../support/simulatedPorts.ts';
import { aFolder, aWindow } from '../../ledger/aLedger.ts';
import { answer, aRun, b, SimulatedClock, startRows, verified } from './aRun.ts';

function rowOf({ body }: Pick<CallRequest, 'body'>): string {
  return String(JSON.parse(new TextDecoder().decode(body)).rc_number);
}

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
  const mortal = altered(ledger, {
    settle: (id, settlement) => (dead.yes ? forever() : ledger.settle(id, settlement)),
  });
  /** What is to happen to a call, from its attempt to its sending. */
  const destined = new Map<string, string>();
  const transport: Transport = {
    async send(request) {
      const row = rowOf(request);
      const next = destined.get(row) ?? 'verified';
      if (next === 'dies before send') {
        die();
        return forever();
      }
      seen.set(row, (seen.get(row) ?? 0) + 1);
      if (next === 'dies before settle') die();
      return answers[next] ?? verified;
    },
  };
  const holder = `window ${clock.at}`;
  const { batches } = ledger;
  const store: EngineMeans['store'] = {
    nextCall: (batch, from) => (dead.yes ? forever() : batches.nextCall(batch, from)),
    setAside: (...args) => (dead.yes ? forever() : batches.setAside(...args)),
    hold: (...args) => (dead.yes ? forever() : batches.hold(...args)),
    release: (...args) => (dead.yes ? forever() : batches.release(...args)),
  };
  const simulated = await aRun(
    mortal,
    clock,
    transport,
    {
      store,
      tried: (send, call) => {
        if (dead.yes) return forever();
        const row = call.rows[0]?.fields.rc_number ?? '';
        const next = destined.get(row) ?? fates.shift() ?? 'verified';
        destined.set(row, next);
        if (next === 'dies before begin') {
          die();
          return forever();
        }
        return send();
      },
      changed: () => simulated.run.status.phase === 'paused' && simulated.resume(),
    },
    { concurrency, holder },
  );
  await Promise.race([simulated.run.run(), death]);
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
        const { rows: kept } = await ledger.batches.rows(b, null, 100);
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
  const transport: Transport = {
    async send(request) {
      seen.push(rowOf(request));
      return seen.length <= 2 ? (answers.reset ?? verified) : verified;
    },
  };
  await startRows(ledger, 'b', ['XX00AA1000', 'XX00AA1001', 'XX00AA1002']);
  const go = async (): Promise<void> => {
    const { run } = await aRun(ledger, clock, transport);
    assert.equal(await run.run(), 'done');
  };
  const whys = async () => (await ledger.batches.rows(b, null, 100)).rows.map(({ why }) => why);
  await go();
  assert.deepEqual(seen, ['XX00AA1000', 'XX00AA1001', 'XX00AA1002']);
  await go();
  assert.equal(seen.length, 3);
  const drafts = await ledger.batches.undecided(b, 'unknown');
  await ledger.batches.decide(b, [{ why: 'unknown', what: 'again', drafts }]);
  await go();
  assert.deepEqual(seen.slice(3), ['XX00AA1000', 'XX00AA1001']);
  await go();
  assert.equal(seen.length, 5);
  assert.deepEqual(await whys(), [null, null, null]);
});
