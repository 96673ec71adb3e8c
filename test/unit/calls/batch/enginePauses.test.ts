import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CallEnd } from '../../../../src/calls/batch/engine.ts';
import type { Outcome } from '../../../../src/contract/words.ts';
import { BareRun, end, settled } from './bareRun.ts';

const why = { text: 'x' };

test('a run says from its start on that it goes on, with nothing sent and nothing to wait for', () => {
  const { run } = new BareRun(2);
  assert.deepEqual(run.status, {
    ...{ phase: 'running', why: null, remedy: null, until: null },
    ...{ settled: 0, underWay: 0, ending: false },
  });
});

test('what is under way and what came to an end is counted, and each change is told', async () => {
  const batch = new BareRun(3, { concurrency: 2 });
  const counts: string[] = [];
  batch.changed = () => counts.push(`${batch.run.status.underWay} ${batch.run.status.settled}`);
  const ends = [0, 1, 2].map(() => Promise.withResolvers<CallEnd>());
  batch.attempt = async (call) => batch.leave(call, ends[call.call]?.promise);
  const over = batch.run.run();
  await settled();
  assert.deepEqual(counts, ['1 0', '2 0']);
  for (const [call, { resolve }] of ends.entries()) {
    resolve(end(call === 1 ? 'failed' : 'verified'));
    await settled();
  }
  assert.equal(await over, 'done');
  assert.deepEqual(counts, ['1 0', '2 0', '1 1', '2 1', '1 2', '0 3']);
});

test('paused by the user it says no reason and nothing that mends it; a second pause changes nothing', async () => {
  const batch = new BareRun(1);
  batch.run.pause(null);
  assert.deepEqual(batch.state, ['paused', null, null, null]);
  batch.run.pause(why, { kind: 'lift' });
  assert.deepEqual([batch.state, batch.changes], [['paused', null, null, null], 1]);
});

test('only what is paused is resumed', async () => {
  const batch = new BareRun(1);
  batch.run.resume();
  assert.equal(batch.changes, 0);
  batch.run.pause(why, { kind: 'lift' });
  assert.deepEqual(batch.state, ['paused', 'x', { kind: 'lift' }, null]);
  batch.run.resume();
  assert.deepEqual([batch.state, batch.changes], [['running', null, null, null], 2]);
});

/** Answers whose calls leave one after another until the run pauses, which is cancelled then. */
async function pausesAfter(stopAfterFailures: number, ...ends: readonly CallEnd[]) {
  const batch = new BareRun(ends.length + 1, { stopAfterFailures });
  batch.answers(...ends, end('verified'));
  const { run } = batch;
  batch.changed = () => run.status.phase === 'paused' && run.cancel();
  await run.run();
  const said = run.status.why;
  return [batch.left.length, said?.text ?? null, ...(said?.args ?? [])];
}

const none = (count: number) => Array.from({ length: count }, () => end('failed'));

/** What the ends of a bare run came to. */
const last = { text: 'Input rejected' };

test('so many calls without success in a row pause it, in words that say how many and what came of the last', async () => {
  const many = '{0} calls in a row did not succeed, the last: {1}.';
  assert.deepEqual(await pausesAfter(1, end('failed')), [1, 'A call did not succeed: {0}.', last]);
  assert.deepEqual(await pausesAfter(2, ...none(3)), [2, many, 2, last]);
  assert.deepEqual(await pausesAfter(4, ...none(3)), [4, null]);
});

for (const outcome of ['verified', 'negative', 'pending', 'held'] as const) {
  test(`an answer that is ${outcome} begins the count of failures anew`, async () => {
    const [first, second] = none(2);
    assert.ok(first !== undefined && second !== undefined);
    assert.deepEqual(await pausesAfter(2, first, end(outcome), second), [4, null]);
  });
}

const failures: readonly Outcome[] = ['throttled', 'failed', 'rejected', 'refunded', 'not-sent', 'unknown'];
for (const outcome of failures) {
  test(`a call that is ${outcome} counts as one that did not succeed`, async () => {
    assert.deepEqual(await pausesAfter(1, end(outcome)), [1, 'A call did not succeed: {0}.', last]);
  });
}

test('a refusal pauses it at once with its code, or without one where none was said', async () => {
  const text = 'The service refuses calls ({0}): every other row would be refused, too.';
  assert.deepEqual(await pausesAfter(9, end('refused', { messageCode: 'NO_API_ACCESS' })), [
    1,
    text,
    'NO_API_ACCESS',
  ]);
  assert.deepEqual(await pausesAfter(9, end('refused')), [1, text, '']);
});

test('resumed, the failures are counted from none', async () => {
  const batch = new BareRun(6, { stopAfterFailures: 2 });
  batch.answers(end('failed'));
  const { run } = batch;
  const pausedAfter = new Set<number>();
  batch.changed = () => {
    if (run.status.phase !== 'paused') return;
    pausedAfter.add(batch.left.length);
    if (pausedAfter.size === 2) run.cancel();
    else queueMicrotask(() => run.resume());
  };
  assert.equal(await run.run(), 'cancelled');
  assert.deepEqual([...pausedAfter], [2, 4]);
});

test('paused it sleeps five seconds at a time and sends nothing; resumed it is woken and goes on', async () => {
  const batch = new BareRun(2);
  const { run } = batch;
  batch.sleep = (wake) =>
    new Promise((resolve) => {
      if (batch.slept.length < 3) setImmediate(resolve);
      else wake.addEventListener('abort', () => resolve());
    });
  run.pause(null);
  const over = run.run();
  await settled();
  assert.deepEqual([batch.slept, batch.looked, batch.left], [[5000, 5000, 5000], [], []]);
  run.resume();
  assert.equal(await over, 'done');
  assert.deepEqual(batch.left, [0, 1]);
});

test('what woke one sleep does not cut the next one short', async () => {
  const batch = new BareRun(2);
  const { run } = batch;
  const cut: boolean[] = [];
  batch.attempt = async (call) => {
    run.pause(null);
    return batch.leave(call);
  };
  batch.sleep = async (wake) => {
    cut.push(wake.aborted);
    run.resume();
    cut.push(wake.aborted);
  };
  assert.equal(await run.run(), 'done');
  assert.deepEqual(cut, [false, true, false, true]);
});

test('cancelled while it sleeps it ends at once', async () => {
  const batch = new BareRun(2);
  batch.sleep = (wake) => new Promise((resolve) => wake.addEventListener('abort', () => resolve()));
  batch.run.pause(null);
  const over = batch.run.run();
  await settled();
  batch.run.cancel();
  assert.equal(await over, 'cancelled');
  assert.deepEqual([batch.slept, batch.left], [[5000], []]);
});

test('a call on its way is told to stay when the run was paused or cancelled meanwhile', async () => {
  for (const meanwhile of ['pause', 'cancel', 'nothing'] as const) {
    const batch = new BareRun(1);
    const { run } = batch;
    const asked: boolean[] = [];
    batch.attempt = async (call, still) => {
      if (meanwhile === 'pause') run.pause(null);
      if (meanwhile === 'cancel') run.cancel();
      asked.push(still());
      run.cancel();
      return batch.leave(call);
    };
    await run.run();
    assert.deepEqual(asked, [meanwhile === 'nothing'], meanwhile);
  }
});
