import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../../../support/processes.ts';
import { verified } from '../../calls/batch/aRun.ts';
import { aBatchWindow, startedBatch, told } from './aBatchWindow.ts';

test('the end of a batch is told also where nothing settled is kept, and the batch goes with its orders', async (t) => {
  const world = await aBatchWindow(t);
  world.serviceAnswers = () => verified;
  world.keep = { keep: 'open-only', payloadDays: 0, orderDays: 0 };
  const { errors } = await startedBatch(world, ['MH00AB0001']);
  const ends = (): string[] => told.shown.map(String).filter((words) => words.includes('ended'));
  await until(
    async () => (ends().length > 0 && !(await world.real.batches.exists()) ? true : undefined),
    () => `Told: ${told.shown.join('; ')}`,
    30_000,
  );
  assert.equal(world.requests.length, 1);
  assert.deepEqual(errors, []);
  assert.deepEqual(ends(), ['Batch of cars.csv ended · answered: 0 · sent, and erased since: 1,Show Rows']);
});
