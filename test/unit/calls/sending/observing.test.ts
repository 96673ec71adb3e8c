import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Ledger } from '../../../../src/calls/ports/ports.ts';
import { verified } from '../batch/aRun.ts';
import { aWorld, plain, said } from './aSending.ts';

async function learned(ledger: Ledger): Promise<readonly string[]> {
  const shapes = await ledger.learning.shapes({});
  return shapes.map(({ side, code, seen }) => `${side} ${code} ${seen.inputs}`);
}

async function rest(): Promise<void> {
  for (let turn = 0; turn < 30; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

test('a settled call teaches what its request and its answer looked like', async (t) => {
  const world = await aWorld(t);
  world.answers = [plain];
  assert.equal(said(await world.send()), 'settled verified');
  assert.deepEqual(await learned(world.real), ['request OK 1', 'answer OK 1']);
});

test('an answer that cannot be observed is settled as ever, and the log says by what it failed, nothing else', async (t) => {
  const world = await aWorld(t);
  world.answers = [plain];
  assert.equal(verified.kind, 'answered');
  const { head } = verified;
  const headers = {
    find: () => {
      throw new RangeError('XX00AB0001');
    },
  };
  world.serviceAnswers = () => ({ ...verified, head: { ...head, headers } }) as never;
  const result = await world.send();
  assert.equal(said(result), 'settled verified');
  assert.ok(result.kind === 'settled' && result.unsettled === null && result.settlement.observed === null);
  assert.deepEqual(await learned(world.real), []);
  assert.ok(world.log.includes('learning: RangeError'));
  assert.ok(!world.log.join().includes('XX00AB0001'));
});

test('a call without a whole answer teaches nothing', async (t) => {
  const world = await aWorld(t);
  world.answers = [plain];
  world.serviceAnswers = () => ({
    kind: 'failed',
    sent: 'maybe',
    code: 'reset',
    what: { text: 'reset' },
    cause: 'reset',
    head: null,
    partialBody: new TextEncoder().encode('{"charged":true'),
    timing: { connectedMs: 1, firstByteMs: 2, totalMs: 3 },
  });
  await world.send();
  assert.deepEqual(await learned(world.real), []);
});

test('an answer that is written late teaches once', async (t) => {
  const world = await aWorld(t);
  world.answers = [plain];
  world.faults = {
    settle: async () => {
      throw new Error('the disk is full');
    },
  };
  await world.send();
  assert.deepEqual(await learned(world.real), []);
  // Written, though its confirmation is lost: tried again, it is not owed any more.
  world.faults = {
    settle: async (id, settlement) => {
      await world.real.settle(id, settlement);
      throw new Error('lost');
    },
  };
  world.laters.at(-1)?.work();
  await rest();
  world.faults = {};
  world.laters.at(-1)?.work();
  await rest();
  assert.deepEqual(await learned(world.real), ['request OK 1', 'answer OK 1']);
});
