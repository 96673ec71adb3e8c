import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leaseMs } from '../../../../src/calls/batch/engine.ts';
import { aLedger } from '../../ledger/aLedger.ts';
import { aRun, b, plates, SimulatedClock, service, startRows, states, verified } from './aRun.ts';

test('only one window runs a batch; one that fell silent loses it, and notices', async (t) => {
  const { ledger } = await aLedger(t);
  const clock = new SimulatedClock();
  await startRows(ledger, 'b', plates(3));
  const { seen, transport } = service([verified]);
  assert.equal(await ledger.batches.hold(b, 'window 2', clock.at, 30_000), true);
  assert.equal(await (await aRun(ledger, clock, transport)).run.run(), 'taken');
  assert.equal(seen.length, 0);
  clock.at += 30_001;
  const { run } = await aRun(ledger, clock, transport, {
    ended: async () => {
      clock.at += 30_001;
      assert.equal(await ledger.batches.hold(b, 'window 3', clock.at, 30_000), true);
    },
  });
  assert.equal(await run.run(), 'taken');
  assert.equal(seen.length, 1);
  assert.deepEqual(await states(ledger), ['done verified', 'waiting', 'waiting']);
});

test('a hold is a write: while it goes on it is taken anew only after a third of the lease', async (t) => {
  const { ledger } = await aLedger(t);
  const clock = new SimulatedClock();
  await startRows(ledger, 'b', plates(12));
  const { transport } = service([verified]);
  const { batches } = ledger;
  const held: number[] = [];
  const { run } = await aRun(ledger, clock, transport, {
    store: {
      nextCall: (batch, from) => batches.nextCall(batch, from),
      setAside: (...args) => batches.setAside(...args),
      hold: (batch, holder, now, forMs) => {
        held.push(now);
        assert.equal(forMs, leaseMs);
        return batches.hold(batch, holder, now, forMs);
      },
      release: (...args) => batches.release(...args),
    },
    ended: async () => {
      clock.at += 1000;
    },
  });
  const begun = clock.at;
  assert.equal(await run.run(), 'done');
  assert.deepEqual(
    held.map((at) => at - begun),
    [0, leaseMs / 3, (2 * leaseMs) / 3],
  );
});

for (const end of ['done', 'cancelled', 'left'] as const) {
  test(`a window that ends it orderly gives it back, one that closes does not: ${end}`, async (t) => {
    const { ledger } = await aLedger(t);
    const clock = new SimulatedClock();
    await startRows(ledger, 'b', plates(2));
    const { run } = await aRun(ledger, clock, service([verified]).transport, {
      ended: async () => {
        if (end === 'cancelled') run.cancel();
        if (end === 'left') run.leave();
      },
    });
    assert.equal(await run.run(), end);
    const held = await ledger.batches.held('window 2', clock.at);
    assert.equal(held.length, end === 'left' ? 1 : 0);
  });
}

test('a beat that is still being written when the batch is cancelled does not keep it', async (t) => {
  const { ledger } = await aLedger(t);
  const clock = new SimulatedClock();
  await startRows(ledger, 'b', plates(2));
  const { batches } = ledger;
  const gate = Promise.withResolvers<void>();
  let beats = false;
  const { run } = await aRun(ledger, clock, service([verified]).transport, {
    store: {
      nextCall: (batch, from) => batches.nextCall(batch, from),
      setAside: (...args) => batches.setAside(...args),
      hold: async (...args) => {
        if (beats) await gate.promise;
        return batches.hold(...args);
      },
      release: (...args) => batches.release(...args),
    },
    ended: async () => {
      beats = true;
      void run.beat();
      run.cancel();
      setTimeout(gate.resolve, 20);
    },
  });
  assert.equal(await run.run(), 'cancelled');
  await new Promise((resolve) => setTimeout(resolve, 40));
  assert.deepEqual(await ledger.batches.held('window 2', clock.at), []);
});
