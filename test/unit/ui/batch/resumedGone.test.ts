import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldsStamp } from '../../../../src/calls/batch/planned.ts';
import { batchId } from '../../../../src/calls/ports/ids.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import { until } from '../../../support/processes.ts';
import { startRows, verified } from '../../calls/batch/aRun.ts';
import { owned } from '../../calls/sending/aSender.ts';
import { aBatchWindow, told, windowsBatches } from './aBatchWindow.ts';

const b = batchId('b');
const resumed = { fields: fieldsStamp(operationById('rc-advanced').requestFields) };

test('a resumed batch that ended and went before its page opens has its end told, and nothing said of a batch not kept', async (t) => {
  const world = await aBatchWindow(t);
  world.serviceAnswers = () => verified;
  world.keep = { keep: 'open-only', payloadDays: 0, orderDays: 0 };
  const { commands, errors } = windowsBatches(world);
  await startRows(world.real, 'b', ['MH00AB0001'], owned);
  const batch = await commands.get(b);
  const get = commands.get.bind(commands);
  const { batches: store } = world.real;
  // The page asks for it once it is gone; the run asks for it as it ends.
  let asked = 0;
  commands.get = async (id) => {
    asked += 1;
    if (asked === 1)
      await until(
        async () => ((await store.exists()) ? undefined : true),
        () => 'It is still kept.',
        30_000,
      );
    return get(id);
  };
  told.shown.splice(0);
  await commands.go([], resumed, async () => batch);
  const said = () => told.shown.map(String).filter((words) => !words.startsWith('setContext'));
  await until(
    () => said().length > 0 || undefined,
    () => 'Nothing was told.',
    30_000,
  );
  await commands.finish();
  assert.equal(world.requests.length, 1);
  assert.deepEqual(errors, []);
  assert.match(said().join('; '), /^Batch of rows\.csv ended · [^;]+$/);
});

test('of one that was erased before it ran that is said once', async (t) => {
  const world = await aBatchWindow(t);
  const { commands } = windowsBatches(world);
  await startRows(world.real, 'b', ['MH00AB0001'], owned);
  told.shown.splice(0);
  await commands.go([], resumed, async () => {
    const batch = await commands.get(b);
    await world.real.batches.erase(b, 'another', world.now);
    return batch;
  });
  await commands.finish();
  assert.equal(world.requests.length, 0);
  assert.deepEqual(told.shown.map(String), ['This batch is no longer kept.']);
});
