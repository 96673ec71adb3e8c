import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CallEnd } from '../../../../src/calls/batch/engine.ts';
import { BareRun, end, settled } from './bareRun.ts';

const refused = end('refused', { messageCode: 'NOT_FOUND', httpStatus: 404 });

/** A run of so many calls, all answered so; cancelled where it pauses. */
async function phasesOf(calls: number, answer: CallEnd): Promise<readonly unknown[]> {
  const batch = new BareRun(calls, { stopAfterFailures: 1 });
  const { run } = batch;
  const phases: unknown[] = [];
  batch.answers(answer);
  batch.changed = () => {
    phases.push(run.status.phase);
    if (run.status.phase === 'paused') run.cancel();
  };
  return [await run.run(), phases.includes('paused'), batch.left.length];
}

test('a call that is refused, or fails, as the last of its batch pauses nothing: no other row is left to be refused', async () => {
  for (const answer of [refused, end('failed'), end('unknown', { httpStatus: 401 })]) {
    assert.deepEqual(await phasesOf(1, answer), ['done', false, 1]);
    assert.deepEqual(await phasesOf(2, answer), ['cancelled', true, 1]);
  }
});

test('it pauses at once, however long another call waits for its turn', async () => {
  const batch = new BareRun(3, { concurrency: 2 });
  const first = Promise.withResolvers<CallEnd>();
  batch.sleep = (wake) => new Promise((resolve) => wake.addEventListener('abort', () => resolve()));
  batch.attempt = async (call) =>
    call.call === 0
      ? batch.leave(call, first.promise)
      : { kind: 'held-back', verdict: { kind: 'wait', why: { text: 'x' }, until: batch.at + 60_000 } };
  const over = batch.run.run();
  await settled();
  assert.equal(batch.run.status.phase, 'waiting');
  first.resolve(refused);
  await settled();
  assert.deepEqual(batch.state.slice(0, 2), [
    'paused',
    'The service refuses calls ({0}): every other row would be refused, too.',
  ]);
  batch.run.cancel();
  assert.equal(await over, 'cancelled');
  assert.deepEqual(batch.left, [0]);
});
