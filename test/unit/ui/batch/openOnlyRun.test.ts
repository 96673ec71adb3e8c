import assert from 'node:assert/strict';
import { test } from 'node:test';
import { batchId } from '../../../../src/calls/ports/ids.ts';
import type { Exchange } from '../../../../src/calls/ports/ports.ts';
import { until } from '../../../support/processes.ts';
import { verified } from '../../calls/batch/aRun.ts';

const { aBatchWindow, windowsBatches } = await import('../../ui/batch/aBatchWindow.ts');
const { runState } = await import('../../../../src/ui/batch/batchPageState.ts');

test('while only open orders are kept, the page of a running batch does not say that nothing of it was billed', async (t) => {
  const world = await aBatchWindow(t);
  world.keep = { keep: 'open-only', payloadDays: 0, orderDays: 0 };
  const held = Promise.withResolvers<Exchange>();
  world.serviceAnswers = () => (world.requests.length < 3 ? verified : held.promise);
  const { commands, plan } = windowsBatches(world);
  assert.equal(await plan(['XX00AA1000', 'XX00AA1001', 'XX00AA1002']), true);
  const id = batchId('batch0');
  await until(
    () => world.requests.length === 3 || undefined,
    () => 'it does not run',
    20_000,
  );
  const store = world.real.batches;
  const batch = await store.get(id, 'window', world.now);
  assert.ok(batch !== null);
  const counted = { batch, outcomes: await store.outcomes(id), billed: await store.billed(id) };
  const { cost, counts } = await runState(store, counted, commands.progress(id), null, []);
  held.resolve(verified);
  await until(
    () => commands.progress(id) === null || undefined,
    () => 'it runs on',
    20_000,
  );
  await commands.finish();
  assert.notEqual(cost, '0 calls', JSON.stringify(counts));
});
