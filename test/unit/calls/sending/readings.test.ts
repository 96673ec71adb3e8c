import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Environment, identityOf } from '../../../../src/calls/environments/environments.ts';
import { acme } from '../../../support/simulatedPorts.ts';
import { aWorld, key, otherKey, plain, said, type World } from './aSending.ts';

/** With an id of its own, so that it stays the same environment under another name. */
const owned: Environment = { ...acme, id: 'e1' };
const elsewhere = 'https://elsewhere.example.invalid';
const usedUp = { kind: 'set', limits: { day: { calls: 0, money: null } }, warnAt: 0.8 } as const;

interface Case {
  readonly what: string;
  readonly change: (world: World) => void;
  /** What the user reads of it in the second question. */
  readonly asks: (world: World) => void;
  /** The call that leaves once the second question was answered with "send": null = none can. */
  readonly sends: { readonly url: string; readonly key: string | null } | null;
}

const to = (world: World) => world.asked[1]?.to;
const url = `${acme.baseUrl}/api/v1/rc/advanced`;

const cases: readonly Case[] = [
  {
    what: 'the budget is lowered to nothing',
    change: (world) => world.change({ budget: usedUp }, owned),
    asks: (world) => {
      const choice = { kind: 'change-budget', cure: 'budget', limit: 'day:calls' };
      assert.deepEqual(world.asked[1]?.choices, [choice]);
    },
    sends: null,
  },
  {
    what: 'the price is changed',
    change: (world) => world.change({ prices: { 'rc-advanced': '9' } }, owned),
    asks: (world) => assert.equal(world.asked[1]?.check.price, '9'),
    sends: { url, key },
  },
  {
    what: 'it is renamed',
    change: (world) => world.change({ name: 'acme-new' }, owned),
    asks: (world) => assert.equal(to(world)?.environment.name, 'acme-new'),
    sends: { url, key },
  },
  {
    what: 'it is moved to another origin',
    change: (world) => world.change({ baseUrl: elsewhere }, owned),
    asks: (world) => assert.deepEqual(to(world)?.key, { kind: 'other-origin', origin: acme.baseUrl }),
    sends: { url: `${elsewhere}/api/v1/rc/advanced`, key: null },
  },
  {
    what: 'its key is replaced',
    change: (world) => world.setKey(otherKey, owned),
    asks: (world) =>
      assert.ok(
        to(world)?.key.kind === 'present' && to(world)?.keyRevision !== world.asked[0]?.to.keyRevision,
      ),
    sends: { url, key: otherKey },
  },
  {
    what: 'its key is removed',
    change: (world) => world.setKey(null, owned),
    asks: (world) =>
      assert.deepEqual(
        world.asked[1]?.obstacles.map(({ id }) => id),
        ['refusal:MISSING_API_KEY'],
      ),
    sends: { url, key: null },
  },
  {
    what: 'it is called a sandbox, which it is not',
    change: (world) => world.change({ kind: 'sandbox' }, owned),
    asks: (world) =>
      assert.deepEqual([to(world)?.environment.kind, world.asked[1]?.check.mayBill], ['sandbox', true]),
    sends: { url, key },
  },
];

const moments = {
  'between the question and the sending': (world: World, change: () => void) => {
    world.afterAnswer = change;
  },
  'while the ledger waits for its lock': (world: World, change: () => void) => {
    world.whileLocked = change;
  },
} as const;

async function anOwnedWorld(t: Parameters<typeof aWorld>[0]): Promise<World> {
  const world = await aWorld(t);
  world.environments = [owned];
  world.chosen = identityOf(owned);
  world.setKey(key, owned);
  return world;
}

