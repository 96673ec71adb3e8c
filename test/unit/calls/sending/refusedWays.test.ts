import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CallWay, Exchange } from '../../../../src/calls/ports/ports.ts';
import { aWorld, plain } from './aSending.ts';

test('what this computer cannot send is refused in its sentence before an order is written', async (t) => {
  const world = await aWorld(t);
  const why = { text: 'The proxy named by {0} is of a kind …', args: ['http.proxy'] };
  const asked: string[] = [];
  const send = (): Promise<Exchange> => assert.fail('it was sent');
  const refuses = async ({ url }: CallWay) => {
    asked.push(url);
    return why;
  };
  world.portFaults = { transport: async () => ({ send, refuses }) };
  world.answers = [plain];
  assert.deepEqual(await world.send(), { kind: 'not-begun', why, sameDraft: false });
  assert.equal(asked.length, 1);
  assert.deepEqual(world.begun, []);
  assert.equal((await world.real.list({ group: 'all', limit: 1, after: null })).orders.length, 0);

  world.portFaults = {};
  world.answers = [plain];
  assert.equal((await world.send()).kind, 'settled', 'the same draft can be sent once that is mended');
});
