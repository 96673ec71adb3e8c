import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Sent } from '../../../../src/calls/batch/engine.ts';
import type { Verdict } from '../../../../src/calls/batch/pace.ts';
import type { BatchCall } from '../../../../src/calls/batchPorts.ts';
import type { Exchange, Ledger } from '../../../../src/calls/ports.ts';
import { aLedger } from '../../ledger/aLedger.ts';
import { answer, aRun, SimulatedClock, sendThrough, startRows, verified } from './aRun.ts';

const plates = (count: number) => Array.from({ length: count }, (_, index) => `XX00AA${1000 + index}`);

async function states(ledger: Ledger): Promise<string[]> {
  const { rows } = await ledger.batches.rows('b', null, 1000);
  return rows.map(({ state, why, outcome }) => [state, why, outcome].filter((one) => one !== null).join(' '));
}

/** Answers by the place of the call; the last one answers for all that follow. */
function service(answers: readonly Exchange[]) {
  const seen: string[] = [];
  return {
    seen,
    transport: {
      async send(request: { readonly body: Uint8Array }): Promise<Exchange> {
        seen.push(JSON.parse(new TextDecoder().decode(request.body)).rc_number);
        return answers[Math.min(seen.length, answers.length) - 1] ?? verified;
      },
    },
  };
}

test('every row is sent once, in the order of the file, and answered', async (t) => {
  const { ledger } = await aLedger(t);
  const clock = new SimulatedClock();
  await startRows(ledger, 'b', plates(5));
  const { seen, transport } = service([verified]);
  const run = aRun(t, ledger, clock, { send: (call) => sendThrough(ledger, transport, clock, call) });
  assert.equal(await run.run(), 'done');
  assert.deepEqual(seen, plates(5));
  assert.deepEqual(await states(ledger), Array(5).fill('done verified'));
  assert.equal(run.status.settled, 5);
});

test('a 429 leaves its row as it is, waits, and goes on with the next one', async (t) => {
  const { ledger } = await aLedger(t);
  const clock = new SimulatedClock();
  await startRows(ledger, 'b', plates(3));
  const { seen, transport } = service([answer('RATE_LIMITED', 429, false), verified]);
  const begun = clock.at;
  let until = 0;
  const look = async (): Promise<Verdict> =>
    until > clock.at ? { kind: 'wait', until, why: { text: 'cooling down after a 429' } } : { kind: 'go' };
  const send = async (call: BatchCall): Promise<Sent> => {
    const sent = await sendThrough(ledger, transport, clock, call);
    if (sent.kind === 'settled' && sent.outcome === 'throttled') until = clock.at + 30_000;
    return sent;
  };
  assert.equal(await aRun(t, ledger, clock, { look, send }).run(), 'done');
  assert.deepEqual(seen, plates(3));
  assert.deepEqual(await states(ledger), ['done throttled', 'done verified', 'done verified']);
  assert.ok(clock.at >= begun + 30_000);
});

for (const [code, status] of [
  ['INSUFFICIENT_BALANCE', 402],
  ['INVALID_API_KEY', 401],
  ['NO_API_ACCESS', 403],
] as const) {
  test(`${code} pauses at once; resumed, the next rows leave, and the refused one does not`, async (t) => {
    const { ledger } = await aLedger(t);
    const clock = new SimulatedClock();
    await startRows(ledger, 'b', plates(3));
    const { seen, transport } = service([answer(code, status, false), verified]);
    const pauses: string[] = [];
    const run = aRun(t, ledger, clock, {
      send: (call) => sendThrough(ledger, transport, clock, call),
      changed: () => {
        if (run.status.phase !== 'paused') return;
        pauses.push(String(run.status.why?.args?.[0]));
        assert.equal(seen.length, 1);
        queueMicrotask(() => run.resume());
      },
    });
    assert.equal(await run.run(), 'done');
    assert.equal(pauses[0], code);
    assert.deepEqual(seen, plates(3));
    assert.deepEqual(await states(ledger), ['done refused', 'done verified', 'done verified']);
  });
}

test('pauses after so many failures in a row, and a result in between starts the count anew', async (t) => {
  const { ledger } = await aLedger(t);
  const clock = new SimulatedClock();
  await startRows(ledger, 'b', plates(6));
  const down = answer('PROVIDER_UNAVAILABLE', 503, false);
  const { seen, transport } = service([down, verified, down, down]);
  const run = aRun(
    t,
    ledger,
    clock,
    {
      send: (call) => sendThrough(ledger, transport, clock, call),
      changed: () => {
        if (run.status.phase === 'paused') run.cancel();
      },
    },
    { stopAfterFailures: 2 },
  );
  assert.equal(await run.run(), 'cancelled');
  assert.equal(seen.length, 4);
  assert.deepEqual((await states(ledger)).slice(4), ['waiting', 'waiting']);
});