for (const [moment, at] of Object.entries(moments)) {
  for (const { what, change, asks, sends } of cases) {
    test(`asked anew, never sent as it was: ${what} ${moment}`, async (t) => {
      const world = await anOwnedWorld(t);
      world.answers = [plain, sends === null ? undefined : plain];
      at(world, () => change(world));
      const result = await world.send();
      assert.equal(world.asked.length, 2);
      asks(world);
      if (sends === null) assert.deepEqual([said(result), world.requests], ['declined budget-stop', []]);
      else {
        assert.equal(said(result), 'settled verified');
        assert.deepEqual(
          world.requests.map((one) => ({ url: one.url, key: one.apiKey })),
          [sends],
        );
        assert.deepEqual([world.begun[0]?.identity, world.begun.length], ['id:e1', 1]);
        const { environment } = world.begun[0] ?? {};
        assert.equal(environment, world.environments[0]?.name);
      }
    });

    test(`a call whose questions were answered before rests on nothing old: ${what} ${moment}`, async (t) => {
      const world = await anOwnedWorld(t);
      world.asksOnce = true;
      world.answers = [plain];
      await world.send({ body: '{"rc_number":"XX00AB0002"}' });
      world.answers = [undefined];
      if (moment.startsWith('between')) change(world);
      else world.whileLocked = () => change(world);
      const result = await world.send();
      const isSame = what === 'it is renamed' || what === 'the price is changed';
      // A confirmation holds for an operation at a place with a key; what it costs and what it is called is read anew.
      if (isSame) {
        assert.equal(said(result), 'settled verified');
        assert.equal(world.begun[1]?.environment, world.environments[0]?.name);
        assert.equal(world.begun[1]?.price, world.environments[0]?.prices?.['rc-advanced'] ?? null);
      } else {
        assert.match(said(result), /^declined/);
        assert.deepEqual([world.asked.length, world.requests.length], [2, 1]);
      }
    });
  }

  test(`an environment that is removed ${moment} gets nothing, and the sandbox in its place is asked about`, async (t) => {
    const world = await anOwnedWorld(t);
    world.answers = [plain, undefined];
    at(world, () => {
      world.environments = [];
    });
    assert.match(said(await world.send()), /^declined/);
    assert.equal(to(world)?.environment.name, 'Sandbox');
    assert.deepEqual([world.asked.length, world.requests, world.begun], [2, [], []]);
  });
}

test('a proxy that stops being checked while the ledger waits is asked about', async (t) => {
  const world = await aWorld(t);
  world.asksOnce = true;
  world.answers = [plain];
  await world.send({ body: '{"rc_number":"XX00AB0002"}' });
  world.answers = [undefined];
  world.whileLocked = () => {
    world.looseProxy = true;
  };
  assert.equal(said(await world.send()), 'declined null');
  assert.match(world.asked[1]?.check.warning?.text ?? '', /proxyStrictSSL/);
});

test('a proxy that stops being checked while its question stands is told of in another one', async (t) => {
  const world = await aWorld(t);
  world.answers = [plain, plain];
  world.afterAnswer = () => {
    world.looseProxy = true;
  };
  await world.send();
  assert.deepEqual(
    world.asked.map(({ check }) => check.warning === null),
    [true, false],
  );
  assert.equal(world.requests.length, 1);
});

test('settings that never come to rest keep the call back, with a sentence', async (t) => {
  const world = await aWorld(t);
  world.asksOnce = true;
  world.answers = [plain];
  await world.send();
  let revisions = 0;
  const again = (): void => {
    revisions += 1;
    world.setKey(key);
    world.whileLocked = again;
  };
  world.whileLocked = again;
  assert.match(said(await world.send()), /^not-begun Not sent: the settings kept changing/);
  assert.deepEqual([revisions, world.requests.length], [50, 1]);
});

test('the way is looked at once where nothing has to be asked, and once more after a question', async (t) => {
  const world = await aWorld(t);
  const looks = async (
    send: () => Promise<unknown>,
  ): Promise<readonly [guard: number, admissions: number]> => {
    const [guard, admissions] = [world.guarded.length, world.admissions];
    await send();
    return [world.guarded.length - guard, world.admissions - admissions];
  };
  const input = (number: number) => ({ body: `{"rc_number":"XX00AB${number}"}` });
  const asker = { kind: 'standing', accepted: new Set<string>() } as const;
  const there = { identity: identityOf(acme), place: acme.baseUrl, kind: 'live' as const, baseUrl: null };
  assert.deepEqual(await looks(() => world.send({ ...input(1000), asker, to: there })), [0, 1]);
  world.answers = [plain];
  assert.deepEqual(await looks(() => world.send(input(1001))), [1, 1]);
  world.asksOnce = true;
  // Nothing was confirmed for the session yet: the admission itself finds that it must be asked.
  world.answers = [plain];
  assert.deepEqual(
    await looks(() =>
      world.send({ ...input(1002), operation: world.ports.settings.operation('credit-report') }),
    ),
    [0, 2],
  );
  assert.deepEqual(
    await looks(() =>
      world.send({ ...input(1003), operation: world.ports.settings.operation('credit-report') }),
    ),
    [0, 1],
  );
  world.chosen = 'embedded';
  assert.deepEqual(await looks(() => world.send(input(1004))), [0, 1]);
  assert.equal(world.asked.length, 2);
});

test('the body is kept once: what is written is what leaves', async (t) => {
  const world = await aWorld(t);
  world.answers = [plain];
  const body = '{ "rc_number":"XX00AB0001", "long": 12345678901234567890 }';
  assert.equal(said(await world.send({ body })), 'settled verified');
  assert.equal(world.requests[0]?.body, world.begun[0]?.requestBody);
  assert.equal(new TextDecoder().decode(world.requests[0]?.body), body);
});
