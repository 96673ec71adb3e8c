import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Exchange } from '../../../../src/calls/ports/ports.ts';
import { aWorld, plain, said } from './aSending.ts';

/* An answer that cannot be read is kept as it came. What of it counts without being read? README: "Any HTTP 429 counts, whatever its body." */

const large = new TextEncoder().encode(
  JSON.stringify({ success: false, data: null, message: 'x'.repeat(1_000_000) }),
);
const throttled: Exchange = {
  kind: 'answered',
  head: { status: 429, statusText: 'Too Many Requests', headers: [['Retry-After', '600']] },
  body: large,
  wireBytes: large.byteLength,
  timing: { connectedMs: 1, firstByteMs: 2, totalMs: 3 },
};

test('a 429 whose body could not be read still holds the next call back for its Retry-After', async (t) => {
  const world = await aWorld(t);
  world.serviceAnswers = () => throttled;
  world.answers = [plain];
  // Whatever fails in reading: here letting others go on between its steps.
  world.portFaults = { turn: () => Promise.reject(new Error('reading failed')) };
  const first = await world.send();
  assert.equal(said(first), 'settled unknown');
  world.portFaults = {};
  world.now += 5_000;
  const told: string[] = [];
  world.answers = [
    (question) => {
      told.push(...question.obstacles.map(({ kind }) => kind));
      return undefined;
    },
  ];
  await world.send({ body: '{"rc_number":"XX00AB0002"}' });
  assert.ok(told.includes('cool-down'), `told: ${told.join(', ') || 'nothing'}`);
});
