import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as rest } from 'node:timers/promises';
import { aBatchWindow, startedBatch } from './aBatchWindow.ts';

// "Preparing the batch" is a notification: meanwhile, or in another window while the question stands, settings are edited.
test('fields that were corrected after the rows were planned and before the run began stop the batch', async (t) => {
  const world = await aBatchWindow(t);
  const [first, ...others] = world.ports.settings.operation('rc-advanced').requestFields;
  assert.ok(first !== undefined);
  const { commands, started } = await startedBatch(world, ['MH00AB0001', 'MH00AB0002'], () => {
    world.fields.set('rc-advanced', [{ ...first, name: 'registration', path: ['registration'] }, ...others]);
  });
  await rest(300);
  const sent = world.requests.length;
  await commands.finish();
  assert.equal(started, true);
  assert.equal(sent, 0, 'rows left with fields that the user had corrected before, and nothing was said');
});
