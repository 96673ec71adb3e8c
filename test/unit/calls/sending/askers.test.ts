import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Environment } from '../../../../src/calls/environments/environments.ts';
import type { Asker } from '../../../../src/calls/sending/wanted.ts';
import { acme } from '../../../support/simulatedPorts.ts';
import { answer } from '../batch/aRun.ts';
import { anyway, aWorld, key, otherKey, otherWindow, plain, said, type World } from './aSending.ts';

const proven: Asker = { kind: 'user', proven: true, notes: [] };
const unproven: Asker = { kind: 'user', proven: false, notes: [] };
const noted: Asker = { kind: 'user', proven: true, notes: [{ text: 'It reads a variable.' }] };

let made = 0;
/** An input of its own, so that none is the twin of another. */
const input = () => ({ body: `{"rc_number":"XX00AB${1000 + ++made}"}` });

/** Sends and says how often it was asked about. */
async function asks(world: World, changes: Parameters<World['send']>[0]): Promise<number> {
  const before = world.asked.length;
  world.answers = [plain];
  assert.equal(said(await world.send({ ...input(), ...changes })), 'settled verified');
  return world.asked.length - before;
}

test('a live call is asked about each time, unless the user wants it once per session', async (t) => {
  const world = await aWorld(t);
  assert.deepEqual([await asks(world, {}), await asks(world, {})], [1, 1]);
  world.asksOnce = true;
  assert.deepEqual([await asks(world, {}), await asks(world, {})], [0, 0]);
});

test('what was confirmed once holds for one operation, one place and one key', async (t) => {
  const world = await aWorld(t);
  world.asksOnce = true;
  assert.deepEqual([await asks(world, {}), await asks(world, {})], [1, 0]);
  const operation = world.ports.settings.operation('credit-report');
  assert.deepEqual([await asks(world, { operation }), await asks(world, { operation })], [1, 0]);
  world.setKey(otherKey);
  assert.deepEqual([await asks(world, {}), await asks(world, {})], [1, 0]);
  world.setKey(key);
  assert.equal(await asks(world, {}), 0);
  world.change({ baseUrl: 'https://elsewhere.example.invalid' });
  world.setKey(key, { ...acme, baseUrl: 'https://elsewhere.example.invalid' });
  assert.equal(await asks(world, {}), 1);
});

test('who may be another extension is asked about whatever was confirmed, and confirms nothing', async (t) => {
  const world = await aWorld(t);
  world.asksOnce = true;
  assert.equal(await asks(world, { asker: unproven }), 1);
  assert.equal(await asks(world, { asker: proven }), 1);
  assert.equal(await asks(world, { asker: proven }), 0);
  assert.equal(await asks(world, { asker: unproven }), 1);
});

test('what else is to be known is always asked about, and confirms nothing', async (t) => {
  const world = await aWorld(t);
  world.asksOnce = true;
  assert.equal(await asks(world, { asker: noted }), 1);
  assert.deepEqual(world.asked[0]?.notes, [{ text: 'It reads a variable.' }]);
  assert.equal(await asks(world, { asker: proven }), 1);
  assert.equal(await asks(world, { asker: noted }), 1);
});

test('passing a twin confirms nothing for the session', async (t) => {
  const world = await aWorld(t);
  const open = { body: '{"rc_number":"XX00AB0001"}' };
  const window = otherWindow(world);
  window.serviceAnswers = () => answer('ACCEPTED', 202, true);
  window.answers = [plain];
  await window.send(open);
  world.asksOnce = true;
  world.change({ limits: { 'rc-advanced': { perMinute: 1, perDay: null } } });
  world.answers = [{ kind: 'pass-twin' }, undefined];
  assert.equal(said(await world.send(open)), 'declined pending-twin');
  assert.deepEqual(
    world.asked.map(({ obstacles }) => obstacles.map(({ kind }) => kind)),
    [['pending-twin', 'meter'], ['meter']],
  );
  world.change({ limits: {} });
  assert.equal(await asks(world, {}), 1);
});

test('nor does it where nothing else stands in the way any more, and the call leaves', async (t) => {
  const world = await aWorld(t);
  const open = { body: '{"rc_number":"XX00AB0001"}' };
  const window = otherWindow(world);
  window.serviceAnswers = () => answer('ACCEPTED', 202, true);
  window.answers = [plain];
  await window.send(open);
  world.asksOnce = true;
  world.change({ limits: { 'rc-advanced': { perMinute: 1, perDay: null } } });
  world.answers = [{ kind: 'pass-twin' }];
  world.afterAnswer = () => world.change({ limits: {} });
  assert.equal(said(await world.send(open)), 'settled verified');
  assert.equal(await asks(world, {}), 1);
});