test('paused by the user it sends nothing; cancelled it awaits the call under way and leaves the rest', async (t) => {
  const { ledger } = await aLedger(t);
  const clock = new SimulatedClock();
  await startRows(ledger, 'b', plates(4));
  const { seen, transport } = service([verified]);
  let slept = 0;
  const run = aRun(t, ledger, clock, {
    send: async (call) => {
      if (call.call === 1) run.pause(null);
      if (call.call === 2) run.cancel();
      return sendThrough(ledger, transport, clock, call);
    },
    sleep: async (ms, wake) => {
      assert.deepEqual([run.status.phase, seen.length], ['paused', 2]);
      slept += 1;
      if (slept === 3) run.resume();
      await clock.sleep(ms, wake);
    },
  });
  assert.equal(await run.run(), 'cancelled');
  assert.equal(slept, 3);
  assert.deepEqual(await states(ledger), ['done verified', 'done verified', 'done verified', 'waiting']);
});

test('a call whose twin is open is set aside for a decision, one paid before is skipped, and the others go on', async (t) => {
  const { ledger } = await aLedger(t);
  const clock = new SimulatedClock();
  await startRows(ledger, 'b', plates(3));
  const { seen, transport } = service([verified]);
  const verdicts: Verdict[] = [
    { kind: 'aside', state: 'undecided', why: 'pending' },
    { kind: 'aside', state: 'skipped', why: 'paid' },
  ];
  const run = aRun(t, ledger, clock, {
    look: async () => verdicts.shift() ?? { kind: 'go' },
    send: (call) => sendThrough(ledger, transport, clock, call),
  });
  assert.equal(await run.run(), 'done');
  assert.deepEqual(seen, plates(3).slice(2));
  assert.deepEqual(await states(ledger), ['undecided pending', 'skipped paid', 'done verified']);
});

test('what stops it, such as a budget, pauses it with the reason', async (t) => {
  const { ledger } = await aLedger(t);
  const clock = new SimulatedClock();
  await startRows(ledger, 'b', plates(1));
  const run = aRun(t, ledger, clock, {
    look: async () => ({ kind: 'stop', why: { text: 'The budget is reached.' } }),
    send: () => assert.fail('nothing may leave'),
    changed: () => {
      if (run.status.why?.text === 'The budget is reached.') run.cancel();
    },
  });
  assert.equal(await run.run(), 'cancelled');
  assert.deepEqual(await states(ledger), ['waiting']);
});

test('a call the guard refuses in the last moment is looked at again, not lost and not doubled', async (t) => {
  const { ledger } = await aLedger(t);
  const clock = new SimulatedClock();
  await startRows(ledger, 'b', plates(3));
  const { seen, transport } = service([verified]);
  let refusals = 2;
  const run = aRun(
    t,
    ledger,
    clock,
    {
      send: async (call) => {
        if (refusals > 0) {
          refusals -= 1;
          return { kind: 'not-begun', why: { text: 'The limit is reached.' }, guard: true };
        }
        return sendThrough(ledger, transport, clock, call);
      },
    },
    { concurrency: 2 },
  );
  assert.equal(await run.run(), 'done');
  assert.deepEqual([...seen].sort(), plates(3));
});

test('where the ledger cannot be written, it pauses and nothing is lost', async (t) => {
  const { ledger } = await aLedger(t);
  const clock = new SimulatedClock();
  await startRows(ledger, 'b', plates(2));
  const run = aRun(t, ledger, clock, {
    send: async () => ({ kind: 'not-begun', why: { text: 'The disk is full.' }, guard: false }),
    changed: () => {
      if (run.status.phase === 'paused') run.cancel();
    },
  });
  assert.equal(await run.run(), 'cancelled');
  assert.deepEqual(await states(ledger), ['waiting', 'waiting']);
});

test('only one window runs a batch; one that fell silent loses it, and notices', async (t) => {
  const { ledger } = await aLedger(t);
  const clock = new SimulatedClock();
  await startRows(ledger, 'b', plates(3));
  const { seen, transport } = service([verified]);
  const send = (call: BatchCall) => sendThrough(ledger, transport, clock, call);
  assert.equal(await ledger.batches.hold('b', 'window 2', clock.at, 30_000), true);
  assert.equal(await aRun(t, ledger, clock, { send }).run(), 'taken');
  assert.equal(seen.length, 0);
  clock.at += 30_001;
  const run = aRun(t, ledger, clock, {
    send: async (call) => {
      const sent = await send(call);
      clock.at += 30_001;
      assert.equal(await ledger.batches.hold('b', 'window 3', clock.at, 30_000), true);
      return sent;
    },
  });
  assert.equal(await run.run(), 'taken');
  assert.equal(seen.length, 1);
  assert.deepEqual(await states(ledger), ['done verified', 'waiting', 'waiting']);
});

test('with several calls at once none is sent twice, and all are answered', async (t) => {
  const { ledger } = await aLedger(t);
  const clock = new SimulatedClock();
  await startRows(ledger, 'b', plates(20));
  const { seen, transport } = service([verified]);
  let most = 0;
  const run = aRun(
    t,
    ledger,
    clock,
    {
      send: async (call) => {
        most = Math.max(most, run.status.underWay);
        await new Promise((resolve) => setImmediate(resolve));
        return sendThrough(ledger, transport, clock, call);
      },
    },
    { concurrency: 4 },
  );
  assert.equal(await run.run(), 'done');
  assert.deepEqual([...seen].sort(), plates(20));
  assert.ok(most > 1 && most <= 4, String(most));
});
