import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noon, place } from '../../ledger/aLedger.ts';
import { answered, aWorld, want } from './aWorld.ts';

const live = { name: 'acme-prod', baseUrl: 'https://api.example.invalid', kind: 'live' };
const rc = (number: string): string => JSON.stringify({ rc_number: number });

test('F10: an environment that got its id later and was then renamed keeps what it spent', async (t) => {
  const world = await aWorld(t);
  const budget = { day: { calls: 1 } };
  world.setting = [{ ...live, budget }];
  world.chosen = 'acme-prod';
  assert.equal((await world.sending.send(want(world, 'rc-advanced', rc('MH00AB1234')))).kind, 'settled');
  world.setting = [{ ...live, id: 'acme', budget }];
  assert.equal(
    (await world.sending.send(want(world, 'rc-advanced', rc('MH00AB1235')))).kind,
    'declined',
    'control: with the id alone the budget holds',
  );
  // "with it you may rename the environment, and its key, spend, budget and batches follow"
  world.setting = [{ ...live, id: 'acme', name: 'acme-live', budget }];
  world.chosen = 'acme-live';
  const again = await world.sending.send(want(world, 'rc-advanced', rc('MH00AB1236')));
  assert.notEqual(again.kind, 'settled', 'the day’s budget of one call let a second one through');
});

test('F11: lifting a doubtful wait lifts that one, not a later one that nobody was shown', async (t) => {
  const world = await aWorld(t);
  world.setting = [live];
  world.chosen = 'acme-prod';
  let retryAfter = '864000';
  world.exchange = () => answered('RATE_LIMITED', 429, false, null, [['retry-after', retryAfter]]);
  await world.sending.send(want(world, 'rc-advanced', rc('MH00AB1234')));
  // Sent now, past the doubtful wait; the service says 60 s this time.
  retryAfter = '60';
  await world.sending.send(want(world, 'rc-advanced', rc('MH00AB1235')));
  assert.equal(world.left.length, 2);
  world.exchange = () => answered('OK', 200, true);
  world.answerWith = (question) => question.choices.find(({ kind }) => kind === 'lift');
  await world.sending.send(want(world, 'rc-advanced', rc('MH00AB1236')));
  assert.equal(
    world.left.length,
    2,
    'left inside the 60 s that the newest 429 asked for, which no question named',
  );
});

for (const [what, body] of [
  ['an object of a list', { list: [{ email: 'a@example.com' }] }],
  ['a text', { emails: 'a@example.com' }],
  ['a text of several lines', { emails: 'a@example.com\nb@example.com' }],
] as const) {
  test(`F12: an address that was paid for in a list is known again where it stands in ${what}`, async (t) => {
    const world = await aWorld(t);
    world.setting = [live];
    world.chosen = 'acme-prod';
    await world.sending.send(want(world, 'email-bulk', JSON.stringify({ emails: ['a@example.com'] })));
    await world.sending.send(want(world, 'email-bulk', JSON.stringify(body)));
    assert.equal(world.asked[1]?.obstacles[0]?.kind, 'paid-twin', 'asked without a word of the paid order');
  });
}

test('F15: "Wait and Send" that was given up is no confirmation for the session', async (t) => {
  const world = await aWorld(t);
  world.once = true;
  world.setting = [{ ...live, limits: { 'rc-advanced': { perMinute: 1 } } }];
  world.chosen = 'acme-prod';
  await place(world.ledger, 'earlier', {
    order: {
      begunAt: noon - 1000,
      keyHash: await world.ledger.keyHash('https://api.example.invalid', 'key-of-the-user-9f3a'),
    },
  });
  world.answerWith = (q) => q.choices.find(({ kind }) => kind === 'wait');
  // The simulated wait is ended by the user: nothing leaves, and they never agreed to a call.
  assert.equal((await world.sending.send(want(world, 'rc-advanced', rc('MH00AB1234')))).kind, 'declined');
  assert.equal(world.asked.length, 1);
  world.now = noon + 120_000;
  world.answerWith = () => undefined;
  await world.sending.send(want(world, 'rc-advanced', rc('MH00AB1235')));
  assert.deepEqual(world.left, [], 'a live call left; the only question of the session was given up');
});
