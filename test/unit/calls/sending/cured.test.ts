import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Elsewhere, Question } from '../../../../src/calls/sending/ports.ts';
import { acme } from '../../../support/simulatedPorts.ts';
import { aWorld, key, plain, said, type World } from './aSending.ts';

let made = 0;
const input = () => ({ body: `{"rc_number":"XX00AC${1000 + ++made}"}` });

/** What the user does where the question led. */
function does(world: World, work: (choice: Elsewhere) => void): void {
  world.breakPort({ goElsewhere: async (choice) => work(choice) });
}

const setKey = { kind: 'repair', repair: 'set-key' } as const;
const changeBudget = ({ choices }: Question) => choices.find(({ kind }) => kind === 'change-budget');
const most = (calls: number) => ({
  kind: 'set' as const,
  limits: { day: { calls, money: null } },
  warnAt: 0.8,
});

test('once the key is set, the call is asked about and sent; the yes is never taken for said', async (t) => {
  const world = await aWorld(t);
  world.setKey(null);
  does(world, () => world.setKey(key));
  world.answers = [setKey, undefined];
  assert.equal(said(await world.send(input())), 'declined null');
  assert.equal(world.requests.length, 0);
  world.setKey(null);
  world.answers = [setKey, plain];
  assert.equal(said(await world.send(input())), 'settled verified');
  assert.deepEqual(world.sentWith, [key]);
});

test('once per session, too: what follows a raised budget is a question', async (t) => {
  const world = await aWorld(t);
  world.asksOnce = true;
  world.answers = [plain];
  await world.send(input());
  world.change({ budget: most(1) });
  does(world, () => world.change({ budget: most(5) }));
  world.answers = [changeBudget, undefined];
  assert.equal(said(await world.send(input())), 'declined null');
  assert.deepEqual([world.asked.length, world.requests.length], [3, 1]);
});

test('a budget that is raised too little is asked about again; one that is left alone ends it', async (t) => {
  const world = await aWorld(t);
  world.answers = [plain];
  await world.send(input());
  world.change({ budget: most(1) });
  const raised = [{ ...most(1), warnAt: 0.5 }];
  does(world, () => {
    const budget = raised.shift();
    if (budget !== undefined) world.change({ budget });
  });
  world.answers = [changeBudget, changeBudget];
  assert.equal(said(await world.send(input())), 'declined budget-stop');
  assert.deepEqual([world.asked.length, world.requests.length], [3, 1]);
});

test('an environment that is removed there is told of', async (t) => {
  const world = await aWorld(t);
  world.setKey(null);
  does(world, () => {
    world.environments = [];
  });
  world.answers = [setKey];
  const result = await world.send({
    ...input(),
    to: { identity: acme.name, kind: 'live', place: acme.baseUrl, baseUrl: null },
  });
  assert.equal(result.kind, 'not-begun');
});
