import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Exchange } from '../../../../src/calls/ports/ports.ts';
import { plain } from '../../../../src/contract/words.ts';
import { answer, aRun, plates, SimulatedClock, service, startRows } from '../../calls/batch/aRun.ts';
import { aLedger } from '../../ledger/aLedger.ts';

function twice(exchange: Exchange, code: string): Exchange {
  assert.ok(exchange.kind === 'answered');
  const body = new TextDecoder().decode(exchange.body).replace(/\}$/, `,"message_code":"${code}"}`);
  return { ...exchange, body: new TextEncoder().encode(body) };
}

for (const [code, status] of [
  ['INSUFFICIENT_BALANCE', 402],
  ['INVALID_API_KEY', 401],
  ['NO_API_ACCESS', 403],
  ['NOT_FOUND', 404],
] as const)
  test(`a batch pauses at the first ${status}, though its answer has message_code twice`, async (t) => {
    const { ledger } = await aLedger(t);
    await startRows(ledger, 'b', plates(4));
    const { transport, seen } = service([twice(answer(code, status, false), code)]);
    const one = await aRun(ledger, new SimulatedClock(), transport);
    const end = one.run.run();
    for (let tries = 0; tries < 200 && one.run.status.phase !== 'paused' && seen.length < 4; tries += 1)
      await new Promise((done) => setTimeout(done, 5));
    one.run.cancel();
    await end;
    assert.equal(seen.length, 1);
  });

/** @returns what was sent until the batch paused by itself or all was, and why it did */
async function untilPaused(t: TestContext, first: Exchange) {
  const { ledger } = await aLedger(t);
  await startRows(ledger, 'b', plates(4));
  const { transport, seen } = service([first]);
  const one = await aRun(ledger, new SimulatedClock(), transport);
  const end = one.run.run();
  for (let tries = 0; tries < 200 && one.run.status.phase !== 'paused' && seen.length < 4; tries += 1)
    await new Promise((done) => setTimeout(done, 5));
  const { why, remedy } = one.run.status;
  one.run.cancel();
  await end;
  return { sent: seen.length, why: why === null ? '' : plain(why), remedy };
}

for (const [code, other, status, repair] of [
  ['INVALID_API_KEY', 'NO_API_ACCESS', 401, 'set-key'],
  ['INSUFFICIENT_BALANCE', 'NOT_FOUND', 402, 'recharge'],
  ['NO_API_ACCESS', 'OK', 403, 'subscribe'],
  ['NOT_FOUND', 'INVALID_INPUT', 404, null],
] as const)
  test(`a batch pauses at the first ${status}, though its answer has two message_codes`, async (t) => {
    const { sent, why, remedy } = await untilPaused(t, twice(answer(code, status, false), other));
    assert.equal(sent, 1);
    assert.deepEqual(remedy, repair === null ? null : { kind: 'repair', repair });
    assert.match(
      why,
      new RegExp(`^The service answered HTTP ${status}, as it does to calls that it refuses`),
    );
  });

test('it pauses at a page that says so, and goes on after one code that nobody knows, which may be about that row alone', async (t) => {
  const refused = answer('NOT_FOUND', 404, false);
  assert.equal(
    (await untilPaused(t, { ...refused, body: new TextEncoder().encode('<html>') } as Exchange)).sent,
    1,
  );
  assert.equal((await untilPaused(t, answer('NO_SUCH_PLATE', 404, false))).sent, 4);
  assert.equal((await untilPaused(t, twice(answer('INVALID_INPUT', 422, false), 'OK'))).sent, 4);
});
