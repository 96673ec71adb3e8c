import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as readFor } from 'node:timers/promises';
import { leaseMs } from '../../../../src/calls/batch/engine.ts';
import type { BatchId } from '../../../../src/calls/ports/ids.ts';
import type { Exchange } from '../../../../src/calls/ports/ports.ts';
import { until } from '../../../support/processes.ts';
import { answer as answerOf, verified } from '../../calls/batch/aRun.ts';
import { aBatchWindow, told, windowsBatches } from './aBatchWindow.ts';

const vscode = await import('vscode');

test('a batch confirmed while another one is being begun is refused, and nothing of it was begun', async (t) => {
  const world = await aBatchWindow(t);
  const { batches: store } = world.real;
  const { commands, plan } = windowsBatches(world);
  // A history that another window keeps busy.
  const busy = Promise.withResolvers<void>();
  const begun: string[] = [];
  const start = store.start.bind(store);
  store.start = async (...given) => {
    begun.push(given[0]);
    if (begun.length === 1) await busy.promise;
    return start(...given);
  };
  const first = plan(['KA00AA0001']);
  await until(
    () => begun.length > 0 || undefined,
    () => 'The first is not begun.',
    10_000,
  );
  await assert.rejects(plan(['KA00AA0002']), /^Error: A batch is running in this window\./);
  busy.resolve();
  assert.equal(await first, true);
  await commands.finish();
  assert.deepEqual(begun, ['batch0']);
  assert.deepEqual(
    (await commands.all()).map(({ id }) => id),
    ['batch0'],
  );
});

test('a window that closes while its batch is being begun waits for it, sends none of it, and leaves it to be resumed', async (t) => {
  const world = await aBatchWindow(t);
  const { batches: store } = world.real;
  const { commands, plan } = windowsBatches(world);
  const asked = Promise.withResolvers<void>();
  const busy = Promise.withResolvers<void>();
  const start = store.start.bind(store);
  store.start = async (...given) => {
    asked.resolve();
    await busy.promise;
    return start(...given);
  };
  const planned = plan(['KA00AA0001']);
  await asked.promise;
  const order: string[] = [];
  const closed = commands.finish().then(() => order.push('closed'));
  setImmediate(() => {
    order.push('begun');
    busy.resolve();
  });
  await closed;
  assert.deepEqual(order, ['begun', 'closed']);
  assert.equal(await planned, true);
  assert.deepEqual(world.requests, []);
  const [batch] = await commands.all();
  assert.deepEqual([batch?.state, batch?.heldElsewhere], ['started', false]);
});

test('a window whose batch could not be begun is free for the next', async (t) => {
  const world = await aBatchWindow(t);
  const { batches: store } = world.real;
  const { commands, plan } = windowsBatches(world);
  const start = store.start.bind(store);
  store.start = async () => {
    throw new Error('the disk is full');
  };
  await assert.rejects(plan(['KA00AA0001']), /the disk is full/);
  store.start = start;
  assert.equal(await plan(['KA00AA0002']), true);
  await commands.finish();
});

test('a window that slept is told whether its batch was erased meanwhile, or runs elsewhere', async (t) => {
  const world = await aBatchWindow(t);
  const { batches: store } = world.real;
  const afterSleep = async (
    meanwhile: (batch: BatchId, now: number) => Promise<boolean>,
  ): Promise<string> => {
    const { commands, plan } = windowsBatches(world);
    const answer = Promise.withResolvers<Exchange>();
    const before = world.requests.length;
    world.serviceAnswers = () => answer.promise;
    told.shown.length = 0;
    await plan(['KA00AA0001', 'KA00AA0002', 'KA00AA0003']);
    await until(
      () => world.requests.length > before || undefined,
      () => 'Nothing was sent.',
      10_000,
    );
    world.now += leaseMs + 1000;
    const [batch] = await commands.all();
    assert.ok(batch !== undefined && (await meanwhile(batch.id, world.now)));
    answer.resolve(verified);
    const words = () => told.shown.map(String).find((one) => /^(This batch|Another window)/.test(one));
    return until(words, () => `Told: ${told.shown.join('; ')}`, 10_000);
  };
  assert.equal(
    await afterSleep((id, now) => store.erase(id, 'another', now)),
    'This batch is no longer kept.',
  );
  assert.match(
    await afterSleep((id, now) => store.hold(id, 'another', now, leaseMs)),
    /^Another window runs this batch/,
  );
});

test('a batch that another window erased while the question stood is said to be gone, not to run there', async (t) => {
  const world = await aBatchWindow(t);
  world.serviceAnswers = () => answerOf('PROVIDER_UNAVAILABLE', 503, false);
  const { commands, plan } = windowsBatches(world);
  await plan(['MH00AB0001']);
  await commands.finish();
  const [batch] = await commands.all();
  assert.ok(batch !== undefined);
  const { showWarningMessage } = vscode.window;
  Object.assign(vscode.window, {
    showWarningMessage: async () => {
      await world.real.batches.erase(batch.id, 'another', world.now);
      // What is pressed at once is asked again.
      await readFor(750);
      return 'Erase Batch';
    },
  });
  t.after(() => Object.assign(vscode.window, { showWarningMessage }));
  await assert.rejects(commands.run('eraseBatch', batch.id), { message: 'This batch is no longer kept.' });
});
