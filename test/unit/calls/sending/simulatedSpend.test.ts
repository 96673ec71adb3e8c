import assert from 'node:assert/strict';
import { test } from 'node:test';
import { acme } from '../../../support/simulatedPorts.ts';
import { aWorld, said } from './aSending.ts';

const local = {
  ...acme,
  id: 'own',
  kind: 'sandbox',
  baseUrl: 'http://127.0.0.1:4711',
  prices: { 'rc-advanced': '4.50' },
  budget: { kind: 'set', warnAt: 1, limits: { day: { calls: 1, money: null } } },
} as const;

test('what a sandbox simulated uses up no budget of the live service that the environment points to since', async (t) => {
  const world = await aWorld(t);
  world.environments = [local];
  world.chosen = 'id:own';
  world.setKey('sandbox-key-valid', local);
  assert.equal(said(await world.send({ body: '{"rc_number":"XX00AB0001"}' })), 'settled verified');
  assert.equal(world.begun[0]?.kind, 'sandbox');
  // "Edit Base URL…" leads from a sandbox on this computer to the service: "Calls there can be billed".
  const live = { ...local, baseUrl: acme.baseUrl } as const;
  world.environments = [live];
  world.setKey('invented-key-9f3a', live);
  world.answers = [(question) => question.choices.find(({ kind }) => kind === 'send')];
  const result = await world.send({ body: '{"rc_number":"XX00AB0002"}' });
  const [question] = world.asked;
  assert.ok(question !== undefined);
  // Nothing was ever billed there.
  assert.match(JSON.stringify(question.check.details), /"\{0\} billed today","args":\[0\]/);
  assert.equal(said(result), 'settled verified');
});
