import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Exchange } from '../../../../src/calls/ports/ports.ts';
import { until } from '../../../support/processes.ts';
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
  const states = async (): Promise<string> => {
    const { orders } = await world.real.list({ group: 'all', limit: 5, after: null });
    return orders
      .map(({ state }) => state)
      .sort()
      .join();
  };
  // The other call is still out: only by the beginning of the end can the first one be written.
  await until(
    async () => ((await states()) === 'in-flight,settled' ? true : undefined),
    () => 'It is not written while the window waits.',
    30_000,
  );
  comes(verified);
  await other;
  await finish;
  assert.equal(await states(), 'settled,settled');
});
