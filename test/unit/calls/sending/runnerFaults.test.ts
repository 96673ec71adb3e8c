import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aWorld, plain, said } from './aSending.ts';

test('why what is not to be kept could not be forgotten is logged; the answer is none the worse', async (t) => {
  const world = await aWorld(t);
  world.answers = [plain];
  world.keep = { keep: 'open-only', payloadDays: 0, orderDays: 0 };
  world.faults = {
    applyPolicy: async () => {
      throw new Error('the disk is full');
    },
  };
  assert.equal(said(await world.send()), 'settled verified');
  assert.ok(world.log.includes('retention: the disk is full'));
});

test('a call that the library throws at took as long as until then', async (t) => {
  const world = await aWorld(t);
  world.answers = [plain];
  world.serviceAnswers = () => {
    world.now += 250;
    throw new TypeError('no');
  };
  const result = await world.send();
  assert.ok(result.kind === 'settled' && result.exchange.kind === 'failed');
  assert.deepEqual([result.exchange.timing.totalMs, result.exchange.cause], [250, 'TypeError']);
});

test('a window that closes begins nothing, and does not say that the draft was sent before', async (t) => {
  const world = await aWorld(t);
  await world.sending.finish();
  world.answers = [plain];
  const result = await world.send();
  assert.ok(result.kind === 'not-begun');
  assert.match(result.why.text, /this window is closing/);
  assert.deepEqual([result.sameDraft, world.requests, world.begun], [false, [], []]);
});
