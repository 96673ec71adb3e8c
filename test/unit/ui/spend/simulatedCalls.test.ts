import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type Environment, mayBill } from '../../../../src/calls/environments/environments.ts';
import { standInForVscode } from '../vscodeStandIn.ts';

await standInForVscode();
const { aWorld, plain } = await import('../../calls/sending/aSending.ts');
const { acme } = await import('../../../support/simulatedPorts.ts');
const { readSpend } = await import('../../../../src/ui/spend/spend.ts');
const { usageState } = await import('../../../../src/ui/usage/usageState.ts');

/** One live call of `before`; what Spend and Usage say of it once the environment is `after`. */
async function saidOf(t: TestContext, before: Environment, after: Environment) {
  const world = await aWorld(t);
  world.environments = [before];
  world.chosen = `id:${before.id}`;
  world.setKey('invented-key-9f3a', before);
  world.answers = [plain];
  assert.equal((await world.send()).kind, 'settled');
  assert.equal(world.begun[0]?.kind, 'live');
  const services = {
    environments: { current: () => after, all: () => [after], find: () => after },
    keys: { state: async () => ({ kind: 'missing' }) },
    ledger: async () => world.ledger,
    session: world.ports.session,
    now: () => world.now,
  } as never;
  const spend = (await readSpend(services)).nodes.find(({ id }) => id.endsWith('/today'));
  const day = '2026-11-21';
  const usage = await usageState(services, { environment: after.name, period: 'custom', from: day, to: day });
  return { spend: spend?.description ?? '', note: usage.note, money: usage.summary.at(-1)?.[1] ?? '' };
}

const priced = { ...acme, id: 'own', prices: { 'rc-advanced': '4.50' } } as const;

test('what an environment spent that calls itself a sandbox, and is none on this computer, is not called simulated', async (t) => {
  // "The word sandbox in a setting is believed only on this computer"; each such call is asked about, and kept as live.
  const remote = { ...priced, kind: 'sandbox' } as const;
  assert.equal(mayBill(remote), true);
  const { spend } = await saidOf(t, remote, remote);
  assert.match(spend, /1 billed/);
  assert.doesNotMatch(spend, /simulated/);
});

test('what was billed before a price was set is told so, not as if the price were not taken', async (t) => {
  const { prices: _, ...unpriced } = priced;
  const { spend, money } = await saidOf(t, unpriced, priced);
  assert.equal(spend, '1 billed · calls left before a price was set');
  assert.equal(money, 'calls left before a price was set');
});

test('what an environment spent while it was live is not called simulated once it is a sandbox', async (t) => {
  const local = { ...priced, kind: 'sandbox', baseUrl: 'http://127.0.0.1:4711' } as const;
  const { spend, note } = await saidOf(t, priced, local);
  assert.doesNotMatch(`${spend} | ${note}`, /simulated/);
});
