import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Exchange } from '../../../../src/calls/ports/ports.ts';
import { verified } from '../batch/aRun.ts';
import { aWorld, plain, said } from './aSending.ts';

/*
 * design.md, 2: "its answer is on disk before it is shown, through crashes, kills, closed and second windows". An answer that could not be written is tried
 * once more as the window closes, but only after every call that is out has ended: VS Code waits some seconds for that, a call may take a minute and more.
 */

const rest = (ms = 10) => new Promise((resolve) => setTimeout(resolve, ms));

test('a paid answer that could not be written is tried again at once as the window closes, whatever else is out', async (t) => {
  const world = await aWorld(t);
  world.answers = [plain];
  world.faults = {
    settle: async () => {
      throw new Error('the disk is full');
    },
  };
  assert.equal(said(await world.send()), 'settled verified');
  // There is room again, and another call is out, which takes its time.
  world.faults = {};
  world.answers = [plain];
  let comes: (exchange: Exchange) => void = () => undefined;
  world.serviceAnswers = () =>
    new Promise((resolve) => {
      comes = resolve;
    });
  const other = world.send({ body: '{"rc_number":"XX00AB0002"}' });
  while (world.requests.length < 2) await rest();
  const finish = world.sending.finish();
  await rest(500);
  const { orders } = await world.real.list({ group: 'all', limit: 5, after: null });
  const states = orders.map(({ state }) => state).sort();
  comes(verified);
  await other;
  await finish;
  assert.deepEqual(states, ['in-flight', 'settled'], 'half a second after the window began to close');
});
