import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Attempted } from '../../../../src/calls/batch/engine.ts';
import type { Verdict } from '../../../../src/calls/batch/pace.ts';
import type { Phrase } from '../../../../src/contract/words.ts';
import { aLedger } from '../../ledger/aLedger.ts';
import { answer, aRun, plates, SimulatedClock, service, startRows, states, verified } from './aRun.ts';

function heldBack(verdict: Verdict): Attempted {
  return { kind: 'held-back', verdict };
}

test('every row is sent once, in the order of the file, and answered', async (t) => {
  const { ledger } = await aLedger(t);
  const clock = new SimulatedClock();
  await startRows(ledger, 'b', plates(5));
  const { seen, transport } = service([verified]);
  const { run } = await aRun(ledger, clock, transport);
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
  const waits: (string | undefined)[] = [];
  const { run } = await aRun(ledger, clock, transport, {
    changed: () => {
      if (run.status.phase === 'waiting') waits.push(run.status.why?.text);
    },
  });
  assert.equal(await run.run(), 'done');
  assert.deepEqual(seen, plates(3));
  assert.deepEqual(await states(ledger), ['done throttled', 'done verified', 'done verified']);
  assert.deepEqual(waits, ['cooling down after a 429 (one minute, assumed)']);
  assert.ok(clock.at >= begun + 60_000);
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
    const pauses = new Set<Phrase | null>();
    const simulated = await aRun(ledger, clock, transport, {
      changed: () => {
        const { phase, why } = simulated.run.status;
        if (phase !== 'paused') return;
        pauses.add(why);
        assert.equal(seen.length, 1);
        queueMicrotask(() => simulated.resume());
      },
    });
    assert.equal(await simulated.run.run(), 'done');
    // Not once more for what the ledger knows since.
    assert.deepEqual(
      [...pauses].map((why) => why?.args),
      [[code]],
    );
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
  const { run } = await aRun(
    ledger,
    clock,
    transport,
    {
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
  const { run } = await aRun(ledger, clock, transport, {
    tried: async (send, call) => {
      const attempted = await send();
      if (call.call === 1 && slept === 0) run.pause(null);
      if (call.call === 2) run.cancel();
      return attempted;
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

test('a call that is on its way to leave when the user pauses stays where it is, and leaves once resumed', async (t) => {
  const { ledger } = await aLedger(t);
  const clock = new SimulatedClock();
  await startRows(ledger, 'b', plates(2));
  const { seen, transport } = service([verified]);
  const asked: boolean[] = [];
  let pauses = 0;
  const { run } = await aRun(ledger, clock, transport, {
    tried: async (send, call, still) => {
      asked.push(still());
      if (call.call === 1 && pauses === 0) {
        pauses += 1;
        run.pause(null);
        asked.push(still());
      }
      return send();
    },
    sleep: async (ms, wake) => {
      assert.deepEqual([run.status.phase, run.status.why, seen.length], ['paused', null, 1]);
      run.resume();
      await clock.sleep(ms, wake);
    },
  });
  assert.equal(await run.run(), 'done');
  assert.deepEqual(asked, [true, true, false, true]);
  assert.deepEqual(seen, plates(2));
});

test('a call whose twin is open is set aside for a decision, one paid before is skipped, and the others go on', async (t) => {
  const { ledger } = await aLedger(t);
  const clock = new SimulatedClock();
  await startRows(ledger, 'b', plates(3));
  const { seen, transport } = service([verified]);
  const verdicts: Verdict[] = [
    { kind: 'aside', state: 'undecided', why: 'pending', twins: [] },
    { kind: 'aside', state: 'skipped', why: 'paid', twins: [] },
  ];
  const { run } = await aRun(ledger, clock, transport, {
    tried: (send) => {
      const verdict = verdicts.shift();
      return verdict === undefined ? send() : heldBack(verdict);
    },
  });
  assert.equal(await run.run(), 'done');
  assert.deepEqual(seen, plates(3).slice(2));
  assert.deepEqual(await states(ledger), ['undecided pending', 'skipped paid', 'done verified']);
});

for (const remedy of [{ kind: 'lift' } as const, null]) {
  test(`what stops it, such as a budget, pauses it with the reason, mended by ${remedy?.kind}`, async (t) => {
    const { ledger } = await aLedger(t);
    const clock = new SimulatedClock();
    await startRows(ledger, 'b', plates(1));
    const { seen, transport } = service([verified]);
    const { run } = await aRun(ledger, clock, transport, {
      tried: () => heldBack({ kind: 'stop', why: { text: 'The budget is reached.' }, remedy }),
      changed: () => {
        if (run.status.phase !== 'paused') return;
        assert.deepEqual([run.status.why?.text, run.status.remedy], ['The budget is reached.', remedy]);
        run.cancel();
      },
    });
    assert.equal(await run.run(), 'cancelled');
    assert.deepEqual([seen, await states(ledger)], [[], ['waiting']]);
  });
}

test('a call that has to wait is tried again once the wait is over, and never earlier', async (t) => {
  const { ledger } = await aLedger(t);
  const clock = new SimulatedClock();
  await startRows(ledger, 'b', plates(3));
  const { seen, transport } = service([verified]);
  const begun = clock.at;
  const until = begun + 12_000;
  const tries: number[] = [];
  const { run } = await aRun(
    ledger,
    clock,
    transport,
    {
      tried: (send) => {
        const verdict = { kind: 'wait', until, why: { text: 'waiting for the limit' } } as const;
        if (clock.at >= until) return send();
        tries.push(clock.at - begun);
        return heldBack(verdict);
      },
    },
    { concurrency: 2 },
  );
  assert.equal(await run.run(), 'done');
  assert.deepEqual([...seen].sort(), plates(3));
  // Looked at now and then, for a limit may be lifted, and exactly when the wait is over.
  assert.deepEqual([tries, clock.at - begun], [[0, 5000, 10_000], 12_000]);
});

test('the user’s pause stands, whatever was found about the call that was on its way', async (t) => {
  const { ledger } = await aLedger(t);
  const clock = new SimulatedClock();
  await startRows(ledger, 'b', plates(1));
  const { seen, transport } = service([verified]);
  let slept = 0;
  const { run } = await aRun(ledger, clock, transport, {
    tried: (send) => {
      if (slept > 0) return send();
      run.pause(null);
      return heldBack({ kind: 'wait', until: clock.at + 1000, why: { text: 'waiting for the limit' } });
    },
    sleep: async (ms, wake) => {
      assert.deepEqual([run.status.phase, run.status.why, run.status.until], ['paused', null, null]);
      slept += 1;
      run.resume();
      await clock.sleep(ms, wake);
    },
  });
  assert.equal(await run.run(), 'done');
  assert.deepEqual([slept, seen], [1, plates(1)]);
});

test('where the ledger cannot be written, it pauses and nothing is lost', async (t) => {
  const { ledger } = await aLedger(t);
  const clock = new SimulatedClock();
  await startRows(ledger, 'b', plates(2));
  const { seen, transport } = service([verified]);
  const { run } = await aRun(ledger, clock, transport, {
    tried: () => ({ kind: 'not-begun', why: { text: 'The disk is full.' } }),
    changed: () => {
      if (run.status.phase !== 'paused') return;
      assert.equal(run.status.why?.text, 'The disk is full.');
      run.cancel();
    },
  });
  assert.equal(await run.run(), 'cancelled');
  assert.deepEqual([seen, await states(ledger)], [[], ['waiting', 'waiting']]);
});

test('with several calls at once none is sent twice, and all are answered', async (t) => {
  const { ledger } = await aLedger(t);
  const clock = new SimulatedClock();
  await startRows(ledger, 'b', plates(20));
  const { seen, transport } = service([verified]);
  let out = 0;
  let most = 0;
  const slow = {
    send: async (request: { readonly body: Uint8Array }) => {
      out += 1;
      most = Math.max(most, out);
      for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      out -= 1;
      return transport.send(request);
    },
  };
  const { run } = await aRun(ledger, clock, slow, {}, { concurrency: 4 });
  assert.equal(await run.run(), 'done');
  assert.deepEqual([...seen].sort(), plates(20));
  assert.equal(most, 4);
});
