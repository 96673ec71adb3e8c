import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Exchange } from '../../../../src/calls/ports/ports.ts';
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
