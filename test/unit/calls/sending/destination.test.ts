import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mayBill, sandboxEnvironment } from '../../../../src/calls/environments/environments.ts';
import { readDestination } from '../../../../src/calls/sending/destination.ts';
import { readOverview } from '../../../../src/calls/sending/overview.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import { acme } from '../../../support/simulatedPorts.ts';
import { verified } from '../batch/aRun.ts';
import { noon, someFacts, spend } from '../guard/facts.ts';
import { aWorld, key, plain, said } from './aSending.ts';

test('a call goes to the base URL of its environment, one to the sandbox to where that runs', async (t) => {
  const { ports } = await aWorld(t);
  const live = await readDestination(ports, acme);
  assert.deepEqual([live.baseUrl, live.sandbox, live.key.kind], [acme.baseUrl, null, 'present']);
  const own = await readDestination(ports, sandboxEnvironment);
  assert.deepEqual(
    [own.baseUrl, own.sandbox?.key, own.key],
    ['http://127.0.0.1:4711', 'sandbox-key', { kind: 'simulated', key: 'sandbox-key' }],
  );
});

test('an order is waited for ten seconds longer than its call may take', async (t) => {
  const world = await aWorld(t);
  world.answers = [plain];
  world.serviceAnswers = () => verified;
  assert.equal(said(await world.send()), 'settled verified');
  const [order] = world.begun;
  assert.deepEqual(
    [order?.begunAt, (order?.deadlineAt ?? 0) - noon - world.ports.settings.deadlineMs()],
    [noon, 10_000],
  );
});

test('an order says that it was simulated only where nothing bills, whatever the settings call the place', async (t) => {
  const world = await aWorld(t);
  const kindKept = async (baseUrl: string): Promise<string | undefined> => {
    world.change({ kind: 'sandbox', baseUrl });
    world.answers = mayBill({ ...acme, kind: 'sandbox', baseUrl }) ? [plain] : [];
    const done = await world.send();
    assert.equal(said(done), 'settled verified');
    return done.kind === 'settled' ? (await world.real.get(done.order.id))?.kind : undefined;
  };
  assert.equal(await kindKept('http://127.0.0.1:9'), 'sandbox');
  assert.equal(world.asked.length, 0);
  assert.equal(await kindKept(acme.baseUrl), 'live');
  assert.equal(world.asked[0]?.check.mayBill, true);
});

test('a look before a call counts the windows as they are', async (t) => {
  const world = await aWorld(t);
  const to = await world.sending.destination();
  await world.sending.look(operationById('rc-advanced'), to, null);
  assert.deepEqual(
    world.guarded.at(-1)?.windows.map(({ ms }) => ms),
    [60_000, 86_400_000],
  );
});

test('what one operation alone says of the money spent is what is told', async () => {
  const spent = { session: spend(1, '4'), day: spend(2, '4'), month: spend(3, '4') };
  const ledger = {
    guard: async () => someFacts({ spent }),
    keyHash: async () => '',
  };
  const about = {
    ledger,
    environment: acme,
    key: { kind: 'present', key, savedAt: noon } as const,
    session: 'session',
    now: noon,
  };
  assert.deepEqual((await readOverview(about, [operationById('rc-advanced')])).spent, spent);
});

test('what is kept less is forgotten when asked for, and a live environment is guarded', async (t) => {
  const world = await aWorld(t);
  let policies = 0;
  world.keep = { keep: 'open-only', payloadDays: 0, orderDays: 0 };
  world.faults = {
    keeping: {
      ...world.real.keeping,
      apply: async (...given) => {
        policies += 1;
        return world.real.keeping.apply(...given);
      },
    },
  };
  await world.sending.forget();
  assert.equal(policies, 1);
  assert.deepEqual(
    [acme, sandboxEnvironment].map((one) => world.sending.isGuarded(one)),
    [true, false],
  );
});
