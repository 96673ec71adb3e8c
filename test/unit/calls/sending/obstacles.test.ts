import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { identityOf } from '../../../../src/calls/environments/environments.ts';
import type { Exchange } from '../../../../src/calls/ports/ports.ts';
import type { Question } from '../../../../src/calls/sending/ports.ts';
import { acme } from '../../../support/simulatedPorts.ts';
import { noon } from '../../ledger/aLedger.ts';
import { answer } from '../batch/aRun.ts';
import { anyway, aWorld, otherWindow, plain, said, type World } from './aSending.ts';

const same = { body: '{"rc_number":"XX00AB0001"}' };
const other = { body: '{"rc_number":"XX00AB0002"}' };
const another = { body: '{"rc_number":"XX00AB0003"}' };
const accepted = answer('ACCEPTED', 202, true);
const kinds = (world: World) => world.asked.map(({ obstacles }) => obstacles.map(({ kind }) => kind));

function throttledFor(seconds: number): Exchange {
  const throttled = answer('RATE_LIMITED', 429, false);
  if (throttled.kind !== 'answered') throw new Error('it is an answer');
  return { ...throttled, head: { ...throttled.head, headers: [['Retry-After', String(seconds)]] } };
}

/** One call a minute goes, and has gone. */
async function aFullMinute(t: TestContext): Promise<World> {
  const world = await aWorld(t);
  world.change({ limits: { 'rc-advanced': { perMinute: 1, perDay: null } } });
  world.answers = [plain];
  await world.send(other);
  return world;
}

/** Another window sends it, whatever stands in the way. */
async function meanwhile(world: World, want: { readonly body: string }, comes: Exchange): Promise<string> {
  const window = otherWindow(world);
  window.now = world.now;
  window.serviceAnswers = () => comes;
  const sends = ({ choices }: Question) => choices.find(({ kind }) => kind === 'send');
  window.answers = [sends, sends];
  const result = await window.send(want);
  assert.ok(result.kind === 'settled');
  return result.order.id;
}

test('"wait" waits until there is room, and a second more, and sends then', async (t) => {
  const world = await aFullMinute(t);
  world.answers = [{ kind: 'wait' }];
  assert.equal(said(await world.send(same)), 'settled verified');
  assert.deepEqual(world.waits, [{ title: 'RC Details Advanced · XX••••••01', until: noon + 61_000 }]);
  assert.deepEqual([world.asked.length, world.begun[1]?.begunAt], [2, noon + 61_000]);
});

test('it waits longer where calls came later than they began: the service counts from when they come', async (t) => {
  const world = await aWorld(t);
  world.change({ limits: { 'rc-advanced': { perMinute: 1, perDay: null } } });
  const { serviceAnswers } = world;
  world.serviceAnswers = async (request) => {
    world.now += 2700;
    return {
      ...(await serviceAnswers(request)),
      timing: { connectedMs: 1900, firstByteMs: 2690, totalMs: 2700 },
    };
  };
  world.answers = [plain];
  await world.send(other);
  world.answers = [{ kind: 'wait' }];
  await world.send(same);
  assert.deepEqual(
    world.waits.map(({ until }) => until),
    [noon + 60_000 + 1000 + 1900],
  );
});

test('a wait that is given up sends nothing', async (t) => {
  const world = await aFullMinute(t);
  world.answers = [{ kind: 'wait' }];
  world.onWait = () => false;
  assert.equal(said(await world.send(same)), 'declined meter');
  assert.equal(world.requests.length, 1);
});

test('what comes up during a wait is asked about', async (t) => {
  const world = await aFullMinute(t);
  world.answers = [{ kind: 'wait' }, undefined];
  world.onWait = async () => {
    await meanwhile(world, same, accepted);
    return true;
  };
  assert.equal(said(await world.send(same)), 'declined pending-twin');
  assert.equal(kinds(world)[2]?.[0], 'pending-twin');
  assert.equal(world.requests.length, 1);
});

test('a budget that is lowered during a wait holds', async (t) => {
  const world = await aFullMinute(t);
  world.answers = [{ kind: 'wait' }, undefined];
  world.onWait = () => {
    world.change({ budget: { kind: 'set', limits: { day: { calls: 1, money: null } }, warnAt: 1 } });
    return true;
  };
  assert.equal(said(await world.send(same)), 'declined budget-stop');
  assert.equal(world.requests.length, 1);
});

test('a longer wait that comes up during a wait is waited for, without a question', async (t) => {
  const world = await aFullMinute(t);
  world.answers = [{ kind: 'wait' }];
  world.onWait = async () => {
    if (world.waits.length === 1) await meanwhile(world, another, throttledFor(300));
    return true;
  };
  assert.equal(said(await world.send(same)), 'settled verified');
  assert.deepEqual(
    world.waits.map(({ until }) => until),
    [noon + 61_000, noon + 301_000],
  );
  assert.equal(world.asked.length, 2);
});

