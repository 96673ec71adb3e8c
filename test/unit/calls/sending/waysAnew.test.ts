import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { CallRequest, CallWay, Exchange } from '../../../../src/calls/ports/ports.ts';
import { verified } from '../batch/aRun.ts';
import { anyway, aWorld, otherWindow, plain, said, type World } from './aSending.ts';

/* A proxy of the system is that of the network this computer is in: who waits, or thinks a question over, may have moved on. */

const same = { body: '{"rc_number":"XX00AB0001"}' };
const other = { body: '{"rc_number":"XX00AB0002"}' };

/** Each call that leaves: how long before it was VS Code asked for its way, in ms? */
function howOld(world: World): number[] {
  const asked = new Map<CallWay, number>();
  const ages: number[] = [];
  world.portFaults = {
    transport: async () => ({
      refuses: async (way) => {
        asked.set(way, world.now);
        return null;
      },
      send: async ({ way }: CallRequest): Promise<Exchange> => {
        const at = way === undefined ? undefined : asked.get(way);
        ages.push(at === undefined ? Number.NaN : world.now - at);
        return verified;
      },
    }),
  };
  return ages;
}

async function aFullMinute(t: TestContext): Promise<World> {
  const world = await aWorld(t);
  world.change({ limits: { 'rc-advanced': { perMinute: 1, perDay: null } } });
  return world;
}

test('after a wait for a limit the way to the service is asked for anew', async (t) => {
  const world = await aFullMinute(t);
  const ages = howOld(world);
  world.answers = [plain, { kind: 'wait' }];
  await world.send(other);
  assert.equal(said(await world.send(same)), 'settled verified');
  assert.deepEqual([world.waits.length, ages], [1, [0, 0]]);
});

test('after a question the way to the service is asked for anew', async (t) => {
  const world = await aWorld(t);
  const ages = howOld(world);
  const second = (): typeof anyway => {
    // The user comes back to the question after lunch.
    world.now += 3_600_000;
    return anyway;
  };
  world.answers = [plain, second];
  world.whileLocked = async () => {
    const window = otherWindow(world);
    window.now = world.now;
    window.answers = [plain];
    assert.equal(said(await window.send(same)), 'settled verified');
  };
  assert.equal(said(await world.send(same)), 'settled verified');
  assert.deepEqual([world.asked.length, ages], [2, [0]]);
});
