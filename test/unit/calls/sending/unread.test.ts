import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Exchange } from '../../../../src/calls/ports/ports.ts';
import { unreadSettlement } from '../../../../src/calls/sending/exchange.ts';
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

const at = 1_700_000_000_000;

test('what was not read is kept as it came, and says of itself no more than is certain', () => {
  const oddities = [{ text: 'odd' }];
  const { settlement } = unreadSettlement({ ...throttled, oddities }, at);
  assert.deepEqual([settlement.httpStatus, settlement.failureCode, settlement.totalMs], [429, null, 3]);
  assert.deepEqual(settlement.coolDown, { until: at + 600_000, guessed: false });
  const { head, timing } = throttled;
  assert.deepEqual(settlement.answer, {
    head,
    timing,
    wireBytes: large.byteLength,
    body: large,
    failure: null,
    oddities,
  });
  assert.equal('oddities' in unreadSettlement(throttled, at).settlement.answer, false);
  const fine = { ...throttled, head: { ...throttled.head, status: 200 } };
  assert.equal(unreadSettlement(fine, at).settlement.coolDown, null);
});

test('of a call that failed what came of its answer is kept, and whether it can have left', () => {
  const what = { text: 'It broke off.' };
  const broken = (sent: 'no' | 'maybe', partialBody: Uint8Array | null): Exchange => ({
    ...{ kind: 'failed', sent, code: 'truncated', what, cause: 'ECONNRESET', head: null, partialBody },
    timing: { connectedMs: null, firstByteMs: null, totalMs: 9 },
  });
  const part = new Uint8Array([1, 2]);
  const maybe = unreadSettlement(broken('maybe', part), at).settlement;
  assert.deepEqual(
    [maybe.outcome, maybe.billing, maybe.failureCode, maybe.answer.body, maybe.answer.wireBytes],
    ['unknown', 'unknown', 'truncated', part, 2],
  );
  assert.equal(maybe.answer.failure, what);
  const never = unreadSettlement(broken('no', null), at).settlement;
  assert.deepEqual([never.outcome, never.billing, never.answer.body.byteLength], ['not-sent', 'free', 0]);
});

test('a 429 whose headers cannot be read is waited for by our guess of a minute', () => {
  const headers = new Proxy([], {
    get: () => {
      throw new Error('no');
    },
  });
  const { settlement } = unreadSettlement({ ...throttled, head: { ...throttled.head, headers } }, at);
  assert.deepEqual(settlement.coolDown, { until: at + 60_000, guessed: true });
});