test('"now" passes the window that is full, and no other obstacle', async (t) => {
  const world = await aFullMinute(t);
  world.answers = [{ kind: 'send', how: 'now' }, undefined];
  world.whileLocked = async () => void (await meanwhile(world, same, accepted));
  assert.equal(said(await world.send(same)), 'declined pending-twin');
  assert.deepEqual(kinds(world).slice(1), [['meter'], ['pending-twin']]);
});

test('who passes one wait and then waits for another waits for the first, too', async (t) => {
  const world = await aFullMinute(t);
  const limit = (perDay: number | null) =>
    world.change({ limits: { 'rc-advanced': { perMinute: 1, perDay } } });
  world.whileLocked = () => limit(1);
  world.answers = [
    { kind: 'send', how: 'now' },
    () => {
      limit(null);
      return { kind: 'wait' };
    },
  ];
  assert.equal(said(await world.send(same)), 'settled verified');
  assert.deepEqual(kinds(world).slice(1), [['meter'], ['meter']]);
  assert.deepEqual(
    world.waits.map(({ until }) => until),
    [noon + 61_000],
  );
});

test('what is only told does not hinder, but is told before it leaves', async (t) => {
  const world = await aWorld(t);
  world.answers = [plain, undefined];
  world.whileLocked = async () =>
    void (await meanwhile(world, other, answer('INSUFFICIENT_BALANCE', 402, false)));
  assert.equal(said(await world.send(same)), 'declined refusal');
  assert.deepEqual(kinds(world), [[], ['refusal']]);
});

test('an open twin is passed by name: one that came since is asked about', async (t) => {
  const world = await aWorld(t);
  const first = await meanwhile(world, same, accepted);
  let second = '';
  world.answers = [anyway, undefined];
  world.whileLocked = async () => {
    second = await meanwhile(world, same, accepted);
  };
  assert.equal(said(await world.send(same)), 'declined pending-twin');
  assert.deepEqual(
    world.asked.map(({ obstacles }) => obstacles.map(({ id }) => id)),
    [[`pending-twin:${first}`], [`pending-twin:${second}`]],
  );
  assert.deepEqual([world.requests, world.begun], [[], []]);
});

test('a twin that was answered after the user passed it as open is asked about as paid', async (t) => {
  const world = await aWorld(t);
  const first = await meanwhile(world, same, accepted);
  world.answers = [anyway, undefined];
  world.whileLocked = async () => {
    const [order] = (await world.real.find(first, 1)).map(({ id }) => id);
    assert.ok(order !== undefined);
    await world.real.resolve(order, { at: world.now, outcome: 'verified', note: '', pasted: null });
  };
  assert.equal(said(await world.send(same)), 'declined paid-twin');
  assert.deepEqual(kinds(world), [['pending-twin'], ['paid-twin']]);
});

test('who passed orders by name, as a batch does, is stopped by another one', async (t) => {
  const world = await aWorld(t);
  const first = await meanwhile(world, same, accepted);
  const to = { identity: identityOf(acme), place: acme.baseUrl, kind: 'live' as const, baseUrl: null };
  const asker = (ids: readonly string[]) => ({ kind: 'standing', accepted: new Set(ids) }) as const;
  const none = await world.send({ ...same, to, asker: asker([]) });
  assert.equal(said(none), `stopped pending-twin:${first}`);
  const second = await meanwhile(world, same, accepted);
  const old = await world.send({ ...same, to, asker: asker([`pending-twin:${first}`]) });
  assert.equal(said(old), `stopped pending-twin:${second}`);
  const both = [`pending-twin:${first}`, `pending-twin:${second}`];
  assert.equal(said(await world.send({ ...same, to, asker: asker(both) })), 'settled verified');
  assert.deepEqual([world.asked.length, world.requests.length, world.begun.length], [0, 1, 1]);
});

test('a wait of more than a day is doubted: it is lifted or passed, and not waited for', async (t) => {
  const world = await aWorld(t);
  await meanwhile(world, other, throttledFor(200_000));
  world.answers = [({ choices }) => choices.find(({ kind }) => kind === 'lift')];
  assert.equal(said(await world.send(same)), 'settled verified');
  assert.deepEqual(
    world.asked[0]?.choices.map((one) => (one.kind === 'send' ? one.how : one.kind)),
    ['lift', 'now'],
  );
  assert.deepEqual([world.waits, world.asked.length], [[], 1]);
  // Lifted is lifted: the next call finds nothing in its way.
  world.answers = [plain];
  await world.send(another);
  assert.deepEqual(kinds(world)[1], []);
});

test('a day is waited for', async (t) => {
  const world = await aWorld(t);
  await meanwhile(world, other, throttledFor(86_400));
  world.answers = [{ kind: 'wait' }];
  assert.equal(said(await world.send(same)), 'settled verified');
  assert.deepEqual(
    world.waits.map(({ until }) => until),
    [noon + 86_401_000],
  );
});
