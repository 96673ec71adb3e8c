import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Environment, identityOf, placeOf } from '../../../../src/calls/environments/environments.ts';
import { LedgerRefusal } from '../../../../src/calls/ports/ports.ts';
import { plain as sentence } from '../../../../src/contract/words.ts';
import { acme } from '../../../support/simulatedPorts.ts';
import { aWorld, type World } from './aSending.ts';

const owned: Environment = { ...acme, id: 'e1' };
const planned = {
  identity: identityOf(owned),
  place: placeOf(owned),
  kind: 'live',
  baseUrl: owned.baseUrl,
} as const;

async function why(
  world: World,
  to: Omit<typeof planned, 'baseUrl'> & { baseUrl: string | null } = planned,
): Promise<string> {
  const result = await world.send({ to, leaves: () => assert.fail('nothing leaves') });
  assert.ok(result.kind === 'not-begun' && !result.sameDraft);
  assert.deepEqual(world.requests, []);
  return sentence(result.why);
}

test('a row whose environment is no longer what it was planned for says what became of it', async (t) => {
  const world = await aWorld(t);
  world.environments = [{ ...owned, kind: 'sandbox' }];
  assert.equal(
    await why(world),
    'Not sent: environment acme-prod is now sandbox, and this was planned for live. Change its kind back, or run the rows as a new batch.',
  );
  world.environments = [{ ...owned, baseUrl: 'https://elsewhere.example.invalid' }];
  const pointed =
    'Not sent: environment acme-prod now points to https://elsewhere.example.invalid, and this was planned for';
  assert.equal(await why(world), `${pointed} ${acme.baseUrl}. Change its base URL back.`);
  assert.equal(
    await why(world, { ...planned, baseUrl: null }),
    `${pointed} ${placeOf(owned)}. Change its base URL back.`,
  );
});

test('another path of the same origin is another address, and both are told whole', async (t) => {
  const world = await aWorld(t);
  world.environments = [{ ...owned, baseUrl: `${acme.baseUrl}/v2` }];
  const before = `${acme.baseUrl}/v1`;
  assert.match(
    await why(world, { ...planned, baseUrl: before }),
    new RegExp(`now points to ${acme.baseUrl}/v2, and this was planned for ${before}\\.`),
  );
});

test('a history that cannot be read says so in its own words, once', async (t) => {
  const world = await aWorld(t);
  const refused = (reason: 'unreadable' | 'unwritable') => ({
    ledger: async (): Promise<never> => {
      throw new LedgerRefusal(reason, { text: 'The history is of a later version.' });
    },
  });
  world.portFaults = refused('unreadable');
  const result = await world.send();
  assert.ok(result.kind === 'not-begun');
  // As a phrase, which the ui translates.
  assert.deepEqual(result.why.args, [{ text: 'The history is of a later version.' }]);
  assert.equal(sentence(result.why), 'Not sent, and nothing was billed. The history is of a later version.');
});
