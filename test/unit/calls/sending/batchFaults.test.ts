import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Attempted } from '../../../../src/calls/batch/engine.ts';
import { BatchSender } from '../../../../src/calls/sending/batchSender.ts';
import { Sending } from '../../../../src/calls/sending/sending.ts';
import type { SendResult, Wanted } from '../../../../src/calls/sending/wanted.ts';
import { b } from '../batch/aRun.ts';
import { aSteppedBatch } from './aSender.ts';

type Sends = (want: Wanted, really: (want: Wanted) => Promise<SendResult>) => Promise<SendResult>;

/** A gate that breaks its word: what it promises never to happen, happens. */
class BrokenGate extends Sending {
  sends: Sends = (want, really) => really(want);

  override send(want: Wanted): Promise<SendResult> {
    return this.sends(want, (one) => super.send(one));
  }
}

async function attempt(t: TestContext, sends: Sends, ended = async () => undefined): Promise<Attempted> {
  const { world } = await aSteppedBatch(t);
  const gate = new BrokenGate(world.ports);
  gate.sends = sends;
  const [batch, call] = [
    await world.real.batches.get(b, 'window', world.now),
    await world.real.batches.nextCall(b, 0),
  ];
  assert.ok(batch !== null && call !== null);
  return new BatchSender(gate, batch, [], ended).attempt(call, 0, () => true);
}

async function endOf(attempted: Promise<Attempted>): Promise<unknown> {
  const one = await attempted;
  assert.ok(one.kind === 'left');
  return one.end;
}

test('a call of which nothing can be said once it left is a fault of its run: nobody waits for its end for ever', async (t) => {
  const late = { kind: 'not-begun', why: { text: 'x' }, sameDraft: false } as const;
  const sends: Sends = async (want, really) => {
    await really(want);
    return late;
  };
  await assert.rejects(endOf(attempt(t, sends)), /came to no end/);
});

test('a gate that fails before the call left is a fault of the attempt', async (t) => {
  const fails: Sends = async () => {
    throw new Error('the gate is broken');
  };
  await assert.rejects(attempt(t, fails), /the gate is broken/);
});

test('a gate that fails after the call left is a fault of its end', async (t) => {
  const fails: Sends = async (want, really) => {
    await really(want);
    throw new Error('the gate is broken');
  };
  await assert.rejects(endOf(attempt(t, fails)), /the gate is broken/);
});

test('an answer that cannot be written into the results is a fault of its end', async (t) => {
  const ended = async () => {
    throw new Error('the results are full');
  };
  await assert.rejects(endOf(attempt(t, (want, really) => really(want), ended)), /the results are full/);
});

test('a batch has nobody to give up a call: who says so breaks its word, and the attempt says that', async (t) => {
  const declines: Sends = async () => ({ kind: 'declined', stoppedBy: null });
  await assert.rejects(attempt(t, declines), /nobody was asked about a call of a batch/);
});