test('the embedded sandbox never asks, whoever sends', async (t) => {
  const world = await aWorld(t);
  world.chosen = 'embedded';
  for (const asker of [proven, unproven, noted]) assert.equal(await asks(world, { asker }), 0);
  assert.deepEqual(world.sentWith, ['sandbox-key', 'sandbox-key', 'sandbox-key']);
  // The same input again, and more than a minute takes: nothing of it is asked about, either.
  for (let call = 0; call < 8; call += 1) {
    const operation = world.ports.settings.operation('aadhaar-pan-link');
    assert.equal(await asks(world, { operation, body: '{"pan":"ZZZXZ9999Z"}' }), 0);
  }
});

test('a rehearsal asks in the sandbox about what a live environment would', async (t) => {
  const world = await aWorld(t);
  world.chosen = 'embedded';
  world.rehearses = true;
  const twice = { body: '{"rc_number":"XX00AB0001"}' };
  assert.equal(await asks(world, twice), 1);
  world.answers = [undefined];
  assert.equal(said(await world.send(twice)), 'declined paid-twin');
  assert.deepEqual(
    world.asked[1]?.choices.map(({ kind }) => kind),
    ['open-order', 'send'],
  );
});

test('a look at the sandbox says its invented price in rupees, one at a live place none', async (t) => {
  const world = await aWorld(t);
  const operation = world.ports.settings.operation('rc-advanced');
  const live = await world.sending.look(operation, await world.sending.destination(), null);
  assert.equal(live.context.simulatedPrice, null);
  world.chosen = 'embedded';
  const simulated = await world.sending.look(operation, await world.sending.destination(), null);
  assert.equal(simulated.context.simulatedPrice, '2.50');
});

const local: Environment = { name: 'mine', baseUrl: 'http://127.0.0.1:9999', kind: 'sandbox' };

test('a sandbox of the user’s own asks only where more is to be known; a remote one is no sandbox', async (t) => {
  const world = await aWorld(t);
  world.environments = [local];
  world.chosen = 'name:mine';
  world.setKey(key, local);
  assert.equal(await asks(world, { asker: unproven }), 0);
  assert.equal(await asks(world, { asker: noted }), 1);
  const remote = { ...local, baseUrl: 'https://sandbox.example.invalid' };
  world.environments = [remote];
  world.setKey(key, remote);
  assert.equal(await asks(world, { asker: proven }), 1);
});

test('where more is to be known about a call to a sandbox, it goes where the user read it goes', async (t) => {
  const world = await aWorld(t);
  world.environments = [local];
  world.chosen = 'name:mine';
  world.setKey(key, local);
  world.answers = [plain, undefined];
  world.whileLocked = () => world.setKey(otherKey, local);
  assert.equal(said(await world.send({ asker: noted })), 'declined null');
  assert.deepEqual([world.asked.length, world.requests], [2, []]);
});

test('once per session is no answer to something new: a twin, a refusal, a budget nearly used up', async (t) => {
  const world = await aWorld(t);
  world.asksOnce = true;
  const twice = { body: '{"rc_number":"XX00AB0001"}' };
  assert.equal(await asks(world, twice), 1);
  world.answers = [anyway];
  await world.send(twice);
  assert.deepEqual(
    world.asked[1]?.obstacles.map(({ kind }) => kind),
    ['paid-twin'],
  );
  const most = { calls: 4, money: null };
  world.change({ budget: { kind: 'set', limits: { day: most }, warnAt: 0.1 } });
  assert.equal(await asks(world, {}), 1);
  // A warning that was read is not read out again.
  assert.equal(await asks(world, {}), 0);
  world.answers = [undefined];
  assert.equal(said(await world.send(input())), 'declined budget-stop');
});

test('choices that send nothing end it, and lead where they say', async (t) => {
  const world = await aWorld(t);
  const twice = { body: '{"rc_number":"XX00AB0001"}' };
  await asks(world, twice);
  const first = world.begun[0]?.id;
  assert.ok(first !== undefined);
  const open = { kind: 'open-order', order: first, paid: true } as const;
  world.answers = [open];
  assert.equal(said(await world.send(twice)), 'declined paid-twin');
  world.setKey(null);
  const repair = { kind: 'repair', repair: 'set-key' } as const;
  world.answers = [repair];
  assert.equal(said(await world.send(input())), 'declined refusal');
  assert.deepEqual(world.wentTo, [open, repair]);
  assert.equal(world.requests.length, 1);
});
