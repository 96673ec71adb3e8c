import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CallEnd } from '../../../../src/calls/batch/engine.ts';
import { BareRun, end, settled } from './bareRun.ts';

test('the first word that ends a run stands, and is told once', async () => {
  const batch = new BareRun(2);
  batch.run.cancel();
  batch.run.leave();
  assert.equal(await batch.run.run(), 'cancelled');
  assert.deepEqual([batch.changes, batch.left], [1, []]);
});

test('once it is over nothing changes it any more', async () => {
  const batch = new BareRun(1);
  assert.equal(await batch.run.run(), 'done');
  const { changes, holds } = batch;
  const [held, state] = [holds.length, batch.state];
  batch.run.pause({ text: 'x' });
  batch.run.cancel();
  await batch.run.beat();
  assert.deepEqual([batch.state, batch.changes, batch.holds.length], [state, changes, held]);
  assert.equal(batch.holder, null, 'it was given back');
});

test('a fault ends the run: nothing else leaves, what is under way is awaited, the batch is given back, and the fault is told', async () => {
  const batch = new BareRun(9, { concurrency: 3 });
  const slow = Promise.withResolvers<CallEnd>();
  batch.attempt = async (call, still) => {
    if (call.call === 0) return batch.leave(call, slow.promise);
    if (call.call === 1 && batch.lags.length === 2) throw new Error('the gate is broken');
    await settled();
    if (!still()) return { kind: 'not-begun', why: { text: 'Not sent: the batch was paused or stopped.' } };
    return batch.leave(call);
  };
  let over: unknown = 'not yet';
  const run = batch.run.run().catch((error: unknown) => {
    over = error;
  });
  await settled();
  await settled();
  assert.equal(over, 'not yet', 'a call is under way');
  assert.equal(batch.holder, 'me');
  slow.resolve(end('verified'));
  await run;
  assert.match(String(over), /the gate is broken/);
  assert.deepEqual([batch.left, batch.holder], [[0], null]);
  assert.equal(batch.run.status.settled, 1);
  batch.run.pause(null);
  assert.equal(batch.run.status.phase, 'running', 'it is over');
});

test('an answer that cannot be kept is a fault of the run, and is not under way any more', async () => {
  const batch = new BareRun(2);
  batch.attempt = async (call) => batch.leave(call, Promise.reject(new Error('no results')));
  await assert.rejects(batch.run.run(), /no results/);
  const { settled: ended, underWay } = batch.run.status;
  assert.deepEqual([ended, underWay, batch.left], [0, 0, [0]]);
});

test('calls are chosen one at a time, however many are under way', async () => {
  const batch = new BareRun(6, { concurrency: 3 });
  let choosing = 0;
  batch.attempt = async (call) => {
    choosing += 1;
    assert.equal(choosing, 1);
    await settled();
    choosing -= 1;
    return batch.leave(
      call,
      settled().then(() => end('verified')),
    );
  };
  assert.equal(await batch.run.run(), 'done');
  assert.deepEqual(batch.left, [0, 1, 2, 3, 4, 5]);
});

test('a beat takes the hold anew, and the run goes on', async () => {
  const batch = new BareRun(2);
  batch.attempt = async (call) => {
    batch.at += 1000;
    await batch.run.beat();
    return batch.leave(call);
  };
  assert.equal(await batch.run.run(), 'done');
  assert.deepEqual(
    [batch.left, batch.holds],
    [
      [0, 1],
      [1_000_000, 1_001_000, 1_002_000],
    ],
  );
});

test('a beat that finds another window there ends the run, and the batch stays with the other', async () => {
  const batch = new BareRun(3);
  const slow = Promise.withResolvers<CallEnd>();
  batch.attempt = async (call) => batch.leave(call, slow.promise);
  const over = batch.run.run();
  await settled();
  batch.holder = 'another';
  await batch.run.beat();
  slow.resolve(end('verified'));
  assert.equal(await over, 'taken');
  assert.deepEqual([batch.holder, batch.left], ['another', [0]]);
});

test('a beat that fails tells so, and the run ends all the same', async () => {
  const batch = new BareRun(2);
  batch.attempt = async (call) => {
    batch.hold = async () => {
      throw new Error('the disk is gone');
    };
    await assert.rejects(batch.run.beat(), /the disk is gone/);
    batch.hold = async () => undefined;
    return batch.leave(call);
  };
  assert.equal(await batch.run.run(), 'done');
  assert.deepEqual([batch.left, batch.holder], [[0, 1], null]);
});

test('a beat that is being written when the run ends is awaited before the batch is given back', async () => {
  const batch = new BareRun(1);
  const gate = Promise.withResolvers<void>();
  batch.attempt = async (call) => {
    batch.hold = () => gate.promise;
    void batch.run.beat();
    return batch.leave(call);
  };
  const over = batch.run.run();
  await settled();
  gate.resolve();
  assert.equal(await over, 'done');
  assert.equal(batch.holder, null);
});

test('a window that closes leaves its hold, so that the next one says it was interrupted', async () => {
  const batch = new BareRun(2);
  batch.attempt = async (call) => {
    batch.run.leave();
    return batch.leave(call);
  };
  assert.equal(await batch.run.run(), 'left');
  assert.deepEqual([batch.holder, batch.left], ['me', [0]]);
});

test('what a run owes at its end is done while the batch is still held; where that fails it stays held', async () => {
  const batch = new BareRun(1);
  const held: unknown[] = [];
  const owed = async (): Promise<void> => void held.push(batch.holder, batch.left.length);
  assert.equal(await batch.run.run(owed), 'done');
  assert.deepEqual([held, batch.holder], [['me', 1], null]);
  const broken = new BareRun(1);
  const failed = broken.run.run(async () => {
    throw new Error('the folder is gone');
  });
  await assert.rejects(failed, /the folder is gone/);
  assert.equal(broken.holder, 'me');
});

test('a batch that another window has owes nothing here', async () => {
  const batch = new BareRun(2);
  batch.holder = 'another';
  batch.heldUntil = batch.at + 1;
  const owed = async (): Promise<void> => assert.fail('its results are the other window’s');
  assert.equal(await batch.run.run(owed), 'taken');
});

test('held by another window it looks at nothing', async () => {
  const batch = new BareRun(2);
  batch.holder = 'another';
  batch.heldUntil = batch.at + 1;
  assert.equal(await batch.run.run(), 'taken');
  assert.deepEqual([batch.looked, batch.holder], [[], 'another']);
});

test('the hold is taken anew after five seconds, and when the clock was set back', async () => {
  const batch = new BareRun(6);
  const steps = [4999, 1, 4999, -1, -10_000];
  batch.attempt = async (call) => {
    batch.at += steps[call.call] ?? 0;
    return batch.leave(call);
  };
  assert.equal(await batch.run.run(), 'done');
  // Begun, after 5000 ms, not after 4999 more and one back, then earlier than it was taken.
  assert.deepEqual(
    batch.holds.map((at) => at - 1_000_000),
    [0, 5000, -2],
  );
});
