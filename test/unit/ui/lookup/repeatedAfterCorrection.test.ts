import assert from 'node:assert/strict';
import { test } from 'node:test';
import { standInForVscode } from '../vscodeStandIn.ts';

await standInForVscode();
const { aWorld, anyway, plain } = await import('../../calls/sending/aSending.ts');
const { Lookups } = await import('../../../../src/ui/lookup/lookupCommands.ts');

test('a repeated lookup is masked by the request fields as they are now, not by those of the first time', async (t) => {
  const world = await aWorld(t);
  const operation = () => world.ports.settings.operation('rc-advanced');
  const [first] = operation().requestFields;
  assert.ok(first !== undefined);
  const owner = { ...first, name: 'owner', path: ['owner'], label: 'Owner', check: null };
  world.fields.set('rc-advanced', [{ ...owner, mask: 'last4' }]);
  const quiet = () => undefined;
  const services = {
    ledger: async () => world.ledger,
    ...{ sending: world.sending, operation, operations: () => [operation()] },
    environments: { current: () => world.environments[0] },
    now: () => world.now,
    newId: () => `w-${world.requests.length}`,
    log: { warn: quiet, error: quiet, info: quiet },
  };
  const lookups = new Lookups(services as never, async () => undefined, quiet);
  const shown = async () =>
    (await world.real.list({ group: 'all', limit: 1, after: null })).orders[0]?.maskedInput;
  world.answers = [plain, anyway, plain];
  await lookups.run('quickLookup', { operation: 'rc-advanced', body: '{"owner":"Invented Person"}' });
  assert.match(String(await shown()), /rson$/);
  // The user states that nothing of it may be seen.
  world.fields.set('rc-advanced', [{ ...owner, mask: 'all' }]);
  world.now += 60_000;
  await lookups.run('repeatLastLookup', undefined);
  assert.equal(world.requests.length, 2);
  assert.doesNotMatch(String(await shown()), /rson/);
});
