import assert from 'node:assert/strict';
import { test } from 'node:test';
import { owedBy } from '../../../../src/calls/orders/attention.ts';
import type { Exchange } from '../../../../src/calls/ports/ports.ts';
import { aWorld, plain } from './aSending.ts';
import { answered } from './aWorld.ts';

/** The code stands at the end once more. */
function twice(exchange: Exchange, code: string): Exchange {
  assert.ok(exchange.kind === 'answered');
  const body = new TextDecoder().decode(exchange.body).replace(/\}$/, `,"message_code":"${code}"}`);
  return { ...exchange, body: new TextEncoder().encode(body), wireBytes: body.length };
}

test('of a call whose answer has two codes its outcome is owed, its money counts, and its input is asked about', async (t) => {
  const world = await aWorld(t);
  world.serviceAnswers = () => twice(answered('ACCEPTED', 202, true), 'NO_RECORD_FOUND');
  world.answers = [plain, undefined];
  const sent = await world.send();
  assert.ok(sent.kind === 'settled');
  const order = await world.real.get(sent.order.id);
  assert.ok(order !== null);
  assert.deepEqual(
    [order.outcome, order.billing, order.messageCode, order.orderId, owedBy(order)],
    ['unknown', 'billed', null, 'ORD-1', 'outcome'],
  );
  world.now += 60_000;
  await world.send();
  assert.deepEqual(
    world.asked.at(-1)?.obstacles.map(({ kind }) => kind),
    ['pending-twin'],
  );
});

test('a doubled code of a limit that was exceeded makes its key wait, as HTTP 429 says', async (t) => {
  const world = await aWorld(t);
  const head = [['Retry-After', '3600']] as const;
  world.serviceAnswers = () => twice(answered('RATE_LIMITED', 429, false, null, head), 'OK');
  world.answers = [plain, undefined];
  const sent = await world.send();
  assert.ok(sent.kind === 'settled');
  assert.deepEqual([sent.settlement.outcome, sent.settlement.billing], ['unknown', 'free']);
  world.now += 60_000;
  await world.send({ body: '{"rc_number":"XX00AB0009"}' });
  assert.deepEqual(
    world.asked.at(-1)?.obstacles.map(({ kind }) => kind),
    ['cool-down'],
  );
});
