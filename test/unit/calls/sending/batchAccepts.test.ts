import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { refusesCalls } from '../../../../src/calls/batch/refusing.ts';
import type { Obstacle } from '../../../../src/calls/guard/obstacles.ts';
import type { Exchange } from '../../../../src/calls/ports/ports.ts';
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
  assert.match(told(await batch.step()), /changed after this batch was planned/);
  batch.goOn();
  correct(batch.world, 'plate');
  batch.goOn();
  assert.match(told(await batch.step()), /changed after this batch was planned/);
  assert.deepEqual(batch.world.requests, []);
});

test('a correction that came while a row was on its way is told of, and accepted by going on', async (t) => {
  const batch = await aSteppedBatch(t);
  batch.world.whileLocked = () => correct(batch.world, 'registration');
  assert.match(told(await batch.step()), /changed after this batch was planned/);
  batch.goOn();
  assert.equal(told(await batch.step()), 'left');
});

test('a correction that nobody was told of is not accepted by going on after something else', async (t) => {
  const batch = await aSteppedBatch(t);
  correct(batch.world, 'registration');
  batch.goOn();
  assert.match(told(await batch.step()), /changed after this batch was planned/);
});

test('a refusal of the key stops the rows after it, unless the user goes on from it: then the same is not asked again', async (t) => {
  for (const goesOn of [true, false]) {
    const batch = await aSteppedBatch(t);
    batch.world.serviceAnswers = () => answer('INVALID_API_KEY', 401, false);
    assert.equal(told(await batch.step()), 'left');
    if (goesOn) batch.goOn();
    batch.world.now += 1000;
    batch.world.serviceAnswers = () => answer('OK', 200, true);
    const next = told(await batch.step());
    if (goesOn) assert.equal(next, 'left');
    else assert.match(next, /^stop: The last answer was INVALID_API_KEY/);
  }
});

const key = ['INVALID_API_KEY', 401] as const;
const wallet = ['INSUFFICIENT_BALANCE', 402] as const;

/** Two calls that are out at once are refused, a second apart, for one reason each. */
async function refusedTwice(t: TestContext, reasons: readonly (readonly [string, number])[]) {
  const batch = await aSteppedBatch(t);
  const answers = reasons.map(() => Promise.withResolvers<Exchange>());
  let call = 0;
  batch.world.serviceAnswers = () => answers[call++]?.promise ?? answer('OK', 200, true);
  const ends = [];
  for (const _ of reasons) {
    const attempted = await batch.sender.attempt(await batch.next(), 0, () => true);
    assert.ok(attempted.kind === 'left');
    ends.push(attempted.end);
  }
  for (const [at, [code, status]] of reasons.entries()) {
    answers[at]?.resolve(answer(code, status, false));
    await ends[at];
    batch.world.now += 1000;
  }
  return batch;
}

test('of two calls refused for different reasons, going on accepts the one that was read', async (t) => {
  const batch = await refusedTwice(t, [wallet, key]);
  batch.sender.goOn([refusesCalls(wallet[0])]);
  assert.match(told(await batch.step()), /^stop: The last answer was INVALID_API_KEY/);
  batch.goOn();
  assert.equal(told(await batch.step()), 'left');
});

test('what a second call was refused for is said beside what the first was, once, and then accepted', async (t) => {
  const batch = await refusedTwice(t, [wallet, key]);
  const why = refusesCalls(wallet[0]);
  const news = batch.sender.news(why);
  assert.deepEqual(news, [refusesCalls(key[0])]);
  batch.sender.goOn([why, ...news]);
  assert.deepEqual(batch.sender.news(null), []);
  assert.equal(told(await batch.step()), 'left');
});

test('two calls refused for the same reason have no news for each other', async (t) => {
  const batch = await refusedTwice(t, [wallet, wallet]);
  assert.deepEqual(batch.sender.news(refusesCalls(wallet[0])), []);
});

test('a call refused after the user paused is news: nobody was told of it', async (t) => {
  const batch = await refusedTwice(t, [key]);
  assert.deepEqual(batch.sender.news(null), [refusesCalls(key[0])]);
  batch.sender.goOn([]);
  assert.match(told(await batch.step()), /^stop: The last answer was INVALID_API_KEY/);
});

test('going on from a budget accepts no refusal that stood behind it', async (t) => {
  const batch = await aSteppedBatch(t);
  const { world } = batch;
  world.setKey(null, owned);
  const limits = { day: { calls: 0, money: null } };
  world.change({ budget: { kind: 'set', limits, warnAt: 0.8 } }, owned);
  assert.match(told(await batch.step()), /^stop: The budget of \{0\}/);
  batch.goOn();
  world.change({ budget: { kind: 'set', limits: { day: { calls: 5, money: null } }, warnAt: 0.8 } }, owned);
  assert.match(told(await batch.step()), /^stop: No API key is set/);
  assert.deepEqual(world.requests, []);
});
