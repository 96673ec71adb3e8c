import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aWorld, plain } from './aSending.ts';

const dayMs = 24 * 3_600_000;
const body = (n: number): string => `{"rc_number":"XX00AB${String(n).padStart(4, '0')}"}`;

test('a budget’s warning that was read yesterday is no answer to today’s', async (t) => {
  const world = await aWorld(t);
  world.asksOnce = true;
  world.change({ budget: { kind: 'set', warnAt: 0.5, limits: { day: { calls: 2, money: null } } } });
  // The first call brings the budget of a day near its end: its warning is read with the question.
  world.answers = [plain];
  await world.send({ body: body(1) });
  assert.equal(world.asked.length, 1);
  assert.deepEqual(
    world.asked[0]?.obstacles.map(({ kind }) => kind),
    ['budget-warning'],
  );
  // A window that stays open over night, as most do.
  world.now += dayMs;
  world.answers = [plain];
  await world.send({ body: body(2) });
  assert.equal(world.asked.length, 2, 'the warning of a new day was passed by in silence');
});

test('a budget’s warning that was read is no answer once the budget was raised', async (t) => {
  const world = await aWorld(t);
  world.asksOnce = true;
  world.change({ budget: { kind: 'set', warnAt: 0.5, limits: { month: { calls: 2, money: null } } } });
  world.answers = [plain];
  await world.send({ body: body(1) });
  world.change({ budget: { kind: 'set', warnAt: 0.5, limits: { month: { calls: 6, money: null } } } });
  // Call 2 of 6: far from the end. Call 3 of 6 is warned of.
  await world.send({ body: body(2) });
  assert.equal(world.asked.length, 1);
  world.answers = [plain];
  await world.send({ body: body(3) });
  assert.equal(world.asked.length, 2, 'the warning of the raised budget was passed by in silence');
});
