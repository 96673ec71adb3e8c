import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Obstacle } from '../../../../src/calls/guard/obstacles.ts';
import { answer } from '../batch/aRun.ts';
import { aSteppedBatch, owned, SteppedBatch, told } from './aSender.ts';
import { plain, said } from './aSending.ts';

/** What a user who starts a batch is told of, by the same names as the guard's own. */
async function stopsOf(
  batch: SteppedBatch,
  prepare: (world: SteppedBatch['world']) => void,
): Promise<readonly Obstacle[]> {
  const { world } = batch;
  prepare(world);
  const seen: Obstacle[] = [];
  world.answers = [
    (question) => {
      seen.push(...question.obstacles);
      return undefined;
    },
  ];
  await world.send({ body: '{"rc_number":"XX00ZZ9999"}' });
  return seen;
}

test('a budget that was told of at the start stops the batch all the same: only a refusal is accepted by going on', async (t) => {
  const first = await aSteppedBatch(t);
  const seen = await stopsOf(first, (world) =>
    world.change({ budget: { kind: 'set', limits: { day: { calls: 0, money: null } }, warnAt: 0.8 } }, owned),
  );
  assert.ok(seen.some(({ kind }) => kind === 'budget-stop'));
  const call = await first.next();
  const batch = await first.world.real.batches.get(call.batch, 'window', first.world.now);
  assert.ok(batch !== null);
  const again = new SteppedBatch(first.world, batch, seen);
  assert.match(told(await again.step()), /^stop: The budget of \{0\}/);
  assert.deepEqual(first.world.requests, []);
});

test('an order told of at the start is passed by no row that did not accept it by name', async (t) => {
  const first = await aSteppedBatch(t);
  const { world } = first;
  const call = await first.next();
  const same = { body: '{"rc_number":"XX00AA1000"}' };
  world.answers = [plain];
  assert.equal(said(await world.send(same)), 'settled verified');
  const seen: Obstacle[] = [];
  world.answers = [
    (question) => {
      seen.push(...question.obstacles);
      return undefined;
    },
  ];
  await world.send(same);
  assert.deepEqual(
    seen.map(({ kind }) => kind),
    ['paid-twin'],
  );
  const batch = await world.real.batches.get(call.batch, 'window', world.now);
  assert.ok(batch !== null);
  assert.match(told(await new SteppedBatch(world, batch, seen).step()), /^aside /);
  assert.equal(world.requests.length, 1);
});

/** The first field under another name. */
function correct(world: SteppedBatch['world'], name: string): void {
  const [first, ...others] = world.ports.settings.operation('rc-advanced').requestFields;
  assert.ok(first !== undefined);
  world.fields.set('rc-advanced', [{ ...first, name, path: [name] }, ...others]);
}

test('going on accepts the correction that was told of, not one that came after it', async (t) => {
  const batch = await aSteppedBatch(t);
  correct(batch.world, 'registration');
  assert.match(told(await batch.step()), /corrected while the batch ran/);
  batch.sender.goOn();
  correct(batch.world, 'plate');
  batch.sender.goOn();
  assert.match(told(await batch.step()), /corrected while the batch ran/);
  assert.deepEqual(batch.world.requests, []);
});

test('a correction that came while a row was on its way is told of, and accepted by going on', async (t) => {
  const batch = await aSteppedBatch(t);
  batch.world.whileLocked = () => correct(batch.world, 'registration');
  assert.match(told(await batch.step()), /corrected while the batch ran/);
  batch.sender.goOn();
  assert.equal(told(await batch.step()), 'left');
});

test('a correction that nobody was told of is not accepted by going on after something else', async (t) => {
  const batch = await aSteppedBatch(t);
  correct(batch.world, 'registration');
  batch.sender.goOn();
  assert.match(told(await batch.step()), /corrected while the batch ran/);
});

test('a refusal of the key stops the rows after it, unless the user goes on from it: then the same is not asked again', async (t) => {
  for (const goesOn of [true, false]) {
    const batch = await aSteppedBatch(t);
    batch.world.serviceAnswers = () => answer('INVALID_API_KEY', 401, false);
    assert.equal(told(await batch.step()), 'left');
    if (goesOn) batch.sender.goOn();
    batch.world.now += 1000;
    batch.world.serviceAnswers = () => answer('OK', 200, true);
    const next = told(await batch.step());
    if (goesOn) assert.equal(next, 'left');
    else assert.match(next, /^stop: The last answer was INVALID_API_KEY/);
  }
});
