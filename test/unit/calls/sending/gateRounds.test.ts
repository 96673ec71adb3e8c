import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Environment, identityOf, placeOf } from '../../../../src/calls/environments/environments.ts';
import { LedgerRefusal } from '../../../../src/calls/ports/ports.ts';
import { plain as sentence } from '../../../../src/contract/words.ts';
import { acme } from '../../../support/simulatedPorts.ts';
import { aWorld, plain, said, type World } from './aSending.ts';

/* The rounds of the gate: each reads everything afresh, and what holds inside the transaction decides. */

const standing = (...ids: readonly string[]) => ({ kind: 'standing', accepted: new Set(ids) }) as const;
const here: Environment = { name: 'here', baseUrl: 'http://127.0.0.1:9', kind: 'sandbox' };
const agreed = {
  identity: identityOf(acme),
  place: placeOf(acme),
  kind: 'live',
  baseUrl: acme.baseUrl,
} as const;

async function notBegun(world: World, changes: Parameters<World['send']>[0]): Promise<string> {
  const result = await world.send({ leaves: () => assert.fail('nothing leaves'), ...changes });
  assert.ok(result.kind === 'not-begun' && !result.sameDraft, said(result));
  assert.deepEqual(world.requests, []);
  return sentence(result.why);
}

test('a row leaves with the input it was planned with, and with no other', async (t) => {
  const world = await aWorld(t);
  assert.equal(
    await notBegun(world, { plannedPrint: 'another', asker: standing() }),
    'Not sent: with the current request fields this row would differ from what was planned. Plan the batch anew.',
  );
  await world.send({ asker: standing() });
  const plannedPrint = world.begun[0]?.fingerprint ?? '';
  world.chosen = 'embedded';
  assert.equal(said(await world.send({ plannedPrint, asker: standing() })), 'settled verified');
});

test('a call that is withdrawn while its order is written does not leave, and says why', async (t) => {
  const world = await aWorld(t);
  let asked = 0;
  const withdrawn = () => {
    asked += 1;
    return { text: 'Not sent: paused.' };
  };
  assert.equal(await notBegun(world, { asker: standing(), withdrawn }), 'Not sent: paused.');
  assert.equal(asked, 1);
});

test('what fails before an order is begun is told, and is no draft that was sent before', async (t) => {
  const world = await aWorld(t);
  world.portFaults = {
    transport: async () => {
      throw new Error('no library');
    },
  };
  assert.equal(await notBegun(world, { asker: standing() }), 'Not sent, and nothing was billed. no library');
});

test('settings that change each time a call is about to leave end it after fifty rounds', async (t) => {
  const world = await aWorld(t);
  let rounds = 0;
  const { keys } = world.ports;
  let revision = 0;
  world.portFaults = {
    keys: {
      state: async (environment, key) => {
        rounds += 1;
        return keys.state(environment, key);
      },
      revision: () => {
        revision += 1;
        return revision;
      },
    },
  };
  assert.equal(
    await notBegun(world, { asker: standing() }),
    'Not sent: the settings kept changing while the call was being sent. Nothing was billed. Send again.',
  );
  assert.equal(rounds, 50);
});

test('an environment that goes while the order is written is looked for anew, and told as gone', async (t) => {
  const world = await aWorld(t);
  world.whileLocked = () => {
    world.environments = [];
  };
  assert.equal(
    await notBegun(world, { to: agreed, asker: standing() }),
    'Not sent: the environment this was planned for is no longer in the settings. Add it again with the same id or name.',
  );
});

test('one that changes its place meanwhile is judged anew, where it is now', async (t) => {
  const world = await aWorld(t);
  world.whileLocked = () => world.change({ prices: { 'rc-advanced': '9' } });
  assert.equal(said(await world.send({ asker: standing() })), 'settled verified');
  assert.deepEqual([world.admissions, world.begun[0]?.price], [2, '9']);
});

test('a ledger that refuses what was let through is a fault, and is told as one', async (t) => {
  const world = await aWorld(t);
  world.faults = {
    begin: async (_order, admission) => {
      const facts = await world.real.guard(admission?.question ?? assert.fail('no admission'));
      assert.equal(admission?.admit(facts), null);
      throw new LedgerRefusal('guard', { text: 'Not sent.' });
    },
  };
  assert.equal(
    await notBegun(world, { asker: standing() }),
    'Not sent, and nothing was billed. the ledger refused an order that was let through',
  );
});

const overspent = { kind: 'set', limits: { day: { calls: 0, money: null } }, warnAt: 0.8 } as const;

test('of a row a budget stops a call that bills, whatever was accepted, and none that does not', async (t) => {
  const world = await aWorld(t);
  world.environments = [
    { ...acme, budget: overspent },
    { ...here, budget: overspent },
  ];
  const stopped = await world.send({ asker: standing() });
  assert.ok(stopped.kind === 'stopped');
  const ids = stopped.by.map(({ id, kind }) => [id, kind] as const);
  assert.deepEqual(
    ids.map(([, kind]) => kind),
    ['budget-stop'],
  );
  assert.equal((await world.send({ asker: standing(...ids.map(([id]) => id)) })).kind, 'stopped');
  assert.deepEqual(world.requests, []);
  world.chosen = identityOf(here);
  world.setKey('invented-key-here', here);
  assert.equal(said(await world.send({ asker: standing() })), 'settled verified');
});

test('of a row a limit stops also a call that bills nothing', async (t) => {
  const world = await aWorld(t);
  world.environments = [{ ...here, limits: { 'rc-advanced': { perMinute: 1, perDay: null } } }];
  world.chosen = identityOf(here);
  world.setKey('invented-key-here', here);
  assert.equal(said(await world.send({ asker: standing() })), 'settled verified');
  const other = { body: '{"rc_number":"XX00AB0002"}', asker: standing() };
  const stopped = await world.send(other);
  assert.ok(stopped.kind === 'stopped');
  assert.deepEqual(
    stopped.by.map(({ kind }) => kind),
    ['meter'],
  );
  assert.equal(world.requests.length, 1);
});

test('a row without a key leaves where that was accepted by name, and nowhere else', async (t) => {
  const world = await aWorld(t);
  world.setKey(null);
  const stopped = await world.send({ asker: standing() });
  assert.ok(stopped.kind === 'stopped');
  const ids = stopped.by.map(({ id }) => id);
  assert.deepEqual(
    stopped.by.map((one) => one.kind === 'refusal' && one.repair),
    ['set-key'],
  );
  assert.equal(said(await world.send({ asker: standing('another') })), `stopped ${ids.join(' ')}`);
  assert.equal(said(await world.send({ asker: standing(...ids) })), 'settled verified');
  assert.deepEqual(world.sentWith, [null]);
});

test('who agreed to one place is told of another, even of one that bills nothing, once', async (t) => {
  const world = await aWorld(t);
  world.answers = [plain, plain];
  world.afterAnswer = () => {
    world.chosen = 'embedded';
  };
  assert.equal(said(await world.send()), 'settled verified');
  assert.deepEqual(
    world.asked.map(({ to }) => to.environment.name),
    ['acme-prod', 'Sandbox'],
  );
});
