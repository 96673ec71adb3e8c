import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Exchange, Ledger } from '../../../../src/calls/ports/ports.ts';
import { aRun, b, plates, SimulatedClock, startRows, verified } from '../../calls/batch/aRun.ts';
import { aLedger, noon } from '../../ledger/aLedger.ts';
import { standInForVscode } from '../../ui/vscodeStandIn.ts';

await standInForVscode();
const { runState } = await import('../../../../src/ui/batch/batchPageState.ts');

const cut: Exchange = {
  kind: 'failed',
  sent: 'maybe',
  code: 'reset',
  what: { text: 'The connection was cut.' },
  cause: '',
  head: null,
  partialBody: null,
  timing: { connectedMs: 1, firstByteMs: null, totalMs: 3 },
} as never;

async function cost(ledger: Ledger): Promise<string> {
  const batch = await ledger.batches.get(b, 'window', noon);
  assert.ok(batch !== null);
  const counted = {
    batch,
    outcomes: await ledger.batches.outcomes(b),
    billed: await ledger.batches.billed(b),
  };
  return (await runState(ledger.batches, counted, null, null, [])).cost;
}

async function twoSendings(t: Parameters<typeof aLedger>[0]) {
  const { ledger } = await aLedger(t);
  await startRows(ledger, 'b', plates(1));
  const answers = [cut, verified];
  const run = async () =>
    (await aRun(ledger, new SimulatedClock(), { send: async () => answers.shift() ?? verified })).run.run();
  await run();
  const before = await cost(ledger);
  const [first] = (await ledger.batches.rows(b, null, 1)).rows.map(({ order }) => order);
  assert.ok(first != null);
  await ledger.batches.decide(b, [
    { why: 'unknown', what: 'again', drafts: await ledger.batches.undecided(b, 'unknown') },
  ]);
  await run();
  return { ledger, before, first };
}

test('a call that may be billed still may be once its row was sent again, on the page of the batch', async (t) => {
  const { ledger, before } = await twoSendings(t);
  assert.equal(before, '0 calls · 1 may be billed');
  assert.equal((await ledger.list({ group: 'all', limit: 10, after: null })).orders.length, 2);
  assert.equal(await cost(ledger), '1 call · 1 may be billed');
});

test('and where it is recorded that it was billed, the page counts both calls', async (t) => {
  const { ledger, first } = await twoSendings(t);
  await ledger.resolve(first, { at: noon + 10_000, outcome: 'verified', note: '', pasted: null });
  assert.equal(await cost(ledger), '2 calls');
});
